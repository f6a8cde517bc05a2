/// A set of optotypes: the choices when a person names one.
///
/// A direction is written as a letter (`Direction.letter`): U, D, L, R for where the open side of a
/// tumbling E or the gap of a Landolt ring points, and Q, E, Z, C for the diagonals between them.
///
/// ```swift
/// OptotypeSet.hotv.choices  // H, O, T, V
/// OptotypeSet.hotv.guess  // 0.25
/// ```
public enum OptotypeSet: String, CaseIterable, Sendable, Codable {
    /// Sloan's ten letters.
    case sloan
    /// The four letters of children's tests (Holmes JM et al. The amblyopia treatment study visual
    /// acuity testing protocol. Arch Ophthalmol 2001).
    case hotv
    /// The 23 letters of the chart of Monoyer (1875), which France uses: all but G, J and Q. Only
    /// the choice of letters is his: their grid is Sloan's, and their sizes are those of the
    /// procedure.
    case monoyer
    /// The tumbling E in four directions (Taylor HR. Applying new design principles to the
    /// construction of an illiterate E chart. Am J Optom Physiol Opt 1978).
    case tumblingE = "tumbling-e"
    /// The ring with a gap in one of four directions.
    case landolt
    /// The ring with a gap in one of eight directions (ISO 8596).
    case landolt8 = "landolt-8"

    /// The letters of Monoyer's chart.
    private static let monoyerLetters = Letter.allCases.filter { ![.g, .j, .q].contains($0) }

    /// The answers that can be right.
    public var choices: [Letter] {
        switch self {
        case .sloan: Letter.sloan
        case .hotv: [.h, .o, .t, .v]
        case .monoyer: Self.monoyerLetters
        case .tumblingE, .landolt: Direction.straight.map(\.letter)
        case .landolt8: Direction.allCases.map(\.letter)
        }
    }

    /// The chance, 0...1, of guessing an unseen optotype right: 1 / number of choices.
    public var guess: Double { 1 / Double(choices.count) }

    /// Whether people name directions, not letters.
    public var areDirections: Bool {
        switch self {
        case .sloan, .hotv, .monoyer: false
        case .tumblingE, .landolt, .landolt8: true
        }
    }

    /// Whether directions between up, down, left and right are among the choices. They are shown
    /// one at a time, because the words for a row of them could be split in two ways.
    public var areDiagonals: Bool { self == .landolt8 }

    /// The sign of an answer for people to read: an arrow for a direction, else the letter.
    public func sign(of letter: Letter) -> String {
        guard areDirections, let direction = Direction(letter) else { return letter.description }
        return String(direction.arrow)
    }
}

extension OptotypeSet {
    /// Draws optotypes at random. A letter never follows itself, nor is it repeated in a line,
    /// while there are others. Directions may repeat.
    ///
    /// - Parameters:
    ///   - before: the optotype shown last.
    ///   - unheard: optotypes that are not drawn while there are others.
    func draw(
        _ count: Int, after before: Letter?, besides unheard: Set<Letter> = [],
        using generator: inout some RandomNumberGenerator
    ) -> [Letter] {
        let heard = choices.filter { !unheard.contains($0) }
        let choices = heard.isEmpty ? choices : heard
        var drawn: [Letter] = []
        var last = before
        while drawn.count < count {
            // Directions may repeat without limit, because people could learn a rule against
            // repetition.
            let others = choices.filter { $0 != last }
            var free = areDirections || others.isEmpty ? choices : others
            let fresh = free.filter { !drawn.contains($0) }
            if !areDirections, !fresh.isEmpty { free = fresh }
            let next = free[generator.index(below: free.count)]
            drawn.append(next)
            last = next
        }
        return drawn
    }
}

extension OptotypeShape {
    /// The outline of an optotype of a set; nil if the set does not have the letter.
    public static func of(_ letter: Letter, in optotypes: OptotypeSet) -> OptotypeShape? {
        guard optotypes.choices.contains(letter) else { return nil }
        switch optotypes {
        case .sloan: return Self.letter(letter)
        case .hotv, .monoyer: return Self.letter(letter) ?? further[letter]
        case .tumblingE: return Direction(letter).map { e.turned(to: $0) }
        case .landolt, .landolt8:
            return Direction(letter).flatMap { Self.letter(.c)?.turned(to: $0) }
        }
    }

    /// The E with three bars of one stroke, open to the right (Taylor 1978).
    static let e = OptotypeShape([
        Contour(
            Point(0, 0), Point(5, 0), Point(5, 1), Point(1, 1), Point(1, 2), Point(5, 2),
            Point(5, 3), Point(1, 3), Point(1, 4), Point(5, 4), Point(5, 5), Point(0, 5))
    ])

    /// This outline, which is open to the right, turned about the middle of its grid so that it is
    /// open to a direction. Clockwise contours remain clockwise.
    private func turned(to direction: Direction) -> OptotypeShape {
        turned { $0.turned(eighths: direction.eighths) }
    }

    private func turned(_ turn: (Point) -> Point) -> OptotypeShape {
        OptotypeShape(
            contours.map { contour in
                Contour(
                    turn(contour.start),
                    contour.segments.map { segment in
                        switch segment {
                        case .line(let end): .line(turn(end))
                        case .arc(let end, let radius, let clockwise):
                            .arc(turn(end), radius: radius, clockwise: clockwise)
                        }
                    })
            })
    }
}

extension OptotypeShape.Point {
    /// Turned clockwise about the middle of the grid; y goes down.
    fileprivate func turned(eighths: Int) -> Self {
        // Quarter turns are exact, so straight edges remain exactly straight.
        var point = self
        for _ in 0..<eighths / 2 { point = Self(5 - point.y, point.x) }
        guard eighths % 2 == 1 else { return point }
        let half = 0.5.squareRoot()
        let (x, y) = (point.x - 2.5, point.y - 2.5)
        return Self(2.5 + (x - y) * half, 2.5 + (x + y) * half)
    }
}
