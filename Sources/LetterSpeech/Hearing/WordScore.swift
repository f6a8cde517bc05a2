/// How well a word explains a sound, beside other words over the same sound.
public struct WordScore: Sendable, Equatable {
    /// The word as the dictionary writes it: the name of a letter, or a command.
    public var word: String
    /// The logarithm of its likelihood less that of the best of all, in nats: 0 for the best,
    /// below 0 for the others. Acoustic alone: no word is made less likely for what it means.
    public var nats: Double

    /// A word and its score, in nats, 0 and below.
    public init(_ word: String, nats: Double) {
        self.word = word
        self.nats = nats
    }
}
