package import Acuity
package import CommandLineKit
internal import Platform

/// The plan of a simulation.
package struct SimulationPlan: Sendable {
    /// A cell, with the name of its hearing.
    package struct Entry: Sendable {
        package let cell: BenchCell
        package let hearing: SimulatedRecognition
    }

    package let entries: [Entry]
    package let runner: BenchRunner
    package let population: ObserverPopulation
    /// Whether patients are drawn as the estimate believes them to be.
    package let drawsAsBelieved: Bool

    /// A cell for each procedure and each model of recognition.
    ///
    /// - Parameters:
    ///   - population: the patients.
    ///   - drawsAsBelieved: whether they are drawn as the estimate believes them to be.
    ///   - assumed: the recognition errors that the estimate assumes.
    package init(
        _ procedures: [BenchProcedure], heard hearings: [SimulatedRecognition],
        assuming assumed: ErrorRateBelief, by population: ObserverPopulation,
        drawsAsBelieved: Bool, runner: BenchRunner
    ) {
        var people = population
        if drawsAsBelieved { people.thresholds = .range(SightPrior.standard.thresholdRange) }
        let patients = people
        entries =
            procedures.flatMap { procedure in
                hearings.map { hearing in
                    Entry(
                        cell: BenchCell(
                            procedure: procedure, population: patients, hearing: hearing.matrix,
                            assumedHearing: assumed.model(
                                for: hearing.matrix, among: procedure.optotypes),
                            drawsAsBelieved: drawsAsBelieved),
                        hearing: hearing)
                }
            }
        self.population = patients
        self.drawsAsBelieved = drawsAsBelieved
        self.runner = runner
    }

    /// Runs all cells, or as many as there is time for until it is asked to stop.
    package func run(at console: Console) throws -> [SimulationResult] {
        let stop = console.stop
        var told: Set<String> = []
        for note in entries.flatMap(\.hearing.notes) where told.insert(note).inserted {
            console.say("Note: \(note)")
        }
        let progress = SimulationProgress(
            tests: entries.count * runner.runs, console: console)
        var results: [SimulationResult] = []
        for entry in entries where !stop.isRequested {
            let result = try runner.run(entry.cell) {
                stop.isRequested
            } onProgress: {
                progress.advance(by: $0)
            }
            if result.runs > 0 { results.append(SimulationResult(entry: entry, result: result)) }
        }
        progress.finish()
        if stop.isRequested {
            console.say(
                "Stopped after \(results.count) of \(entries.count) cells; the last may have fewer tests"
                    + " than the others.")
        }
        return results
    }
}

extension SimulationPlan {
    /// The simulation in words, with the number of tests that were run, which is smaller than asked
    /// for if it was stopped early.
    package func words(for results: [SimulationResult]) -> String {
        "\(tests(results.map(\.result.runs))), two of each patient; \(eyes); seed \(runner.seed)."
    }

    /// - Parameter done: how many tests each cell has.
    private func tests(_ done: [Int]) -> String {
        let (fewest, most) = (done.min() ?? 0, done.max() ?? 0)
        let range = fewest == most ? "\(most)" : "\(fewest) to \(most)"
        let wish = fewest < runner.runs ? " of \(runner.runs) asked for" : ""
        return "\(range) tests a cell\(wish)"
    }

    private var eyes: String {
        guard !drawsAsBelieved else { return "patients drawn from the prior of the estimate" }
        switch population.thresholds {
        case .range(let range):
            let (low, high) = (fixed(range.lowerBound, 2), fixed(range.upperBound, 2))
            return "thresholds \(low) to \(high) logMAR"
        case .grid(let values):
            return "thresholds \(values.map { fixed($0, 2) }.joined(separator: ", ")) logMAR"
        }
    }
}

/// The hearing that the estimate assumes.
package enum ErrorRateBelief: Sendable, Equatable {
    /// The true hearing.
    case truth
    /// A share of misheard letters.
    case misheard(Double)

    /// The error model for patients who are heard in this way.
    ///
    /// - Parameter optotypes: the optotypes of the test.
    package func model(for matrix: ConfusionMatrix, among optotypes: OptotypeSet)
        -> RecognitionErrorModel
    {
        switch self {
        case .truth: matrix.model(among: optotypes)
        case .misheard(let share): RecognitionErrorModel(misheard: share, among: optotypes.choices)
        }
    }
}
