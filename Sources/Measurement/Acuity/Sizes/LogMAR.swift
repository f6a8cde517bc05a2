internal import Foundation

/// The size of a letter, or the acuity of an eye, as the logarithm to base ten of the minimum
/// angle of resolution in arc minutes; 0 is 20/20, and larger numbers are larger letters.
///
/// One letter of a chart with five letters a line is worth 0.02, a line 0.1 (Bailey IL, Lovie JE.
/// New design principles for visual acuity letter charts. Am J Optom Physiol Opt 1976).
///
/// ```swift
/// let size = LogMAR(0.3)
/// size.decimal  // 0.50
/// size.letterHeightInMillimetres(at: .fourMetres)  // 11.6
/// ```
public struct LogMAR: Sendable, Hashable {
    /// The logarithm itself, without unit.
    public var value: Double

    /// A size given as the logarithm.
    public init(_ value: Double) {
        self.value = value
    }

    /// A size given in hundredths of logMAR. Letters are counted in such steps, so that all sums
    /// that give 0.34 give the same number.
    public init(hundredths: Int) {
        self.value = Double(hundredths) / 100
    }

    /// The minimum angle of resolution, in arc minutes: 10^logMAR.
    public var minimumAngle: Double { pow(10, value) }

    /// Decimal acuity, without unit: 1 / minimum angle.
    public var decimal: Double { pow(10, -value) }

    /// The ETDRS letter score, in letters: 85 - 50 logMAR (Beck RW et al. A computerized method of
    /// visual acuity testing. Am J Ophthalmol 2003).
    public var letterScore: Double { 85 - 50 * value }
}

extension LogMAR: Comparable {
    /// Whether the first is the smaller letter, that is, the better acuity.
    public static func < (left: LogMAR, right: LogMAR) -> Bool { left.value < right.value }
}

extension LogMAR: Codable {
    /// Reads the logarithm as a bare number.
    public init(from decoder: any Decoder) throws {
        value = try decoder.singleValueContainer().decode(Double.self)
    }

    /// Writes the logarithm as a bare number.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
    }
}

extension LogMAR: CustomStringConvertible {
    /// Two decimals: "0.34", "-0.10".
    public var description: String {
        let hundredths = (value * 100).rounded()
        return String(format: "%.2f", hundredths == 0 ? 0 : hundredths / 100)
    }
}

extension LogMAR {
    /// The angle that the height of a letter of this size subtends, in arc minutes: five times the
    /// minimum angle, since a letter is five strokes high (Sloan 1959; ISO 8596).
    public var letterAngle: Double { 5 * minimumAngle }

    /// The size of a letter of a height: log10(2 atan(h / 2d) / 5'), `letterHeightInMillimetres`
    /// solved for it.
    ///
    /// - Parameters:
    ///   - height: in millimetres, above 0.
    ///   - distance: from the eye to the letter.
    public init(letterHeightInMillimetres height: Double, at distance: Distance) {
        let halfAngle = atan(height / (2 * distance.metres * 1000))
        self.init(log10(halfAngle * 180 / Double.pi * 60 * 2 / 5))
    }

    /// The height of a letter of this size, in millimetres: 2 d tan(2.5' x 10^logMAR).
    ///
    /// - Parameter distance: from the eye to the letter.
    public func letterHeightInMillimetres(at distance: Distance) -> Double {
        let halfAngle = letterAngle / 2 / 60 * Double.pi / 180
        return 2 * distance.metres * 1000 * tan(halfAngle)
    }
}

/// The sizes of letters that can be shown at the distance of a test: from the finest strokes that a
/// screen can draw to the largest letter that fits on it.
///
/// Every procedure starts with such a range. It chooses sizes within the range, ends if it needs
/// letters beyond it, and reports that.
///
/// ```swift
/// let range = SizeRange(largest: LogMAR(1), smallest: LogMAR(-0.1))
/// range.contains(LogMAR(1.1))  // false
/// ```
public struct SizeRange: Sendable, Hashable {
    /// The smallest letter whose strokes can be drawn.
    public var smallest: LogMAR
    /// The largest single letter that fits.
    public var largest: LogMAR

    /// Sizes at the test's distance, logMAR.
    public init(largest: LogMAR, smallest: LogMAR) {
        self.largest = largest
        self.smallest = smallest
    }

    /// All sizes, for letters on a medium without limits, such as a printed chart.
    public static let all = SizeRange(largest: LogMAR(.infinity), smallest: LogMAR(-.infinity))

    /// Whether letters of a size can be shown. Sizes are compared in millionths, so that the
    /// rounding of sums decides nothing.
    public func contains(_ size: LogMAR) -> Bool {
        size.value <= largest.value + 1e-6 && size.value >= smallest.value - 1e-6
    }

    /// The part of a procedure's range of sizes that can be shown; nil if it is empty.
    public func within(_ sizes: ClosedRange<LogMAR>) -> ClosedRange<LogMAR>? {
        let lower = max(sizes.lowerBound, smallest)
        let upper = min(sizes.upperBound, largest)
        return lower <= upper ? lower...upper : nil
    }

    /// The indices of the levels that can be shown; nil if none can.
    func indices(of levels: [LogMAR]) -> ClosedRange<Int>? {
        guard let first = levels.firstIndex(where: contains),
            let last = levels.lastIndex(where: contains)
        else { return nil }
        return first...last
    }
}
