internal import Acuity
internal import CommandLineKit
internal import PhoneticMapping
internal import Platform
internal import Recognition
internal import Transcripts

/// A Markdown table of the letters that were not heard right, each with the answer heard for it.
struct ErrorTable {
    /// A letter that was not heard right, or an answer where no letter was said.
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
                // A code word counts as its letter. Where no letter was said, an answer that names
                // no letter is not an error.
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

    /// The word of an answer; without an answer, the word of a recording of one word.
    private func word(of entry: Entry) -> WordHypothesis? {
        let words = entry.row.heard.utterances.flatMap(\.words)
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

    /// The matrix of the confused letters, as lines of at most 84 characters; empty if no letter
    /// was confused.
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

/// The table that every kind of evaluation prints: a row for each person, each set, and all.
struct PeopleTable<Counts: ScoredTally> {
    /// Above this many people only the worst are shown, unless all are wanted.
    private static var mostPeople: Int { 40 }
    private static var worstPeople: Int { 5 }

    /// The counts of each person, by name.
    let people: [String: Counts]
    /// The counts of each set, by name.
    var sets: [String: Counts] = [:]
    /// Further rows, shown after those of people and sets.
    var sums: [(name: String, counts: Counts)] = []
    /// Whether all people are shown, however many there are.
    var showsAll = false

    /// The table as lines of text.
    ///
    /// - Parameter cells: the cells of a row after its name.
    func lines(
        _ heading: [String], columnsFromLeft: Int = 1,
        _ cells: (_ name: String, _ counts: Counts) -> [String]
    ) -> [String] {
        var table = TextTable(heading, columnsFromLeft: columnsFromLeft)
        for (name, counts) in rows { table.add([name] + cells(name, counts)) }
        return table.lines
    }

    private var rows: [(name: String, counts: Counts)] {
        var shown = people.sorted { $0.key < $1.key }
        if !showsAll, shown.count > Self.mostPeople {
            shown = Array(
                shown.sorted { Self.merit($0.value) < Self.merit($1.value) }
                    .prefix(Self.worstPeople))
        }
        let apart = sets.count > 1 ? sets.sorted { $0.key < $1.key } : []
        return shown.map { ($0.key, $0.value) } + apart.map { ("set " + $0.key, $0.value) } + sums
    }

    /// The first of the shares, 0…1; 0 is the worst. 1 without letters.
    private static func merit(_ counts: Counts) -> Double {
        Counts.shares.first.flatMap { $0.count(counts).value } ?? 1
    }
}

/// Lines that several kinds of evaluation print.
enum EvaluationWords {
    /// A line on letters that were heard as "can't see it"; no line for 0.
    static func notSeen(_ letters: Int) -> [String] {
        guard letters > 0 else { return [] }
        return ["taken for \"can't see it\", and counted as wrong: \(letters.counting("letter"))"]
    }

    /// A line on recordings that could not be read; no line for 0.
    static func unread(_ recordings: Int) -> [String] {
        recordings > 0 ? ["\(recordings.counting("recording")) could not be read"] : []
    }

    /// Groups of lines, separated by blank lines; empty groups are left out.
    static func text(_ groups: [[String]]) -> String {
        groups.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }
            .joined(separator: "\n\n") + "\n"
    }
}
