public import Acuity
public import LetterSpeech

/// What an answer source tells.
public enum AnswerEvent: Sendable, Equatable {
    /// Something was said or typed.
    case utterance(Utterance)
    /// There was a sound as long as a letter, of a voice, in which no answer was heard: a letter
    /// that nobody understood, or a hum. With it goes when, in seconds of the session's sound.
    case maybe(ClosedRange<Double>?)
    /// Somebody spoke for longer than a letter takes, and no answer was heard: talk, or letters that
    /// nobody understood. With it goes when.
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
    /// A piece of the sound is lost, with what happened in words; what was being said in it, if anything,
    /// is unclear.
    case soundMissing(String)
    /// An operator answers for the letter at a position, from 0, in place of what was heard.
    case override(position: Int, Response)
    /// No more answers will come.
    case ended
}

/// What was said in one breath, or typed in one line.
public struct Utterance: Sendable, Equatable {
    /// The answers in the order in which they were said; none for talk.
    public var answers: [SpokenAnswer]
    /// Whether this is all that comes for this asking, so that what is missing can be asked for at
    /// once: so with typed lines, while a speaker may be in the middle of the line.
    public var isFinal: Bool
    /// How far the sound had been listened to when this was found, in seconds of the session's
    /// sound; nil where it was typed.
    public var clock: Double?

    /// Something said or typed.
    public init(_ answers: [SpokenAnswer], isFinal: Bool, clock: Double? = nil) {
        self.answers = answers
        self.isFinal = isFinal
        self.clock = clock
    }
}
