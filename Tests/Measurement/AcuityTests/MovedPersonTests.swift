import Contrast
import Testing

@testable import Acuity

/// Letters and estimates of a person whose distance is measured while they read.
@Suite("A measured distance", .timeLimit(.minutes(1)))
struct MovedPersonTests {
    @Test("A letter is replaced by another of the same size")
    func redrawn() throws {
        var trials = LetterTrials(.sloan, seed: 7)
        trials.show(LogMAR(0.5))
        for _ in 0..<50 {
            let before = try #require(trials.next)
            trials.redraw()
            let after = try #require(trials.next)
            #expect(before.letters != after.letters)
            #expect(before.size == after.size && before.line == after.line)
        }
        #expect(trials.read.isEmpty)
    }

    @Test(
        "A procedure that draws its letters replaces a line by one of the same sizes",
        arguments: ProcedureChoice.allCases)
    func line(_ choice: ProcedureChoice) throws {
        let start = ProcedureStart(
            optotypes: choice.optotypes, range: .all, seed: 3, hearing: .exact)
        var procedure = choice.begin(start)
        while let before = procedure.next, procedure.read.count < 12 {
            let sizes = procedure.sizes
            procedure.redraw()
            let after = try #require(procedure.next)
            // A direction drawn again may be the same.
            #expect(choice.optotypes.areDirections || after.letters != before.letters)
            #expect(after.sizes == before.sizes && after.line == before.line)
            #expect(after.distance == before.distance && procedure.sizes == sizes)
            try procedure.take(after.letters.map { Response.named($0) })
        }
        #expect(procedure.read.count > 3)
    }

    @Test("A redrawn random line repeats no neighbouring letter; printed lines stay")
    func charts() throws {
        var reading = ChartReading(chart: Chart(.random, seed: 5))
        for _ in 0..<8 {
            reading.redraw()
            let shown = try #require(reading.next)
            try reading.take(shown.letters.map { Response.named($0) })
            let letters = reading.chart.lines.flatMap(\.letters)
            #expect(zip(letters, letters.dropFirst()).allSatisfy { $0 != $1 })
            #expect(reading.chart.lines.allSatisfy { Set($0.letters).count == 5 })
        }
        var printed = ChartReading(chart: Chart(.one))
        let before = printed.next
        printed.redraw()
        #expect(printed.next == before)
    }

    @Test("An uncertain distance widens the interval of the estimate")
    func widened() {
        let estimate = AcuityEstimate(
            logMAR: LogMAR(0.3), median: LogMAR(0.3), interval95: LogMAR(0.26)...LogMAR(0.35),
            letters: 20)
        #expect(estimate.allowing(forDistance: 0) == estimate)
        // 5 % of the distance are 0.0217 logMAR; 1.96 times that is 0.0426.
        let widened = estimate.allowing(forDistance: 0.05).interval95
        #expect(abs(widened.lowerBound.value - (0.3 - 0.0584)) < 0.0002)
        #expect(abs(widened.upperBound.value - (0.3 + 0.0656)) < 0.0002)
    }
}
