/// The result of a procedure, with all letters shown and all answers.
public struct AcuityScore: Sendable, Equatable {
    /// The acuity; nil while nothing was measured.
    public let logMAR: LogMAR?
    /// Letters that were read and named rightly, fresh ones among them, without any credit.
    public let lettersRight: Int
    /// Letters of larger lines that count as read but were not shown.
    public let lettersCredited: Int
    /// The presentations with their answers, the largest letters first.
    public let lines: [AnsweredPresentation]
    /// The reason that the procedure ended; nil if it was stopped before.
    public let end: ProcedureEnd?
    /// Remarks that a reader needs besides the number.
    public let remarks: [AcuityRemark]

    /// A score; procedures make them.
    public init(
        logMAR: LogMAR?, lettersRight: Int, lettersCredited: Int, lines: [AnsweredPresentation],
        end: ProcedureEnd?, remarks: [AcuityRemark]
    ) {
        self.logMAR = logMAR
        self.lettersRight = lettersRight
        self.lettersCredited = lettersCredited
        self.lines = lines
        self.end = end
        self.remarks = remarks
    }

    /// The score without the acuity, for unreliable answers.
    public var withheld: AcuityScore {
        AcuityScore(
            logMAR: nil, lettersRight: lettersRight, lettersCredited: lettersCredited,
            lines: lines, end: end, remarks: remarks)
    }

    /// The score of a test that was given up while letters were open.
    public var givenUp: AcuityScore {
        let open = AcuityRemark.lettersLeftOpen
        return AcuityScore(
            logMAR: nil, lettersRight: lettersRight, lettersCredited: lettersCredited,
            lines: lines, end: .notUnderstood,
            remarks: remarks.contains(open) ? remarks : remarks + [open])
    }

    /// Whether the procedure reached its own end, and was not given up as not understood.
    public var isComplete: Bool { end != nil && end != .notUnderstood }

    /// Whether the acuity may be better than the score: the test stopped early, or there were no
    /// smaller letters to show and the smallest were read. A few of the smallest letters right,
    /// perhaps by guessing, do not count as read.
    public var isBound: Bool {
        guard let logMAR else { return false }
        return remarks.contains(.stoppedEarly)
            || remarks.contains(.beyondSmallestLine) && isSmallestRead(for: logMAR)
    }

    /// Whether the smallest letters that were shown were read: the score is their size, or at least
    /// half of them were right.
    private func isSmallestRead(for logMAR: LogMAR) -> Bool {
        guard let smallest = lines.flatMap(\.presentation.sizes).min() else { return false }
        let judged = lines.flatMap { line in
            line.answers.indices.filter {
                line.presentation.sizes[$0] == smallest && line.answers[$0].response != nil
            }.map { line.judged[$0] }
        }
        return logMAR <= smallest || 2 * judged.count { $0 } >= judged.count
    }

    /// The ETDRS letter score, in whole letters: 85 - 50 logMAR. Nil while nothing was measured.
    /// Nil if the acuity may be better, because letters that were not shown are not counted. Nil if
    /// a chart should also be read at 1 m, because only 20 letters at 4 m earn the 30 letters of
    /// 1 m.
    public var letterScore: Int? {
        guard !isBound, !remarks.contains(.readAlsoAtOneMetre) else { return nil }
        return logMAR.map { Int($0.letterScore.rounded()) }
    }

    /// The nearest line, which gives the Snellen fraction and the decimal acuity.
    public var line: SnellenLine? { logMAR.map { .nearest(to: $0) } }

    /// The line plus or minus letters, "20/40 -2".
    public var notation: ClinicalNotation? { logMAR.map { ClinicalNotation($0) } }
}

extension AcuityScore {
    /// The score, limited to the sizes that could be shown.
    ///
    /// Fewer than three right letters of the largest size give a score more than half a line worse
    /// than that size. No line has a name for that, so there is no score. A score better than the
    /// smallest size by as much becomes that size.
    ///
    /// - Parameter sizes: the sizes that could be shown.
    func bounded(by sizes: ClosedRange<LogMAR>) -> AcuityScore {
        guard let logMAR else { return self }
        if logMAR.value > sizes.upperBound.value + Self.halfALine {
            return replaced(by: nil, adding: .beyondLargestLine)
        }
        if logMAR.value < sizes.lowerBound.value - Self.halfALine {
            return replaced(by: sizes.lowerBound, adding: .beyondSmallestLine)
        }
        return self
    }

    /// The same score, checked against the estimate from all answers: without acuity where the
    /// answers are not reliable, and with a remark where the acuity lies more than half a line
    /// outside the interval.
    ///
    /// - Parameter estimate: nil where nothing was answered.
    public func beside(_ estimate: AcuityEstimate?) -> AcuityScore {
        guard let estimate else { return self }
        guard estimate.isReliable else { return withheld }
        guard let logMAR, estimate.letters > 0 else { return self }
        // A score with a remark that the acuity may be better does not contradict the interval.
        let isBound = remarks.contains { $0 == .stoppedEarly || $0 == .beyondSmallestLine }
        let isWorse =
            !isBound && !estimate.isOpenAbove
            && logMAR.value > estimate.interval95.upperBound.value + Self.halfALine
        let isBetter =
            !estimate.isOpenBelow
            && logMAR.value < estimate.interval95.lowerBound.value - Self.halfALine
        return isWorse || isBetter ? replaced(by: logMAR, adding: .outsideInterval) : self
    }

    /// Half of the 0.1 logMAR between two lines, plus a margin for the rounding of sums.
    private static let halfALine = 0.05 + 1e-9

