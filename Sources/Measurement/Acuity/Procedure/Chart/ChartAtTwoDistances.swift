internal import Foundation

/// A chart read at four metres, and also at one metre if fewer than 20 letters were read there.
///
/// **Score.** With at least 20 letters at 4 m, the score is their number plus 30, for the six lines
/// that would be read at 1 m. Otherwise the first six lines are also read at 1 m, and the score is
/// the sum of both (ETDRS manual of operations, 1985; convention of the ETDRS charts). In logMAR
/// that is (85 - score) / 50.
///
/// **Stopped at 1 m.** Before the part at 1 m meets its stopping rule, letters not shown there are
/// missing from the score. The score at 4 m counts if it is better.
///
/// **Range.** A letter that can be shown at 4 m can be shown at 1 m, where it is larger. The screen
/// must be able to show the top line, because the score begins there. If the screen ends the
/// reading at 4 m, few letters are not a sign of poor sight: the score is that of 4 m, and marked
/// as a bound.
public struct ChartAtTwoDistances: AcuityProcedure {
    /// The reading at 4 m.
    public private(set) var far: ChartReading
    /// The answers at 1 m, in order.
    public var near: [AnsweredPresentation] { nearLines.read }
    private var nearLines = LinesRead()
    public private(set) var next: Presentation?
    private var end: ProcedureEnd?

    /// Number of lines to read at 1 m: six, or fewer if not all of them can be shown.
    private let linesAtOneMetre: Int

    private static let mostLinesAtOneMetre = 6
    /// Letters seem four times as large at a quarter of the distance: 0.6 logMAR.
    private static let gain = log10(Distance.fourMetres.metres / Distance.oneMetre.metres)

    /// A chart about to be read, from its top.
    ///
    /// - Parameters:
    ///   - chart: the chart.
    ///   - stopRule: the rule for the last line; no smaller one is shown after it.
    ///   - range: the sizes that can be shown at 4 m.
    ///   - openLetters: the rule for letters that were never understood.
    public init(
        chart: Chart, stopRule: StopRule = .noneRight, range: SizeRange = .all,
        openLetters: OpenLetterRule = .replaced
    ) {
        far = ChartReading(
            chart: chart, stopRule: stopRule, range: range, openLetters: openLetters)
        linesAtOneMetre = min(far.shownLines?.upperBound ?? 0, Self.mostLinesAtOneMetre)
        next = far.start == .largest ? far.next : nil
    }

    public var read: [AnsweredPresentation] { far.read + near }

    public var prior: SightPrior { far.prior }

    public var optotypes: OptotypeSet { .sloan }

    public var sizes: ClosedRange<LogMAR> {
        far.sizes.lowerBound...LogMAR(far.sizes.upperBound.value + Self.gain)
    }

    public mutating func take(_ answers: [Answer]) throws(ProcedureError) {
        guard let shown = next else { throw .done }
        guard far.isDone else {
            try far.take(answers)
            next = far.next ?? (readsAtOneMetre ? lineAtOneMetre(0) : nil)
            if next == nil { end = far.end }
            return
        }
        nearLines.take(try AnsweredPresentation(shown, answers))
        if read.areGivenUp {
            next = nil
            end = .notUnderstood
        } else if let fresh = far.nextFresh(for: &nearLines) {
            next = fresh
        } else if nearLines.lines.last.map(far.stopRule.isMet(by:)) == true
            || nearLines.lines.count == linesAtOneMetre
        {
            next = nil
            end = isCutShort ? .smallestLineRead : .stopRuleMet
        } else {
            next = lineAtOneMetre(nearLines.lines.count)
        }
    }

    public mutating func redraw() {
        guard let shown = next else { return }
        if nearLines.showsFresh {
            next = far.redrawnFresh(shown, for: nearLines)
        } else if far.isDone {
            far.redraw(line: shown.line)
            next = lineAtOneMetre(nearLines.lines.count)
        } else {
            far.redraw()
            next = far.next
        }
    }

    /// Whether the last line read at 1 m would have been followed by a smaller one.
    private var isCutShort: Bool {
        guard nearLines.lines.count == linesAtOneMetre, let last = nearLines.lines.last else {
            return false
        }
        return linesAtOneMetre < Self.mostLinesAtOneMetre
            && !far.stopRule.isMet(by: last)
    }

    /// Whether the chart is also read at 1 m: too few letters were read at 4 m, and neither the
    /// screen nor unclear answers were the reason.
    private var readsAtOneMetre: Bool {
        guard far.isDone, far.end != .notUnderstood else { return false }
        let remarks = far.score.remarks
        // A person who hardly reads the largest line needs no smaller ones.
        let wantsSmaller =
            remarks.contains(.beyondSmallestLine) && !remarks.contains(.beyondLargestLine)
        return !wantsSmaller
            && far.score.lettersRight < ChartReading.lettersEnoughAtFourMetres
    }

    private func lineAtOneMetre(_ index: Int) -> Presentation {
        let line = far.chart.lines[index]
        return Presentation(
            line: line.line, size: LogMAR(line.size.value + Self.gain), letters: line.letters,
            distance: .oneMetre)
    }

    public var score: AcuityScore {
        guard readsAtOneMetre else { return far.score }
        let both = scoreOfBoth
        guard end != .stopRuleMet, let atFar = far.score.logMAR,
            both.logMAR.map({ atFar < $0 }) ?? true
        else { return both }
        // A screen that has no smaller letters ends the part at 1 m before its rule does, too.
        return AcuityScore(
            logMAR: atFar, lettersRight: both.lettersRight, lettersCredited: 0, lines: both.lines,
            end: end,
            remarks: both.remarks.filter { $0 == .stoppedEarly || $0 == .beyondSmallestLine })
    }

    /// Whether the score would depend on letters that were never understood.
    private var isLeftOpen: Bool {
        far.openLetters.withholdsScore(open: far.lines.open + nearLines.open)
    }

    /// The score from the letters at both distances. It has no acuity before a line is read at 1 m.
    private var scoreOfBoth: AcuityScore {
        let lettersRight = far.score.lettersRight + near.lettersRight
        var remarks: [AcuityRemark] = []
        if end == nil || end == .notUnderstood { remarks.append(.stoppedEarly) }
        if isLeftOpen { remarks.append(.lettersLeftOpen) }
        if let first = nearLines.lines.first, first.mostRight < 3 {
            remarks.append(.beyondLargestLine)
        }
        if end == .smallestLineRead, let smallest = nearLines.lines.last,
            !far.stopRule.isMet(right: smallest.right)
        {
            remarks.append(.beyondSmallestLine)
        }
        return AcuityScore(
            logMAR: near.isEmpty || isLeftOpen
                ? nil : LogMAR(hundredths: 170 - 2 * lettersRight),
            lettersRight: lettersRight, lettersCredited: 0, lines: near + far.score.lines,
            end: end, remarks: remarks
        ).bounded(by: sizes)
    }
}
