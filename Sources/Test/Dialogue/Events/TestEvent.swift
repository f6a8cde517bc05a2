package import Acuity
package import Records

/// An event of a test, for its observers.
package enum TestEvent: Sendable, Equatable {
    /// Letters are shown.
    case present(Presentation)
    /// A position of a line has this answer; a later one for the same position takes its place.
    /// `clock` is how far the sound had been listened to, in seconds; nil for typed answers.
    case answer(
        line: Int, position: Int, HeardAnswer, clock: Double?, metres: Double? = nil)
    /// The answer of a position was withdrawn, by the person or because the letter stays open. A
    /// new one follows as `answer`.
    case correction(line: Int, position: Int)
    /// An operator's answer for a position replaced the answer heard.
    case override(line: Int, position: Int, Response, OverrideRemark? = nil)
    /// These positions, from 0, are asked for again; their earlier answers no longer count.
    /// `unclear` holds those where something was said and not understood; at the others nothing was
    /// said. `by` is how they are asked for; after an interruption, those where nothing was said do
    /// not count as asked again.
    case askAgain(line: Int, positions: [Int], unclear: [Int] = [], by: Asking = .again)
    /// A line is finished, with this number of letters right.
    case line(Int, right: Int)
    /// The test is paused.
    case pause(PauseReason)
    /// The test continues after a pause.
    case resume
    /// Answers cannot be heard for now.
    case trouble(String)
    /// Answers can be heard again.
    case recovered
    /// A piece of the sound is lost.
    case soundMissing(String)
    /// Another language was offered to the person, with their answer.
    case language(RecordedEvent.Offered)
    /// An event of the warm-up before the test.
    case warmUp(WarmUpEvent)
    /// The test is over.
    case result(TestRecord)
}

extension TestEvent {
    /// The event as it is recorded.
    package var recorded: RecordedEvent {
        switch self {
        case .present(let shown): .present(.init(shown))
        case .answer(let line, let position, let answer, let clock, let metres):
            if let response = answer.response {
                .answer(
                    .init(
                        line: line, position: position, response,
                        confidence: answer.confidence, heard: answer.heard, time: answer.time,
                        clock: clock, metres: metres, latency: answer.latency))
            } else {
                .correction(.init(line: line, position: position))
            }
        case .correction(let line, let position):
            .correction(.init(line: line, position: position))
        case .override(let line, let position, let response, let remark):
            .override(.init(line: line, position: position, response, remark: remark))
        case .askAgain(let line, let positions, let unclear, let asking):
            .askAgain(
                .init(
                    line: line, positions: positions, unclear: unclear,
                    by: asking == .again ? nil : asking.rawValue))
        case .line(let line, let right): .line(.init(line: line, right: right))
        case .pause(let reason): .pause(.init(reason.rawValue))
        case .resume: .resume
        case .trouble(let reason): .trouble(.init(reason))
        case .recovered: .recovered
        case .soundMissing(let reason): .soundMissing(.init(reason))
        case .language(let offered): .language(offered)
        case .warmUp(let event): .warmUp(event.recorded)
        case .result(let record): .result(record)
        }
    }
}

/// An observer of a test. It does not affect the test.
package protocol TestObserver: AnyObject {
    /// Takes an event when it happens.
    func observe(_ event: TestEvent) throws
}
