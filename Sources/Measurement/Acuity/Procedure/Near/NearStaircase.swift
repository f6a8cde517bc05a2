/// The near test: single letters from the lines of a chart, from larger lines to smaller ones. A
/// line that is passed leads to the next. The result is the smallest line passed (the rule of the
/// OHSU COOL Lab's near vision app).
///
/// A line that is not passed is shown once more, so that one slip or one misheard answer does not
/// end the test. If the line is not passed again, the test ends; but if no line was passed yet,
/// larger lines follow until one is. (The app ends with the first miss.) There are at most ten
/// letters a line for `threeOfFive`, and twelve for `sixInARow`.
public struct NearStaircase: AcuityProcedure {
    /// The rule for passing a line.
    public enum Rule: Sendable {
        /// Three right of the five letters of a line; lines to 20/20.
        case threeOfFive
        /// Six right in a row; lines to 20/16. With four directions, six right by guessing alone
        /// happen once in 4,096 sets, with eight once in 262,144.
        case sixInARow

        /// The smallest line.
        public var smallest: SnellenLine { SnellenLine.all[self == .threeOfFive ? 10 : 11] }

        /// The set that the near app shows.
        fileprivate var usualOptotypes: OptotypeSet { self == .threeOfFive ? .sloan : .tumblingE }

        /// Whether a line is passed with these counts of letters; nil if it needs more letters.
        fileprivate func isPassed(answered: Int, right: Int) -> Bool? {
            switch self {
            case .threeOfFive: answered == 5 ? right >= 3 : nil
            // The first wrong letter fails the set.
            case .sixInARow: right < answered ? false : right == 6 ? true : nil
            }
        }
    }

    private let rule: Rule
    /// The letters shown, with their answers.
    private var trials: LetterTrials
    /// The line that is shown first.
    public let start: SnellenLine
    /// The numbers of the lines within reach; nil if none can be shown.
    private let lines: ClosedRange<Int>?
    private var number: Int
    private var smallestPassed: SnellenLine?
    /// Whether the line is shown for the second time.
    private var isRepeated = false
    /// Whether the start line was not passed, so that larger lines follow.
    private var hasGoneBack = false
    /// Numbers of answered and of right letters of the line.
    private var answered = 0
    private var right = 0

    /// A test about to begin.
    ///
    /// - Parameters:
    ///   - rule: when a line is passed.
    ///   - start: the first line. A line smaller than the rule's smallest becomes that one. A line
    ///     too large to be shown becomes the largest that can be shown.
    ///   - optotypes: the set to show; if nil, that of the near app: Sloan letters for
    ///     `threeOfFive`, the tumbling E for `sixInARow`.
    ///   - range: the sizes that can be shown.
    ///   - openLetters: the rule for letters that were never understood.
    ///   - seed: decides the letters.
    public init(
        _ rule: Rule = .threeOfFive, start: SnellenLine = .largest, optotypes: OptotypeSet? = nil,
        range: SizeRange = .all, openLetters: OpenLetterRule = .replaced, seed: UInt64
    ) {
        self.rule = rule
        let smallest = rule.smallest.number
        let shown = range.indices(of: SnellenLine.all.prefix(smallest).map(\.size))
        let asked = min(start.number, smallest)
        lines = shown.flatMap {
            $0.upperBound + 1 >= asked ? $0.lowerBound + 1...$0.upperBound + 1 : nil
        }
        number = max(asked, lines?.lowerBound ?? 1)
        self.start = SnellenLine.all[number - 1]
        trials = LetterTrials(
            optotypes ?? rule.usualOptotypes, rule: openLetters, seed: seed)
        if lines != nil { trials.show(line.size) }
    }

    public var next: Presentation? { trials.next }

    public mutating func redraw() { trials.redraw() }

    public var read: [AnsweredPresentation] { trials.read }

    public var optotypes: OptotypeSet { trials.optotypes }

    public var prior: SightPrior { .fewLetters }

    /// The sizes within reach; all sizes of the rule if none can be shown.
    public var sizes: ClosedRange<LogMAR> {
        let lines = lines ?? 1...rule.smallest.number
        return SnellenLine.all[lines.upperBound - 1]
            .size...SnellenLine.all[lines.lowerBound - 1].size
    }

    /// The line that is shown.
    private var line: SnellenLine { SnellenLine.all[number - 1] }

    public mutating func take(_ answers: [Answer]) throws(ProcedureError) {
        guard let isRight = try trials.take(answers) else { return }
        answered += 1
        if isRight { right += 1 }
        if let passed = rule.isPassed(answered: answered, right: right),
            let end = judge(passed: passed)
        {
            trials.finish(end)
        } else {
            trials.show(line.size)
        }
    }

    /// Continues to the next line, or gives the reason to end.
    private mutating func judge(passed: Bool) -> ProcedureEnd? {
        (answered, right) = (0, 0)
        guard passed else {
            if !isRepeated {
                isRepeated = true
                return nil
            }
            // Until a line is passed, larger lines follow.
            guard smallestPassed == nil, lines?.contains(number - 1) == true else {
                return .stopRuleMet
            }
            number -= 1
            hasGoneBack = true
            isRepeated = false
            return nil
        }
        smallestPassed = line
        // The next smaller line was not passed, twice.
        guard !hasGoneBack else { return .stopRuleMet }
        guard lines?.contains(number + 1) == true else { return .smallestLineRead }
        number += 1
        isRepeated = false
        return nil
    }

    public var score: AcuityScore {
        var remarks: [AcuityRemark] = []
        if trials.end == nil || trials.end == .notUnderstood { remarks.append(.stoppedEarly) }
        if trials.areLeftOpen { remarks.append(.lettersLeftOpen) }
        if trials.end == .stopRuleMet, smallestPassed == nil {
            remarks.append(.beyondLargestLine)
        }
        if trials.end == .smallestLineRead { remarks.append(.beyondSmallestLine) }
        return AcuityScore(
            logMAR: trials.areLeftOpen ? nil : smallestPassed?.size,
            lettersRight: trials.read.lettersRight,
            lettersCredited: 0, lines: trials.read.bySize, end: trials.end, remarks: remarks)
    }
}
