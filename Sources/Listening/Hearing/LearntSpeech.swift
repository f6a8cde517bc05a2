internal import LetterSpeech

/// What is known of a stretch of speech once it was learnt from.
public struct LearntSpeech: Sendable {
    /// For how many seconds a voice is in it.
    let voice: Double
    /// What the recogniser hears it by; nil where it was not told.
    let features: SoundFeatures?
}
