extension ChartReading {
    public var score: AcuityScore {
        let lines = read.sorted { $0.presentation.line < $1.presentation.line }
        let lettersRight = lines.lettersRight
        let credited = hasEarnedCredit ? unreadAbove * Chart.lettersInLine : 0
        // In hundredths of logMAR, so that 38 letters give 0.34 and no neighbour of it.
        let hundredths = 110 - 2 * (lettersRight + credited)
        return AcuityScore(
            logMAR: hasEarnedCredit && !read.leaveScoreOpen
                ? LogMAR(hundredths: hundredths) : nil,
            lettersRight: lettersRight, lettersCredited: credited, lines: lines, end: end,
            remarks: remarks(lettersCounted: lettersRight + credited)
        ).bounded(by: sizes)
    }

    /// Lines larger than the largest one read.
    private var unreadAbove: Int {
        largestRead.map { $0.presentation.line - 1 } ?? 0
    }

    private func remarks(lettersCounted: Int) -> [AcuityRemark] {
        var remarks: [AcuityRemark] = read.leaveScoreOpen ? [.lettersLeftOpen] : []
        guard let end, end != .notUnderstood else { return [.stoppedEarly] + remarks }
        if end == .largerLettersNeeded { remarks.append(.beyondLargestLine) }
        if let largest = largestRead, largest.presentation.line == 1, largest.mostRight < 3 {
            remarks.append(.beyondLargestLine)
        }
        // If only open letters kept the last line from ending the chart, smaller lines were not
        // read.
        if end == .smallestLineRead, let smallest = smallestRead,
            !stopRule.isMet(right: smallest.right)
        {
            remarks.append(.beyondSmallestLine)
        }
        // Lines credited count as read here, as they do in the score. Few letters before the
        // smallest line that can be shown are no sign of poor sight.
        if isAtFourMetres, hasEarnedCredit, !remarks.contains(.beyondSmallestLine),
            lettersCounted < Self.lettersEnoughAtFourMetres
        {
            remarks.append(.readAlsoAtOneMetre)
        }
        return remarks
    }

    /// Whether the distance is the 4 m of the convention, which 13 feet (3.96 m) are meant to be.
    private var isAtFourMetres: Bool {
        (distance.metres - Distance.fourMetres.metres).magnitude < 0.05
    }

    /// With fewer letters at 4 m the first six lines are also read at 1 m (ETDRS manual of
    /// operations, 1985; convention of the ETDRS charts).
    static let lettersEnoughAtFourMetres = 20
}
