/// What is asked of the person at a moment of a warm-up.
public enum WarmUpAsking: Sendable, Equatable {
    /// To say the letter that is shown.
    case read
    /// To say it once more.
    case again
    /// To say it by this word, if it is what is seen.
    case another(String)

    /// The asking in words for the person.
    public var words: String {
        switch self {
        case .read: "Say this letter."
        case .again: GuidanceWords.onceMore
        case .another(let way): "I do not understand. Say \"\(way)\" if that is the letter."
        }
    }
}