    /// The score with another acuity and with a remark, which is added only once.
    func replaced(by logMAR: LogMAR?, adding remark: AcuityRemark) -> AcuityScore {
        AcuityScore(
            logMAR: logMAR, lettersRight: lettersRight, lettersCredited: lettersCredited,
            lines: lines, end: end,
            remarks: remarks.contains(remark) ? remarks : remarks + [remark])
    }
}

/// An acuity as clinics write it, a line plus or minus letters: "20/40 -2".
///
/// The line is the nearest one, and of two equally near ones the larger. The letters are those
/// between the line and the acuity, 0.02 logMAR each: logMAR = line - 0.02 x letters. Half a letter
/// counts for the worse acuity. So 0.34 is 20/40 -2, 0.36 is 20/50 +2, and 0.35, which lies in the
/// middle, is 20/50 +2 as well.
public struct ClinicalNotation: Sendable, Hashable {
    /// The nearest line.
    public let line: SnellenLine
    /// Letters read beyond the line (positive) or missed of it (negative).
    public let letters: Int

    /// The notation of an acuity.
    public init(_ acuity: LogMAR) {
        line = .nearest(to: acuity)
        let millionthsInLetter = 20_000.0
        let exact = Double(line.millionthsFrom(acuity)) / millionthsInLetter
        letters = Int((exact - 0.5).rounded(.up))
    }
}

extension ClinicalNotation: CustomStringConvertible {
    /// In feet: "20/40 -2", "20/50 +2", "20/40".
    public var description: String { line.feet + suffix }

    /// In metres: "6/12 -2".
    public var metres: String { line.metres + suffix }

    private var suffix: String {
        if letters == 0 { return "" }
        return letters > 0 ? " +\(letters)" : " \(letters)"
    }
}

/// A remark that a reader of a score needs to know.
public enum AcuityRemark: String, CaseIterable, Sendable, Codable {
    /// Fewer than three letters of the largest line were right: the acuity may be worse than the
    /// chart can measure.
    case beyondLargestLine
    /// The smallest line was read and did not end the test: the acuity may be better than the
    /// chart can measure.
    case beyondSmallestLine
    /// Fewer than 20 letters at 4 m: the ETDRS convention asks for the first six lines at 1 m too.
    case readAlsoAtOneMetre
    /// The test was stopped before its end: the acuity is at least as good as measured.
    case stoppedEarly
    /// The score lies more than half a line outside the 95 % interval of the estimate.
    case outsideInterval
    /// Letters were never understood and not replaced. The score would depend on them, and is
    /// withheld.
    case lettersLeftOpen

    /// The remark in words for a person.
    public var words: String {
        switch self {
        case .beyondLargestLine:
            "The largest line was hardly read. The acuity may be worse than this chart can measure."
        case .beyondSmallestLine:
            "The smallest line was reached. The acuity may be better than this chart can measure."
        case .readAlsoAtOneMetre:
            "Fewer than 20 letters at 4 m: by convention the first six lines are also read at 1 m."
        case .stoppedEarly:
            "The test was stopped early. The score counts only finished lines."
        case .outsideInterval:
            "The score lies outside the interval of the estimate, which uses all answers. Rely on the"
                + " estimate, or test again."
        case .lettersLeftOpen:
            "No score: not heard well enough. Letters were left open."
        }
    }
}

extension ChartReading {
    public var score: AcuityScore {
        // The sort keeps the order within a line.
        let lines = read.sorted { $0.presentation.line < $1.presentation.line }
        let lettersRight = lines.lettersRight
        let credited = hasEarnedCredit ? unreadAbove * Chart.lettersInLine : 0
        // In hundredths of logMAR, so that 38 letters give exactly 0.34.
        let hundredths = 110 - 2 * (lettersRight + credited)
        return AcuityScore(
            logMAR: hasEarnedCredit && !isLeftOpen
                ? LogMAR(hundredths: hundredths) : nil,
            lettersRight: lettersRight, lettersCredited: credited, lines: lines, end: end,
            remarks: remarks(lettersCounted: lettersRight + credited)
        ).bounded(by: sizes)
    }

    /// Lines larger than the largest one read.
    private var unreadAbove: Int {
        largestRead.map { $0.number - 1 } ?? 0
    }

    /// Whether the score would depend on letters that were never understood.
    private var isLeftOpen: Bool { openLetters.withholdsScore(open: lines.open) }

    private func remarks(lettersCounted: Int) -> [AcuityRemark] {
        var remarks: [AcuityRemark] = isLeftOpen ? [.lettersLeftOpen] : []
        guard let end, end != .notUnderstood else { return [.stoppedEarly] + remarks }
        if end == .largerLettersNeeded { remarks.append(.beyondLargestLine) }
        if let largest = largestRead, largest.number == 1, largest.mostRight < 3 {
            remarks.append(.beyondLargestLine)
        }
        // Open letters do not count as right here: if only they kept the stop rule from being met,
        // the smallest line was not read.
        if end == .smallestLineRead, let smallest = smallestRead,
            !stopRule.isMet(right: smallest.right)
        {
            remarks.append(.beyondSmallestLine)
        }
        // Lines credited count as read here, as they do in the score. Few letters before the
        // smallest line that can be shown are not a sign of poor sight.
        if isAtFourMetres, hasEarnedCredit, !remarks.contains(.beyondSmallestLine),
            lettersCounted < Self.lettersEnoughAtFourMetres
        {
            remarks.append(.readAlsoAtOneMetre)
        }
        return remarks
    }

    /// Whether the distance is the 4 m of the convention; 13 feet (3.96 m) count as 4 m.
    private var isAtFourMetres: Bool {
        (distance.metres - Distance.fourMetres.metres).magnitude < 0.05
    }

    /// With fewer letters at 4 m the first six lines are also read at 1 m (ETDRS manual of
    /// operations, 1985; convention of the ETDRS charts).
    static let lettersEnoughAtFourMetres = 20
}
