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
    /// Whether patients are drawn from the estimate's prior.
    package let drawsAsBelieved: Bool

    /// A cell for each procedure and each model of recognition.
    ///
    /// - Parameters:
    ///   - population: the patients.
    ///   - drawsAsBelieved: whether they are drawn from the estimate's prior.
    ///   - warmUpLetters: the letters of a warm-up before each test.
    ///   - assumed: the recognition errors that the estimate assumes.
    package init(
        _ procedures: [BenchProcedure], heard hearings: [SimulatedRecognition],
        assuming assumed: ErrorRateBelief, by population: ObserverPopulation,
        drawsAsBelieved: Bool, warmUpLetters: Int = 0, runner: BenchRunner
    ) {
        var people = population
        if drawsAsBelieved { people.thresholds = .range(SightPrior.standard.thresholdRange) }
        let patients = people
        entries =
            procedures.flatMap { procedure in
                hearings.map { hearing in
                    var cell = BenchCell(
                        procedure: procedure, population: patients, hearing: hearing.matrix,
                        assumedHearing: assumed.model(
                            for: hearing.matrix, among: procedure.optotypes),
                        drawsAsBelieved: drawsAsBelieved)
                    cell.warmUpLetters = warmUpLetters
                    return Entry(cell: cell, hearing: hearing)
                }
            }
        self.population = patients
        self.drawsAsBelieved = drawsAsBelieved
        self.runner = runner
    }

    /// Runs all cells. After a request to stop, the results are those of the tests done so far.
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
    /// The simulation in words, with the number of tests that were run. It is smaller than
    /// requested if the run was stopped early.
    package func words(for results: [SimulationResult]) -> String {
        "\(tests(results.map(\.result.runs))), two of each patient; \(eyes); seed \(runner.seed)."
    }

    /// - Parameter done: the number of tests of each cell.
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

/// The best possible precision of a test with a number of letters.
package enum SimulationBounds {
    /// A row for each number of letters: the limits of test-retest, in logMAR, for an observer who
    /// knows the threshold, and for one who has to find it in the range that the adaptive test
    /// takes as equally likely.
    package static func table(
        letters: [Int], slopes: ObserverPopulation.Slopes, showing optotypes: OptotypeSet
    ) -> String {
        let bound = InformationBound(slopes, showing: optotypes)
        let usual = SightPrior.standard.usual
        let width = fixed(usual.upperBound - usual.lowerBound, 1)
        var table = TextTable(["letters", "threshold known", "within \(width) logMAR"])
        for letters in letters {
            table.add([
                "\(letters)", fixed(bound.limitsKnowingThreshold(letters: letters), 3),
                fixed(
                    bound.limits(letters: letters, findingIn: usual.upperBound - usual.lowerBound),
                    3),
            ])
        }
        return table.lines.joined(separator: "\n") + "\n"
    }
}

/// A procedure that `aloud-workbench simulate` can be asked for.
package enum SimulatedProcedure: String, CaseIterable, Sendable {
    case chart = "etdrs"
    case chartUntilThreeWrong = "etdrs-fewer-than-3"
    case chartAtFourMetres = "etdrs-4m"
    case chartAtFourMetresUntilThreeWrong = "etdrs-4m-fewer-than-3"
    case eETDRS = "e-etdrs"
    case bestPEST = "best-pest"
    case near
    case tumblingE = "tumbling-e"
    case landolt
    case landolt8 = "landolt-8"
    case hotv
    case adaptive
    case adaptiveOneByOne = "adaptive-single"

    /// The procedures that are simulated by default: those that measure with Sloan's letters of any
    /// size.
    package static let usual: [SimulatedProcedure] = [
        .chart, .chartUntilThreeWrong, .eETDRS, .bestPEST, .adaptive,
    ]

    /// Whether the procedure can be ended after any number of letters.
    package var showsAnyNumber: Bool { self == .adaptive || self == .adaptiveOneByOne }

    /// The procedures that the bench runs.
    ///
    /// - Parameters:
    ///   - letters: the numbers of letters for procedures of any length.
    ///   - optotypes: the optotypes for procedures that can show any.
    package func benchProcedures(
        letters: [Int], showing optotypes: OptotypeSet = .sloan
    ) -> [BenchProcedure] {
        switch self {
        case .chart: [.chart()]
        case .chartUntilThreeWrong: [.chart(.fewerThanThreeRight)]
        case .chartAtFourMetres: [.chartAtFourMetres()]
        case .chartAtFourMetresUntilThreeWrong: [.chartAtFourMetres(.fewerThanThreeRight)]
        case .eETDRS: [.eETDRS]
        case .bestPEST: [.bestPEST(showing: optotypes)]
        case .near: [.near(showing: optotypes)]
        case .tumblingE: [.tumblingE]
        case .landolt: [.landolt]
        case .landolt8: [.landolt8]
        case .hotv: [.hotv]
        case .adaptive: letters.map { .adaptive(letters: $0, showing: optotypes) }
        case .adaptiveOneByOne:
            letters.map { .adaptive(letters: $0, showing: optotypes, isOneByOne: true) }
        }
    }
}
