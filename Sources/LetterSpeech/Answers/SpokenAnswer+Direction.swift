public import Acuity

extension SpokenDirection {
    /// The letter that stands for it among optotypes that point somewhere (`OptotypeSet`).
    public var letter: Letter {
        switch self {
        case .up: .u
        case .down: .d
        case .left: .l
        case .right: .r
        }
    }
}

extension SpokenAnswer {
    /// The same answer where directions are asked for: a direction is the letter that stands for
    /// it, and all else stays as it is.
    public var namingDirection: SpokenAnswer {
        guard case .direction(let direction) = kind else { return self }
        var named = self
        named.kind = .letter(direction.letter)
        return named
    }
}
