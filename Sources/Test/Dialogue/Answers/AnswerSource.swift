package import Acuity
package import PhoneticMapping
package import Records

/// A source of answers: a microphone with a recogniser, a recording, lines of text.
///
/// It knows the number of awaited answers and nothing else of the chart: the recognition must not
/// depend on the letters shown.
package protocol AnswerSource: AnyObject {
    /// The next event. Blocks until there is one; a source that may wait for long returns `idle` a
    /// few times a second, or ends when the test is asked to stop.
    ///
    /// - Throws: an error that ends the test, such as a failed recogniser. A capture device that
    ///   may recover gives `trouble` instead.
    func next(_ awaited: ExpectedAnswer) throws -> AnswerEvent

    /// Other letters appear now. Speech that continues, or was heard and not passed on, is not for
    /// them.
    func lettersAppear()

    /// The position up to which a recording has been listened to; a recording is read faster than
    /// real time. Nil if the answers come in real time.
    var listened: Duration? { get }

    /// The present moment on the clock of the answers' times, seconds of the session's sound; nil if it
    /// is unknown, or if the answers were given at another time.
    var soundNow: Double? { get }
}

extension AnswerSource {
    /// Changes nothing: each answer is for the letters on the screen.
    package func lettersAppear() {}

    /// Nil, because answers come when people give them.
    package var listened: Duration? { nil }

    /// Nil: the answers have no times.
    package var soundNow: Double? { nil }
}

/// An answer source that can give the person advice on speaking.
package protocol AdvisingSource: AnswerSource {
    /// Advice on the person's voice, from the last utterance; nil if none is needed.
    var advice: SoundAdvice? { get }
}

/// The kind of answer that the test waits for.
package enum ExpectedAnswer: Sendable, Equatable {
    /// The number of further answers, and whether they are asked for again.
    case answers(Int, again: Bool = false)
    /// Nothing more, but the last answer may still be corrected: `settled` is due after a second of
    /// silence, or after the pause between two letters.
    case correction
    /// The test is paused until the person says "go on".
    case resumption
}

/// A problem with the sound of a voice at the microphone.
package enum SoundAdvice: String, Sendable, CaseIterable {
    /// The voice is too quiet at the microphone, or hardly over the room.
    case louder
    /// The microphone is clipping.
    case softer
    /// The room is nearly as loud as the voice.
    case noisy
}

extension SoundAdvice {
    /// The advice, in words for the person.
    package var words: String {
        switch self {
        case .louder: "Please speak a little louder."
        case .softer:
            "That was too loud. Please speak more softly, or move away from the microphone."
        case .noisy:
            "It is noisy here. Please make the room quieter, or move closer to the microphone."
        }
    }
}

/// The answers of a person who names directions: each spoken direction becomes the letter that
/// encodes it. In other tests a direction is a remark.
///
/// If diagonals are among the choices, each is said in two words, which may come in two breaths.
/// The first word counts at once as a straight direction; a second word that comes in time corrects
/// it.
package final class DirectionAnswers: AnswerSource {
    private let source: any AnswerSource
    private var diagonals: DiagonalWords?

    /// Answers in a test of directions.
    ///
    /// - Parameters:
    ///   - source: the person's answers.
    ///   - optotypes: the choices.
    package init(_ source: any AnswerSource, among optotypes: OptotypeSet) {
        self.source = source
        diagonals = optotypes.areDiagonals ? DiagonalWords() : nil
    }

    package var listened: Duration? { source.listened }

    package var soundNow: Double? { source.soundNow }

    package func next(_ awaited: ExpectedAnswer) throws -> AnswerEvent {
        let event = try source.next(awaited)
        guard case .utterance(var utterance) = event else { return diagonals?.note(event) ?? event }
        utterance.answers =
            (diagonals?.join(utterance.answers) ?? utterance.answers).map(\.namingDirection)
        return .utterance(utterance)
    }

    package func lettersAppear() {
        source.lettersAppear()
        diagonals?.forget()
    }
}

/// An event of an answer source.
package enum AnswerEvent: Sendable, Equatable {
    /// An utterance, or typed text.
    case utterance(Utterance)
    /// A voiced sound as long as a letter, without an answer: a letter that was not understood, or
    /// a hum. Its value is the time in seconds of the session's sound.
    case maybe(ClosedRange<Double>?)
    /// Speech longer than a letter, without an answer: talk, or letters that were not understood.
    /// Its value is its time.
    case talk(ClosedRange<Double>?)
    /// The time for a correction of the last answer is over.
    case settled
    /// The person has said nothing for a while although answers are awaited.
    case silence
    /// Nothing happened; the test looks whether it was asked to stop.
    case idle
    /// Answers cannot be heard at present; the reason in words for the person.
    case trouble(String)
    /// Answers can be heard again.
    case recovered
    /// The person has moved: letters that are not answered yet are replaced by others.
    case moved
    /// A piece of the sound is lost, with the cause in words; an answer in it, if any, is unclear.
    case soundMissing(String)
    /// Another language was offered to the person, with their answer.
    case language(RecordedEvent.Offered)
    /// An operator's answer for the letter at a position, from 0, replaces the answer heard.
    case override(position: Int, Response, OverrideRemark? = nil)
    /// No more answers will come.
    case ended
}

/// The utterance of one breath, or one typed line.
package struct Utterance: Sendable, Equatable {
    /// The answers in the order in which they were said; none for talk.
    package var answers: [SpokenAnswer]
    /// Whether no more answers to this request follow, so that missing ones can be asked for at
    /// once: true for typed lines, while a speaker may be in the middle of the line.
    package var isFinal: Bool
    /// The position in the session's sound when the answer was found, seconds; nil if it was typed.
    package var clock: Double?
    /// The moment of answers without a time in the sound.
    package var moment: Moment

    /// The moment of answers that were typed or touched.
    package enum Moment: Sendable, Equatable {
        /// Nobody knows it: a line that was there before the letters were.
        case unknown
        /// Now.
        case now
        /// The milliseconds since the letters were shown, as their screen measured them.
        case afterLetters(Int)
    }

    /// Something said or typed.
    package init(
        _ answers: [SpokenAnswer], isFinal: Bool, clock: Double? = nil, moment: Moment = .unknown
    ) {
        self.answers = answers
        self.isFinal = isFinal
        self.clock = clock
        self.moment = moment
    }
}
