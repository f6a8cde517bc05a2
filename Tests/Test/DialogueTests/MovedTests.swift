import Acuity
import Dialogue
import PhoneticMapping
import Records
import Testing

/// A person who moves while letters are shown.
@Suite("A person who moves", .timeLimit(.minutes(1)))
struct MovedTests {
    private func run(
        _ procedure: any AcuityProcedure, as choice: ProcedureChoice, seed: UInt64,
        viewing: @escaping () -> MeasuredDistance? = { nil },
        _ script: [AnswerEvent]
    ) throws -> [TestEvent] {
        let log = EventLog()
        var setup = TestSetup(eye: .right, chart: choice == .etdrs ? .random : nil)
        setup.procedure = choice.rawValue
        setup.seed = seed
        setup.stopRule = .noneRight
        var conductor = TestConductor(
            setup: setup, procedure: procedure, source: Script(script), display: Screen(),
            observers: [log], viewing: viewing, clock: TickingClock())
        _ = try conductor.run()
        return log.events
    }

    private func shown(_ events: [TestEvent]) -> [Presentation] {
        events.compactMap { if case .present(let shown) = $0 { shown } else { nil } }
    }

    @Test(
        "An unread line is redrawn; a partly read line stays, and is replayed")
    func chart() throws {
        let chart = ChartReading(chart: Chart(.random, seed: 9))
        var other = chart
        other.redraw()
        let letters = try #require(other.next).letters.map(\.description)
        let events = try run(
            chart, as: .etdrs, seed: 9,
            [
                .moved, spoken(letters[0]), .moved,
                typed(letters.dropFirst().joined(separator: " ")),
                typed("--"),
            ])
        let shown = shown(events)
        #expect(shown.map(\.line) == [1, 1, 2])
        #expect(shown[0].letters != shown[1].letters && shown[0].size == shown[1].size)
        var reader = EventReader()
        var test: RecordedTest?
        for event in events { test = try reader.read(event.recorded.jsonText) ?? test }
        let recorded = try #require(test)
        #expect(recorded.redrawn == [1, 0])
        #expect(recorded.read[0].right == 5)
        let replayed = try recorded.replayed(hearing: .exact)
        #expect(replayed.isDone && replayed.read.map(\.right) == [5, 0])
    }

    @Test("A person who moves with each answer gets three other lines at most")
    func manyMoves() throws {
        let events = try run(
            ChartReading(chart: Chart(.random, seed: 9)), as: .etdrs, seed: 9,
            [.moved, .moved, .moved, .moved, .moved, typed("--")])
        #expect(shown(events).map(\.line) == [1, 1, 1, 1])
    }

    @Test("A partly read line stays after a request and an operator's answer")
    func partlyRead() throws {
        let chart = ChartReading(chart: Chart(.random, seed: 9))
        for answer in [typed("C"), .override(position: 0, .missed)] {
            let events = try run(chart, as: .etdrs, seed: 9, [answer, .moved])
            #expect(shown(events).count == 1)
        }
        // After silence the line is still unread.
        #expect(shown(try run(chart, as: .etdrs, seed: 9, [.silence, .moved])).count == 2)
    }

    @Test("The letters of a printed chart stay")
    func printed() throws {
        let test = try ScriptedTest([
            .moved, .moved, typed("N C K Z O"), typed("--"),
        ])
        #expect(test.story.filter { $0.hasPrefix("present") } == ["present 1", "present 2"])
    }

    @Test("A single letter is replaced until it is answered")
    func single() throws {
        let near = NearStaircase(seed: 4)
        let events = try run(near, as: .near, seed: 4, [.moved, .moved, typed("-")])
        let letters = shown(events).prefix(3).map(\.letters)
        #expect(letters[0] != letters[1] && letters[1] != letters[2])
    }

    @Test("Each answer has the distance of its moment")
    func distances() throws {
        var metres = 0.40
        let events = try run(
            NearStaircase(seed: 4), as: .near, seed: 4,
            viewing: {
                metres += 0.01
                return MeasuredDistance(metres: metres, deviation: 0.02)
            }, [typed("-"), typed("-")])
        let answers = events.filter { if case .answer = $0 { true } else { false } }
        #expect(answers.map(\.recorded.jsonText).allSatisfy { $0.contains(#""metres":0.4"#) })
        #expect(answers.count == 2 && answers[0].recorded.jsonText != answers[1].recorded.jsonText)
    }
}
