public import Acuity

/// A procedure whose score is told after each answer, as an operator sees it grow.
public struct WatchedProcedure: AcuityProcedure {
    private var procedure: any AcuityProcedure
    private let onScore: @Sendable (AcuityScore) -> Void

    /// - Parameters:
    ///   - procedure: what is measured, and how.
    ///   - onScore: told the score as it stands after each answer.
    public init(
        _ procedure: any AcuityProcedure, onScore: @escaping @Sendable (AcuityScore) -> Void
    ) {
        self.procedure = procedure
        self.onScore = onScore
    }

    public var next: Presentation? { procedure.next }

    public var read: [AnsweredPresentation] { procedure.read }

    public var optotypes: OptotypeSet { procedure.optotypes }

    public var sizes: ClosedRange<LogMAR> { procedure.sizes }

    public var score: AcuityScore { procedure.score }

    public mutating func take(_ answers: [Answer]) throws(ProcedureError) {
        try procedure.take(answers)
        onScore(score)
    }
}
