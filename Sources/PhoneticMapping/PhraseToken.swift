package import Acuity

/// A part of an utterance that was understood as one thing.
package struct PhraseToken: Sendable {
    package enum Kind: Sendable, Equatable {
        /// - isName: whether it means the letter even among other words.
        case letter(Letter, isName: Bool)
        /// Perhaps a letter. An ordinary word may also be part of talk.
        case unclear(isWord: Bool)
        case command(SpokenCommand)
        case direction(Direction)
        /// A word that is not a letter.
        case word
        /// A word that means nothing: "um", "I think it's".
        case filler
        /// A phrase said to oneself or to others.
        case talk
        /// "or": until the utterance is resolved.
        case choice
    }

    package var kind: Kind
    package var words: [UtteranceToken]
    /// The probability of the kind, given the words.
    package var confidence = 1.0

    /// The letter, if it is one.
    package var letter: Letter? { if case .letter(let letter, _) = kind { letter } else { nil } }

    /// Whether it takes the place of a letter.
    var isAnswer: Bool {
        switch kind {
        case .letter, .unclear: true
        default: false
        }
    }

    /// Whether "a" and "an" after it are articles: "it's a C".
    var precedesArticle: Bool {
        guard let last = words.last else { return false }
        switch kind {
        case .command(.correction): return true
        case .filler, .choice:
            return !last.endsPhrase && !["letter", "capital"].contains(last.word)
        default: return false
        }
    }

    /// The answer of a kind that these words give.
    func answer(_ kind: SpokenAnswer.Kind) -> SpokenAnswer {
        let times = words.compactMap(\.time)
        let start = times.map(\.lowerBound).min()
        let end = times.map(\.upperBound).max()
        let sureness = words.map(\.confidence).min() ?? 1
        return SpokenAnswer(
            kind, heard: words.map(\.written).joined(separator: " "),
            confidence: min(max(confidence * sureness, 0), 1),
            time: start.flatMap { start in end.map { start...$0 } })
    }
}
