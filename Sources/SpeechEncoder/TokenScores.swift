/// What was said, frame by frame: the natural logarithm of the probability of each token.
public struct TokenScores: Sendable, Equatable {
    /// From the middle of one frame to the middle of the next, seconds.
    public static let secondsPerFrame = 0.02

    /// How many frames there are.
    public let frames: Int
    /// How many tokens there are in each frame.
    public let tokens: Int
    /// The scores of all tokens in the first frame, then those in the next.
    public var values: [Float]

    /// The scores of some frames.
    ///
    /// - Parameter values: as many as `frames` times `tokens`.
    public init(frames: Int, tokens: Int, values: [Float]) {
        precondition(frames >= 0 && tokens > 0 && values.count == frames * tokens)
        self.frames = frames
        self.tokens = tokens
        self.values = values
    }

    /// The score of a token in a frame.
    public subscript(frame: Int, token: Int) -> Float {
        precondition(0..<frames ~= frame && 0..<tokens ~= token)
        return values[frame * tokens + token]
    }

    /// The time of a frame's middle, seconds from the first sample; below zero in the silence that
    /// the encoder adds before the sound.
    ///
    /// Frame f stands for mel frame 2 f, whose window of 25 ms is centred 160 * 2 f samples into the
    /// padded sound, which begins 0.1 s before the first sample: at 0.02 f - 0.1 s. Through the two
    /// convolutions it sees 32.5 ms to either side, through attention the whole sound.
    public func time(ofFrame frame: Int) -> Double {
        Double(frame) * Self.secondsPerFrame - SpeechEncoder.padding
    }
}
