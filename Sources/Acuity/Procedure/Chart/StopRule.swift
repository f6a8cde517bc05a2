/// When a chart read downwards is left off.
public enum StopRule: String, CaseIterable, Sendable, Codable {
    /// After a line of which no letter was right: the rule of the ETDRS charts.
    case noneRight = "none-right"
    /// After a line of which fewer than three letters were right: the rule of near tests that go
    /// by whole lines.
    case fewerThanThreeRight = "fewer-than-3"

    /// Whether a line with so many letters right is the last one.
    public func isMet(right: Int) -> Bool {
        switch self {
        case .noneRight: right == 0
        case .fewerThanThreeRight: right < 3
        }
    }

    /// Whether a line is the last one, whatever its letters were that were not understood.
    func isMet(by line: AnsweredPresentation) -> Bool { isMet(right: line.mostRight) }
}
