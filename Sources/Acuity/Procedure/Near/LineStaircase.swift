/// Letters one by one, of lines of the chart from one to a smaller one: a line that is passed leads
/// to the next, the first that is not ends the test. What passes a line is the procedure's own
/// rule.
struct LineStaircase: Sendable {
    /// What was shown and answered.
    private(set) var trials: LetterTrials
    /// The line that it began with.
    let first: SnellenLine
    /// The number of the smallest line of the rule.
    private let smallest: Int
    /// The numbers of the lines that it may come to; nil where none can be shown.
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
    ///   - optotypes: what is shown.
    ///   - range: what can be shown.
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

    /// The sizes that it may come to; all of the rule's where none can be shown.
    var sizes: ClosedRange<LogMAR> {
        let lines = lines ?? 1...smallest
        return SnellenLine.all[lines.upperBound - 1]
            .size...SnellenLine.all[lines.lowerBound - 1].size
    }

    /// The line that is shown.
    private var line: SnellenLine { SnellenLine.all[number - 1] }

    /// Takes the answer to the letter shown, and shows the next one or ends.
    ///
    /// - Parameter isPassed: by the letters of the line that were answered and those of them that
    ///   were right, whether it is passed; nil where more of its letters are needed to tell.
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
