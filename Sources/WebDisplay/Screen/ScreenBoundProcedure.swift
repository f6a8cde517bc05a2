public import Acuity

/// A procedure on a screen that cannot show every size: it ends where the procedure asks for
/// letters that the screen would have to falsify.
public struct ScreenBoundProcedure: AcuityProcedure {
    private var procedure: any AcuityProcedure
    private let range: ScreenRange
    private let distance: Distance
    private let onScore: @Sendable (AcuityScore) -> Void

    /// - Parameters:
    ///   - procedure: what is measured, and how.
    ///   - range: what the screen can show.
    ///   - distance: from which.
    ///   - onScore: told the score as it stands after each answer.
    public init(
        _ procedure: any AcuityProcedure, range: ScreenRange, at distance: Distance = .fourMetres,
        onScore: @escaping @Sendable (AcuityScore) -> Void = { _ in }
    ) {
        self.procedure = procedure
        self.range = range
        self.distance = distance
        self.onScore = onScore
    }

    public var next: Presentation? {
        procedure.next.flatMap { range.contains($0, at: distance) ? $0 : nil }
    }

    public var read: [AnsweredPresentation] { procedure.read }

    public var optotypes: OptotypeSet { procedure.optotypes }

    /// Those of the procedure that the screen can show; all of the procedure's where it can show
    /// none.
    public var sizes: ClosedRange<LogMAR> {
        let own = procedure.sizes
        let smallest = max(own.lowerBound, range.smallest)
        let largest = min(own.upperBound, range.largest)
        return smallest <= largest ? smallest...largest : own
    }

    public mutating func take(_ answers: [Answer]) throws(ProcedureError) {
        guard next != nil else { throw .done }
        try procedure.take(answers)
        onScore(score)
    }

    /// Whether the screen ended the test before the procedure did, at either end of its range.
    public var endedByScreen: Bool { procedure.next != nil && next == nil }

    /// A screen with no smaller letters ends a test as a chart without a smaller line does. Where
    /// larger letters would be needed there is no end of the procedure's own, and no acuity.
    public var score: AcuityScore {
        let score = procedure.score
        guard let wanted = procedure.next, next == nil,
            let smallest = wanted.sizes.min()?.moved(from: wanted.distance, to: distance),
            smallest < range.smallest
        else { return score }
        return AcuityScore(
            logMAR: score.logMAR, lettersRight: score.lettersRight,
            lettersCredited: score.lettersCredited, lines: score.lines, end: .smallestLineRead,
            remarks: score.remarks.filter { $0 != .stoppedEarly } + [.beyondSmallestLine])
    }
}
