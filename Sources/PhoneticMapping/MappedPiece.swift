package import Acuity

/// A stretch of an utterance that was understood as one thing.
package struct MappedPiece: Sendable {
    package enum Kind: Sendable, Equatable {
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
        /// What the utterance as a whole settles: it is none of these afterwards.
        case choice
        case between
        case guess(isAlternative: Bool)
        case doubt
        case retraction
        /// Letters that somebody is not sure of: "not sure about the K".
        case doubted([Letter])
        /// What was read was not read from left to right.
        case disorder
    }

    package var kind: Kind
    package var tokens: [UtteranceToken]
    /// How sure the kind is, given the words; 0…1.
    package var confidence = 1.0
    /// Which letter of the line it was said to be for.
    package var place: SaidPlace?

    /// Whether it takes the place of a letter.
    package var isAnswer: Bool {
        switch kind {
        case .letter, .unclear: true
        default: false
        }
    }

    /// Whether it only announces what follows: after it "a" and "an" are articles.
    var announces: Bool {
        switch kind {
        case .filler, .guess, .choice, .between, .retraction: true
        default: false
        }
    }

    /// Whether it names its letter by the letter itself, in small or in capitals, with or without
    /// an example after it.
    var isSpelled: Bool { letter != nil && tokens.first?.written.count == 1 }

    /// The letter, if it is one.
    package var letter: Letter? {
        if case .letter(let letter, _) = kind { letter } else { nil }
    }

    /// What the mapper hands on.
    package func answer(_ kind: SpokenAnswer.Kind, confidence: Double) -> SpokenAnswer {
        let times = tokens.compactMap(\.time)
        let start = times.map(\.lowerBound).min()
        let end = times.map(\.upperBound).max()
        let sureness = tokens.map(\.confidence).min() ?? 1
        var answer = SpokenAnswer(
            kind, heard: tokens.map(\.written).joined(separator: " "),
            confidence: min(max(confidence * sureness, 0), 1),
            time: start.flatMap { start in end.map { start...$0 } })
        answer.place = place
        return answer
    }
}
