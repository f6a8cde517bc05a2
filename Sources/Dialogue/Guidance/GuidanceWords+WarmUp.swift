/// What is said in a warm-up.
extension GuidanceWords {
    /// Before the first letter.
    public static let warmUp =
        "First I learn your voice. You see one large letter at a time. Say its name. If you want to"
        + " leave this out, say stop."

    /// A letter is asked for in another way.
    public static func another(_ way: String) -> String {
        "I do not understand. If you see \(way), please say \(way)."
    }

    /// The letter is asked for once more.
    public static let onceMore = "Once more, please."

    /// After the last letter.
    public static let warmedUp = "Thank you. Now the test begins."

    /// The sentence for something that happened in a warm-up; nil where none is needed.
    package static func words(for event: WarmUpEvent) -> String? {
        switch event {
        case .again(_, let way): way.map(another) ?? onceMore
        case .advice(let advice): advice.words
        case .end(let end, _): end == .stopped ? nil : warmedUp
        case .begin, .show, .heard, .letter: nil
        }
    }
}
