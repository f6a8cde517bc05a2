internal import Acuity
internal import CommandLineKit
internal import PhoneticMapping
internal import Platform
internal import Recognition

/// A table in Markdown: every letter that was not heard right, with the answers in its place.
struct ErrorTable {
    /// A letter that was said and not heard as it is, or one that was heard where none was said.
    private struct Entry {
        var row: HeardRow
        var said: Letter?
        var answer: SpokenAnswer?
    }

    private let entries: [Entry]

    /// - Parameter rows: recordings, with letters or without.
    init(_ rows: [HeardRow], thresholds: AcceptanceThresholds) {
        entries = rows.flatMap { row in
            let steps = AnswerAlignment(
                said: row.row.letters, heard: row.answers(at: thresholds)
            ).steps
            return steps.compactMap { step -> Entry? in
                // A code word counts as its letter; a word that names no letter is no error if none
                // was said.
                let said = step.said ?? row.row.meaning?.kind.letter
                guard said != step.answer?.kind.letter else { return nil }
                guard step.said != nil || step.answer?.kind.letter != nil else { return nil }
                return Entry(row: row, said: step.said, answer: step.answer)
            }
        }
    }

    /// The table, one line an error.
    var markdown: String {
        let heading = ["recording", "said", "heard", "sureness", "found", "likeliest", "presence"]
        return MarkdownTable.text(heading, entries.map { cells(of: $0) })
    }

    private func cells(of entry: Entry) -> [String] {
        let word = word(of: entry)
        let heard =
            switch entry.answer?.kind {
            case .letter(let letter): letter.description
            case nil: "nothing"
            case .command: "can't see it"
            default: "unclear"
            }
        let likeliest = (word?.letters ?? [:]).sorted { $0.value > $1.value }.prefix(2)
            .map { "\($0.key) \($0.value.toThousandths)" }
        return [
            entry.row.row.shortPath, entry.said?.description ?? "-", heard,
            entry.answer.map { "\($0.sureness.toThousandths)" } ?? "", word?.word ?? "",
            likeliest.joined(separator: ", "),
            word?.presence.map { "\($0.toThousandths)" } ?? "",
        ]
    }

    /// The word behind an answer; where there is no answer, that of a recording of one.
    private func word(of entry: Entry) -> WordHypothesis? {
        let words = entry.row.heard.breaths.flatMap(\.words)
        guard let answer = entry.answer else { return words.count == 1 ? words[0] : nil }
        return words.first { $0.time == answer.time }
    }
}

/// The confusion matrix: a row for each letter said, a column for each letter heard.
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
