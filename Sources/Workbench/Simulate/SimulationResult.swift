/// A cell's result, with the name of its hearing.
package struct SimulationResult: Sendable {
    package let entry: SimulationPlan.Entry
    package let result: CellResult

    /// The procedure in words, with its length where it has one.
    package var name: String { result.cell.procedure.title }

    /// The share of letters, 0...1, that the hearing mishears.
    package var misheard: Double {
        result.cell.hearing.misheard(among: result.cell.procedure.optotypes)
    }

    /// The share of letters that the hearing mishears, as results are compared by.
    package var rate: MisheardRate { MisheardRate(misheard) }
}
