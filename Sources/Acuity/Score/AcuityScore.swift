/// What a procedure has found, with all that was shown and answered.
public struct AcuityScore: Sendable, Equatable {
    /// The acuity; nil while nothing was measured.
    public let logMAR: LogMAR?
    /// Letters that were read and named rightly, without any credit.
    public let lettersRight: Int
    /// Letters of larger lines that count as read without having been shown.
    public let lettersCredited: Int
    /// What was shown and answered, the largest letters first.
    public let lines: [AnsweredPresentation]
    /// Why the procedure came to its end; nil if it was left off before.
    public let end: ProcedureEnd?
    /// What a reader has to know besides the number.
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

    /// The same without the acuity, for answers that cannot be relied on.
    public var withheld: AcuityScore {
        AcuityScore(
            logMAR: nil, lettersRight: lettersRight, lettersCredited: lettersCredited,
            lines: lines, end: end, remarks: remarks)
    }

    /// Whether the procedure came to its own end, and not only to that of its patience.
    public var isComplete: Bool { end != nil && end != .notUnderstood }

    /// Whether the acuity is this one or a better one: smaller letters would have been read, had
    /// the test not been left off before its end, or had there been smaller ones to show. Where
    /// hardly one of the smallest letters was right, perhaps by guessing, there is no more to come.
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
            zip(line.presentation.sizes, line.judged).filter { $0.0 == smallest }.map(\.1)
        }
        return logMAR <= smallest || 2 * judged.count { $0 } >= judged.count
    }

    /// The ETDRS letter score, in whole letters: 85 - 50 logMAR; nil while nothing was measured,
    /// where the acuity may be better, since letters that were not shown are not counted, and where
    /// a chart was to be read at 1 m, too: 30 letters for that are earned by 20 at 4 m only.
    public var letterScore: Int? {
        guard !isBound, !remarks.contains(.readAlsoAtOneMetre) else { return nil }
        return logMAR.map { Int($0.letterScore.rounded()) }
    }

    /// The nearest line, which gives the Snellen fraction and the decimal acuity.
    public var line: SnellenLine? { logMAR.map { .nearest(to: $0) } }

    /// The line plus or minus letters, "20/40 -2".
    public var notation: ClinicalNotation? { logMAR.map { ClinicalNotation($0) } }
}
