public import Acuity
public import PhoneticMapping

/// Where the answers come from: a microphone with a recogniser, a recording, lines of text.
///
/// It is told how many answers are awaited and nothing else. That is all that it can ever know
/// about the chart: what is heard must not depend on what is shown.
public protocol AnswerSource: AnyObject {
    /// The next thing that happened. Blocks until there is one; a source that may wait for long
    /// gives `idle` a few times a second, or ends when the test is asked to stop.
    ///
    /// - Throws: what ends the test, such as a recogniser that fails; a capture device that may
    ///   come back is `trouble`.
    func next(_ awaited: ExpectedAnswer) throws -> AnswerEvent

    /// How far a recording has been listened to, which is heard faster than it was said; nil where
    /// the answers come as they are given.
    var listened: Duration? { get }
}

extension AnswerSource {
    /// Nil: the answers come as they are given.
    public var listened: Duration? { nil }
}

/// Answers of a person who can be told how to be heard better.
public protocol AdvisingSource: AnswerSource {
    /// What the person should change so as to be heard better, by what was said last; nil where
    /// all is well.
    var advice: SoundAdvice? { get }
}

/// What the test is waiting for.
public enum ExpectedAnswer: Sendable, Equatable {
    /// So many more answers; whether they are asked for again.
    case answers(Int, again: Bool = false)
    /// Nothing more, but the last answer may still be mended: `settled` is due when the person has
    /// said nothing for a second, or for as long as between two letters.
    case correction
    /// The test is paused until the person says "go on".
    case resumption
}

/// What is wrong with the sound of a voice at the microphone.
public enum SoundAdvice: String, Sendable, CaseIterable {
    /// The voice is too quiet at the microphone, or hardly over the room.
    case louder
    /// The microphone is driven to its limits.
    case softer
    /// The room is nearly as loud as the voice.
    case noisy
}

extension SoundAdvice {
    /// What to do, in words for the person.
    public var words: String {
        switch self {
        case .louder: "Please speak a little louder."
        case .softer:
            "That was too loud. Please speak more softly, or move away from the microphone."
        case .noisy:
            "It is noisy here. Please make the room quieter, or move closer to the microphone."
        }
    }
}

/// The answers of a person who is asked where something points: spoken directions become the
/// letters that stand for them. Elsewhere a direction is a remark.
///
/// Where diagonals are among the choices, one is said in two words, which may come in two breaths.
/// The first word counts at once as what it is, a straight direction; the second one, when it comes
/// in time, mends it.
public final class DirectionAnswers: AnswerSource {
    private let source: any AnswerSource
    private var diagonals: DiagonalWords?

    /// Answers to what points somewhere.
    ///
    /// - Parameters:
    ///   - source: what the person says.
    ///   - optotypes: what is asked for.
    public init(_ source: any AnswerSource, among optotypes: OptotypeSet) {
        self.source = source
        diagonals = optotypes.areDiagonals ? DiagonalWords() : nil
    }

    public var listened: Duration? { source.listened }

    public func next(_ awaited: ExpectedAnswer) throws -> AnswerEvent {
        let event = try source.next(awaited)
        guard case .utterance(var utterance) = event else { return diagonals?.note(event) ?? event }
        utterance.answers =
            (diagonals?.join(utterance.answers) ?? utterance.answers).map(\.namingDirection)
        return .utterance(utterance)
    }
}

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
