/// Lines of the chart from one to a smaller one, each passed or not: where a staircase stands.
struct LineStaircase: Sendable {
    /// The numbers of the lines that it may come to; nil where none can be shown.
    let lines: ClosedRange<Int>?
    /// The line that it began with.
    let first: SnellenLine
    private var number: Int
    private var smallestPassed: SnellenLine?
    /// Letters shown of the line, and those of them that were right.
    private(set) var shown = 0
    private(set) var right = 0

    /// A staircase about to begin.
    ///
    /// - Parameters:
    ///   - start: where it begins, if that is no smaller than the smallest line and no larger than
    ///     can be shown.
    ///   - smallest: the number of the smallest line of the rule.
    init(from start: SnellenLine, to smallest: Int, range: SizeRange) {
        let shown = range.indices(of: SnellenLine.all.prefix(smallest).map(\.size))
        let asked = min(start.number, smallest)
        lines = shown.flatMap {
            $0.upperBound + 1 >= asked ? $0.lowerBound + 1...$0.upperBound + 1 : nil
        }
        number = max(asked, lines?.lowerBound ?? 1)
        first = SnellenLine.all[number - 1]
    }

    /// The sizes that it may come to; all of the rule's where none can be shown.
    func sizes(to smallest: Int) -> ClosedRange<LogMAR> {
        let lines = lines ?? 1...smallest
        return SnellenLine.all[lines.upperBound - 1]
            .size...SnellenLine.all[lines.lowerBound - 1].size
    }

    /// The line that is shown.
    var line: SnellenLine { SnellenLine.all[number - 1] }

    mutating func take(right isRight: Bool) {
        shown += 1
        if isRight { right += 1 }
    }

    /// Goes on to the next line, or gives the reason to end.
    mutating func judge(passed: Bool) -> ProcedureEnd? {
        guard passed else { return .stopRuleMet }
        smallestPassed = line
        guard lines?.contains(number + 1) == true else { return .smallestLineRead }
        number += 1
        shown = 0
        right = 0
        return nil
    }

    /// The score: the smallest line passed.
    func score(of trials: LetterTrials) -> AcuityScore {
        var remarks: [AcuityRemark] = []
        if trials.end == nil || trials.end == .notUnderstood { remarks.append(.stoppedEarly) }
        if trials.end == .stopRuleMet, smallestPassed == nil {
            let isLargest = first.number == lines?.lowerBound
            remarks.append(isLargest ? .beyondLargestLine : .startLineNotRead)
        }
        if trials.end == .smallestLineRead { remarks.append(.beyondSmallestLine) }
        return AcuityScore(
            logMAR: smallestPassed?.size, lettersRight: trials.read.reduce(0) { $0 + $1.right },
            lettersCredited: 0, lines: trials.read.bySize, end: trials.end, remarks: remarks)
    }
}
