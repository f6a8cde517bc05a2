internal import Acuity
internal import CommandLineKit
internal import Dialogue

/// A table in Markdown: every line that was not fully right after its first reading, and all talk
/// that was taken for an answer, with the answers at the positions.
struct LineTable {
    private let lines: [HeardLine]

    init(_ lines: [HeardLine]) {
        self.lines = lines.filter { line in
            let sought: LineTally.Standing = line.row.isTalk ? .open : .right
            return line.standings.contains { $0 != sought }
        }
    }

    /// The table; positions count from 1, "." is an open one, "-" is "can't see it".
    var markdown: String {
        let heading = [
            "recording", "said", "stands", "wrong", "displaced", "asked again", "at the end",
        ]
        return MarkdownTable.text(heading, lines.map(cells))
    }

    private func cells(of line: HeardLine) -> [String] {
        let standings = line.standings
        func positions(where isMeant: (LineTally.Standing) -> Bool) -> String {
            Self.positions(standings.indices.filter { isMeant(standings[$0]) })
        }
        let wrong = positions { standing in
            switch standing {
            case .wrong, .notSeen: true
            case .right, .open: false
            }
        }
        return [
            line.row.shortPath,
            line.row.isTalk ? "talk" : line.said.map(\.description).joined(separator: " "),
            Self.text(line.first), wrong,
            positions { $0 == .wrong(isDisplaced: true) }, Self.positions(line.asked),
            Self.text(line.last),
        ]
    }

    private static func positions(_ positions: [Int]) -> String {
        positions.map { "\($0 + 1)" }.joined(separator: ", ")
    }

    private static func text(_ places: [Place]) -> String {
        places.map { place in
            switch place {
            case .waiting, .asked: "."
            case .missed: "-"
            case .heard(let letter): letter.description
            }
        }.joined(separator: " ")
    }
}
