import Acuity
import Contrast
import Dialogue
import Foundation
import PhoneticMapping
import Records
import Testing

/// The time from the letters to an answer, for each way to answer.
@Suite("The time of an answer", .timeLimit(.minutes(1)))
struct LatencyTests {
    /// A source whose events come at set times of its sound.
    private final class Timed: AnswerSource {
        private var events: [(at: Duration, AnswerEvent)]
        private let isRecording: Bool
        private var time = Duration.zero
        let soundNow: Double?

        init(
            _ events: [(at: Duration, AnswerEvent)], soundNow: Double?, isRecording: Bool
        ) {
            self.events = events
            self.soundNow = soundNow
            self.isRecording = isRecording
        }

        var listened: Duration? { isRecording ? time : nil }

        func next(_ awaited: ExpectedAnswer) -> AnswerEvent {
            guard !events.isEmpty else { return .ended }
            let (time, event) = events.removeFirst()
            self.time = time
            return event
        }
    }

    /// The latencies of a first line of one letter, in the events and in the record.
    ///
    /// - Parameter lettersAge: as of the conductor, for a live source.
    private func latencies(
        _ events: [(at: Duration, AnswerEvent)], soundNow: Double? = nil,
        lettersAge: (() -> Duration?)? = nil
    ) throws -> (events: [Int?], record: [Int?]) {
        let log = EventLog()
        let procedure = ProcedureChoice.bestPEST.begin(
            ProcedureStart(optotypes: .sloan, range: .all, seed: 1, hearing: .exact))
        var conductor = TestConductor(
            setup: TestSetup(eye: .right), procedure: procedure,
            source: Timed(events, soundNow: soundNow, isRecording: lettersAge == nil),
            display: Screen(), observers: [log], lettersAge: lettersAge)
        let record = try conductor.run()
        let told = log.events.compactMap { event -> Int?? in
            guard case .answer(let answer) = event.recorded else { return nil }
            return .some(answer.latency)
        }
        #expect(
            try JSONDecoder().decode(TestRecord.self, from: Data(record.jsonText.utf8)) == record)
        var reader = EventReader()
        var replayed: RecordedTest?
        for event in log.events { replayed = try reader.read(event.recorded.jsonText) }
        #expect(replayed?.read == record.score.lines)
        return (told, record.score.lines.flatMap(\.answers).map(\.latency))
    }

    private func k(
        from start: Double? = nil, moment: Utterance.Moment = .unknown
    ) -> AnswerEvent {
        let answer = SpokenAnswer(
            .letter(.k), heard: "kay", time: start.map { $0...($0 + 0.3) })
        return .utterance(Utterance([answer], isFinal: true, moment: moment))
    }

    @Test("a spoken answer is timed where it begins, not where it was heard")
    func spoken() throws {
        // Heard 2 s after the letters; it had begun 0.75 s before that.
        let found = try latencies([(.seconds(2), k(from: 9.25))], soundNow: 10)
        #expect(found.events == [1_250] && found.record == [1_250])
    }

    @Test("a typed line is timed by its end; a line of unknown time is not timed")
    func typedLine() throws {
        #expect(try latencies([(.milliseconds(1_234), k(moment: .now))]).record == [1_234])
        let unknown = try latencies([(.seconds(1), k())])
        #expect(unknown.events == [nil] && unknown.record == [nil])
    }

    @Test("a touch is timed by the screen that shows the letters") func touched() throws {
        #expect(try latencies([(.seconds(9), k(moment: .afterLetters(640)))]).record == [640])
    }

    @Test("letters that are held back are timed from their appearance")
    func heldBack() throws {
        let answer = [(at: Duration.seconds(5), k(from: 9.5))]
        let late = try latencies(answer, soundNow: 10, lettersAge: { .seconds(2) })
        #expect(late.record == [1_500])
        #expect(try latencies(answer, soundNow: 10, lettersAge: { nil }).record == [nil])
        // An answer cannot be before its letters.
        let early = try latencies(answer, soundNow: 10, lettersAge: { .milliseconds(400) })
        #expect(early.record == [nil])
    }

    @Test("letters are shown again after a pause") func paused() throws {
        func command(_ command: SpokenCommand) -> AnswerEvent {
            .utterance(Utterance([SpokenAnswer(.command(command))], isFinal: false))
        }
        let found = try latencies([
            (.seconds(1), command(.pause)), (.seconds(60), command(.resume)),
            (.seconds(62), k(moment: .now)),
        ])
        #expect(found.record == [2_000])
    }

    @Test("a test without times has none in its JSON") func without() throws {
        let test = try ScriptedTest([typed("N C K Z O")])
        #expect(!test.lines.joined().contains("latency"))
        #expect(!test.report.jsonText.contains("latency"))
    }
}
