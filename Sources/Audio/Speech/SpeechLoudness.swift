/// How far speech rises over what lies around it.
public enum SpeechLoudness {
    /// How far the loudest frame of a sound lies over its quietest tenth, dB, on the scale of
    /// `SpeechEnergy`; 0 for no sound.
    public static func range(of samples: [Float]) -> Double {
        var energy = SpeechEnergy()
        let levels = energy.take(samples).sorted()
        guard let loudest = levels.last else { return 0 }
        return Double(loudest - levels[levels.count / 10])
    }
}
