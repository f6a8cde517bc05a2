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
        // Some characters become two in capitals ("ß" is "SS"); those are not a letter of A to Z.
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

/// The direction of the open side of a tumbling E or the gap of a Landolt ring, as the person sees
/// it.
public enum Direction: String, CaseIterable, Sendable, Codable {
    case up
    case down
    case left
    case right
    case upLeft
    case upRight
    case downLeft
    case downRight

    /// The four along the edges of a screen.
    public static let straight: [Direction] = [.up, .down, .left, .right]

    /// Its letter among the choices of an `OptotypeSet`: U, D, L and R; for the diagonals the
    /// letters around the S of a keyboard, Q, E, Z and C.
    public var letter: Letter {
        switch self {
        case .up: .u
        case .down: .d
        case .left: .l
        case .right: .r
        case .upLeft: .q
        case .upRight: .e
        case .downLeft: .z
        case .downRight: .c
        }
    }

    /// The direction of a letter; nil for a letter without one.
    public init?(_ letter: Letter) {
        guard let direction = Self.allCases.first(where: { $0.letter == letter }) else {
            return nil
        }
        self = direction
    }

    /// Its clockwise turn from the right, in eighths of a turn, 0...7.
    public var eighths: Int {
        switch self {
        case .right: 0
        case .downRight: 1
        case .down: 2
        case .downLeft: 3
        case .left: 4
        case .upLeft: 5
        case .up: 6
        case .upRight: 7
        }
    }

    /// Whether it lies between two of the straight ones.
    public var isDiagonal: Bool { eighths % 2 == 1 }

    /// The diagonal between two straight directions, in either order; nil if there is no such
    /// diagonal.
    public init?(between one: Direction, and other: Direction) {
        guard !one.isDiagonal, !other.isDiagonal else { return nil }
        let diagonal = Self.allCases.first { $0.isBeside(one) && $0.isBeside(other) }
        guard let diagonal, one != other else { return nil }
        self = diagonal
    }

    /// Whether the directions are an eighth of a turn apart: one is diagonal, the other is
    /// straight.
    public func isBeside(_ other: Direction) -> Bool {
        let apart = (eighths - other.eighths + 8) % 8
        return apart == 1 || apart == 7
    }

    /// An arrow that points there (Unicode, block Arrows).
    public var arrow: Character {
        switch self {
        case .up: "↑"
        case .down: "↓"
        case .left: "←"
        case .right: "→"
        case .upLeft: "↖"
        case .upRight: "↗"
        case .downLeft: "↙"
        case .downRight: "↘"
        }
    }
}
