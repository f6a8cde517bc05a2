import Testing

@testable import Acuity

/// Eyes that see better or worse than all that can be shown: no figure is made up for them.
@Suite(.timeLimit(.minutes(1))) struct BeyondTheGridTests {
    private func play(
        _ settings: AdaptiveTest.Settings, _ response: (Letter) -> Response
    ) throws -> AdaptiveTest {
        var test = AdaptiveTest(settings: settings, seed: 2)
        while let shown = test.next { try test.take(shown.letters.map { response($0) }) }
        return test
    }

    @Test("a person who sees nothing has no precise estimate")
    func whoSeesNothingIsNotKnownCloselyEnough() throws {
        var settings = AdaptiveTest.Settings()
        settings.intervalWidth = 0.2
        let test = try play(settings) { _ in .missed }
        let estimate = test.estimate()
        #expect(test.score.end == .allLettersShown && test.score.logMAR == nil)
        #expect(test.score.remarks == [.beyondLargestLine])
        #expect(estimate.isOpenAbove && !estimate.isOpenBelow && estimate.figure == nil)
        #expect(estimate.flags == [.atFloor] && estimate.interval95.lowerBound > LogMAR(1.6))
    }

    @Test("a person who sees everything has the smallest size as a bound")
    func whoSeesAllHasTheSmallestSizeAndNoFigureBelowIt() throws {
        var settings = AdaptiveTest.Settings()
        settings.intervalWidth = 0.2
        let test = try play(settings) { .named($0) }
        let estimate = test.estimate()
        #expect(test.score.end == .allLettersShown && test.score.logMAR == LogMAR(-0.3))
        #expect(test.score.beside(estimate).remarks == [.beyondSmallestLine])
        #expect(estimate.isOpenBelow && !estimate.isOpenAbove && estimate.flags == [.atCeiling])
    }

    /// Estimates of eyes within the grid have both ends of the interval, even near the ends of the
    /// grid.
    @Test("eyes within the grid have an interval with two ends", arguments: [-0.2, 0.4, 1.2, 1.5])
    func eyesWithin(threshold: Double) throws {
        var open = 0
        for seed in UInt64(0)..<40 {
            var observer = SimulatedObserver(threshold: LogMAR(threshold), seed: seed)
            var test = AdaptiveTest(seed: seed)
            while let shown = test.next { try test.take(observer.read(shown)) }
            let estimate = test.estimate()
            open += estimate.isOpenBelow || estimate.isOpenAbove ? 1 : 0
        }
        #expect(open == 0)
    }

    @Test("there is no figure if nothing was understood") func noFigureWhereNothingWasUnderstood() {
        let estimate = AdaptiveTest(seed: 1).estimate()
        #expect(estimate.isOpenBelow && estimate.isOpenAbove && estimate.flags.isEmpty)
        #expect(estimate.ifReliable == nil)
    }
}
