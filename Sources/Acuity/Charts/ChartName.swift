/// A chart that can be asked for.
public enum ChartName: String, CaseIterable, Sendable, Codable {
    /// ETDRS chart 1.
    case one = "1"
    /// ETDRS chart 2.
    case two = "2"
    /// ETDRS chart R, made for refraction.
    case refraction = "R"
    /// Letters drawn at random.
    case random

    /// The chart of a name in either case: "1", "2", "r", "random"; nil for any other.
    public init?(named text: String) {
        let match = Self.allCases.first { $0.rawValue.lowercased() == text.lowercased() }
        guard let match else { return nil }
        self = match
    }
}
