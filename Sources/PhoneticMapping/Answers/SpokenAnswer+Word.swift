internal import Acuity

extension SpokenAnswer.Kind {
    /// As `PhoneticMapper.line(for:)` writes it: a letter, the name of a command or direction, or "?".
    package var word: String {
        switch self {
        case .letter(let letter): letter.description
        case .command(let command): command.rawValue
        case .direction(let direction): direction.rawValue
        case .unclear: "?"
        }
    }
}
