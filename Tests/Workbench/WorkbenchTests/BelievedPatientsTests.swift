import Acuity
import Testing

@testable import Simulation

/// Patients drawn from the prior of the estimate: what is computed is then right for any procedure,
/// or it is not what the theory says (Cook, Gelman and Rubin 2006).
@Suite(.timeLimit(.minutes(1))) struct BelievedPatientsTests {
    /// Few sigmas and thresholds, so that many tests take little time.
    private let prior = SightPrior(
        thresholds: -0.2...1.2, usual: 0...1, sigmaCount: 2, lapses: [(0.01, 0.7), (0.2, 0.3)])

    private func cell(_ procedure: BenchProcedure, misheard: Double) -> BenchCell {
        BenchCell(
            procedure: procedure, population: ObserverPopulation(),
            hearing: ConfusionMatrix(misheard: misheard),
            assumedHearing: RecognitionErrorModel(misheard: misheard), prior: prior,
            drawsAsBelieved: true)
    }

    @Test("simulated patients follow the prior") func theyAreAsThePriorSays() {
        let believed = cell(.bestPEST(), misheard: 0.05)
        let people = (0..<2000).map { PatientVisit($0, of: believed, seed: 5).patient(0) }
        #expect(Set(people.map(\.sigma)) == Set(prior.sigmas))
        let thresholds = people.map(\.threshold.value)
        #expect(thresholds.allSatisfy { prior.thresholdRange.contains($0) })
        // Those beyond the usual are 4 of 104 parts, each a tenth as likely; five standard errors.
        let unusual = Double(thresholds.count { $0 < -0.005 || $0 > 1.005 }) / 2000
        #expect(abs(unusual - 0.038) < 0.022, "\(unusual)")
        #expect(abs(Double(people.count { $0.lapse == 0.2 }) / 2000 - 0.3) < 0.052)
    }

    /// One misheard letter may lead these two astray; their intervals have to say so.
    @Test(
        "the interval contains the truth and nothing is biased", arguments: [(0, 0.1), (1, 0.05)])
    func theIntervalHoldsTheTruthAndNothingIsBiased(procedure: Int, misheard: Double) throws {
        let procedures = [BenchProcedure.near(), .tumblingE]
        let runs = 300
        let result = try BenchRunner(seed: 6, runs: runs, threads: 4)
            .run(cell(procedures[procedure], misheard: misheard))
        // All tests, withheld ones, too: what is left of a selection need not be right.
        let records = result.pairs.flatMap(\.runs)
        let held = Double(records.count { $0.interval.contains($0.threshold) }) / Double(runs)
        // Four standard errors of 1.3 % each.
        #expect(abs(held - 0.95) < 0.05, "\(held)")
        let errors = records.map { $0.estimate - $0.threshold }
        let mean = errors.reduce(0, +) / Double(runs)
        let variance = errors.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(runs - 1)
        #expect(abs(mean) < 4 * (variance / Double(runs)).squareRoot(), "\(mean)")
    }
}
