internal import Audio

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

    /// A sound from the first to the last of its speech; nothing of a sound without any.
    static func trimmed(_ samples: [Float]) -> [Float] {
        let frames = SpeechFrames(of: samples).indices
        guard let first = frames.first, let last = frames.last else { return [] }
        return Array(
            samples[first * SpeechEnergy.hop..<min(samples.count, (last + 1) * SpeechEnergy.hop)])
    }
}
