/// Above which energy a frame belongs to speech, given the loudest frame and the noise between.
public enum SpeechThreshold {
    /// How far below its loudest frame speech reaches: weak consonants lie within 30 dB.
    static let range: Float = 30
    /// How far over the noise a frame must rise.
    static let overNoise: Float = 8
    /// How far below the peak the threshold must stay, however loud the noise.
    private static let belowPeak: Float = 10

    /// The threshold in dB, on the scale of `SpeechEnergy`.
    public static func level(peak: Float, noise: Float) -> Float {
        max(peak - range, min(noise + overNoise, peak - belowPeak))
    }

    /// Sounds shorter than this, in frames, may be speech from end to end: one second.
    static let shortest = 100

    /// The level under which the quietest tenth of the frames lies: the noise between words. In a
    /// short sound that tenth may be speech too, so its noise is taken to lie at least `range`
    /// under the loudest frame.
    public static func noise(of energies: [Float]) -> Float? {
        guard !energies.isEmpty else { return nil }
        let levels = LevelRange(of: energies)
        return energies.count < shortest
            ? min(levels.quietest, levels.loudest - range) : levels.quietest
    }
}
