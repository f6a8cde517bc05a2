internal import Acuity
internal import MeasurementBench

extension SimulationPlan {
    /// What was simulated, in words.
    var words: String {
        "\(runner.runs) tests a cell, two of each patient; \(eyes); seed \(runner.seed)."
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
