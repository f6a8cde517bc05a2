/// Something that tells which letter or word one stretch of sound is: a second opinion on what a
/// recogniser found. Not thread-safe: one owner.
///
/// All sound is mono, 16,000 samples a second, -1…1. As a recogniser, it is never told which letter
/// is on the screen.
public protocol LetterClassifying: AnyObject {
    /// What the sound between two samples is.
    ///
    /// - Parameters:
    ///   - samples: the sound, with at least 100 ms around the word where there are.
    ///   - speech: from the word's first sample to the one after its last, within `samples`.
    func classify(_ samples: [Float], speech: Range<Int>) throws -> LetterEvidence

    /// How well each phone goes with every 10 ms of a sound, whichever words they belong to; nil where
    /// it cannot tell.
    func phones(of samples: [Float]) throws -> PhoneLikelihoods?

    /// What learns how a person says the letters and corrects what this classifier makes of them,
    /// with nothing learnt yet; nil where it cannot be taught.
    func makeVoice() -> (any VoiceLearning)?
}

extension LetterClassifying {
    public func makeVoice() -> (any VoiceLearning)? { nil }
}
