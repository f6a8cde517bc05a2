internal import Acuity
internal import Foundation

/// Sloan's letters, T, the tumbling E and the Landolt ring as dots, ten by ten: a letter is five
/// strokes high and wide, and a stroke two dots thick (Sloan 1959).
///
/// Two dots above each other are one character, so that on the usual terminal, whose characters
/// are twice as high as wide, a letter is as high as it is wide.
enum BlockLetters {
    /// Characters in a letter's width.
    static let width = 10

    /// The letters side by side, as lines of text; nil where one of them has no shape here.
    ///
    /// - Parameters:
    ///   - gap: characters between two letters.
    ///   - draw: makes a character of two dots above each other.
    static func rows(
        _ letters: [Letter], of optotypes: OptotypeSet, gap: Int,
        draw: (_ upper: Bool, _ lower: Bool) -> Character
    ) -> [String]? {
        let shapes = letters.compactMap { letter in
            switch optotypes {
            case .sloan, .hotv: Self.shapes[letter]
            case .tumblingE: tumblingE(letter)
            case .landolt, .landolt8: Direction(letter).map(ring)
            }
        }
        guard shapes.count == letters.count else { return nil }
        let space = String(repeating: " ", count: gap)
        return stride(from: 0, to: width, by: 2).map { row in
            shapes.map { dots in
                String(zip(dots[row], dots[row + 1]).map { draw($0, $1) })
            }.joined(separator: space)
        }
    }

    /// The E whose bars point in a direction.
    private static func tumblingE(_ direction: Letter) -> [[Bool]]? {
        // Along the bars from the back of the E, and across them.
        func isInk(_ along: Int, _ across: Int) -> Bool { along < 2 || (across / 2) % 2 == 0 }
        let last = width - 1
        return (0..<width).map { row in
            (0..<width).map { column in
                switch direction {
                case .r: isInk(column, row)
                case .l: isInk(last - column, row)
                case .d: isInk(row, column)
                default: isInk(last - row, column)
                }
            }
        }
    }

    /// The ring whose gap, one stroke wide, points in a direction.
    private static func ring(_ direction: Direction) -> [[Bool]] {
        let angle = Double(direction.eighths) * .pi / 4
        return (0..<width).map { row in
            (0..<width).map { column in
                // The middle of the dot, in strokes from the middle of the ring.
                let x = (Double(column) - 4.5) / 2
                let y = (Double(row) - 4.5) / 2
                let along = x * cos(angle) + y * sin(angle)
                let across = y * cos(angle) - x * sin(angle)
                let isGap = along > 0 && abs(across) < 0.5
                return (1.5...2.5).contains((x * x + y * y).squareRoot()) && !isGap
            }
        }
    }

    /// The rows of dots of each letter.
    private static let shapes: [Letter: [[Bool]]] = {
        var shapes: [Letter: [[Bool]]] = [:]
        shapes[.t] = (0..<width).map { row in
            (0..<width).map { row < 2 || (4...5).contains($0) }
        }
        for (letters, table) in [("CDHKN", upperTable), ("ORSVZ", lowerTable)] {
            let rows = table.split(separator: "\n").map { $0.split(separator: " ") }
            for (column, letter) in letters.compactMap({ Letter($0) }).enumerated() {
                shapes[letter] = rows.map { row in row[column].map { $0 == "#" } }
            }
        }
        return shapes
    }()

    private static let upperTable = """
        ..######.. ########.. ##......## ##.....### ##......##
        .########. #########. ##......## ##....###. ###.....##
        ###....### ##.....### ##......## ##...###.. ####....##
        ##......## ##......## ##......## ##..###... ##.##...##
        ##........ ##......## ########## ######.... ##..##..##
        ##........ ##......## ########## ######.... ##..##..##
        ##......## ##......## ##......## ##..###... ##...##.##
        ###....### ##.....### ##......## ##...###.. ##....####
        .########. #########. ##......## ##....###. ##.....###
        ..######.. ########.. ##......## ##.....### ##......##
        """

    private static let lowerTable = """
        ..######.. ########.. ..######.. ##......## ##########
        .########. #########. .########. ##......## ##########
        ###....### ##.....### ###....### .##....##. .......###
        ##......## ##......## ##........ .##....##. ......###.
        ##......## ##.....### .#######.. ..##..##.. .....###..
        ##......## #########. ..#######. ..##..##.. ...###....
        ##......## ########.. ........## ..##..##.. ..###.....
        ###....### ##...###.. ###....### ...####... .###......
        .########. ##....###. .########. ...####... ##########
        ..######.. ##.....### ..######.. ....##.... ##########
        """
}
