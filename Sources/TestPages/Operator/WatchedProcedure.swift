public import Acuity

/// A procedure whose figure is told after each answer, as an operator sees it grow.
public struct WatchedProcedure: AcuityProcedure {
    private var procedure: any AcuityProcedure
    private let hearing: HearingModel
    private let onFigure: @Sendable (LogMAR?) -> Void

    /// Watches a procedure, which is otherwise as it was.
    ///
    /// - Parameters:
    ///   - procedure: what is measured, and how.
    ///   - hearing: how letters are heard.
    ///   - onFigure: told after each answer the score as it stands, or the estimate where there is
    ///     none yet.
    public init(
        _ procedure: any AcuityProcedure, hearing: HearingModel,
        onFigure: @escaping @Sendable (LogMAR?) -> Void
    ) {
        self.procedure = procedure
        self.hearing = hearing
        self.onFigure = onFigure
    }

    public var next: Presentation? { procedure.next }

    public var read: [AnsweredPresentation] { procedure.read }

    public var optotypes: OptotypeSet { procedure.optotypes }

    public var prior: SightPrior { procedure.prior }

    public var sizes: ClosedRange<LogMAR> { procedure.sizes }

    public var score: AcuityScore { procedure.score }

    public mutating func take(_ answers: [Answer]) throws(ProcedureError) {
        try procedure.take(answers)
        let estimate = procedure.estimate(hearing: hearing).ifReliable
        onFigure(score.logMAR ?? estimate?.figure)
    }
}
