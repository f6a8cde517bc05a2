/// Where a person says that something points: the open side of a tumbling E, the gap of a Landolt
/// ring.
public enum SpokenDirection: String, CaseIterable, Sendable, Codable {
    case up
    case down
    case left
    case right

    /// The direction that a word of a grammar names; nil for any other word.
    public init?(word: String) {
        switch word.lowercased() {
        case "up", "top": self = .up
        case "down", "bottom": self = .down
        case "left": self = .left
        case "right": self = .right
        default: return nil
        }
    }
}
