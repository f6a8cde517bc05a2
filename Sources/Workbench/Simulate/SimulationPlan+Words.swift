internal import Acuity
internal import Platform

extension SimulationPlan {
    /// What was simulated, in words: the tests that were done, which are fewer than asked for where it
    /// was stopped before its end.
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
        guard !drawsAsBelieved else { return "patients as the estimate believes them to be" }
        switch population.thresholds {
        case .range(let range):
            let (low, high) = (fixed(range.lowerBound, 2), fixed(range.upperBound, 2))
            return "thresholds \(low) to \(high) logMAR"
        case .grid(let values):
            return "thresholds \(values.map { fixed($0, 2) }.joined(separator: ", ")) logMAR"
        }
    }
}
