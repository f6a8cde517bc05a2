public import Acuity

/// Something that learns from a few letters how one person says them, through this microphone, and
/// from then on corrects what a classifier makes of that person's letters. Not thread-safe: one
/// owner.
///
/// It learns from sounds that were heard before and whose letter is known for certain, as in a
/// warm-up. Of the letter that is on the screen while something is being heard it knows nothing.
public protocol VoiceLearning: AnyObject {
    /// How many sounds it has learnt from.
    var count: Int { get }

    /// Learns that a sound was this letter.
    ///
    /// - Parameter evidence: what the classifier made of the sound, uncorrected. One without an
    ///   embedding teaches nothing.
    func learn(_ evidence: LetterEvidence, as letter: Letter)

    /// What the classifier would make of a sound if it knew the person.
    ///
    /// - Parameter evidence: uncorrected. With nothing learnt it comes back as it is.
    func corrected(_ evidence: LetterEvidence) -> LetterEvidence

    /// Forgets all: another person, or another microphone.
    func forgetSession()
}
