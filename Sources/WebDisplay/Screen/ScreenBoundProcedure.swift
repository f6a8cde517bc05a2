public import Acuity

/// A procedure on a screen that cannot show every size: it ends where the procedure asks for
/// letters that the screen would have to falsify.
public struct ScreenBoundProcedure: AcuityProcedure {
    private var procedure: any AcuityProcedure
    private let range: ScreenRange
    private let onScore: @Sendable (AcuityScore) -> Void

    /// - Parameters:
    ///   - procedure: what is measured, and how.
    ///   - range: what the screen can show.
    ///   - onScore: told the score as it stands after each answer.
    public init(
        _ procedure: any AcuityProcedure, range: ScreenRange,
        onScore: @escaping @Sendable (AcuityScore) -> Void = { _ in }
    ) {
        self.procedure = procedure
        self.range = range
        self.onScore = onScore
    }

    public var next: Presentation? {
        procedure.next.flatMap { range.contains($0.size) ? $0 : nil }
    }

    public mutating func take(_ responses: [Response]) throws(ProcedureError) {
        guard next != nil else { throw .done }
        try procedure.take(responses)
        onScore(score)
    }

    /// Whether the screen ended the test before the procedure did, at either end of its range.
    public var endedByScreen: Bool { procedure.next != nil && next == nil }

    /// A screen with no smaller letters ends a test as a chart without a smaller line does. Where
    /// larger letters would be needed there is no end of the procedure's own, and no acuity.
    public var score: AcuityScore {
        let score = procedure.score
        guard let wanted = procedure.next, next == nil, wanted.size < range.smallest else {
            return score
        }
        return AcuityScore(
            logMAR: score.logMAR, lettersRight: score.lettersRight,
            lettersCredited: score.lettersCredited, lines: score.lines, end: .smallestLineRead,
            remarks: score.remarks.filter { $0 != .stoppedEarly } + [.beyondSmallestLine])
    }
}
