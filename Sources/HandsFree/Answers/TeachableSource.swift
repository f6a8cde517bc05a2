public import Acuity

/// Answers of a person whose way of speaking can be learnt, by readings whose letter is known.
///
/// Only a warm-up teaches. A letter is named here after it was heard and by where it was heard, so
/// nothing that is being listened to can depend on it.
public protocol TeachableSource: AnswerSource {
    /// Learns that the sound at a time was this letter.
    ///
    /// - Parameter time: of an answer that came from this source, seconds of the session's sound.
    /// - Returns: whether it learnt; it does not from what can hardly have been a letter.
    func learn(_ letter: Letter, saidAt time: ClosedRange<Double>) -> Bool

    /// What the person should change so as to be heard better, by what was said last; nil where
    /// all is well.
    var advice: SoundAdvice? { get }
}
