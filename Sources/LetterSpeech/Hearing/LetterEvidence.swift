public import Acuity

/// What a classifier makes of one stretch of sound: how likely each letter, each word that it
/// knows, and anything else is. Natural logarithms of probabilities that add up to 1.
public struct LetterEvidence: Sendable, Equatable {
    /// For each of the 26 letters, whether or not it is on a chart.
    public var letters: [Letter: Double]
    /// For each word that it knows, in capitals: "DELTA", "LEFT", "STOP", "SEVEN".
    public var words: [String: Double]
    /// For all other sound: talk, noise, words that it does not know.
    public var other: Double
    /// The probability, 0…1, that it was a letter at all, from an output that judges only that.
    public var letterProbability: Double
    /// Where the sound lies in the space in which the classifier compares sounds; sounds of the
    /// same word by the same person lie in nearly the same direction. Empty if it has none.
    public var embedding: [Float]

    /// What a classifier says: `letters`, `words` and `other` as natural logarithms of
    /// probabilities, `letterProbability` as one, 0…1.
    public init(
        letters: [Letter: Double], words: [String: Double], other: Double,
        letterProbability: Double, embedding: [Float] = []
    ) {
        self.letters = letters
        self.words = words
        self.other = other
        self.letterProbability = letterProbability
        self.embedding = embedding
    }

    /// The likeliest of some letters and how many nats it lies ahead of the next; nil if it was
    /// given none that the evidence knows.
    public func best(of choice: [Letter]) -> (letter: Letter, lead: Double)? {
        let ranked = choice.compactMap { letter in letters[letter].map { (letter, $0) } }
            .sorted { $0.1 > $1.1 }
        guard let first = ranked.first else { return nil }
        return (first.0, ranked.count > 1 ? first.1 - ranked[1].1 : .infinity)
    }
}
