/// The distance from the eye to the letters.
public struct Distance: Sendable, Hashable {
    /// The distance in metres.
    public let metres: Double

    /// The distances that a test can be set to, in metres: from a near card to a long room.
    public static let rangeInMetres = 0.1...20.0

    /// Four metres, the distance of the ETDRS charts (Ferris FL et al. New visual acuity charts
    /// for clinical research. Am J Ophthalmol 1982).
    public static let fourMetres = Distance(unchecked: 4)

    /// One metre, where ETDRS charts are read by those who read little at four.
    public static let oneMetre = Distance(unchecked: 1)

    /// Three metres, the distance of the Electronic Visual Acuity tester (Beck RW et al. 2003).
    public static let threeMetres = Distance(unchecked: 3)

    /// Forty centimetres, the usual distance of near charts.
    public static let fortyCentimetres = Distance(unchecked: 0.4)

    private init(unchecked metres: Double) {
        self.metres = metres
    }

    /// A distance in metres.
    ///
    /// - Throws: `DistanceError.outOfRange` outside `rangeInMetres`.
    public init(metres: Double) throws(DistanceError) {
        guard Self.rangeInMetres.contains(metres) else { throw .outOfRange(metres: metres) }
        self.init(unchecked: metres)
    }

    /// A distance as a person writes it: a number and a unit of m, cm, mm or ft or its name, with
    /// or without a space between them ("4m", "4 m", "40cm", "13 feet").
    ///
    /// - Throws: `DistanceError` where it is no number with a unit, or out of range.
    public init(_ text: String) throws(DistanceError) {
        let written = text.lowercased().filter { !$0.isWhitespace }
        let number = written.prefix { $0.isNumber || $0 == "." || $0 == "-" }
        let unit = String(written.dropFirst(number.count))
        guard let amount = Double(number), amount.isFinite else { throw .notADistance(text) }
        guard let metresInUnit = Self.metresInUnit[unit] else {
            throw unit.isEmpty ? .noUnit(text) : .unknownUnit(text, unit: unit)
        }
        try self.init(metres: amount * metresInUnit)
    }

    /// Metres in each unit that is understood; the foot is the international one of 1959.
    private static let metresInUnit: [String: Double] = {
        let units: [(names: [String], metres: Double)] = [
            (["m", "metre", "metres", "meter", "meters"], 1),
            (["cm", "centimetre", "centimetres", "centimeter", "centimeters"], 0.01),
            (["mm", "millimetre", "millimetres", "millimeter", "millimeters"], 0.001),
            (["ft", "foot", "feet"], 0.3048),
        ]
        return Dictionary(
            uniqueKeysWithValues: units.flatMap { unit in unit.names.map { ($0, unit.metres) } })
    }()
}

extension Distance: CustomStringConvertible {
    /// In metres from one metre on, else in centimetres: "4 m", "40 cm".
    public var description: String {
        func short(_ number: Double) -> String {
            let tenths = (number * 100).rounded() / 100
            return tenths == tenths.rounded() ? String(Int(tenths)) : String(tenths)
        }
        return metres >= 1 ? "\(short(metres)) m" : "\(short(metres * 100)) cm"
    }
}

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
