internal import Foundation

/// The size of a letter, or the acuity of an eye, as the logarithm to base ten of the minimum
/// angle of resolution in arc minutes; 0 is 20/20, and larger numbers are larger letters.
///
/// One letter of a chart with five letters a line is worth 0.02, a line 0.1 (Bailey IL, Lovie JE.
/// New design principles for visual acuity letter charts. Am J Optom Physiol Opt 1976).
public struct LogMAR: Sendable, Hashable {
    /// The logarithm itself, without unit.
    public var value: Double

    /// A size given as the logarithm.
    public init(_ value: Double) {
        self.value = value
    }

    /// A size given in hundredths, the steps that letters are counted in, so that 0.34 is the
    /// same number by whatever sum it was reached.
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
