/// Single letters from the lines of a chart, from larger lines to smaller ones. A line that is
/// passed leads to the next; the first line that is not passed ends the test. The procedure's own
/// rule decides when a line is passed.
struct LineStaircase: Sendable {
    /// The letters shown, with their answers.
    private(set) var trials: LetterTrials
    /// The line that it began with.
    let first: SnellenLine
    /// The number of the smallest line of the rule.
    private let smallest: Int
    /// The numbers of the lines within reach; nil if none can be shown.
    private let lines: ClosedRange<Int>?
    private var number: Int
    private var smallestPassed: SnellenLine?
    /// Letters answered of the line, and those of them that were right.
    private var answered = 0
    private var right = 0

    /// A staircase about to begin.
    ///
    /// - Parameters:
    ///   - start: where it begins, if that is no smaller than the smallest line and no larger than
    ///     can be shown.
    ///   - smallest: the number of the smallest line of the rule.
    ///   - optotypes: the set to show.
    ///   - range: the sizes that can be shown.
    ///   - seed: decides the letters.
    init(
        from start: SnellenLine, to smallest: Int, optotypes: OptotypeSet, range: SizeRange,
        seed: UInt64
    ) {
        let shown = range.indices(of: SnellenLine.all.prefix(smallest).map(\.size))
        let asked = min(start.number, smallest)
        lines = shown.flatMap {
            $0.upperBound + 1 >= asked ? $0.lowerBound + 1...$0.upperBound + 1 : nil
        }
        number = max(asked, lines?.lowerBound ?? 1)
        first = SnellenLine.all[number - 1]
        self.smallest = smallest
        trials = LetterTrials(optotypes, seed: seed)
        if lines != nil { trials.show(line.size) }
    }

    /// The sizes within reach; all sizes of the rule if none can be shown.
    var sizes: ClosedRange<LogMAR> {
        let lines = lines ?? 1...smallest
        return SnellenLine.all[lines.upperBound - 1]
            .size...SnellenLine.all[lines.lowerBound - 1].size
    }

    /// The line that is shown.
    private var line: SnellenLine { SnellenLine.all[number - 1] }

    /// Takes the answer to the letter shown, and shows the next one or ends.
    ///
    /// - Parameter isPassed: whether the line is passed, by the number of its letters that were
    ///   answered and of those that were right; nil if it needs more letters.
    /// - Throws: `ProcedureError`, as the procedure does.
    mutating func take(
        _ answers: [Answer], isPassed: (_ answered: Int, _ right: Int) -> Bool?
    ) throws(ProcedureError) {
        guard let isRight = try trials.take(answers) else { return }
        answered += 1
        if isRight { right += 1 }
        if let passed = isPassed(answered, right), let end = judge(passed: passed) {
            trials.finish(end)
        } else {
            trials.show(line.size)
        }
    }

    /// Goes on to the next line, or gives the reason to end.
    private mutating func judge(passed: Bool) -> ProcedureEnd? {
        guard passed else { return .stopRuleMet }
        smallestPassed = line
        guard lines?.contains(number + 1) == true else { return .smallestLineRead }
        number += 1
        answered = 0
        right = 0
        return nil
    }

    /// The score: the smallest line passed.
    var score: AcuityScore {
        var remarks: [AcuityRemark] = []
        if trials.end == nil || trials.end == .notUnderstood { remarks.append(.stoppedEarly) }
        if trials.end == .stopRuleMet, smallestPassed == nil {
            let isLargest = first.number == lines?.lowerBound
            remarks.append(isLargest ? .beyondLargestLine : .startLineNotRead)
        }
        if trials.end == .smallestLineRead { remarks.append(.beyondSmallestLine) }
        return AcuityScore(
            logMAR: smallestPassed?.size, lettersRight: trials.read.lettersRight,
            lettersCredited: 0, lines: trials.read.bySize, end: trials.end, remarks: remarks)
    }
}

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
    ///   - optotypes: the set to show; the near app shows Sloan's letters.
    ///   - range: the sizes that can be shown.
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
    ///   - optotypes: the set to show.
    ///   - range: the sizes that can be shown.
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
