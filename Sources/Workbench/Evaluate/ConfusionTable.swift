internal import Acuity

/// What was heard for what: a row for each letter said, a column for each letter heard.
struct ConfusionTable {
    private let counts: [Letter: [Letter: Int]]

    /// - Parameter confusions: as `LetterTally` counts them, "D as V".
    init(_ confusions: [String: Int]) {
        var counts: [Letter: [Letter: Int]] = [:]
        for (pair, count) in confusions {
            guard let said = pair.first.flatMap({ Letter($0) }),
                let heard = pair.last.flatMap({ Letter($0) })
            else { continue }
            counts[said, default: [:]][heard] = count
        }
        self.counts = counts
    }

    /// The matrix as lines of at most 84 characters; only letters that were confused. None if none
    /// was.
    var lines: [String] {
        let columns = Letter.allCases.filter { letter in
            counts.values.contains { $0[letter] != nil }
        }
        guard !columns.isEmpty else { return [] }
        func cell(_ text: String) -> String { String(repeating: " ", count: 3 - text.count) + text }
        let heading = "said, heard as" + columns.map { cell($0.description) }.joined()
        return [heading]
            + Letter.allCases.compactMap { said in
                guard let row = counts[said] else { return nil }
                let cells = columns.map { cell(row[$0].map { "\(min($0, 999))" } ?? "·") }
                return String(repeating: " ", count: 13) + said.description + cells.joined()
            }
    }
}
