internal import Acuity
internal import CommandLineKit
package import Platform
internal import Synchronization

/// Reports the progress of a long simulation, and its speed at the end.
final class SimulationProgress: Sendable {
    private struct State {
        var done = 0
        var told: ContinuousClock.Instant
        var hasTold = false
    }

    private let tests: Int
    private let console: Console
    private let start: ContinuousClock.Instant
    private let state: Mutex<State>

    /// The least time between two messages, on a terminal and in a file.
    private func silence(hasTold: Bool) -> Duration {
        if console.terminal.hasColor { return .milliseconds(250) }
        return hasTold ? .seconds(10) : .seconds(1)
    }

    /// - Parameter tests: the number of tests to do.
    init(tests: Int, console: Console) {
        self.tests = tests
        self.console = console
        start = ContinuousClock.now
        state = Mutex(State(told: start))
    }

    /// Counts more tests as done.
    func advance(by count: Int) {
        state.withLock { state in
            state.done += count
            let now = ContinuousClock.now
            guard now - state.told >= silence(hasTold: state.hasTold) else { return }
            state.told = now
            state.hasTold = true
            show("\(state.done) of \(tests) tests, \(100 * state.done / max(tests, 1)) %")
        }
    }

    /// Prints the number of tests and the time, at the end.
    func finish() {
        state.withLock { state in
            let seconds = (ContinuousClock.now - start) / .seconds(1)
            let words = "\(state.done.counting("test")) in \((10 * seconds).rounded() / 10) s"
            show(words)
            if console.terminal.hasColor { console.say("") }
        }
    }

    private func show(_ words: String) {
        guard console.terminal.hasColor else { return console.say(words) }
        // Go to the first column, and clear the rest of the line (ECMA-48).
        try? console.messages.write("\r\(words)\u{1B}[K")
    }
}

/// A procedure that measures the time of its choices.
struct TimedProcedure: AcuityProcedure {
    private var procedure: any AcuityProcedure
    private let times: ChoiceTimes

    init(_ procedure: any AcuityProcedure, _ times: ChoiceTimes) {
        self.procedure = procedure
        self.times = times
    }

    var next: Presentation? { procedure.next }

    var read: [AnsweredPresentation] { procedure.read }

    var optotypes: OptotypeSet { procedure.optotypes }

    var prior: SightPrior { procedure.prior }

    var sizes: ClosedRange<LogMAR> { procedure.sizes }

    var score: AcuityScore { procedure.score }

    mutating func take(_ answers: [Answer]) throws(ProcedureError) {
        let start = ContinuousClock.now
        try procedure.take(answers)
        times.add(ContinuousClock.now - start)
    }
}

/// The times that a procedure took for its choices.
final class ChoiceTimes: Sendable {
    private let seconds = Mutex<[Double]>([])

    func add(_ duration: Duration) {
        let time = duration / .seconds(1)
        seconds.withLock { $0.append(time) }
    }

    /// All times in seconds, the shortest first.
    var sorted: [Double] { seconds.withLock { $0.sorted() } }
}

/// The computing time of procedures on one core: of a whole simulated test with its estimate, and
/// of the choice of the next letters.
package enum SimulationSpeed {
    /// A row for each cell of a plan; fewer after a request to stop.
    package static func table(_ plan: SimulationPlan, until stop: StopRequest) throws -> String {
        var table = TextTable(
            ["", "misheard", "tests", "ms a test", "choice, median ms", "99 % ms", "slowest ms"])
        for entry in plan.entries where !stop.isRequested {
            let times = ChoiceTimes()
            let procedure = entry.cell.procedure
            var cell = entry.cell
            cell.procedure = BenchProcedure(
                name: procedure.name, title: procedure.title, optotypes: procedure.optotypes
            ) { TimedProcedure(procedure.begin($0), times) }
            var runner = plan.runner
            runner.threads = 1
            let start = ContinuousClock.now
            let result = try runner.run(cell) { stop.isRequested }
            let seconds = (ContinuousClock.now - start) / .seconds(1)
            let choices = times.sorted
            guard result.runs > 0, let slowest = choices.last else { continue }
            func share(_ share: Double) -> Double {
                choices[Int(share * Double(choices.count - 1))]
            }
            table.add([
                procedure.title,
                percent(cell.hearing.misheard(among: procedure.optotypes), 1), "\(result.runs)",
                fixed(1000 * seconds / Double(result.runs), 2), fixed(1000 * share(0.5), 2),
                fixed(1000 * share(0.99), 2), fixed(1000 * slowest, 2),
            ])
        }
        return table.lines.joined(separator: "\n") + "\n"
    }
}
