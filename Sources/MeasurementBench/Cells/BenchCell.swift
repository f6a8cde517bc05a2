public import Acuity

/// One cell of the bench: a procedure, the patients it is tried on, and how they are heard.
public struct BenchCell: Sendable {
    /// How acuity is measured.
    public var procedure: BenchProcedure
    /// Who is measured.
    public var population: ObserverPopulation
    /// How the patients are heard in truth.
    public var hearing: ConfusionMatrix
    /// How the estimate, and a procedure that plans with it, believe that they are heard.
    public var assumedHearing: HearingModel
    /// What the estimate believes of eyes beforehand.
    public var prior: SightPrior

    /// A cell.
    public init(
        procedure: BenchProcedure, population: ObserverPopulation, hearing: ConfusionMatrix,
        assumedHearing: HearingModel, prior: SightPrior = .standard
    ) {
        self.procedure = procedure
        self.population = population
        self.hearing = hearing
        self.assumedHearing = assumedHearing
        self.prior = prior
    }
}
