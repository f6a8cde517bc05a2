/// A chart read line by line and scored letter by letter, as ETDRS charts are.
///
/// It goes down from the start line to the line that meets the stop rule, or to the bottom.
///
/// **Start below the top.** Lines larger than the largest one shown count as read, five letters
/// each. That credit has to be earned: when fewer than three letters of the start line are right,
/// the test steps up line by line until a line has three right or the top is reached, since credit
/// for unread lines above a line that was not read would invent acuity. It then goes on below
/// the start line, unless the start line itself met the stop rule.
///
/// **Score.** logMAR = 1.1 - 0.02 x (letters right + letters credited); five letters of 0.02 make up
/// the 0.1 between two lines, so a line read whole counts for its own size (Ferris et al. 1982).
/// Only whole lines count. A test left off early is scored by the lines it has, which is the least
/// that the eye can do; without a line, or while credit is still to be earned, there is no logMAR.
public struct ChartReading: AcuityProcedure, Equatable {
    /// The chart that is read.
    public let chart: Chart
    /// The line that is read first.
    public let start: SnellenLine
    /// When it is left off.
    public let stopRule: StopRule
    /// The distance that it is read from.
    public let distance: Distance
    /// Lines read so far, in the order of reading.
    public private(set) var read: [AnsweredPresentation] = []
    public private(set) var next: Presentation?
    /// Why the test came to its end; nil while it goes on.
    public private(set) var end: ProcedureEnd?

    /// A chart about to be read.
    public init(
        chart: Chart, start: SnellenLine = .largest, stopRule: StopRule = .noneRight,
        distance: Distance = .fourMetres
    ) {
        self.chart = chart
        self.start = start
        self.stopRule = stopRule
        self.distance = distance
        next = chart.lines[start.number - 1]
    }

    public var optotypes: OptotypeSet { .sloan }

    public var sizes: ClosedRange<LogMAR> {
        chart.lines.reduce(start.size...start.size) { range, line in
            min(range.lowerBound, line.size)...max(range.upperBound, line.size)
        }
    }

    public mutating func take(_ answers: [Answer]) throws(ProcedureError) {
        guard let shown = next else { throw .done }
        read.append(try AnsweredPresentation(shown, answers))
        let largest = largestRead
        if !hasEarnedCredit, let largest {
            next = chart.lines[largest.presentation.line - 2]
        } else if let smallest = smallestRead, stopRule.isMet(right: smallest.right) {
            finish(.stopRuleMet)
        } else if let smallest = smallestRead, smallest.presentation.line < chart.lines.count {
            next = chart.lines[smallest.presentation.line]
        } else {
            finish(.smallestLineRead)
        }
    }

    private mutating func finish(_ reason: ProcedureEnd) {
        next = nil
        end = reason
    }

    /// Letters of a line that have to be right for the lines above it to count as read.
    private static let rightToEarnCredit = 3

    /// The largest line read so far, which is the last one of a step up, else the start line.
    var largestRead: AnsweredPresentation? {
        read.min { $0.presentation.line < $1.presentation.line }
    }

    /// The smallest line read so far.
    var smallestRead: AnsweredPresentation? {
        read.max { $0.presentation.line < $1.presentation.line }
    }

    /// Whether the lines above the largest one read may count as read: there are none, or enough
    /// of it was right.
    var hasEarnedCredit: Bool {
        guard let largest = largestRead else { return false }
        return largest.presentation.line == 1 || largest.right >= Self.rightToEarnCredit
    }
}
