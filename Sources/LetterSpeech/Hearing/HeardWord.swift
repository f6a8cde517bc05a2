/// A word that the recogniser found in a stretch of sound.
public struct HeardWord: Sendable, Equatable {
    /// The word as the dictionary writes it, without the number of a pronunciation variant.
    public var word: String
    /// Where it lies, in seconds from the start of the samples that were given.
    public var time: ClosedRange<Double>
    /// How sure the recogniser is of the word, 0…1.
    public var confidence: Double

    public init(_ word: String, time: ClosedRange<Double>, confidence: Double) {
        self.word = word
        self.time = time
        self.confidence = confidence
    }
}
