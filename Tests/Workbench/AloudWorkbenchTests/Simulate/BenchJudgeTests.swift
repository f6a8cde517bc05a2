import Acuity
import Foundation
import TestProgram
import TestSpeech
import TestTraits
import Testing

@testable import Simulation

/// A bench must not be its own judge: the real program is tested by a patient from outside, and
/// what it finds is held against what the bench says of the same procedure.
@Suite(.listening) struct BenchJudgeTests {
    private static let threshold = 0.34

    /// A procedure, as the program is asked for it and as the bench runs it.
    struct Trial: Sendable, CustomTestStringConvertible {
        var words: [String]
        var procedure: BenchProcedure
        /// Tests of the real program, and of the bench.
        var tests: (real: Int, bench: Int)

        var testDescription: String { words.joined(separator: " ") }
    }

    static let trials = [
        Trial(words: ["--chart", "random"], procedure: .chartAtFourMetres(), tests: (12, 200)),
        Trial(words: ["--procedure", "e-etdrs"], procedure: .eETDRS, tests: (12, 200)),
        Trial(words: ["--procedure", "best-pest"], procedure: .bestPEST(), tests: (12, 200)),
        Trial(
            words: ["--procedure", "best-pest", "--optotype", "landolt-8"],
            procedure: .bestPEST(showing: .landolt8), tests: (12, 200)),
        Trial(
            words: ["--procedure", "adaptive", "--letters", "15"],
            procedure: .adaptive(letters: 15), tests: (6, 30)),
    ]

    @Test("the program reproduces the result of the bench", .long, arguments: trials)
    func agree(_ trial: Trial) throws {
        var scores: [Double] = []
        var held = 0
        for seed in 1...trial.tests.real {
            var patient = TypingPatient(threshold: Self.threshold, seed: UInt64(seed))
            let outcome = try patient.take(trial.words + ["--seed", "\(seed)"])
            let score = try #require(
                outcome.result.part("score")["logMAR"] as? Double, "\(outcome.result)")
            if trial.procedure.name == "etdrs-4m" {
                // Counting the letters gives the same score.
                #expect(abs(score - (1.1 - 0.02 * Double(outcome.right))) < 1e-9, "seed \(seed)")
            }
            let estimate = try #require(outcome.result.part("estimate")["logMAR"] as? Double)
            let interval = try #require(outcome.result.part("estimate")["interval95"] as? [Double])
            #expect(interval[0] < estimate && estimate < interval[1], "seed \(seed)")
            held += interval[0] < Self.threshold && Self.threshold < interval[1] ? 1 : 0
            scores.append(score)
        }
        // Fewer than 8 of 12 happen once in 40,000 times, if 19 of 20 intervals hold the truth.
        #expect(held * 3 >= trial.tests.real * 2, "\(held) of \(trial.tests.real)")
        let expected = try bench(trial)
        let mean = scores.reduce(0, +) / Double(scores.count)
        let error = expected.spread / Double(scores.count).squareRoot()
        #expect(abs(mean - expected.mean) < 4 * error, "\(scores), bench \(expected)")
        #expect(scores.allSatisfy { abs($0 - expected.mean) < 5 * expected.spread }, "\(scores)")
    }

    /// Mean and standard deviation of the score that the bench finds at that threshold.
    private func bench(_ trial: Trial) throws -> (mean: Double, spread: Double) {
        // Only the adaptive test's score depends on what is believed beforehand.
        let prior =
            trial.procedure.name == "adaptive"
            ? SightPrior.standard : SightPrior(sigmaCount: 1, lapses: [(0.01, 1)])
        let cell = BenchCell(
            procedure: trial.procedure,
            population: ObserverPopulation(
                thresholds: .grid([Self.threshold]), slopes: .same(0.08)),
            hearing: ConfusionMatrix(misheard: 0), assumedHearing: .exact, prior: prior)
        let result = try BenchRunner(seed: 5, runs: trial.tests.bench, threads: 4).run(cell)
        let scores = result.pairs.flatMap(\.runs).compactMap(\.score)
        let mean = scores.reduce(0, +) / Double(scores.count)
        let squares = scores.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        return (mean, (squares / Double(scores.count - 1)).squareRoot())
    }

    // A terminal shows no faint letters: tests of contrast are replayed in ContrastRecordTests.
    @Test(
        "every procedure's events can be replayed",
        arguments: ProcedureChoice.allCases.filter { $0.quantity == .acuity })
    func replays(_ choice: ProcedureChoice) throws {
        var patient = TypingPatient(threshold: 0.3, seed: 9)
        let letters = choice == .adaptive ? ["--letters", "12"] : []
        let outcome = try patient.take(["--procedure", choice.rawValue, "--seed", "4"] + letters)
        let folder = try TemporaryFolder()
        let path = try folder.write(outcome.events, to: "events.jsonl")
        let run = try AloudBinary.run(["simulate", "--replay", path, "--json"])
        #expect(run.status == 0, "\(run.messages)\(run.output)")
        let report = try #require(
            try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
        #expect(report["procedure"] as? String == choice.rawValue)
        let estimate = try #require(report["estimate"] as? Double)
        let recorded = try #require(report["recordedEstimate"] as? Double)
        #expect(abs(estimate - recorded) < 0.001)
    }
}
