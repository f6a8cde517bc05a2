internal import CommandLineKit
package import Platform

/// How fast procedures are, on one core: a whole simulated test, its estimate among it, and the
/// choice of what to show after an answer.
package enum SimulationSpeed {
    /// A row for each cell of a plan; fewer where it is asked to stop.
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
