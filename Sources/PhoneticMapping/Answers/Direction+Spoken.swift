public import Acuity

extension Direction {
    /// The straight direction that a word of a grammar names; nil for any other word. A diagonal is
    /// said in two words.
    public init?(word: String) {
        switch word.lowercased() {
        case "up", "top", "upper": self = .up
        case "down", "bottom", "lower": self = .down
        case "left": self = .left
        case "right": self = .right
        default: return nil
        }
    }
}

extension SpokenAnswer {
    /// The same answer where directions are asked for: a direction is the letter that stands for
    /// it. How likely the names of letters were says nothing there, and is left out.
    public var namingDirection: SpokenAnswer {
        var named = self
        named.belief = nil
        if case .direction(let direction) = kind { named.kind = .letter(direction.letter) }
        return named
    }
}
