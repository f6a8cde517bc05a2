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
