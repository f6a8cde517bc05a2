/// What a recogniser hears a sound by, before anything that it has learnt is taken off: the same
/// each time, so that it need not be computed again.
public struct SoundFeatures: Sendable {
    /// Frame after frame, 100 a second, as many numbers each as the recogniser has coefficients.
    public let values: [Float]
    /// Of each frame whether it is speech.
    public let isSpeech: [Bool]

    /// Frame after frame: of each as many values, and one flag.
    public init(values: [Float], isSpeech: [Bool]) {
        self.values = values
        self.isSpeech = isSpeech
    }
}
