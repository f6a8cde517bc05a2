package import Acuity
package import CommandLineKit
internal import Platform

/// What is to be simulated.
package struct SimulationPlan: Sendable {
    /// A cell, with the name of its hearing.
    package struct Entry: Sendable {
        package let cell: BenchCell
        package let hearing: SimulatedHearing
    }

    package let entries: [Entry]
    package let runner: BenchRunner
    package let population: ObserverPopulation
    /// Whether patients are drawn as the estimate believes them to be.
    package let drawsAsBelieved: Bool

    /// A cell for each procedure and each way to hear.
    ///
    /// - Parameters:
    ///   - population: the patients.
    ///   - drawsAsBelieved: whether they are drawn as the estimate believes them to be.
    ///   - assumed: what the estimate believes about how they are heard.
    package init(
        _ procedures: [BenchProcedure], heard hearings: [SimulatedHearing],
        assuming assumed: HearingBelief, by population: ObserverPopulation,
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
                "Stopped: \(results.count) of \(entries.count) cells were begun; the last may have"
                    + " fewer tests than asked for.")
        }
        return results
    }
}
