/// Something that tells which letters or words stretches of sound are: a second opinion on what a
/// recogniser found. Not thread-safe: one owner.
///
/// All sound is mono, 16,000 samples a second, -1…1. As a recogniser, it is never told which letter
/// is on the screen.
public protocol LetterClassifying: AnyObject {
    /// The words that it knows besides the names of letters, in capitals.
    var words: [String] { get }

    /// What each word of a sound is.
    ///
    /// - Parameters:
    ///   - samples: the sound, with at least 100 ms around the words where there are.
    ///   - words: of each, from its first sample to the one after its last, within `samples`.
    func classify(_ samples: [Float], words: [Range<Int>]) throws -> [LetterEvidence]

    /// How well each phone goes with every 10 ms of a sound, whichever words they belong to; nil
    /// where it cannot tell.
    func phones(of samples: [Float]) throws -> PhoneLikelihoods?

    /// What learns how a person says the letters and corrects what this classifier makes of them,
    /// with nothing learnt yet; nil where it cannot be taught.
    func makeVoice() -> (any VoiceLearning)?
}

extension LetterClassifying {
    /// None: it knows letters alone.
    public var words: [String] { [] }

    /// Nil: it cannot be taught.
    public func makeVoice() -> (any VoiceLearning)? { nil }
}
