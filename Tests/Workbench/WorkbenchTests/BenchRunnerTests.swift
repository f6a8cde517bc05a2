import Acuity
import Synchronization
import Testing

@testable import Simulation

@Suite(.timeLimit(.minutes(1))) struct BenchRunnerTests {
    /// Few sigmas, so that many tests take little time.
    private let prior = SightPrior(sigmaCount: 1, lapses: [(0.01, 1)])

    private func cell(
        _ procedure: BenchProcedure = .chart(), misheard: Double = 0.05,
        population: ObserverPopulation = ObserverPopulation()
    ) -> BenchCell {
        BenchCell(
            procedure: procedure, population: population,
            hearing: ConfusionMatrix(misheard: misheard),
            assumedHearing: RecognitionErrorModel(misheard: misheard, spread: 0), prior: prior)
    }

    @Test("the number of threads changes nothing") func theNumberOfThreadsChangesNothing() throws {
        let alone = try BenchRunner(seed: 4, runs: 130, threads: 1).run(cell())
        let together = try BenchRunner(seed: 4, runs: 130, threads: 7).run(cell())
        let other = try BenchRunner(seed: 5, runs: 130, threads: 7).run(cell())
        #expect(alone.pairs == together.pairs)
        #expect(alone.runs == 130)
        #expect(alone.pairs != other.pairs)
    }

    @Test("a patient is the same in every cell") func aPatientIsTheSameInEveryCell() throws {
        for number in 0..<20 {
            let chart = PatientVisit(number, of: cell(), seed: 3)
            let adaptive = PatientVisit(
                number, of: cell(.adaptive(letters: 10), misheard: 0.1), seed: 3)
            #expect(chart.patient(0) == adaptive.patient(0))
            #expect(chart.patient(0) != PatientVisit(number + 1, of: cell(), seed: 3).patient(0))
        }
    }

    @Test("the two tests of a patient differ") func theTwoTestsOfAPatientDiffer() throws {
        let visit = PatientVisit(0, of: cell(), seed: 3)
        let tests = try [visit.test(0), visit.test(1)]
        #expect(tests[0].trials != tests[1].trials)
        #expect(tests[0].trials == (try visit.test(0).trials))
    }

    @Test("a threshold that drifts between tests widens the limits by that drift only")
    func drift() throws {
        let still = try BenchRunner(seed: 2, runs: 4000, threads: 4).run(cell(misheard: 0))
        let people = ObserverPopulation(traits: ObserverTraits(threshold: LogMAR(0), drift: 0.05))
        let drifting = try BenchRunner(seed: 2, runs: 4000, threads: 4).run(
            cell(misheard: 0, population: people))
        #expect(still.pairs.map(\.threshold) == drifting.pairs.map(\.threshold))
        #expect(still.pairs.allSatisfy { $0.first.threshold == $0.second.threshold })
        #expect(drifting.pairs.allSatisfy { $0.first.threshold != $0.second.threshold })
        let before = try #require(still.statistics(of: .score).limits)
        let after = try #require(drifting.statistics(of: .score).limits)
        let added = 1.96 * 2.0.squareRoot() * 0.05
        let expected = (before * before + added * added).squareRoot()
        #expect(abs(after - expected) < 0.05 * expected)
        let bias = (
            still.statistics(of: .score).bias ?? 0, drifting.statistics(of: .score).bias ?? 1
        )
        #expect(abs(bias.0 - bias.1) < 0.005)
    }

    @Test("a stopped run keeps the finished tests") func stopsWhenAskedAndKeepsWhatIsDone() throws {
        let told = Atomic(0)
        let result = try BenchRunner(seed: 1, runs: 100_000, threads: 2).run(cell()) {
            told.load(ordering: .relaxed) >= 100
        } onProgress: {
            told.wrappingAdd($0, ordering: .relaxed)
        }
        #expect(result.runs >= 100 && result.runs < 2000)
        #expect(result.runs == told.load(ordering: .relaxed))
    }

    /// Without guessing, lapses and mishearing, the letters read of a chart are the sum of the
    /// chances of seeing, whatever the bench does.
    @Test("the chart agrees with its arithmetic") func theChartAgreesWithItsArithmetic() throws {
        let threshold = 0.31
        let traits = ObserverTraits(threshold: LogMAR(threshold), lapse: 0, guess: 0)
        let population = ObserverPopulation(
            thresholds: .grid([threshold]), slopes: .same(0.05), traits: traits)
        let result = try BenchRunner(seed: 11, runs: 600, threads: 4)
            .run(cell(misheard: 0, population: population))
        let observer = SimulatedObserver(threshold: LogMAR(threshold), sigma: 0.05, seed: 0)
        let letters = Chart(.one).lines.reduce(0) { $0 + 5 * observer.chanceOfSeeing($1.size) }
        let statistics = result.statistics(of: .score)
        let error = try #require(statistics.biasError)
        // A line without a letter read before others that would have been is too rare to matter.
        #expect(
            abs(try #require(statistics.bias) - (1.1 - 0.02 * letters - threshold)) < 4 * error)
    }

    @Test("counts by threshold add up to the total") func partsByThresholdMakeUpTheWhole() throws {
        let range = try BenchRunner(seed: 2, runs: 200, threads: 4).run(cell())
        #expect(range.byThreshold.map(\.thresholds.lowerBound) == [-0.2, 0, 0.2, 0.4, 0.6, 0.8, 1])
        #expect(range.byThreshold.reduce(0) { $0 + $1.result.runs } == range.runs)
        let grid = try BenchRunner(seed: 2, runs: 200, threads: 4)
            .run(cell(population: ObserverPopulation(thresholds: .grid([0.1, 0.5]))))
        #expect(grid.byThreshold.map(\.result.runs) == [100, 100])
        #expect(grid.byThreshold[1].result.pairs.allSatisfy { $0.threshold == 0.5 })
    }
}
