import Foundation
import Testing

@testable import Acuity

@Suite(.timeLimit(.minutes(1))) struct AcuityPosteriorTests {
    private func answered(
        _ letters: [Letter], _ answers: [Answer], size: Double
    ) throws -> AnsweredPresentation {
        try AnsweredPresentation(
            Presentation(line: 1, size: LogMAR(size), letters: letters), answers)
    }

    /// Bayes' rule by hand: one sigma, one lapse rate, no mishearing.
    @Test("one letter computed by hand") func oneLetterByHand() throws {
        let prior = SightPrior(sigmaCount: 1, lapses: [(0.01, 1)])
        var posterior = AcuityPosterior(prior: prior)
        posterior.take(try answered([.c], [Answer(.named(.c))], size: 0.3))
        let likelihoods = prior.thresholds.map { threshold in
            let seen = NormalDistribution.share(below: (0.3 - threshold) / 0.08)
            let isUsual = threshold > -0.301 && threshold < 1.301
            return (isUsual ? 1 : 0.1) * (0.01 * 0.1 + 0.99 * (0.1 + 0.9 * seen))
        }
        let sum = likelihoods.reduce(0, +)
        for (chance, likelihood) in zip(posterior.thresholdChances, likelihoods) {
            #expect(abs(chance - likelihood / sum) < 1e-9)
        }
    }

    /// A letter misheard: P(heard | shown) summed over what may have been said.
    @Test("mishearing computed by hand") func mishearingByHand() throws {
        let hearing = RecognitionErrorModel(
            letters: [.h, .o, .t, .v],
            chances: [
                [0.9, 0.02, 0.03, 0.05], [0.01, 0.95, 0.02, 0.02], [0.1, 0.05, 0.8, 0.05],
                [0.04, 0.03, 0.03, 0.9],
            ])
        for shown in 0..<4 {
            for heard in 0..<4 {
                let named = hearing.chances[shown][heard]
                let others = (0..<4).filter { $0 != shown }
                let other = others.reduce(0) { $0 + hearing.chances[$1][heard] } / 3
                let evidence = hearing.evidence(
                    hearing.letters[heard], for: hearing.letters[shown], factor: 1)
                #expect(abs(evidence.named - named) < 1e-9, "\(shown) \(heard)")
                #expect(abs(evidence.namedOther - other) < 1e-9, "\(shown) \(heard)")
            }
        }
    }

    @Test("an unclear answer is not evidence") func unclearIsNoEvidence() throws {
        var posterior = AcuityPosterior(hearing: RecognitionErrorModel(misheard: 0.05))
        posterior.take(try answered([.c, .d], [Answer(.named(.c)), Answer(.missed)], size: 0.2))
        let before = posterior.thresholdChances
        posterior.take(try answered([.k, .n], [.unclear, .unclear], size: 0.5))
        #expect(posterior.letters == 2)
        for (one, other) in zip(before, posterior.thresholdChances) {
            #expect(abs(one - other) < 1e-12)
        }
    }

    @Test("order does not matter, and sizes off the grid are used as they are")
    func orderDoesNotMatterAndSizesBetweenTheGridAreTakenAsTheyAre() throws {
        let lines = try [0.513, 0.3, 0.204, 0.1].map {
            try answered([.c, .d], [Answer(.named(.c)), Answer(.named(.k))], size: $0)
        }
        var forwards = AcuityPosterior()
        var backwards = AcuityPosterior()
        for line in lines { forwards.take(line) }
        for line in lines.reversed() { backwards.take(line) }
        #expect(abs(forwards.mean.value - backwards.mean.value) < 1e-9)
        #expect(forwards.mean.value > 0.3 && forwards.mean.value < 0.8)
    }

    @Test("small misses and large hits narrow the interval")
    func missingSmallAndReadingLargeNarrowsTheInterval() throws {
        var posterior = AcuityPosterior()
        // Before any answer nothing is ruled out.
        #expect(posterior.estimate.isOpenBelow && posterior.estimate.isOpenAbove)
        #expect(posterior.estimate.intervalWidth == .infinity && posterior.estimate.figure == nil)
        #expect(abs(posterior.thresholdChances.reduce(0, +) - 1) < 1e-9)
        for size in [0.1, 0.2, 0.3, 0.4, 0.5] {
            let response: Response = size > 0.25 ? .named(.c) : .missed
            posterior.take(
                try answered(
                    [.c, .c, .c], Array(repeating: Answer(response), count: 3), size: size))
        }
        let estimate = posterior.estimate
        #expect(abs(estimate.logMAR.value - 0.25) < 0.03 && estimate.intervalWidth < 0.2)
        #expect(estimate.interval95.contains(estimate.median))
    }

    /// A miss that was heard with little confidence tells less against the eye.
    @Test("an answer is weighted by its confidence") func confidenceWeighs() throws {
        let hearing = RecognitionErrorModel(
            letters: Letter.sloan, chances: RecognitionErrorModel(misheard: 0.05).chances,
            bands: [
                ConfidenceBand(from: 0, relativeRisk: 6),
                ConfidenceBand(from: 0.8, relativeRisk: 0.3),
            ])
        let means = try [0.5, 0.95].map { confidence in
            var posterior = AcuityPosterior(hearing: hearing)
            for size in [0.8, 0.6, 0.4] {
                posterior.take(try answered([.c], [Answer(.named(.c))], size: size))
            }
            posterior.take(
                try answered([.c], [Answer(.named(.k), confidence: confidence)], size: 0.6))
            return posterior.mean.value
        }
        #expect(means[0] < means[1] - 0.01)
    }

    /// A letter that is harder by 0.05 logMAR counts like one that is smaller by 0.05.
    @Test("hard letters count less against the eye") func hardLetters() throws {
        var hard = AcuityPosterior(prior: SightPrior(letterShifts: [.c: 0.05]))
        hard.take(try answered([.c, .z], [Answer(.named(.c)), Answer(.missed)], size: 0.3))
        var small = AcuityPosterior()
        small.take(try answered([.c], [Answer(.named(.c))], size: 0.25))
        small.take(try answered([.z], [Answer(.missed)], size: 0.3))
        #expect(abs(hard.mean.value - small.mean.value) < 1e-9)
    }
}
