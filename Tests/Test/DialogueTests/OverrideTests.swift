import Acuity
import Testing

@testable import Dialogue
@testable import PhoneticMapping
@testable import Records

@Suite("An operator answers in the person's place", .timeLimit(.minutes(1)))
struct OverrideTests {
    private func letters(_ text: String) -> [SpokenAnswer] {
        text.compactMap { Letter($0) }.map { SpokenAnswer(.letter($0)) }
    }

    @Test("A heard letter is replaced, and the others stay")
    func replaced() {
        var reading = LineReading(count: 5)
        _ = reading.take(letters("CDHKN"))
        reading.override(1, with: .named(.o))
        #expect(
            reading.finalAnswers?.map(\.response)
                == "COHKN".compactMap { Letter($0) }.map { .named($0) })
        #expect(reading.answers[1]?.heard == "operator")
        #expect(reading.isFull)
        #expect(reading.expected == 0)
    }

    @Test("A letter still to come is answered, and later speech fills the rest")
    func ahead() {
        var reading = LineReading(count: 5)
        _ = reading.take(letters("CD"))
        reading.override(3, with: .missed)
        #expect(reading.places == [.heard(.c), .heard(.d), .waiting, .missed, .waiting])
        #expect(reading.asked == [2, 4])
        _ = reading.take(letters("HN"))
        #expect(
            reading.finalAnswers?.map(\.response)
                == [.named(.c), .named(.d), .named(.h), .missed, .named(.n)])
    }

    @Test("An unclear letter stays open")
    func unclear() {
        var reading = LineReading(count: 3)
        _ = reading.take(letters("C") + [SpokenAnswer(.unclear)])
        reading.override(2, with: .named(.n))
        #expect(reading.asked == [1])
        #expect(!reading.isFull)
    }

    @Test("A begun correction is dropped; a missing position is refused")
    func odd() {
        var reading = LineReading(count: 2)
        _ = reading.take(letters("CD") + [SpokenAnswer(.command(.correction))])
        reading.override(5, with: .missed)
        #expect(!reading.isFull)
        reading.override(0, with: .named(.o))
        #expect(reading.finalAnswers?.map(\.response) == [.named(.o), .named(.d)])
    }

    @Test("The override is printed, shown, counted, and in the report")
    func conducted() throws {
        final class Source: AnswerSource {
            var events: [AnswerEvent]
            init(_ events: [AnswerEvent]) { self.events = events }
            func next(_ awaited: ExpectedAnswer) -> AnswerEvent {
                events.isEmpty ? .ended : events.removeFirst()
            }
        }
        final class Screen: Display {
            var views: [TestView] = []
            func show(_ view: TestView) { views.append(view) }
        }
        let nothing = AnswerEvent.utterance(
            Utterance([SpokenAnswer(.command(.cannotSeeAny))], isFinal: true))
        let source = Source([
            .utterance(Utterance(letters("NCKZ"), isFinal: false)),
            .override(position: 9, .missed),
            .override(position: 4, .named(.o)),
            .settled, nothing, .settled,
        ])
        let log = EventLog()
        let screen = Screen()
        var conductor = TestConductor(
            setup: TestSetup(eye: .right, chart: .one),
            procedure: ChartReading(chart: Chart(.one)), source: source, display: screen,
            observers: [log])
        let report = try conductor.run()
        #expect(log.events.contains(.override(line: 1, position: 4, .named(.o))))
        #expect(report.overrides == 1)
        #expect(report.score.lines.first?.right == 5)
        #expect(screen.views.contains { $0.places.last == .heard(.o) })
        #expect(report.jsonText.contains(#""overrides":1"#))
        #expect(report.text.contains("Overridden     1 by the operator"))
        #expect(
            TestEvent.override(line: 1, position: 4, .missed).recorded.jsonText
                == #"{"event":"override","letter":null,"line":1,"position":4}"#)
        let remark = OverrideRemark(by: "Dr. B", reason: .misheard)
        #expect(
            TestEvent.override(line: 1, position: 4, .missed, remark).recorded.jsonText
                == #"{"by":"Dr. B","event":"override","letter":null,"line":1,"position":4,"reason":"misheard"}"#
        )
    }

    @Test("Without a microphone an operator can finish the line; the loss is reported")
    func withoutSound() throws {
        let first = Chart(.one).lines[0].letters
        let test = try ScriptedTest(
            [.trouble("Gone.")]
                + first.enumerated().map { .override(position: $0.offset, .named($0.element)) }
                + [.idle, .recovered, typed("--")])
        #expect(
            test.story.filter { !$0.hasPrefix("override") } == [
                "present 1", "trouble", "right 5", "present 2", "recovered", "ask 01234",
                "0-", "1-", "2-", "3-", "4-", "right 0", "result stopRuleMet",
            ])
        let second = test.screen.views.filter { $0.presentation?.line == 2 }
        #expect(second.first?.prompt == .trouble("Gone."))
        #expect(second.last?.prompt == .lineFinished)
    }

    @Test("An override survives later letters, readings and corrections")
    func stays() {
        var single = LineReading(count: 1)
        _ = single.take([SpokenAnswer(.unclear)])
        single.override(0, with: .named(.o))
        _ = single.take(letters("C"))
        #expect(single.finalAnswers?.map(\.response) == [.named(.o)])
        let correction = [SpokenAnswer(.command(.correction))] + letters("K")
        for said in [letters("CDHKN"), correction] {
            var line = LineReading(count: 5)
            _ = line.take(letters("CDHK"))
            line.override(4, with: .missed)
            _ = line.take(said)
            #expect(line.answers.last??.response == .missed, "\(said)")
            #expect(line.finalAnswers?.last?.response == .missed)
        }
        // The operator may think again.
        single.override(0, with: .missed)
        #expect(single.finalAnswers?.map(\.response) == [.missed])
    }

    @Test("Letters after an override have sure places only if earlier letters do")
    func midReading() {
        var reading = LineReading(count: 5)
        _ = reading.takeMaybe(at: nil)
        _ = reading.take([SpokenAnswer(.unclear)])
        reading.override(3, with: .named(.h))
        // The third letter of the person.
        _ = reading.take(letters("K"))
        #expect(reading.places == [.waiting, .waiting, .waiting, .heard(.h), .waiting])
        // A correction means what was said last, not what was said before the asking.
        var later = LineReading(count: 5)
        _ = later.take(letters("C"))
        _ = later.ask()
        _ = later.take(letters("ZRH"))
        later.override(4, with: .named(.s))
        _ = later.take([SpokenAnswer(.command(.correction))] + letters("N"))
        #expect(
            later.places == [.heard(.c), .heard(.z), .heard(.r), .heard(.n), .heard(.s)])
    }
}
