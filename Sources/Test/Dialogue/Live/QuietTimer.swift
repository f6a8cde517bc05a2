internal import PhoneticMapping

extension VoiceAnswers {
    /// The lengths of quiet that have a meaning, seconds of sound. Chosen, unless stated.
    package struct Patience: Sendable, Equatable {
        /// Quiet before the first word, after which the person is asked again.
        package var beforeSpeech = 8.0
        /// Quiet within a line, or after speech without an answer, after which the missing letters
        /// are asked for.
        package var withinLine = 3.5
        /// The same after `muchTalk` stretches of speech without an answer: the person may be
        /// waiting for a prompt.
        package var afterMuchTalk = 1.5
        /// Stretches of speech without an answer that count as much talk.
        package var muchTalk = 3
        /// Quiet after a complete line that was read without pauses, in which a correction would
        /// have come.
        package var afterLine = 1.0
        /// Quiet after a complete line that was read with pauses, as a multiple of the longest
        /// pause: a hum may have been taken for a letter, and the last letter may still come
        /// (docs/hearing.md).
        package var pausesAfterLine = 1.25
        /// Longest quiet after a complete line, however long the pauses were.
        package var longestAfterLine = 2.5
        /// Time without quiet after which the test continues anyway, because someone keeps talking
        /// or a noise lasts: a person who has not answered is asked again, and a complete line
        /// counts.
        package var beforeAnyQuiet = 20.0
        /// Time after which a waiting source sends `idle`.
        package var idle = 0.2

        /// The patience of a test by voice.
        package init() {}

        /// Quiet after the last letter that ends a line, seconds.
        ///
        /// - Parameter pause: the longest pause between letters of the line, seconds.
        func afterLine(pause: Double) -> Double {
            max(afterLine, min(pausesAfterLine * pause, longestAfterLine))
        }
    }
}

/// Decides when quiet ends a line or prompts another request. All times are seconds of the
/// session's sound.
struct QuietTimer {
    private let patience: VoiceAnswers.Patience
    private var awaited = ExpectedAnswer.correction
    /// Start of the present quiet.
    private var quietSince = 0.0
    /// Last time of an answer that was asked for.
    private var unansweredSince = 0.0
    /// The time from which the line was complete for the first time, also if a correction opened
    /// it again since; nil if it was not complete since the last pause.
    private var completeSince: Double?
    private var idleSince = 0.0
    /// Whether part of the line was read.
    private var readSomething = false
    /// Answers awaited when that part was read; 0 if none was.
    private var countRead = 0
    private var pace = ReadingPace()
    /// Stretches of speech without an answer since the last request or answer.
    private var talks = 0
    /// Earliest time at which the present letters can be seen; nil for the first ones.
    private var shownSince: Double?

    /// Shortest time in which a letter can be seen and named, seconds. People take half a second
    /// for a single one (Cattell 1886, Mind 11:63); the quickest need at least this.
    private static let soonestRead = 0.3

    init(_ patience: VoiceAnswers.Patience) { self.patience = patience }

    /// Earliest start of an answer to the present letters.
    var soonestAnswer: Double { shownSince.map { $0 + Self.soonestRead } ?? 0 }

    /// Notes the kind of answer that the test waits for.
    mutating func wait(for awaited: ExpectedAnswer, at time: Double) {
        // Another line, or another request.
        if awaited.count > self.awaited.count {
            pace = ReadingPace()
            talks = 0
            unansweredSince = time
        }
        // The part that was read belonged to something else, such as the letter before in a
        // warm-up.
        if countRead > 0, awaited.count >= countRead { readSomething = false }
        // A correction may also be said after a pause.
        if awaited == .resumption { completeSince = nil }
        if awaited == .correction, completeSince == nil { completeSince = time }
        self.awaited = awaited
    }

    /// The event due now; nil if the quiet has not lasted long enough.
    mutating func dueEvent(at time: Double, isSpeaking: Bool) -> AnswerEvent? {
        if case .answers = awaited, time - unansweredSince >= patience.beforeAnyQuiet {
            restart(at: time)
            return .silence
        }
        if awaited == .correction, let completeSince,
            time - completeSince >= patience.beforeAnyQuiet
        {
            return settle(at: time)
        }
        guard !isSpeaking else { return nil }
        let quiet = time - quietSince
        switch awaited {
        case .correction where quiet >= patience.afterLine(pause: pace.longestPause):
            return settle(at: time)
        case .answers where quiet >= patienceForAnswers:
            restart(at: time)
            return .silence
        case .answers, .correction, .resumption:
            return nil
        }
    }

