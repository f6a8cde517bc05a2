/// A line of a logarithmic chart, with the names that clinics call it by.
///
/// The names come from a table and not from arithmetic: 10^0.9 gives 20/158.9, and the line is
/// called 20/160 (Ferris et al. 1982; the rows of the ETDRS charts).
///
/// ```swift
/// SnellenLine.nearest(to: LogMAR(0.3)).feet  // "20/40"
/// try SnellenLine(named: "6/12").size  // 0.30
/// ```
public struct SnellenLine: Sendable, Hashable {
    /// The line's number on the chart, 1 for the largest; 0 and less for lines larger than the
    /// chart's.
    public let number: Int
    /// The size of its letters.
    public let size: LogMAR
    /// Its Snellen fraction in feet: "20/40".
    public let feet: String
    /// Its Snellen fraction in metres: "6/12".
    public let metres: String
    /// Its decimal acuity as clinics write it: "0.50".
    public let decimal: String

    private init(_ hundredths: Int, _ feet: String, _ metres: String, _ decimal: String) {
        number = (100 - hundredths) / 10 + 1
        size = LogMAR(hundredths: hundredths)
        self.feet = feet
        self.metres = metres
        self.decimal = decimal
    }

    /// The fourteen lines from 20/200 to 20/10, the largest first.
    public static let all: [SnellenLine] = [
        .largest,
        SnellenLine(90, "20/160", "6/48", "0.125"),
        SnellenLine(80, "20/125", "6/38", "0.16"),
        SnellenLine(70, "20/100", "6/30", "0.20"),
        SnellenLine(60, "20/80", "6/24", "0.25"),
        SnellenLine(50, "20/63", "6/19", "0.32"),
        SnellenLine(40, "20/50", "6/15", "0.40"),
        SnellenLine(30, "20/40", "6/12", "0.50"),
        SnellenLine(20, "20/32", "6/9.5", "0.63"),
        SnellenLine(10, "20/25", "6/7.5", "0.80"),
        SnellenLine(0, "20/20", "6/6", "1.00"),
        SnellenLine(-10, "20/16", "6/4.8", "1.25"),
        SnellenLine(-20, "20/12.5", "6/3.8", "1.60"),
        SnellenLine(-30, "20/10", "6/3", "2.00"),
    ]

    /// Lines larger than a chart's, 20/800 to 20/250, the largest first: the lines of a chart read
    /// from a quarter of the distance, and possible sizes of single letters on a screen (Beck RW et
    /// al. 2003).
    public static let larger: [SnellenLine] = [
        SnellenLine(160, "20/800", "6/240", "0.025"),
        SnellenLine(150, "20/630", "6/190", "0.032"),
        SnellenLine(140, "20/500", "6/150", "0.04"),
        SnellenLine(130, "20/400", "6/120", "0.05"),
        SnellenLine(120, "20/320", "6/95", "0.063"),
        SnellenLine(110, "20/250", "6/75", "0.08"),
    ]

    /// The top line of a chart, 20/200.
    public static let largest = SnellenLine(100, "20/200", "6/60", "0.10")

    /// The line whose size is nearest; of two equally near ones the larger, so that a name never
    /// promises more acuity than was measured. Beyond either end it is the last line there.
    public static func nearest(to size: LogMAR) -> SnellenLine {
        // The largest line comes first, and only a nearer one takes its place. Distances are
        // compared in millionths so that the rounding of sums decides no tie.
        return (larger + all).min {
            $0.millionthsFrom(size).magnitude < $1.millionthsFrom(size).magnitude
        } ?? .largest
    }

    /// How much larger (positive) or smaller this line is than a size, in millionths of logMAR.
    /// Sizes beyond any eye count as 100, and so does NaN.
    func millionthsFrom(_ size: LogMAR) -> Int {
        let bounded = size.value.isNaN ? 100 : min(max(size.value, -100), 100)
        return Int(((self.size.value - bounded) * 1_000_000).rounded())
    }
}

extension SnellenLine: CustomStringConvertible {
    /// The fraction in feet.
    public var description: String { feet }
}

extension SnellenLine {
    /// The line that a text names: the Snellen fraction in feet or metres, or the logMAR
    /// ("20/100", "6/30", "0.7"). A bare number is always logMAR, never decimal acuity.
    ///
    /// - Throws: `UnknownLine` for any other text.
    public init(named text: String) throws(UnknownLine) {
        let name = text.filter { !$0.isWhitespace }
        let line = Self.all.first { line in
            if line.feet == name || line.metres == name { return true }
            guard name.utf8.allSatisfy(Self.decimalBytes.contains), let size = Double(name) else {
                return false
            }
            return line.millionthsFrom(LogMAR(size)) == 0
        }
        guard let line else { throw UnknownLine(name: text) }
        self = line
    }

    /// The characters of a logMAR; `Double` also reads "0x1p-1".
    private static let decimalBytes = Set("0123456789+-.".utf8)
}

/// A name that no line of the chart has.
public struct UnknownLine: Error, Equatable, CustomStringConvertible {
    /// The name as it was written.
    public let name: String

    public var description: String {
        let names = SnellenLine.all.map(\.feet).joined(separator: ", ")
        return "\"\(name)\" is not a line of the chart; write one of \(names), "
            + "its fraction of 6 (6/60) or its logMAR (1.0)"
    }
}
