import Acuity
import Testing

/// The procedure sets the prior of the estimate.
@Suite(.timeLimit(.minutes(1))) struct ProcedurePriorTests {
    private static let few: [any AcuityProcedure] = [
        NearStaircase(seed: 1), NearStaircase(.sixInARow, seed: 1), HOTVTest(seed: 1),
    ]
    private static let many: [any AcuityProcedure] = [
        ChartReading(chart: Chart(.one)), ChartAtTwoDistances(chart: Chart(.one)), EETDRS(seed: 1),
        BestPEST(seed: 1), AdaptiveTest(seed: 1),
    ]

    @Test("tests of few letters treat unusual eyes as rarer")
    func testsOfFewLettersHoldUnusualEyesForRarer() {
        for procedure in Self.few {
            #expect(odds(at: -0.25, procedure.prior) == 0.05, "\(procedure)")
            #expect(odds(at: 1.35, procedure.prior) == 0.05)
            #expect(odds(at: -0.2, procedure.prior) == 1)
        }
        for procedure in Self.many {
            #expect(odds(at: -0.25, procedure.prior) == 1, "\(procedure)")
            #expect(odds(at: -0.35, procedure.prior) == 0.1)
        }
    }

    @Test("a chart that ends early treats them as rarer from its smallest letters")
    func aChartThatEndsEarlyHoldsThemForRarerFromItsSmallestLetters() {
        let charts: [any AcuityProcedure] = [
            ChartReading(chart: Chart(.one), stopRule: .fewerThanThreeRight),
            ChartAtTwoDistances(chart: Chart(.one), stopRule: .fewerThanThreeRight),
        ]
        for chart in charts {
            #expect(odds(at: -0.25, chart.prior) == 1)
            #expect(odds(at: -0.3, chart.prior) == 0.05 && odds(at: 1.3, chart.prior) == 1)
        }
    }

    /// How likely a threshold is, as a part of how likely that of 0.5 is, in thousandths.
    private func odds(at threshold: Double, _ prior: SightPrior) -> Double {
        func weight(_ threshold: Double) -> Double {
            prior.thresholdWeights[
                Int(((threshold - prior.smallestThreshold) / SightPrior.thresholdStep).rounded())]
        }
        return (1000 * weight(threshold) / weight(0.5)).rounded() / 1000
    }

    @Test("the estimate uses the procedure's prior") func theEstimateIsFromTheProceduresPrior()
        throws
    {
        var test = NearStaircase(.sixInARow, seed: 2)
        let shown = try #require(test.next)
        try test.take([Answer(.named(shown.letters[0]))])
        #expect(test.estimate() == test.estimate(prior: .fewLetters))
        #expect(test.estimate() != test.estimate(prior: .standard))
        let prior = SightPrior(sigmaCount: 1)
        let adaptive = AdaptiveTest(prior: prior, seed: 2)
        #expect(adaptive.prior.sigmas == prior.sigmas)
    }
}