    /// The quiet that prompts another request, seconds.
    private var patienceForAnswers: Double {
        if readSomething { return patience.withinLine }
        if talks >= patience.muchTalk { return patience.afterMuchTalk }
        return talks > 0 ? patience.withinLine : patience.beforeSpeech
    }

    private mutating func settle(at time: Double) -> AnswerEvent {
        lettersAppear(at: time)
        return .settled
    }

    /// Other letters appear. Letters that are there before any sound can be answered at once.
    mutating func lettersAppear(at time: Double) {
        restart(at: time)
        shownSince = time > 0 ? time : nil
    }

    private mutating func restart(at time: Double) {
        readSomething = false
        talks = 0
        countRead = 0
        pace = ReadingPace()
        quietSince = time
        unansweredSince = time
        completeSince = nil
    }

    /// Returns whether an `idle` event is due, and counts it as sent.
    mutating func takeIdle(at time: Double) -> Bool {
        guard time - idleSince >= patience.idle else { return false }
        idleSince = time
        return true
    }

    /// Someone is speaking.
    mutating func speechGoesOn(at time: Double) { quietSince = time }

    /// The person acted otherwise than by voice.
    mutating func actedOtherwise(at time: Double) {
        quietSince = time
        unansweredSince = time
        completeSince = nil
    }

    /// Sound was left out while the program itself spoke.
    mutating func programSpoke(at time: Double) {
        // Letters are shown when all is said.
        guard shownSince == quietSince else { return }
        quietSince = time
        shownSince = time
    }

    /// The microphone was lost.
    mutating func microphoneLost() {
        pace = ReadingPace()
        completeSince = nil
    }

    /// The microphone is back.
    mutating func microphoneReturned(at time: Double) { quietSince = time }

    /// Takes a stretch of speech that was judged.
    ///
    /// - Parameters:
    ///   - answers: those in it that count.
    ///   - events: the other meanings that the judge found in it.
    mutating func take(
        _ answers: [SpokenAnswer], _ events: [AnswerEvent], at time: ClosedRange<Double>
    ) {
        if answers.isEmpty, events.contains(where: \.isTalk) { talks += 1 }
        if awaited != .resumption {
            pace.take(answers, isMaybe: events.contains { $0 == .maybe(time) }, at: time)
        }
    }

    /// An answer was given.
    mutating func answered(at time: Double) {
        readSomething = true
        unansweredSince = time
        talks = 0
        countRead = awaited.count
    }
}

extension AnswerEvent {
    /// The longest sound of hesitation, seconds. Not measured.
    private static let longestHum = 0.8

    /// Whether it is talk, or a sound too long to be a hesitation.
    fileprivate var isTalk: Bool {
        switch self {
        case .talk: true
        case .maybe(let time): time.map { $0.upperBound - $0.lowerBound > Self.longestHum } ?? false
        default: false
        }
    }
}

extension ExpectedAnswer {
    /// Answers still to come.
    var count: Int { if case .answers(let count, _) = self { count } else { 0 } }
}

/// The longest pause between the letters of a line. Slow readers may not have finished when as many
/// answers were heard as the line has letters, since one of them may have been a hum.
private struct ReadingPace {
    /// Longest quiet between two answers since the line began, seconds.
    private(set) var longestPause = 0.0
    /// End of the last answer, seconds of the session's sound; nil before the first.
    private var lastEnd: Double?

    /// Takes a stretch of speech.
    ///
    /// - Parameters:
    ///   - answers: in the stretch. One that only steers the test ends no pause between letters.
    ///   - isMaybe: whether there was no answer, but it may have been a letter.
    ///   - time: of the stretch, seconds.
    mutating func take(_ answers: [SpokenAnswer], isMaybe: Bool, at time: ClosedRange<Double>) {
        guard isMaybe || answers.contains(where: \.isOfLine) else {
            if !answers.isEmpty { lastEnd = nil }
            return
        }
        // A hum before the first letter begins nothing.
        if isMaybe, lastEnd == nil { return }
        if let lastEnd { longestPause = max(longestPause, time.lowerBound - lastEnd) }
        lastEnd = time.upperBound
    }
}

extension SpokenAnswer {
    /// Whether it may be for a letter of the line.
    fileprivate var isOfLine: Bool {
        switch kind {
        case .letter, .direction, .unclear, .command(.cannotSee): true
        case .command: false
        }
    }
}
