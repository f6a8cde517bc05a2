public import Acuity

/// What a word may have been, and how likely each is: probabilities that add up to 1.
public struct HearingBelief: Sendable, Equatable {
    /// Letters, by their own names.
    public var letters: [Letter: Double]
    /// Other words that are answers, as the dictionary writes them: "delta", "left", "stop".
    public var words: [String: Double]
    /// Anything else: other words, talk, noise.
    public var other: Double

    public init(letters: [Letter: Double], words: [String: Double], other: Double) {
        self.letters = letters
        self.words = words
        self.other = other
    }
}
