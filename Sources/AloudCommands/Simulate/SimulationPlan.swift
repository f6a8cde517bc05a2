internal import Acuity
internal import HandsFree
internal import MeasurementBench

/// What is to be simulated, as the options of `aloud simulate` say.
struct SimulationPlan: Sendable {
    /// A cell, with the name of its hearing.
    struct Entry: Sendable {
        let cell: BenchCell
        let hearing: SimulatedHearing
    }

    let entries: [Entry]
    let runner: BenchRunner
    let population: ObserverPopulation
    /// Whether patients are drawn as the estimate believes them to be.
    let drawsAsBelieved: Bool

    /// The plan of a command line.
    init(_ arguments: ParsedArguments) throws {
        var population = try SimulateOptions.population(arguments)
        let drawsAsBelieved = try arguments[SimulateOptions.believed]
        if drawsAsBelieved { population.thresholds = .range(SightPrior.standard.thresholdRange) }
        let people = population
        let letters = try arguments[SimulateOptions.letters]
        let optotypes = try arguments[SimulateOptions.optotype]
        let procedures = try arguments[SimulateOptions.procedures]
            .flatMap { $0.benchProcedures(letters: letters, showing: optotypes) }
        let hearings = try SimulateOptions.hearings(
            arguments, showing: procedures.map(\.optotypes))
        let assumed = try arguments[SimulateOptions.assume]
        entries =
            procedures.flatMap { procedure in
                hearings.map { hearing in
                    Entry(
                        cell: BenchCell(
                            procedure: procedure, population: people, hearing: hearing.matrix,
                            assumedHearing: assumed.model(
                                for: hearing.matrix, among: procedure.optotypes),
                            drawsAsBelieved: drawsAsBelieved),
                        hearing: hearing)
                }
            }
        self.population = people
        self.drawsAsBelieved = drawsAsBelieved
        runner = BenchRunner(
            seed: try arguments[SimulateOptions.seed], runs: try arguments[SimulateOptions.runs],
            threads: try SimulateOptions.threadCount(arguments))
    }

    /// Runs all cells, or as many as there is time for until it is asked to stop.
    func run(in environment: CommandEnvironment) throws -> [SimulationResult] {
        let stop = environment.stop
        var told: Set<String> = []
        for note in entries.flatMap(\.hearing.notes) where told.insert(note).inserted {
            environment.say("Note: \(note)")
        }
        let progress = SimulationProgress(
            tests: entries.count * runner.runs, environment: environment)
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
            environment.say(
                "Stopped: \(results.count) of \(entries.count) cells were begun; the last may have"
                    + " fewer tests than asked for.")
        }
        return results
    }
}
