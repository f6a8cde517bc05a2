import Acuity
import Testing
import WebDisplay

@Suite("A test on a screen that cannot show every size")
struct ScreenBoundTests {
    private func range(_ largest: Double, _ smallest: Double) -> ScreenRange {
        ScreenRange(largest: LogMAR(largest), smallest: LogMAR(smallest))
    }

    /// Reads as if every letter were seen, to the end.
    private func readAll(_ procedure: inout ScreenBoundProcedure) throws -> [Double] {
        var sizes: [Double] = []
        while let shown = procedure.next {
            sizes.append(shown.size.value)
            try procedure.take(shown.letters.map { .named($0) })
        }
        return sizes
    }

    @Test("It ends at the smallest letters, and says that the acuity may be better")
    func smallest() throws {
        var procedure = ScreenBoundProcedure(
            ChartReading(chart: Chart(.one)), range: range(1.2, 0.6))
        // A rounding error does not take the last line away.
        #expect(try readAll(&procedure) == [1, 0.9, 0.8, 0.7, 0.6])
        #expect(procedure.score.end == .smallestLineRead)
        #expect(procedure.score.remarks == [.beyondSmallestLine])
        #expect(procedure.score.logMAR == LogMAR(0.6))
        #expect(procedure.endedByScreen)
        #expect(throws: ProcedureError.done) { try procedure.take([.missed]) }
        #expect(procedure.sizes == LogMAR(0.6)...LogMAR(1))
    }

    @Test("One that needs larger letters than fit has no result")
    func largest() throws {
        // Whoever fails the start line is led to larger ones, which the screen does not have.
        var procedure = ScreenBoundProcedure(
            ChartReading(chart: Chart(.one), start: .nearest(to: LogMAR(0.5))),
            range: range(0.55, -0.3))
        try procedure.take(Array(repeating: Response.missed, count: 5))
        #expect(procedure.next == nil)
        #expect(procedure.score.logMAR == nil)
        #expect(procedure.score.end == nil)
    }

    @Test("Where the screen shows all, nothing is changed")
    func all() throws {
        var chart = ChartReading(chart: Chart(.two))
        var procedure = ScreenBoundProcedure(chart, range: range(2, -1))
        _ = try readAll(&procedure)
        while let shown = chart.next { try chart.take(shown.letters.map { Response.named($0) }) }
        #expect(procedure.score == chart.score)
        #expect(!procedure.endedByScreen)
        #expect(procedure.sizes == chart.sizes)
    }

    @Test("A test starts at the largest line that fits")
    func start() {
        #expect(range(2, -1).start(from: .largest) == .largest)
        #expect(range(0.75, -1).start(from: .largest)?.feet == "20/100")
        #expect(range(0.75, -1).start(from: .nearest(to: LogMAR(0.3)))?.feet == "20/40")
        #expect(range(1, 0.8).start(from: .nearest(to: LogMAR(0.3))) == nil)
    }
}
