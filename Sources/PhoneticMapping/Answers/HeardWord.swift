public import Acuity

/// A word that was heard in a stretch of speech, and how sure each reading of it is.
public struct HeardWord: Sendable, Equatable {
    /// Stands for a stretch of speech in which the search found no word.
    public static let unknown = "<unknown>"

    /// The word as the dictionary writes it; of a phrase its words, with blanks between.
    public var word: String
    /// Where it was said, seconds of the whole sound.
    public var time: ClosedRange<Double>
    /// The probability that it was said, 0…1; of a letter, that it was this one if it was any.
    public var confidence: Double
    /// Of a letter, the probability that one was said at all, 0…1; nil for other words.
    public var presence: Double?
    /// Of a letter, the probability of each, if it was one.
    public var letters: [Letter: Double]
    /// What these probabilities were made of, by the names of `AnswerModel`'s weights.
    public var evidence: [String: Double]

    /// A word with what is known of it.
    public init(
        _ word: String, time: ClosedRange<Double>, confidence: Double, presence: Double? = nil,
        letters: [Letter: Double] = [:], evidence: [String: Double] = [:]
    ) {
        self.word = word
        self.time = time
        self.confidence = confidence
        self.presence = presence
        self.letters = letters
        self.evidence = evidence
    }

    /// How long it takes, seconds.
    public var seconds: Double { time.upperBound - time.lowerBound }
}
