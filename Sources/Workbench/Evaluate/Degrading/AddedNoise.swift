internal import Acuity
internal import Audio
internal import Foundation

/// Noise under a recording, at a distance in level from its speech.
struct AddedNoise: Sendable {
    /// The noise, mono at 16,000 Hz; repeated where a recording is longer.
    var noise: [Float]
    /// The signal-to-noise ratio, dB: the mean power of the frames that hold speech over the mean
    /// power of the noise in them.
    var ratio: Double

    /// The recording with a piece of the noise that a seed chooses.
    func added(to samples: [Float], seed: UInt64) -> [Float] {
        guard !noise.isEmpty, let speech = Self.speechPower(samples) else { return samples }
        var generator = SplitMix64(seed: seed)
        let start = generator.index(below: noise.count)
        let piece = samples.indices.map { noise[(start + $0) % noise.count] }
        return zip(samples, Self.scaled(piece, under: speech, by: ratio)).map { $0 + $1 }
    }

    /// The noise at its ratio under speech of this power; silence stays silence.
    static func scaled(_ noise: [Float], under speech: Float, by ratio: Double) -> [Float] {
        let power = noise.reduce(0) { $0 + $1 * $1 } / Float(max(1, noise.count))
        guard power > 0 else { return noise }
        let gain = (speech / power).squareRoot() * Float(pow(10, -ratio / 20))
        return noise.map { gain * $0 }
    }

    /// The mean power of the frames of 10 ms that hold speech; nil for silence.
    static func speechPower(_ samples: [Float]) -> Float? {
        let powers = SpeechFrames(of: samples).indices.map { frame in
            let start = frame * SpeechEnergy.hop
            return samples[start..<min(samples.count, start + SpeechEnergy.hop)]
                .reduce(0) { $0 + $1 * $1 } / Float(SpeechEnergy.hop)
        }
        let mean = powers.reduce(0, +) / Float(max(1, powers.count))
        return mean > 0 ? mean : nil
    }
}

/// The frames of 10 ms of a whole sound that hold speech.
struct SpeechFrames {
    /// Ascending; none in no sound.
    let indices: [Int]

    /// - Parameter samples: mono at 16,000 Hz.
    init(of samples: [Float]) {
        var energy = SpeechEnergy()
        let levels = energy.take(samples)
        guard let peak = levels.max(), let noise = SpeechThreshold.noise(of: levels) else {
            indices = []
            return
        }
        let threshold = SpeechThreshold.level(peak: peak, noise: noise)
        indices = levels.indices.filter { levels[$0] >= threshold }
    }

    /// A sound from the first to the last of its speech; empty if it has none.
    static func trimmed(_ samples: [Float]) -> [Float] {
        let frames = SpeechFrames(of: samples).indices
        guard let first = frames.first, let last = frames.last else { return [] }
        return Array(
            samples[first * SpeechEnergy.hop..<min(samples.count, (last + 1) * SpeechEnergy.hop)])
    }
}
