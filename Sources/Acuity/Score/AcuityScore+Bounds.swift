extension AcuityScore {
    /// The score as far as the letters that could be shown bear it out.
    ///
    /// Worse than the largest size by more than half a line is what comes of fewer than three
    /// letters of it, and no line is named for that: there is no score. Better than the smallest
    /// size by as much, the score is that size.
    ///
    /// - Parameter sizes: those that could be shown.
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

    /// The same score beside what all answers together tell: without acuity where they cannot be
    /// relied on, and with a remark where the acuity lies more than half a line outside the
    /// interval.
    ///
    /// - Parameter estimate: nil where nothing was answered.
    public func beside(_ estimate: AcuityEstimate?) -> AcuityScore {
        guard let estimate else { return self }
        guard estimate.isReliable else { return withheld }
        guard let logMAR, estimate.letters > 0 else { return self }
        // A score that says itself that the acuity may be better is not at odds with the interval.
        let isBound = remarks.contains { $0 == .stoppedEarly || $0 == .beyondSmallestLine }
        let isWorse =
            !isBound && !estimate.isOpenAbove
            && logMAR.value > estimate.interval95.upperBound.value + Self.halfALine
        let isBetter =
            !estimate.isOpenBelow
            && logMAR.value < estimate.interval95.lowerBound.value - Self.halfALine
        return isWorse || isBetter ? replaced(by: logMAR, adding: .outsideInterval) : self
    }

    /// Half of the 0.1 between two lines, logMAR, and less than the rounding of sums.
    private static let halfALine = 0.05 + 1e-9

    /// With another acuity, and a remark that it has not yet.
    func replaced(by logMAR: LogMAR?, adding remark: AcuityRemark) -> AcuityScore {
        AcuityScore(
            logMAR: logMAR, lettersRight: lettersRight, lettersCredited: lettersCredited,
            lines: lines, end: end,
            remarks: remarks.contains(remark) ? remarks : remarks + [remark])
    }
}
