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

    /// How far it is turned clockwise from the right, in eighths of a turn, 0...7.
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

    /// The diagonal between two straight directions, in either order; nil where there is none.
    public init?(between one: Direction, and other: Direction) {
        guard !one.isDiagonal, !other.isDiagonal else { return nil }
        let diagonal = Self.allCases.first { $0.isBeside(one) && $0.isBeside(other) }
        guard let diagonal, one != other else { return nil }
        self = diagonal
    }

    /// Whether one is a diagonal and the other one of the two that it lies between.
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
