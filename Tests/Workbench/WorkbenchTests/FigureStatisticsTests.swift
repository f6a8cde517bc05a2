import Acuity
import Testing

@testable import Simulation

@Suite(.timeLimit(.minutes(1))) struct FigureStatisticsTests {
    private func run(
        _ score: Double?, estimate: Double = 0.3, interval: ClosedRange<Double> = 0.2...0.4,
        threshold: Double = 0.3, withheld: Bool = false
    ) -> RunRecord {
        RunRecord(
            threshold: threshold, score: score, estimate: estimate, interval: interval,
            isBeyondSizes: false, isWithheld: withheld, letters: 10, presentations: 2, misheard: 0,
            askings: 0,
            seconds: 10)
    }

    @Test("the statistics agree with figures worked by hand") func byHand() throws {
        // Errors 0.1, 0, -0.1, 0.2; differences 0.1 and -0.3: mean square (0.01 + 0.09) / 2.
        let pairs = [
            RunPair(run(0.4), run(0.3)), RunPair(run(0.2), run(0.5)),
        ]
        let score = FigureStatistics(.score, of: pairs)
        #expect(abs(try #require(score.bias) - 0.05) < 1e-12)
        #expect(abs(try #require(score.limits) - 1.96 * 0.05.squareRoot()) < 1e-12)
        #expect(score.withinALine == 0.75)
        // The errors' squares about their mean: 0.0025 + 0.0025 + 0.0225 + 0.0225, over 3.
        #expect(
            abs(try #require(score.pooledLimits) - 1.96 * (2 * 0.05 / 3).squareRoot()) < 1e-12)
        #expect(score.coverage == nil && score.intervalWidth == nil)
        let estimate = FigureStatistics(.estimate, of: pairs)
        #expect(estimate.bias == 0 && estimate.limits == 0)
        #expect(estimate.coverage == 1)
        #expect(abs(try #require(estimate.intervalWidth) - 0.2) < 1e-12)
    }

    @Test("coverage counts tests that contain the truth") func coverageCountsTestsThatHoldTheTruth()
    {
        let pairs = [
            RunPair(run(0.3, interval: 0.31...0.4), run(0.3)),
            RunPair(run(0.3, interval: 0.1...0.29), run(0.3, interval: 0.3...0.3)),
        ]
        #expect(FigureStatistics(.estimate, of: pairs).coverage == 0.5)
    }

    @Test("an interval with an open end is not reported")
    func openIntervals() throws {
        func open(_ interval: ClosedRange<Double>, withheld: Bool = false) -> RunRecord {
            var record = run(0.5, estimate: 0.5, interval: interval, withheld: withheld)
            record.isOpenAbove = true
            return record
        }
        // The upper ends are open, so that one interval is right and one is wrong.
        let pairs = [
            RunPair(run(0.3), open(0.1...0.2)), RunPair(open(0.31...0.9), run(0.3)),
            RunPair(open(0.1...0.2, withheld: true), run(0.4, estimate: 0.4, interval: 0.35...0.5)),
        ]
        let estimate = FigureStatistics(.estimate, of: pairs)
        #expect(abs(try #require(estimate.coverage) - 2.0 / 3) < 1e-12)
        #expect(abs(try #require(estimate.bias) - 0.1 / 3) < 1e-12)
        #expect(estimate.limits == nil)
        #expect(FigureStatistics(.score, of: pairs).bias.map { $0 > 0.05 } == true)
        #expect(FigureStatistics(.estimate, of: pairs, countingOpen: true).coverage == 0.4)
        var cell = BenchCell(
            procedure: .near(), population: ObserverPopulation(),
            hearing: ConfusionMatrix(misheard: 0), assumedHearing: .exact)
        let result = CellResult(cell: cell, pairs: pairs)
        #expect(result.withheld(.estimate) == 0.5 && result.open == 2.0 / 6)
        #expect(result.openHeld == 0.5)
        cell.drawsAsBelieved = true
        let believed = CellResult(cell: cell, pairs: pairs)
        #expect(believed.withheld(.estimate) == 1.0 / 6)
        #expect(believed.statistics(of: .estimate).coverage == 0.4)
    }

    @Test("withheld and missing figures are not counted")
    func withheldAndMissingFiguresCountInNothing() {
        let pairs = [
            RunPair(run(0.4), run(0.4)), RunPair(run(nil), run(0.5)),
            RunPair(run(0.9, withheld: true), run(0.4)), RunPair(run(0.4), run(0.4)),
        ]
        let statistics = FigureStatistics(.score, of: pairs)
        #expect(statistics.limits == 0)
        #expect(abs((statistics.bias ?? 0) - (5 * 0.1 + 0.2) / 6) < 1e-12)
    }

    @Test("no tests give no statistics") func nothingComesOfNothing() {
        let none = FigureStatistics(.estimate, of: [])
        #expect(none.bias == nil && none.limits == nil && none.coverage == nil)
        let one = FigureStatistics(.score, of: [RunPair(run(0.3), run(0.4))])
        #expect(one.limits == nil && one.bias != nil)
    }
}
