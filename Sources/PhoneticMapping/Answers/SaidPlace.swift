/// Which letter of a line somebody says that an answer is for: "the third is R".
public enum SaidPlace: Sendable, Hashable {
    /// Counted from 0, from the beginning of the line.
    case position(Int)
    /// The last letter of the line.
    case last
    /// The one that is left: "the other one is R".
    case other
    /// Another one than the order of what was said tells: "that was from the right".
    case unknown
}
