/// Lines of the chart from one to a smaller one, each passed or not: where a staircase stands.
struct LineStaircase: Sendable {
    /// Where it began, and the number of the smallest line that it may come to.
    private let first: Int
    private let smallest: Int
    private var number: Int
    private var smallestPassed: SnellenLine?
    /// Letters shown of the line, and those of them that were right.
    private(set) var shown = 0
    private(set) var right = 0

    init(from first: Int, to smallest: Int) {
        self.first = first
        self.smallest = smallest
        number = first
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
        guard number < smallest else { return .smallestLineRead }
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
            remarks.append(first == 1 ? .beyondLargestLine : .startLineNotRead)
        }
        if trials.end == .smallestLineRead { remarks.append(.beyondSmallestLine) }
        return AcuityScore(
            logMAR: smallestPassed?.size, lettersRight: trials.read.reduce(0) { $0 + $1.right },
            lettersCredited: 0, lines: trials.read.bySize, end: trials.end, remarks: remarks)
    }
}
