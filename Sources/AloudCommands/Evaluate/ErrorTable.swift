internal import Acuity
internal import LetterSpeech
internal import Listening

/// Every letter that was not heard right, with what each opinion made of its sound: a table in
/// Markdown.
struct ErrorTable {
    /// A letter that was said and not heard as it is, or one that was heard where none was said.
    private struct Entry {
        var row: HeardRow
        var said: Letter?
        var answer: SpokenAnswer?
    }

    private let entries: [Entry]
    private let names: [String: Letter]
    private let letters: [Letter]

    /// - Parameters:
    ///   - rows: recordings, with letters or without.
    ///   - names: the words that name the letters which were listened for.
    init(_ rows: [HeardRow], names: [String: Letter], thresholds: HearingThresholds) {
        self.names = names
        letters = Set(names.values).sorted { $0.rawValue < $1.rawValue }
        entries = rows.flatMap { row in
            let steps = AnswerAlignment(
                said: row.row.letters, heard: row.answers(at: thresholds)
            ).steps
            return steps.compactMap { step -> Entry? in
                // A code word is its letter, and what names no letter where none was said is no error.
                let said = step.said ?? row.row.meaning?.kind.letter
                guard said != step.answer?.kind.letter else { return nil }
                guard step.said != nil || step.answer?.kind.letter != nil else { return nil }
                return Entry(row: row, said: step.said, answer: step.answer)
            }
        }
    }

    /// The table, one line an error.
    var markdown: String {
        let heading = [
            "recording", "said", "heard", "confidence", "found", "scores", "net", "why",
        ]
        return MarkdownTable.text(heading, entries.map { cells(of: $0) })
    }

    private func cells(of entry: Entry) -> [String] {
        let word = word(of: entry)
        let scores = word.flatMap { favourite(of: $0.scores) }
        let net = word?.opinion?.best(of: letters)?.letter
        let heard =
            switch entry.answer?.kind {
            case .letter(let letter): letter.description
            case nil: "nothing"
            case .command: "can't see it"
            default: "unclear"
            }
        return [
            entry.row.row.shortPath, entry.said?.description ?? "-", heard,
            entry.answer.map { "\($0.confidence.toThousandths)" } ?? "", word?.word ?? "",
            scores?.description ?? "", net?.description ?? "",
            Self.reason(entry.said, entry.answer, word: word, scores: scores, net: net),
        ]
    }

    /// The word behind an answer; where there is no answer, that of a recording of one.
    private func word(of entry: Entry) -> HeardWord? {
        let words = entry.row.heard.breaths.flatMap(\.words)
        guard let answer = entry.answer else { return words.count == 1 ? words[0] : nil }
        return words.first { $0.time == answer.time }
    }

    /// The letter that the recogniser's scores make likeliest.
    private func favourite(of scores: [WordScore]) -> Letter? {
        scores.lazy.compactMap { names[$0.word] }.first
    }

    /// What went wrong, as far as the opinions tell.
    private static func reason(
        _ said: Letter?, _ answer: SpokenAnswer?, word: HeardWord?, scores: Letter?, net: Letter?
    ) -> String {
        guard let said else { return "no letter was said" }
        guard let word else {
            return answer == nil
                ? "no word was found, or it was left out" : "a phrase of several words"
        }
        if word.word == HeardWord.unknown { return "the search found no word" }
        let opinions =
            switch (scores == said, net == said) {
            case (true, true): "both opinions right"
            case (true, false): "the net wrong"
            case (false, true): "the scores wrong"
            case (false, false): "both opinions wrong"
            }
        if answer == nil { return opinions + ", taken for no answer" }
        if answer?.kind.isNotSeen == true { return opinions + ", taken for not seen" }
        return answer?.kind == .unclear ? opinions + ", not sure enough" : opinions
    }
}
