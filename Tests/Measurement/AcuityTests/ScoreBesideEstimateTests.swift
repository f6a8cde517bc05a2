import Testing

@testable import Acuity

@Suite(.timeLimit(.minutes(1))) struct ScoreBesideEstimateTests {
    private func score(_ hundredths: Int, remarks: [AcuityRemark] = []) -> AcuityScore {
        AcuityScore(
            logMAR: LogMAR(hundredths: hundredths), lettersRight: 30, lettersCredited: 0, lines: [],
            end: .stopRuleMet, remarks: remarks)
    }

    private func estimate(
        isOpenAbove: Bool = false, flags: [EstimateFlag] = []
    ) -> AcuityEstimate {
        AcuityEstimate(
            logMAR: LogMAR(0.3), median: LogMAR(0.3), interval95: LogMAR(0.2)...LogMAR(0.4),
            letters: 40, isOpenAbove: isOpenAbove, flags: flags)
    }

    /// More than half a line beyond an end, and not half a line.
    @Test(
        "a score outside the interval",
        arguments: [(14, true), (15, false), (30, false), (45, false), (46, true)])
    func outsideTheInterval(hundredths: Int, isOutside: Bool) {
        let found = score(hundredths).beside(estimate())
        #expect(found.remarks == (isOutside ? [.outsideInterval] : []))
        #expect(found.logMAR == LogMAR(hundredths: hundredths))
    }

    @Test("an open end contains every score") func anOpenEndHoldsAll() {
        #expect(score(90).beside(estimate(isOpenAbove: true)).remarks.isEmpty)
    }

    @Test("a score that is a bound never contradicts the estimate")
    func aScoreThatIsABoundIsNotAtOdds() {
        for remark in [AcuityRemark.stoppedEarly, .beyondSmallestLine] {
            #expect(score(90, remarks: [remark]).beside(estimate()).remarks == [remark])
        }
    }

    @Test("unreliable answers give no comparison") func unreliableAnswersGiveNone() {
        #expect(score(30).beside(estimate(flags: [.oftenGuessing])).logMAR == nil)
        #expect(score(30).beside(nil).logMAR == LogMAR(0.3))
    }

    /// A test stopped after one letter has no score.
    @Test("there is no score before the end") func noScoreBeforeTheEnd() throws {
        for procedure in [BestPEST(seed: 1), AdaptiveTest(seed: 1)] as [any AcuityProcedure] {
            var test = procedure
            try test.take([Answer(.named(try #require(test.next).letters[0]))])
            #expect(test.score.logMAR == nil && test.score.remarks == [.stoppedEarly])
            #expect(test.estimate().letters == 1)
        }
    }
}
