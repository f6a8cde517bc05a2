internal import Acuity

/// A stretch of an utterance that was understood as one thing.
struct MappedPiece: Sendable {
    enum Kind: Sendable, Equatable {
        /// - isName: it means the letter even among other words.
        case letter(Letter, isName: Bool)
        /// Perhaps a letter. An ordinary word may also be part of talk.
        case unclear(isWord: Bool)
        case command(SpokenCommand)
        case direction(Direction)
        /// A word that is no letter.
        case word
        case filler
        case talk
        /// "or".
        case choice
    }

    var kind: Kind
    var tokens: [UtteranceToken]
    /// How sure the kind is, given the words; 0…1.
    var confidence = 1.0

    /// Whether it takes the place of a letter.
    var isAnswer: Bool {
        switch kind {
        case .letter, .unclear: true
        default: false
        }
    }

    /// The letter, if it is one.
    var letter: Letter? {
        if case .letter(let letter, _) = kind { letter } else { nil }
    }

    /// What the mapper hands on.
    func answer(_ kind: SpokenAnswer.Kind, confidence: Double) -> SpokenAnswer {
        let times = tokens.compactMap(\.time)
        let start = times.map(\.lowerBound).min()
        let end = times.map(\.upperBound).max()
        let sureness = tokens.map(\.confidence).min() ?? 1
        return SpokenAnswer(
            kind, heard: tokens.map(\.written).joined(separator: " "),
            confidence: min(max(confidence * sureness, 0), 1),
            time: start.flatMap { start in end.map { start...$0 } })
    }
}
