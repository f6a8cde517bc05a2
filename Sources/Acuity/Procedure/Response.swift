/// What was answered for one letter that was shown.
public enum Response: Sendable, Hashable {
    /// A letter was named, any of the alphabet; one that no chart shows is a wrong answer.
    case named(Letter)
    /// The person said that it cannot be seen.
    case missed

    /// Whether the letter that was shown is the one that was named.
    public func isRight(for shown: Letter) -> Bool { self == .named(shown) }
}
