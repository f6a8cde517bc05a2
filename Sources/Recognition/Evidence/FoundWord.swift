/// A word, or a phrase, that a search found in a stretch of sound.
public struct FoundWord: Sendable, Equatable {
    /// What stands for sounds that the grammar has no words for.
    public static let talk = "<talk>"

    /// The word as the grammar writes it; of a phrase its words, with blanks between.
    public var word: String
    /// The tokens that it was said with: ["D"], or ["n", "ow"].
    public var tokens: [String]
    /// From the frame of its first token to that of its last.
    public var frames: ClosedRange<Int>

    /// Whether it is no word of the grammar.
    public var isFiller: Bool { word == Self.talk }

    /// A word and where it was found.
    public init(word: String, tokens: [String], frames: ClosedRange<Int>) {
        self.word = word
        self.tokens = tokens
        self.frames = frames
    }
}

/// The best way through a grammar for a stretch of sound.
public struct TokenReading: Sendable, Equatable {
    /// Its words, one by one.
    public var words: [FoundWord]
    /// The same, with the words of an answer, or of talk that the grammar has, as one.
    public var phrases: [FoundWord]
    /// The log probability of the path, less what its words cost, in nats: readings of the same
    /// sound can be compared by it, whatever was searched.
    public var score: Double

    /// What was found, and how probable it is.
    public init(words: [FoundWord], phrases: [FoundWord], score: Double) {
        self.words = words
        self.phrases = phrases
        self.score = score
    }
}
