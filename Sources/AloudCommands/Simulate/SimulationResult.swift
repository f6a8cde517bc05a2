internal import MeasurementBench

/// A cell's result, with the name of its hearing.
struct SimulationResult: Sendable {
    let entry: SimulationPlan.Entry
    let result: CellResult
}
