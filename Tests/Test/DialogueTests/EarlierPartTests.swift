import Acuity
import Dialogue
import Records
import Testing

/// A test that resumes after an interruption.
@Suite("The part of a test before an interruption", .timeLimit(.minutes(1)))
struct EarlierPartTests {
    private func run(after earlier: EarlierPart) throws -> TestRecord {
        var conductor = TestConductor(
            setup: TestSetup(eye: .right, chart: .one),
            procedure: ChartReading(chart: Chart(.one)), earlier: earlier,
            source: Script([typed("N C K Z O"), typed("--")]), display: Screen(),
            viewing: { MeasuredDistance(metres: 4, deviation: 0.02) }, clock: TickingClock())
        return try conductor.run()
    }

    @Test("its requests, overrides, losses, distances and duration are in the result")
    func counted() throws {
        var earlier = EarlierPart()
        earlier.lettersAskedAgain = 3
        earlier.overrides = 2
        earlier.soundsMissing = 1
        earlier.distances = [MeasuredDistance(metres: 3.9, deviation: 0.02)]
        earlier.duration = .seconds(90)
        let alone = try run(after: EarlierPart())
        let report = try run(after: earlier)
        #expect(report.lettersAskedAgain == alone.lettersAskedAgain + 3)
        #expect(report.overrides == 2 && alone.overrides == 0)
        #expect(report.soundsMissing == 1 && alone.soundsMissing == 0)
        #expect(alone.setup.viewing?.metres == [4, 4])
        #expect(report.setup.viewing?.metres == [3.9, 4, 4])
        #expect(report.duration == alone.duration + .seconds(90))
        #expect(report.score == alone.score)
    }

    @Test("the warm-ups before and after it count together") func hearing() {
        var before = PersonalHearing()
        before.hear(.c, for: .c)
        var after = PersonalHearing()
        after.hear(.d, for: .o)
        after.add(before)
        #expect(after.letters == 2 && after.misheard == 1)
    }
}
