/// What a net makes of a stretch of sound: the log probability of each of its tokens in each frame.
///
/// The tokens are those of connectionist temporal classification (Graves et al., ICML 2006): a
/// blank, "-", and whatever else the net tells apart: here "A"…"Z" for the names of letters, and
/// phones in lower case, "aa"…"zh", for all other words.
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

    /// How many frames there are.
    public var frames: Int { values.count / tokens.count }

    /// The least that a log probability counts for.
    private static let least: Float = -500

    /// The same without so many frames at its start.
    public func dropFirst(_ count: Int) -> TokenFrames {
        TokenFrames(tokens: tokens, values: Array(values.dropFirst(count * tokens.count)))
    }

    /// From the middle of one frame to the middle of the next, seconds.
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

/// Turns sound into what a net makes of it. Not thread-safe: one owner.
///
/// It is never told which letter is on the screen, nor what is listened for.
public protocol SpeechEncoding: AnyObject {
    /// The names of the tokens.
    var tokens: [String] { get }

    /// The log probability of each token in each frame of a sound.
    ///
    /// - Parameter samples: mono, 16,000 a second, -1…1.
    func frames(of samples: [Float]) -> TokenFrames
}

/// Finds the words of a grammar in what a net made of a sound. Not thread-safe: one owner.
public protocol WordSearching: AnyObject {
    /// The best reading under the public rule of the grammar, a phrase as one word.
    func words(in frames: TokenFrames) throws -> [FoundWord]
}

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
