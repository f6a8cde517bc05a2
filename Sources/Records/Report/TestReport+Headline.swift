internal import Acuity

extension TestReport {
    /// The acuity in a word or two, for a person: "20/40", "20/100 or better", "Not finished:
    /// 20/125 or better"; nil where none was measured.
    public var headline: String? {
        guard let line = score.line else { return nil }
        let isUnfinished = score.remarks.contains(.stoppedEarly)
        return (isUnfinished ? "Not finished: " : "") + line.feet + orBetter
    }

    /// What stands behind a figure of which it is only known that the acuity is no worse, with a
    /// space before it; nothing behind others.
    public var orBetter: String { score.isBound ? " or better" : "" }
}
