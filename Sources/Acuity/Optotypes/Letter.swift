/// A letter of the Latin alphabet, as a chart shows it or a person names it.
public enum Letter: Character, CaseIterable, Sendable, Hashable, Codable {
    case a = "A"
    case b = "B"
    case c = "C"
    case d = "D"
    case e = "E"
    case f = "F"
    case g = "G"
    case h = "H"
    case i = "I"
    case j = "J"
    case k = "K"
    case l = "L"
    case m = "M"
    case n = "N"
    case o = "O"
    case p = "P"
    case q = "Q"
    case r = "R"
    case s = "S"
    case t = "T"
    case u = "U"
    case v = "V"
    case w = "W"
    case x = "X"
    case y = "Y"
    case z = "Z"

    /// The ten letters of Sloan's set, which ETDRS charts use: C D H K N O R S V Z
    /// (Sloan LL. New test charts for the measurement of visual acuity. Am J Ophthalmol 1959).
    public static let sloan: [Letter] = [.c, .d, .h, .k, .n, .o, .r, .s, .v, .z]

    /// The letter of a character, in either case; nil for anything else.
    public init?(_ character: Character) {
        // Some characters become two in capitals ("ß" is "SS"); those are no letter of A to Z.
        let capital = character.uppercased()
        guard capital.count == 1, let only = capital.first else { return nil }
        self.init(rawValue: only)
    }

    /// Reads a text of one letter, in either case.
    ///
    /// - Throws: `DecodingError.dataCorrupted` for any other text.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard text.count == 1, let character = text.first, let letter = Letter(character) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "not one letter of A to Z")
        }
        self = letter
    }

    /// Writes the capital letter as a text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(String(rawValue))
    }
}

extension Letter: CustomStringConvertible {
    /// The capital letter.
    public var description: String { String(rawValue) }
}

extension Sequence where Element == Letter {
    /// The letters in a row without spaces, as charts are quoted: "CZRHS".
    public var text: String { map(\.description).joined() }
}
