public import Acuity

/// What an answer source tells.
public enum AnswerEvent: Sendable, Equatable {
    /// Something was said or typed.
    case utterance(Utterance)
    /// There was a sound as long as a letter, of a voice, in which no answer was heard: a letter
    /// that nobody understood, or a hum. With it goes when, in seconds of the session's sound.
    case maybe(ClosedRange<Double>?)
    /// Somebody spoke for longer than a letter takes, and no answer was heard: talk, or letters
    /// that nobody understood. With it goes when.
    case talk(ClosedRange<Double>?)
    /// The time in which the last answer could be mended is over.
    case settled
    /// The person has said nothing for a while although answers are awaited.
    case silence
    /// Nothing happened; the test looks whether it was asked to stop.
    case idle
    /// Answers cannot be heard for now, with the reason in words for the person.
    case trouble(String)
    /// Answers can be heard again.
    case recovered
    /// A piece of the sound is lost, with what happened in words; what was being said in it, if
    /// anything, is unclear.
    case soundMissing(String)
    /// An operator answers for the letter at a position, from 0, in place of what was heard.
    case override(position: Int, Response)
    /// No more answers will come.
    case ended
}
