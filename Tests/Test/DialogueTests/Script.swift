import Acuity
import Dialogue
import Platform
import Records
import Synchronization

/// An answer source that plays a list of events and then ends.
final class Script: AnswerSource {
    private var events: [AnswerEvent]
    private(set) var awaited: [ExpectedAnswer] = []

    init(_ events: [AnswerEvent]) { self.events = events }

    func next(_ awaited: ExpectedAnswer) -> AnswerEvent {
        self.awaited.append(awaited)
        return events.isEmpty ? .ended : events.removeFirst()
    }
}

/// A line of typed text.
func typed(_ text: String) -> AnswerEvent { .utterance(Utterance(said(text), isFinal: true)) }

/// Something spoken, which may go on.
func spoken(_ text: String, clock: Double? = nil) -> AnswerEvent {
    .utterance(Utterance(said(text), isFinal: false, clock: clock))
}

/// A display that keeps what it showed.
final class Screen: Display {
    private(set) var views: [TestView] = []

    func show(_ view: TestView) { views.append(view) }

    var prompts: [Prompt] { views.map(\.prompt) }
}

/// A clock that moves one second each time it is looked at.
final class TickingClock: Clock {
    struct Instant: InstantProtocol {
        var seconds: Int
        func advanced(by duration: Duration) -> Instant {
            Instant(seconds: seconds + Int(duration / .seconds(1)))
        }
        func duration(to other: Instant) -> Duration { .seconds(other.seconds - seconds) }
        static func < (left: Instant, right: Instant) -> Bool { left.seconds < right.seconds }
    }

    private let ticks = Atomic(0)
    var now: Instant { Instant(seconds: ticks.add(1, ordering: .relaxed).newValue) }
    var minimumResolution: Duration { .seconds(1) }
    func sleep(until deadline: Instant, tolerance: Duration?) async throws {}
}

/// A test that was run on a script, with all that it told.
struct ScriptedTest {
    let report: TestRecord
    let events: [TestEvent]
    let screen = Screen()
    let script: Script

    init(
        _ answers: [AnswerEvent], start: String = "20/200", stopRule: StopRule = .noneRight,
        settings: ConductSettings = ConductSettings(), stop: StopRequest = StopRequest()
    ) throws {
        script = Script(answers)
        let log = EventLog()
        var conductor = TestConductor(
            setup: TestSetup(eye: .right, chart: .one),
            procedure: ChartReading(
                chart: Chart(.one), start: try SnellenLine(named: start), stopRule: stopRule),
            source: script, display: screen, observers: [log], settings: settings, stop: stop,
            clock: TickingClock())
        report = try conductor.run()
        events = log.events
    }

    /// The events as lines of JSON, without the result.
    var lines: [String] { events.dropLast().map(\.recorded.jsonText) }

    /// The events in short: what happened, and the positions of answers and askings.
    var story: [String] {
        events.map { event in
            switch event {
            case .present(let shown): "present \(shown.line)"
            case .answer(_, let position, let answer, _, _):
                switch answer.response {
                case .named(let letter): "\(position)\(letter)"
                case .missed: "\(position)-"
                case nil: "\(position)."
                }
            case .correction(_, let position): "correction \(position)"
            case .askAgain(_, let positions, _, _): "ask \(positions.map(String.init).joined())"
            case .line(_, let right): "right \(right)"
            case .pause(let reason): "pause \(reason.rawValue)"
            case .resume: "resume"
            case .trouble: "trouble"
            case .recovered: "recovered"
            case .soundMissing: "sound missing"
            case .language(let offered): "\(offered.language) \(offered.isAccepted)"
            case .override(_, let position, let response, _): "override \(position) \(response)"
            case .warmUp: "warm-up"
            case .result(let report): "result \(report.end.name)"
            }
        }
    }
}
