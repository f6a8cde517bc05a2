/// The distance from the eye to the letters.
///
/// ```swift
/// try Distance("13 ft 2 in").metres  // 4.0132
/// ```
public struct Distance: Sendable, Hashable {
    /// The distance in metres.
    public let metres: Double

    /// The distances that a test can be set to, in metres: from a near card to a long room.
    public static let rangeInMetres = 0.1...20.0

    /// Four metres, the distance of the ETDRS charts (Ferris FL et al. New visual acuity charts
    /// for clinical research. Am J Ophthalmol 1982).
    public static let fourMetres = Distance(unchecked: 4)

    /// One metre, the second distance of ETDRS charts, for people who read little at four metres.
    public static let oneMetre = Distance(unchecked: 1)

    /// 2 m: for low-contrast letters.
    public static let twoMetres = Distance(unchecked: 2)

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

    /// A distance as people write it: a number with a decimal point or comma, or a fraction, and a
    /// unit of m, cm, mm, in or ft, its sign or its name, with or without a space between them ("4m",
    /// "3,5 m", "3 1/2 m", "16\"", "13 feet"), or two of them; the second has the smaller
    /// unit ("13 ft 2 in").
    ///
    /// - Throws: `DistanceError` where it is not a number with a unit, or out of range.
    public init(_ text: String) throws(DistanceError) {
        let written = Self.plain(text).lowercased()
        let (first, rest) = try Self.part(of: written[...], in: text)
        guard !rest.isEmpty else {
            try self.init(metres: first.amount * first.unit)
            return
        }
        // Feet and inches are also written with a dash between them: 13'-2".
        let (second, end) = try Self.part(of: rest.drop { $0 == "-" }, in: text)
        guard end.isEmpty, second.unit < first.unit, second.amount * second.unit < first.unit else {
            throw .notADistance(text)
        }
        try self.init(metres: first.amount * first.unit + second.amount * second.unit)
    }

    /// The number at the start of a text, its unit in metres, and the text after both without
    /// leading blanks.
    private static func part(
        of written: Substring, in text: String
    ) throws(DistanceError) -> ((amount: Double, unit: Double), rest: Substring) {
        let (read, behind) = amount(at: written)
        guard let amount = read, amount.isFinite else { throw .notADistance(text) }
        let number = written.prefix(written.count - behind.count).filter { !$0.isWhitespace }
        let named = behind.prefix { !$0.isNumber && $0 != "-" }
        // An abbreviation may end with a full stop: "16 in."
        let letters = named.filter { !$0.isWhitespace }
        let unit = letters.count > 1 && letters.hasSuffix(".") ? letters.dropLast() : letters[...]
        guard let metres = metresInUnit[String(unit)] else {
            throw unit.isEmpty
                ? .noUnit(text, number: number) : .unknownUnit(text, unit: String(unit))
        }
        return ((amount, metres), behind.dropFirst(named.count).drop(while: \.isWhitespace))
    }

    /// The number at the start of a text, nil if there is none, and the text after it: "3.5",
    /// "1/2", "3 1/2".
    private static func amount(at text: Substring) -> (Double?, rest: Substring) {
        let start = text.drop(while: \.isWhitespace)
        let digits = start.prefix { $0.isNumber || ".,-".contains($0) }
        let behind = start.dropFirst(digits.count).drop(while: \.isWhitespace)
        if behind.first == "/" {
            let (share, rest) = fraction(at: start)
            return (share, rest)
        }
        let number = Double(String(digits.map { $0 == "," ? "." : $0 }))
        if let number, digits.allSatisfy(\.isNumber),
            case (let share?, let rest) = fraction(at: behind)
        {
            return (number + share, rest)
        }
        return (number, behind)
    }

