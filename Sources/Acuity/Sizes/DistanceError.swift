/// Why a text or a number is not a distance that a test can be set to.
public enum DistanceError: Error, Equatable, CustomStringConvertible {
    /// There is no number at the start of the text.
    case notADistance(String)
    /// A number without unit.
    case noUnit(String)
    /// A number with a unit that is none of m, cm, mm and ft.
    case unknownUnit(String, unit: String)
    /// Nearer or farther than a test can be.
    case outOfRange(metres: Double)

    public var description: String {
        switch self {
        case .notADistance(let text):
            "\"\(text)\" is not a distance; write a number and a unit, such as 4m, 40cm or 13ft"
        case .noUnit(let text):
            "the distance \"\(text)\" has no unit; write m, cm, mm or ft behind it, such as 4m"
        case .unknownUnit(let text, let unit):
            "the distance \"\(text)\" has the unit \"\(unit)\"; write m, cm, mm or ft, such as 4m"
        case .outOfRange(let metres):
            "a distance of \(metres) m is out of range; "
                + "it must lie from \(Distance.rangeInMetres.lowerBound) m "
                + "to \(Distance.rangeInMetres.upperBound) m"
        }
    }
}
