/// The near test's rule for the tumbling E: six right in a row go one line smaller, fewer than six
/// right end the test.
///
/// The lines go from 20/200 to 20/16. The result is the smallest line with six right (the near
/// vision app of the OHSU COOL Lab). With four directions, six right by guessing alone happen once
/// in 4,096 sets, with eight once in 262,144.
public struct SixInARow: AcuityProcedure {
    /// The line that is shown first.
    public var start: SnellenLine { staircase.first }
    private var staircase: LineStaircase

    private static let rightInARow = 6
    /// The smallest line, 20/16.
    public static let smallest = SnellenLine.all[smallestLine - 1]
    private static let smallestLine = 12

    /// A test about to begin.
    ///
    /// - Parameters:
    ///   - start: 20/16 at the smallest; a smaller line is taken as 20/16, and one too large to be
    ///     shown as the largest that can be.
    ///   - optotypes: what is shown.
    ///   - range: what can be shown.
    ///   - seed: decides the directions.
    public init(
        start: SnellenLine = .largest, optotypes: OptotypeSet = .tumblingE,
        range: SizeRange = .all, seed: UInt64
    ) {
        staircase = LineStaircase(
            from: start, to: Self.smallestLine, optotypes: optotypes, range: range, seed: seed)
    }

    public var next: Presentation? { staircase.trials.next }

    public var read: [AnsweredPresentation] { staircase.trials.read }

    public var optotypes: OptotypeSet { staircase.trials.optotypes }

    public var prior: SightPrior { .fewLetters }

    public var sizes: ClosedRange<LogMAR> { staircase.sizes }

    public mutating func take(_ answers: [Answer]) throws(ProcedureError) {
        try staircase.take(answers) { answered, right in
            // The first wrong one decides the set: six in a row are out of reach.
            if right < answered { return false }
            return right == Self.rightInARow ? true : nil
        }
    }

    public var score: AcuityScore { staircase.score }
}
