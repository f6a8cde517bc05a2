/// A stretch of speech as names of letters and nothing else.
public struct LettersAlone: Sendable, Equatable {
    /// The letters, in order. How sure they are is left to a second opinion.
    public var words: [HeardWord]
    /// How much better what was found among all words explains the stretch, in nats a frame (100 a
    /// second) of its speech.
    public var loss: Double

    /// The letters of a stretch, in order, and what they explain worse than all words do, nats a
    /// frame.
    public init(_ words: [HeardWord], loss: Double) {
        self.words = words
        self.loss = loss
    }
}
