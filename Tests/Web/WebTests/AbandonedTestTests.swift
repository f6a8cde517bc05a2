import Acuity
import Dialogue
import PhoneticMapping
import Platform
import Records
import TestPages
import TestTraits
import Testing

/// A lane whose person leaves in mid-test.
@Suite("A test whose person has left", .listening)
struct AbandonedTestTests {
    /// A source that plays a list of events, and then waits. A minute passes with each event.
    private final class Source: AnswerSource {
        private var events: [AnswerEvent]
        private(set) var uptime = Duration.zero

        init(_ events: [AnswerEvent]) { self.events = events }

        func next(_ awaited: ExpectedAnswer) -> AnswerEvent {
            uptime += .seconds(60)
            return events.isEmpty ? .idle : events.removeFirst()
        }
    }

    private final class Log: TestObserver {
        private(set) var events: [TestEvent] = []
        func observe(_ event: TestEvent) { events.append(event) }
    }

    private final class NoDisplay: Display {
        func show(_ view: TestView) {}
    }

    private let session = PageController(.over(title: "", words: "")).operatorSession

    private func said(_ kinds: SpokenAnswer.Kind...) -> AnswerEvent {
        .utterance(Utterance(kinds.map { SpokenAnswer($0) }, isFinal: false))
    }

    private func answers(
        _ source: Source, _ onAbandoned: @escaping () -> Void = {}
    ) -> AttendedAnswers {
        AttendedAnswers(
            source, operatorSession: session, longestWait: .seconds(600),
            uptime: { source.uptime }, onAbandoned: onAbandoned)
    }

    /// Runs a test of a chart; gives its record and its events.
    private func run(_ events: [AnswerEvent]) throws -> (TestRecord, [TestEvent]) {
        let stop = StopRequest()
        let answers = answers(Source(events)) { stop.request() }
        let log = Log()
        var conductor = TestConductor(
            setup: TestSetup(eye: .right, chart: .one),
            procedure: ChartReading(chart: Chart(.one)), source: answers, display: NoDisplay(),
            observers: [log], stop: stop,
            endIfStopped: { answers.areAbandoned ? .interrupted : .stoppedFromOutside })
        return (try conductor.run(), log.events)
    }

    private var firstLine: [AnswerEvent] {
        [said(.letter(.n), .letter(.c), .letter(.k), .letter(.z), .letter(.o)), .settled]
    }

    @Test(
        "It is interrupted after ten minutes, whatever is said in a pause",
        arguments: [AnswerEvent.idle, .talk(nil), .soundMissing("a gap")])
    func paused(meanwhile: AnswerEvent) throws {
        let (record, events) = try run(
            firstLine + [said(.command(.pause))] + Array(repeating: meanwhile, count: 20))
        #expect(record.end == .interrupted)
        #expect(record.score.lettersRight == 5)
        #expect(events.contains(.pause(.asked)) && !events.contains(.resume))
    }

    @Test("Letters that are said in a pause do not count, and do not keep it")
    func lettersInPause() throws {
        let letters = Array(repeating: said(.letter(.c)), count: 20)
        let (record, _) = try run(firstLine + [said(.command(.pause))] + letters)
        #expect(record.end == .interrupted && record.score.lettersRight == 5)
    }

    @Test("It is interrupted without a pause, too, and while nothing can be heard")
    func unpaused() throws {
        #expect(try run(firstLine).0.end == .interrupted)
        #expect(try run(firstLine + [.trouble("No microphone.")]).0.end == .interrupted)
    }

    @Test("A pause, an answer and the end of a trouble begin the ten minutes anew")
    func anew() throws {
        let wait = Array(repeating: AnswerEvent.idle, count: 4)
        var events = firstLine
        for event in [said(.command(.pause)), said(.command(.resume))] { events += [event] + wait }
        for event in [AnswerEvent.trouble("No face."), .recovered] { events += [event] + wait }
        let (record, _) = try run(events + [said(.command(.stop))])
        #expect(record.end == .stoppedByPerson)
    }

    @Test("The time of a choice before the test does not count") func choice() throws {
        let source = Source([])
        let answers = answers(source)
        // The choice takes its answers from the same sound.
        for _ in 0..<20 { _ = source.next(.answers(1)) }
        answers.waitAnew()
        for _ in 0..<9 { #expect(try answers.next(.answers(5)) == .idle) }
        #expect(try answers.next(.answers(5)) == .ended)
    }

    @Test("A paused warm-up ends with its test")
    func warmUp() throws {
        final class Advising: AdvisingSource {
            let advice: SoundAdvice? = nil
            func next(_ awaited: ExpectedAnswer) -> AnswerEvent { .idle }
        }
        let stop = StopRequest()
        let answers = answers(Source([said(.command(.pause))])) { stop.request() }
        let log = Log()
        var warmUp = WarmUp(
            teaching: Advising(), answers: answers, size: WarmUp.usualSize, seed: 1,
            display: NoDisplay(), observers: [log], stop: stop)
        let end = try warmUp.run()
        #expect(end == .stopped)
        #expect(answers.areAbandoned && stop.isRequested)
        #expect(log.events.contains(.pause(.asked)))
    }

    @Test("Answers without a longest wait never end so") func alone() throws {
        let source = Source([])
        let answers = AttendedAnswers(
            source, operatorSession: session, uptime: { source.uptime })
        for _ in 0..<100 { #expect(try answers.next(.resumption) == .idle) }
    }
}
