/// The output of a net for a stretch of sound: the log probability of each token in each frame.
///
/// The tokens are those of connectionist temporal classification (Graves et al., ICML 2006): a
/// blank, "-", and the net's labels: "A"…"Z" for the names of letters, and phones in lower case,
/// "aa"…"zh", for all other words.
public struct TokenFrames: Sendable, Equatable {
    /// The token for nothing new.
    public static let blank = "-"

    /// The names of the tokens.
    public let tokens: [String]
    /// Natural logarithms of probabilities, frame after frame, one a token.
    public let values: [Float]

    /// The scores of a stretch of sound.
    ///
    /// - Parameter values: those of frame f and token t at f * tokens.count + t.
    public init(tokens: [String], values: [Float]) {
        precondition(!tokens.isEmpty && values.count.isMultiple(of: tokens.count))
        self.tokens = tokens
        self.values = values
    }

    /// The number of frames.
    public var frames: Int { values.count / tokens.count }

    /// The least that a log probability counts for.
    private static let least: Float = -500

    /// The same without this number of frames at its start.
    public func dropFirst(_ count: Int) -> TokenFrames {
        TokenFrames(tokens: tokens, values: Array(values.dropFirst(count * tokens.count)))
    }

    /// The time between the middles of two frames, seconds.
    public static let secondsPerFrame = 0.02
    /// The middle of the first frame, seconds from the first sample: the net hears silence before.
    public static let start = -0.1

    /// Seconds from the first sample to the middle of a frame.
    public static func time(ofFrame frame: Int) -> Double {
        start + Double(frame) * secondsPerFrame
    }

    /// The log probability of a token, by its place, in a frame; not a number counts as the least.
    public subscript(frame: Int, token: Int) -> Float {
        let value = values[frame * tokens.count + token]
        return value > Self.least ? value : Self.least
    }
}

/// Turns sound into token frames. Not thread-safe: one owner.
///
/// It knows neither the letter on the screen nor the grammar.
public protocol SpeechEncoding: AnyObject {
    /// The names of the tokens.
    var tokens: [String] { get }

    /// The log probability of each token in each frame of a sound.
    ///
    /// - Parameter samples: mono, 16,000 a second, -1…1.
    func frames(of samples: [Float]) -> TokenFrames
}

/// Finds the words of a grammar in token frames. Not thread-safe: one owner.
public protocol WordSearching: AnyObject {
    /// The best reading under the public rule of the grammar, a phrase as one word.
    func words(in frames: TokenFrames) throws -> [FoundWord]
}

/// A word, or a phrase, that a search found in a stretch of sound.
public struct FoundWord: Sendable, Equatable {
    /// The word for sounds outside the grammar.
    public static let talk = "<talk>"

    /// The word as the grammar writes it; of a phrase its words, with blanks between.
    public var word: String
    /// The tokens of its pronunciation: ["D"], or ["n", "ow"].
    public var tokens: [String]
    /// The frames from its first token to its last.
    public var frames: ClosedRange<Int>

    /// Whether it is no word of the grammar.
    public var isFiller: Bool { word == Self.talk }

    /// A word and its frames.
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
    /// The log probability of the path, less the cost of its words, in nats. It makes readings of
    /// the same sound by different searches comparable.
    public var score: Double

    /// A search result and its score, a log probability.
    public init(words: [FoundWord], phrases: [FoundWord], score: Double) {
        self.words = words
        self.phrases = phrases
        self.score = score
    }
}
