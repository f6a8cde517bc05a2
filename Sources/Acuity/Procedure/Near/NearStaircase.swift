/// The near test's staircase: letters one by one, five a line, down from a line that the person
/// chooses until fewer than three of a line are right.
///
/// The lines go from 20/200 to 20/20. The result is the smallest line with three right (the near
/// vision app of the OHSU COOL Lab, from which this project began).
public struct NearStaircase: AcuityProcedure {
    /// The line that is shown first.
    public var start: SnellenLine { staircase.first }
    private var staircase: LineStaircase

    private static let lettersInLine = 5
    private static let rightToPass = 3
    /// The smallest line, 20/20.
    public static let smallest = SnellenLine.all[smallestLine - 1]
    private static let smallestLine = 11

    /// A test about to begin.
    ///
    /// - Parameters:
    ///   - start: 20/20 at the smallest; a smaller line is taken as 20/20, and one too large to be
    ///     shown as the largest that can be.
    ///   - optotypes: what is shown; the near app shows Sloan's letters.
    ///   - range: what can be shown.
    ///   - seed: decides the letters.
    public init(
        start: SnellenLine = .largest, optotypes: OptotypeSet = .sloan, range: SizeRange = .all,
        seed: UInt64
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
            answered == Self.lettersInLine ? right >= Self.rightToPass : nil
        }
    }

    public var score: AcuityScore { staircase.score }
}
