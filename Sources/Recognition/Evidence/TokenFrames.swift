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
