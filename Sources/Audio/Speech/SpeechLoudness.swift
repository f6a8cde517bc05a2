/// How far speech rises over what lies around it.
public enum SpeechLoudness {
    /// How far the loudest frame of a sound lies over its quietest tenth, dB, on the scale of
    /// `SpeechEnergy`; 0 for no sound.
    public static func range(of samples: [Float]) -> Double {
        Double(LevelRange(of: SpeechLevels(of: samples).values).rise)
    }
}
