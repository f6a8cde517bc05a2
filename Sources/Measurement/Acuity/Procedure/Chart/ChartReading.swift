/// A chart read line by line and scored letter by letter, as ETDRS charts are.
///
/// It goes down from the start line to the line that meets the stop rule, or to the bottom.
///
/// **Start below the top.** Lines larger than the largest one shown count as read, five letters
/// each. That credit has to be earned: when fewer than three letters of the start line are right,
/// the test steps up line by line until a line has three right or the top is reached, since credit
/// for unread lines above a line that was not read would invent acuity. It then continues below
/// the start line, unless the start line itself met the stop rule.
///
/// **Score.** logMAR = 1.1 - 0.02 x (letters right + letters credited); five letters of 0.02 make
/// up the 0.1 between two lines, so a line read whole counts for its own size (Ferris et al. 1982).
/// With fewer than three letters in all, there is no logMAR: the acuity is worse than the largest
/// line. Only whole lines count. A test that stops early is scored by the lines read, and the
/// acuity is at least that good. Without a line, or while credit is still to be earned, there is no
/// logMAR.
///
/// **Letters left open.** A letter that was never understood is replaced: a fresh one of the same
/// size is shown alone after its line, and counts in its place. If no more may be replaced, the
/// letter stays open: a line is the last one only if it would be so with all its open letters
/// right, and there is no score. Ten such letters in a row end the test.
///
/// **Range.** Lines that cannot be shown are not read. If the requested start line is too large,
/// the test starts with the largest line that can be shown. The smallest line that can be shown
/// ends it. If credit would have to be earned on lines too large to be shown, the test ends without
/// logMAR.
public struct ChartReading: AcuityProcedure, Equatable {
    /// The chart that is read.
    public private(set) var chart: Chart
    /// The line to read first. If it is too large for the screen, the largest line that fits is
    /// first.
    public let start: SnellenLine
    /// The rule that ends the descent.
    public let stopRule: StopRule
    /// The distance that it is read from.
    public let distance: Distance
    /// The rule for letters that were never understood.
    let openLetters: OpenLetterRule
    /// The numbers of the lines that can be shown, 1 for the largest; nil where none can.
    let shownLines: ClosedRange<Int>?
    /// Lines and fresh letters read so far, in the order of reading.
    public var read: [AnsweredPresentation] { lines.read }
    /// The reading so far, by lines.
    private(set) var lines = LinesRead()
    public private(set) var next: Presentation?
    /// The reason that the test ended; nil while it continues.
    public private(set) var end: ProcedureEnd?

    /// A chart about to be read.
    ///
    /// - Parameters:
    ///   - chart: the chart.
    ///   - start: the first line shown; larger ones count as read.
    ///   - stopRule: the rule for the last line; no smaller one is shown after it.
    ///   - distance: the distance of the eye from the letters.
    ///   - range: the sizes that can be shown.
    ///   - openLetters: the rule for letters that were never understood.
    public init(
        chart: Chart, start: SnellenLine = .largest, stopRule: StopRule = .noneRight,
        distance: Distance = .fourMetres, range: SizeRange = .all,
        openLetters: OpenLetterRule = .replaced
    ) {
        self.chart = chart
        self.stopRule = stopRule
        self.distance = distance
        self.openLetters = openLetters
        let shown = range.indices(of: chart.lines.map(\.size)).map {
            $0.lowerBound + 1...$0.upperBound + 1
        }
        // A start line smaller than all that can be shown leaves nothing to begin with.
        shownLines = shown.flatMap { $0.upperBound >= start.number ? $0 : nil }
        self.start = SnellenLine.all[max(start.number, shownLines?.lowerBound ?? 1) - 1]
        next = shownLines == nil ? nil : chart.lines[self.start.number - 1]
    }

    public var prior: SightPrior {
        switch stopRule {
        case .noneRight: .standard
        case .fewerThanThreeRight: .earlyEnd
        }
    }

    public var optotypes: OptotypeSet { .sloan }

    public var sizes: ClosedRange<LogMAR> {
        let lines = shownLines ?? 1...chart.lines.count
        return chart.lines[lines.upperBound - 1].size...chart.lines[lines.lowerBound - 1].size
    }

    public mutating func take(_ answers: [Answer]) throws(ProcedureError) {
        guard let shown = next else { throw .done }
        lines.take(try AnsweredPresentation(shown, answers))
        let largest = largestRead
        if read.areGivenUp {
            finish(.notUnderstood)
        } else if let fresh = lines.nextFresh(
            of: &chart, most: openLetters.mostReplacedInChart)
        {
            next = fresh
        } else if !hasEarnedCredit, let largest {
            let larger = largest.number - 1
            if shownLines?.contains(larger) == true {
                next = chart.lines[larger - 1]
            } else {
                let isUndecided = largest.mostRight >= Self.rightToEarnCredit
                finish(isUndecided ? .notUnderstood : .largerLettersNeeded)
            }
        } else if let smallest = smallestRead, stopRule.isMet(by: smallest) {
            finish(.stopRuleMet)
        } else if let smallest = smallestRead,
            shownLines?.contains(smallest.number + 1) == true
        {
            next = chart.lines[smallest.number]
        } else {
            finish(.smallestLineRead)
        }
    }

    public mutating func redraw() {
        guard let shown = next else { return }
        guard !lines.showsFresh else {
            next = lines.redrawn(shown, of: &chart)
            return
        }
        redraw(line: shown.line)
        next = chart.lines[shown.line - 1]
    }

    /// Draws other letters for a line of the chart.
    mutating func redraw(line: Int) { chart.redraw(line) }

    /// The next fresh letter for lines of the same chart that are read elsewhere; nil if none is
    /// needed, or no more may be shown.
    mutating func nextFresh(for others: inout LinesRead) -> Presentation? {
        others.nextFresh(
            of: &chart, most: openLetters.mostReplacedInChart - lines.replaced)
    }

    /// Another fresh letter instead of the one shown, for these lines.
    mutating func redrawnFresh(_ shown: Presentation, for others: LinesRead) -> Presentation? {
        others.redrawn(shown, of: &chart)
    }

    private mutating func finish(_ reason: ProcedureEnd) {
        next = nil
        end = reason
    }

    /// Letters of a line that have to be right for the lines above it to count as read.
    private static let rightToEarnCredit = 3

    /// The largest line read so far, which is the last one of a step up, else the start line.
    var largestRead: LineRead? { lines.lines.min { $0.number < $1.number } }

    /// The smallest line read so far.
    var smallestRead: LineRead? { lines.lines.max { $0.number < $1.number } }

    /// Whether the lines above the largest line read may count as read: there are no such lines, or
    /// enough letters of the largest line were right.
    var hasEarnedCredit: Bool {
        guard let largest = largestRead else { return false }
        return largest.number == 1 || largest.right >= Self.rightToEarnCredit
    }
}

/// The rule that ends the reading of a chart from larger to smaller lines.
public enum StopRule: String, CaseIterable, Sendable, Codable {
    /// After a line with no letter right: the rule of the ETDRS charts.
    case noneRight = "none-right"
    /// After a line with fewer than three letters right: the rule of near tests that go
    /// by whole lines.
    case fewerThanThreeRight = "fewer-than-3"

    /// Whether a line with this many right letters is the last one.
    public func isMet(right: Int) -> Bool {
        switch self {
        case .noneRight: right == 0
        case .fewerThanThreeRight: right < 3
        }
    }

    /// Whether a line is the last one even if all its open letters were right.
    func isMet(by line: LineRead) -> Bool { isMet(right: line.mostRight) }
}
