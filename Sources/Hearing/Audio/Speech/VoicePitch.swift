/// The pitch of the voice in a sound, frame by frame.
///
/// A frame is voiced if the sound repeats itself after one period: the normalised cross-correlation
/// of Talkin (1995, "A robust algorithm for pitch tracking (RAPT)"), without his search for the
/// smoothest course.
package struct VoicePitch: Sendable, Equatable {
    /// Pitches that are found, Hz.
    package static let range = 75.0...600.0
    /// Frames in a second.
    package static let framesPerSecond = 100

    /// Number of samples in an average, so that partials above 2 kHz do not hide the period.
    /// `every` is the distance between two averages, samples.
    private static let merged = 4
    private static let every = 2
    /// Averages in a second.
    private static let rate = speechRate / every
    /// Periods that are tried, in averages.
    private static let lags =
        Int(Double(rate) / range.upperBound)...Int(Double(rate) / range.lowerBound)
    /// Length of the pieces compared, in averages: 32 ms.
    private static let window = rate * 32 / 1000
    private static let step = rate / framesPerSecond
    /// Minimum correlation in a voiced frame. Noise and consonants have less.
    private static let voiced: Float = 0.8
    /// Share of the highest correlation that a shorter period needs: a sound also repeats itself
    /// after two periods.
    private static let shorter: Float = 0.95
    /// Minimum power of a voiced frame, as a share of the loudest: 20 dB.
    private static let quietest: Float = 0.01
    /// Largest sum of samples. Larger ones, which no sound has, count as silence, and so does NaN.
    private static let largestSample: Float = 1e9
    /// Minimum number of voiced frames for a median.
    private static let fewest = 10

    /// The pitch of each voiced frame, Hz, in order.
    package private(set) var values: [Float]

    /// A pitch of these voiced frames, Hz.
    package init(values: [Float] = []) { self.values = values }

    /// Finds the pitch of a sound.
    ///
    /// - Parameter samples: mono at 16,000 Hz.
    package init(of samples: [Float]) {
        let merged = stride(from: 0, through: samples.count - Self.merged, by: Self.every)
            .map { first in
                let sum = samples[first..<first + Self.merged].reduce(0, +)
                return sum.magnitude <= Self.largestSample ? sum / Float(Self.merged) : 0
            }
        let sound = Self.withoutRumble(merged)
        let last = sound.count - Self.window - Self.lags.upperBound - 2
        let starts = last < 0 ? [] : Array(stride(from: 0, through: last, by: Self.step))
        let powers = starts.map { Self.product(sound, $0, $0) }
        let least = (powers.max() ?? 0) * Self.quietest
        values = zip(starts, powers).compactMap { start, power in
            power > 0 && power >= least ? Self.pitch(of: sound, at: start, power: power) : nil
        }
    }

    /// The median, Hz; nil if too little is voiced.
    package var median: Double? {
        values.count < Self.fewest ? nil : Double(values.sorted()[values.count / 2])
    }

    /// The pitch of this voice followed by another, limited to the last `seconds` of voiced sound.
    package func followed(by other: VoicePitch, keeping seconds: Double) -> VoicePitch {
        let most = Int(seconds * Double(Self.framesPerSecond))
        return VoicePitch(values: (values + other.values).suffix(most))
    }

    /// A sound without its mean over the longest period around each sample: a constant or a rumble
    /// would seem to repeat itself after any short time.
    private static func withoutRumble(_ sound: [Float]) -> [Float] {
        let half = lags.upperBound / 2
        var sum: Float = sound.prefix(half).reduce(0, +)
        return sound.indices.map { index in
            if index + half < sound.count { sum += sound[index + half] }
            if index > half { sum -= sound[index - half - 1] }
            let count = min(index + half, sound.count - 1) - max(0, index - half) + 1
            return sound[index] - sum / Float(count)
        }
    }

    private static func product(_ sound: [Float], _ first: Int, _ second: Int) -> Float {
        var sum: Float = 0
        for index in 0..<window { sum += sound[first + index] * sound[second + index] }
        return sum
    }

    /// The pitch of a frame, Hz; nil if it is not voiced.
    private static func pitch(of sound: [Float], at start: Int, power: Float) -> Float? {
        // One more period on each side shows whether the first and the last period are peaks.
        let first = lags.lowerBound - 1
        var other = product(sound, start + first, start + first)
        let alike = (first...lags.upperBound + 1).map { lag -> Float in
            defer {
                let (out, next) = (sound[start + lag], sound[start + lag + window])
                other = max(0, other + next * next - out * out)
            }
            guard other > 0 else { return 0 }
            return product(sound, start, start + lag) / (power * other).squareRoot()
        }
        guard let highest = alike.max(), highest >= voiced else { return nil }
        let peak = alike.indices.dropFirst().dropLast().first { index in
            alike[index] >= shorter * highest && alike[index] > alike[index - 1]
                && alike[index] >= alike[index + 1]
        }
        guard let peak else { return nil }
        // The top of the parabola through the peak and its neighbours.
        let (before, top, after) = (alike[peak - 1], alike[peak], alike[peak + 1])
        let bend = before - 2 * top + after
        let shift = bend < 0 ? (before - after) / (2 * bend) : 0
        return Float(rate) / (Float(first + peak) + shift)
    }
}
