/// How loud a whole sound is, frame by frame, in the band that tells speech from noise in it.
public struct SpeechLevels: Sendable {
    /// The band they are of.
    public let band: SpeechBand
    /// dB over one step of 16 bits, 100 frames a second.
    public let values: [Float]

    /// Measures a sound from its start to its end.
    ///
    /// - Parameter samples: mono at 16,000 Hz.
    public init(of samples: [Float]) {
        var consonants = SpeechEnergy()
        let all = consonants.take(samples)
        var low: [Float] = []
        if SpeechBand.mayHide(in: all) {
            var vowels = SpeechEnergy(.vowels)
            low = vowels.take(samples)
        }
        band = low.isEmpty ? .consonants : SpeechBand.suited(to: all, low)
        values = band == .vowels ? low : all
    }
}
