internal import MeasurementBench

/// A cell's result, with the name of its hearing.
struct SimulationResult: Sendable {
    let entry: SimulationPlan.Entry
    let result: CellResult

    /// The procedure in words, with its length where it has one.
    var name: String { result.cell.procedure.title }

    /// The share of letters, 0...1, that the hearing mishears.
    var misheard: Double {
        result.cell.hearing.misheard(among: result.cell.procedure.optotypes)
    }

    /// The share of letters that the hearing mishears, as results are compared by.
    var rate: MisheardRate { MisheardRate(misheard) }
}
