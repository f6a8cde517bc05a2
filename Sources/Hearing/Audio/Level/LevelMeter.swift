internal import Foundation

/// Measures the level of a running sound over its last seconds.
///
/// The noise floor is the tenth percentile of the powers of frames of 20 ms, each measured about
/// its own mean. Speech leaves gaps, so the quietest tenth of the frames has only the noise of the
/// room (quantile-based noise estimation: Stahl, Fischer, Bippus, ICASSP 2000). Three or more
/// consecutive samples at full scale of 16 bits count as clipped; one or two may be the true peak
/// of a wave.
package struct LevelMeter: Sendable {
    /// Length of the window, seconds.
    package let windowSeconds: Double

    private static let frameSamples = speechRate / 50
    private static let quietQuantile = 0.1
    private static let fewestFramesForFloor = 10
    /// The largest 16-bit amplitude, 32767 / 32768.
    static let fullScale = Float(Int16.max) / PCM16.fullScale
    private static let clippedRun = 3

    private var frames: [MeterFrame] = []
    private var oldest = 0
    private var open = MeterFrame()
    private var run = 0

    /// A meter over the last seconds.
    ///
    /// - Parameter windowSeconds: at least 20 ms; 3 s holds a few letters and their gaps.
    package init(windowSeconds: Double = 3) {
        self.windowSeconds = windowSeconds
    }

    private var windowFrames: Int {
        max(1, Int(windowSeconds * Double(speechRate) / Double(Self.frameSamples)))
    }

    /// Adds sound, mono at 16,000 Hz.
    package mutating func add(_ samples: some Sequence<Float>) {
        for sample in samples {
            run = abs(sample) >= Self.fullScale ? run + 1 : 0
            // A run counts from its third sample on, which also counts the two samples before it.
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
    package var level: Level? {
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

/// The sums over 20 ms of sound.
private struct MeterFrame: Sendable {
    var count = 0
    var sum = 0.0
    var squares = 0.0
    var peak: Float = 0
    var clipped = 0

    /// Power about the mean, so that an offset does not count as noise.
    var variance: Double {
        guard count > 0 else { return 0 }
        let mean = sum / Double(count)
        return max(0, squares / Double(count) - mean * mean)
    }

    /// Adds a sample, and the number of samples that it shows to be clipped.
    mutating func add(_ sample: Float, clipped newlyClipped: Int) {
        count += 1
        sum += Double(sample)
        squares += Double(sample) * Double(sample)
        peak = max(peak, abs(sample))
        clipped += newlyClipped
    }
}

/// The level of a sound in decibels relative to full scale.
///
/// 0 dB is the power of a full-scale square wave, so that a full-scale sine has an rms of -3.01 dB:
/// the dBov of ITU-T G.100.1 (2015).
package struct Level: Sendable, Equatable {
    /// Largest amplitude, dB: 20 log10 max|x|.
    package var peak: Double
    /// Power, dB: 10 log10 mean(x^2).
    package var rms: Double
    /// Level between the words, dB; nil for less than ten frames of sound. See `LevelMeter`.
    package var noiseFloor: Double?
    /// Mean amplitude, -1…1; 0 for a healthy microphone.
    package var offset: Double
    /// Samples in runs at full scale.
    package var clippedSamples: Int
    /// Length of the sound measured, seconds.
    package var seconds: Double

    /// Level of silence, dB: below the last bit of 24-bit sound (-144 dB).
    package static let silence = -150.0

    /// The decibels of a power; `silence` for none.
    package static func decibels(power: Double) -> Double {
        power > 0 ? max(silence, 10 * log10(power)) : silence
    }
}

/// The levels of speech at which a person is advised to change something.
package enum LevelAdviceLimits {
    /// Peak below which speech is too quiet, dB. Amplified to a peak of 12,000 of 32,768, quieter
    /// speech has a rounding noise of more than 30 steps, the most that does not harm letters.
    /// Before that, the rounding noise is 1/sqrt 12 of a step (Bennett, Bell Syst Tech J 1948): 20
    /// log10 (12000 / (sqrt(12) 30) / 32768) = -49.
    package static let quietPeak = -49.0
    /// Level above the noise at which speech is heard nearly as well as in quiet, dB.
    package static let goodOverNoise = 20.0
    /// Minimum level of speech above the noise, dB. Below it, the room is too loud.
    package static let leastOverNoise = 10.0
}