    /// The fraction below one at the start of a text, such as "1/2" or "3/4", and the text after it.
    /// Its denominator is one of those of rulers, so that no acuity is taken for a distance.
    private static func fraction(at text: Substring) -> (Double?, rest: Substring) {
        let above = text.prefix(while: \.isNumber)
        let line = text.dropFirst(above.count).drop(while: \.isWhitespace)
        let start = line.dropFirst().drop(while: \.isWhitespace)
        let below = start.prefix(while: \.isNumber)
        guard line.first == "/", let share = Int(above), let whole = Int(below),
            [2, 3, 4, 8, 16].contains(whole), (1..<whole).contains(share)
        else { return (nil, text) }
        let rest = start.dropFirst(below.count).drop(while: \.isWhitespace)
        return (Double(share) / Double(whole), rest)
    }

    /// The text with the full-width characters of input methods, signs such as "½", and the raised
    /// decimal point replaced by those of ASCII.
    private static func plain(_ text: String) -> String {
        let signs: [Character: String] = [
            "½": " 1/2", "¼": " 1/4", "¾": " 3/4", "⅓": " 1/3", "⅔": " 2/3", "⅛": " 1/8", "⁄": "/",
            "·": ".",
        ]
        return halfWidth(text).map { signs[$0] ?? String($0) }.joined()
    }

    /// The text with the full-width characters of Chinese and Japanese input methods replaced by those
    /// of ASCII (U+FF01 to U+FF5E).
    private static func halfWidth(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { scalar in
                    (0xFF01...0xFF5E).contains(scalar.value)
                        ? Unicode.Scalar(UInt8(scalar.value - 0xFEE0)) : scalar
                }))
    }

    /// Metres in each unit that is understood; foot and inch are the international ones of 1959.
    private static let metresInUnit: [String: Double] = {
        let units: [(names: [String], metres: Double)] = [
            (["m", "metre", "metres", "meter", "meters"], 1),
            (["cm", "centimetre", "centimetres", "centimeter", "centimeters"], 0.01),
            (["mm", "millimetre", "millimetres", "millimeter", "millimeters"], 0.001),
            (["in", "inch", "inches", "\"", "''", "”", "″"], 0.0254),
            (["ft", "foot", "feet", "'", "’", "′"], 0.3048),
        ]
        return Dictionary(
            uniqueKeysWithValues: units.flatMap { unit in unit.names.map { ($0, unit.metres) } })
    }()
}

extension Distance: CustomStringConvertible {
    /// In metres from one metre on, else in centimetres: "4 m", "40 cm".
    public var description: String {
        func short(_ number: Double) -> String {
            let hundredths = (number * 100).rounded() / 100
            return hundredths == hundredths.rounded()
                ? String(Int(hundredths)) : String(hundredths)
        }
        return metres >= 1 ? "\(short(metres)) m" : "\(short(metres * 100)) cm"
    }
}

/// The reason that a text or a number is not a distance that a test can be set to.
public enum DistanceError: Error, Equatable, CustomStringConvertible {
    /// There is no number at the start of the text.
    case notADistance(String)
    /// A number of the text has no unit.
    case noUnit(String, number: String)
    /// A number has a unit other than m, cm, mm, in and ft.
    case unknownUnit(String, unit: String)
    /// The distance is outside `Distance.rangeInMetres`.
    case outOfRange(metres: Double)

    public var description: String { "\(fault); expected \(expected)" }

    /// The fault as a clause, without the expected form.
    private var fault: String {
        switch self {
        case .notADistance(let text): "\"\(text)\" is not a distance"
        case .noUnit(let text, _): "the distance \"\(text)\" has no unit"
        case .unknownUnit(let text, let unit):
            "the distance \"\(text)\" has the unknown unit \"\(unit)\""
        case .outOfRange(let metres): "a distance of \(metres) m is out of range"
        }
    }

    /// Ends a sentence that begins with "expected": "a distance from 10 cm to 20 m".
    package var expected: String {
        switch self {
        case .notADistance: "a number and a unit, such as 4m, 40cm, 16in or 13ft"
        case .noUnit(_, let number):
            "a unit after '\(number)': \(Self.units.joined(separator: ", "))"
        case .unknownUnit: "one of the units \(Self.units.joined(separator: ", "))"
        case .outOfRange: "a distance from 10 cm to 20 m, which is 4 in to 65 ft"
        }
    }

    private static let units = ["m", "cm", "mm", "in", "ft"]
}
