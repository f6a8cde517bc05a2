/// How loud the vowels of a sound are, word by word: whoever speaks into the microphone is louder
/// than whoever talks behind.
public struct VowelLevels: Sendable {
    /// How many frames on each side count with one: 70 ms together, less than any vowel.
    private static let reach = 3

    /// Mean levels around each frame, dB.
    private let values: [Float]
    /// The loudest of them, dB over one step of 16 bits; 0 where the sound is shorter than a frame.
    public let loudest: Float

    /// Measures a sound from its start to its end.
    ///
    /// - Parameter samples: mono at 16,000 Hz.
    public init(of samples: [Float]) {
        var energy = SpeechEnergy(.vowels)
        values = MeanLevels.of(energy.take(samples), reach: Self.reach)
        loudest = values.max() ?? 0
    }

    /// How far the loudest vowel in a part of the sound lies below the loudest of all, dB; 0 where
    /// the part has no frame.
    ///
    /// Its edges count too, and with them 35 ms of what lies beyond: right beside the loudest vowel
    /// nothing lies further below it than 3 dB.
    ///
    /// - Parameter seconds: from the start of the sound.
    public func depth(of seconds: ClosedRange<Double>) -> Double {
        let rate = Double(speechRate) / Double(SpeechEnergy.hop)
        let frames = Int(seconds.lowerBound * rate)..<Int(seconds.upperBound * rate)
        let most = values[frames.clamped(to: values.indices)].max() ?? loudest
        return Double(loudest - most)
    }
}
