/// Measures the level of a stream over its last seconds.
///
/// The sound is cut into frames of 20 ms. The noise floor is the tenth percentile of the powers of
/// the frames, each about its own mean: speech leaves gaps, so that the quietest tenth holds
/// the room alone (quantile-based noise estimation: Stahl, Fischer, Bippus, ICASSP 2000).
/// A sample counts as clipped in a run of three or more at full scale of 16 bits; one or two can
/// be the honest peak of a wave.
public struct LevelMeter: Sendable {
    /// Seconds that the level tells about.
    public let windowSeconds: Double

    static let frameSamples = speechRate / 50
    static let quietQuantile = 0.1
    static let fewestFramesForFloor = 10
    /// The largest 16-bit amplitude, 32767 / 32768.
    static let fullScale = Float(Int16.max) / PCM16.fullScale
    static let clippedRun = 3

    private var frames: [MeterFrame] = []
    private var oldest = 0
    private var open = MeterFrame()
    private var run = 0

    /// A meter over the last seconds.
    ///
    /// - Parameter windowSeconds: at least 20 ms; 3 s holds a few letters and their gaps.
    public init(windowSeconds: Double = 3) {
        self.windowSeconds = windowSeconds
    }

    private var windowFrames: Int {
        max(1, Int(windowSeconds * Double(speechRate) / Double(Self.frameSamples)))
    }

    /// Adds sound, mono at 16,000 Hz.
    public mutating func add(_ samples: some Sequence<Float>) {
        for sample in samples {
            run = abs(sample) >= Self.fullScale ? run + 1 : 0
            // The run becomes one at its third sample, which then brings in the two before it.
            let clipped = run == Self.clippedRun ? run : run > Self.clippedRun ? 1 : 0
            open.add(sample, clipped: clipped)
            if open.count == Self.frameSamples { close() }
        }
    }

    private mutating func close() {
        if frames.count < windowFrames {
            frames.append(open)
        } else {
            frames[oldest] = open
            oldest = (oldest + 1) % frames.count
        }
        open = MeterFrame()
    }

    /// The level of the window; nil before the first sample.
    public var level: Level? {
        let all = open.count > 0 ? frames + [open] : frames
        let count = all.reduce(0) { $0 + $1.count }
        guard count > 0 else { return nil }
        let peak = Double(all.map(\.peak).max() ?? 0)
        return Level(
            peak: Level.decibels(power: peak * peak),
            rms: Level.decibels(power: all.reduce(0) { $0 + $1.squares } / Double(count)),
            noiseFloor: noiseFloor,
            offset: all.reduce(0) { $0 + $1.sum } / Double(count),
            clippedSamples: all.reduce(0) { $0 + $1.clipped },
            seconds: Double(count) / Double(speechRate))
    }

    private var noiseFloor: Double? {
        guard frames.count >= Self.fewestFramesForFloor else { return nil }
        let powers = frames.map(\.variance).sorted()
        return Level.decibels(power: powers[Int(Self.quietQuantile * Double(powers.count))])
    }
}
