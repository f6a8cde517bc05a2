/// How loud a sound is where it is quietest and where it is loudest, dB.
public struct LevelRange: Sendable {
    /// Under it lies the quietest tenth of the frames; 0 where there are none.
    public let quietest: Float
    /// The loudest frame; 0 where there is none.
    public let loudest: Float

    /// How far the loudest frame rises over the quietest tenth.
    public var rise: Float { loudest - quietest }

    /// The range of levels in dB.
    ///
    /// - Parameter levels: frame after frame.
    public init(of levels: [Float]) {
        let sorted = levels.sorted()
        quietest = sorted.isEmpty ? 0 : sorted[sorted.count / 10]
        loudest = sorted.last ?? 0
    }
}
