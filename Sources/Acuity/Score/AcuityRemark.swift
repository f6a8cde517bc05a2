/// What a reader of a score has to know besides the number.
public enum AcuityRemark: String, CaseIterable, Sendable, Codable {
    /// Fewer than three letters of the largest line were right: the acuity may be worse than the
    /// chart can measure.
    case beyondLargestLine
    /// The smallest line was read and did not end the test: the acuity may be better than the
    /// chart can measure.
    case beyondSmallestLine
    /// Fewer than 20 letters at 4 m: the ETDRS convention asks for the first six lines at 1 m too.
    case readAlsoAtOneMetre
    /// The line that the test began with was not read, and no larger one was shown.
    case startLineNotRead
    /// The test was left off before its end: the acuity is at least what was measured.
    case stoppedEarly
    /// The score lies more than half a line outside the 95 % interval of the estimate.
    case outsideInterval
    /// So many letters were never understood that no score is left: what it would be hangs on them.
    case lettersLeftOpen

    /// The remark in words for a person.
    public var words: String {
        switch self {
        case .beyondLargestLine:
            "The largest line was hardly read: the acuity may be worse than this chart measures."
        case .beyondSmallestLine:
            "The smallest line was reached: the acuity may be better than this chart measures."
        case .readAlsoAtOneMetre:
            "Fewer than 20 letters at 4 m: by convention the first six lines are also read at 1 m."
        case .startLineNotRead:
            "The line chosen to start with was not read: test again from a larger one."
        case .stoppedEarly:
            "The test was left off before its end: a score counts only what was finished."
        case .outsideInterval:
            "The score by the rule of this test lies outside the interval of the estimate, which all"
                + " answers together give: rely on the estimate, or test again."
        case .lettersLeftOpen:
            "Too many letters were never understood for a score by the rule of this test."
        }
    }
}
