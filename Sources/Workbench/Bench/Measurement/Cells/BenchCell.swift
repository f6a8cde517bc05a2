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
    /// What the estimate believes of eyes beforehand; nil for the procedure's own prior.
    public var prior: SightPrior?
    /// Whether threshold, sigma, lapse rate and share misheard of each patient are drawn as the
    /// estimate believes that they are, and not as `population` and `hearing` say. Whatever the
    /// procedure, the 95 % interval then has to hold the truth in 95 % of tests, or something is
    /// computed wrongly (Cook SR, Gelman A, Rubin DB. Validation of software for Bayesian models
    /// using posterior quantiles. J Comput Graph Stat 2006).
    public var drawsAsBelieved: Bool

    /// A cell; the parameters as the properties of their names.
    public init(
        procedure: BenchProcedure, population: ObserverPopulation, hearing: ConfusionMatrix,
        assumedHearing: HearingModel, prior: SightPrior? = nil, drawsAsBelieved: Bool = false
    ) {
        self.procedure = procedure
        self.population = population
        self.hearing = hearing
        self.assumedHearing = assumedHearing
        self.prior = prior
        self.drawsAsBelieved = drawsAsBelieved
    }
}
