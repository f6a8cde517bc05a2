/// The near test's rule for the tumbling E: six right in a row go one line smaller, fewer than six
/// right end the test.
///
/// The lines go from 20/200 to 20/16. The result is the smallest line with six right (the near
/// vision app of the OHSU COOL Lab). With four directions, six right by guessing alone happen once
/// in 4,096 sets.
public struct SixInARow: AcuityProcedure {
    /// The line that is shown first.
    public let start: SnellenLine
    private var trials: LetterTrials
    private var lines: LineStaircase

    private static let rightInARow = 6
    /// 20/16.
    private static let smallestLine = 12

    /// A test about to begin.
    ///
    /// - Parameters:
    ///   - start: 20/16 at the smallest; a smaller line is taken as 20/16.
    ///   - seed: decides the directions.
    public init(
        start: SnellenLine = .largest, optotypes: OptotypeSet = .tumblingE, seed: UInt64
    ) {
        lines = LineStaircase(from: min(start.number, Self.smallestLine), to: Self.smallestLine)
        self.start = lines.line
        trials = LetterTrials(optotypes, seed: seed)
        trials.show(lines.line.size)
    }

    public var next: Presentation? { trials.next }

    public var read: [AnsweredPresentation] { trials.read }

    public var optotypes: OptotypeSet { trials.optotypes }

    public var sizes: ClosedRange<LogMAR> {
        SnellenLine.all[Self.smallestLine - 1].size...SnellenLine.largest.size
    }

    public mutating func take(_ answers: [Answer]) throws(ProcedureError) {
        guard let right = try trials.take(answers) else { return }
        lines.take(right: right)
        // The first wrong one decides the set: six in a row are out of reach.
        guard !right || lines.shown == Self.rightInARow else {
            return trials.show(lines.line.size)
        }
        if let end = lines.judge(passed: right) {
            trials.finish(end)
        } else {
            trials.show(lines.line.size)
        }
    }

    public var score: AcuityScore { lines.score(of: trials) }
}
