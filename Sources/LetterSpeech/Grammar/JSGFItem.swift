/// One part of a sequence.
public struct JSGFItem: Sendable, Equatable {
    public indirect enum Content: Sendable, Equatable {
        /// A spoken word, in ASCII lower case.
        case word(String)
        /// Another rule.
        case rule(String)
        /// Nothing said: `<NULL>`.
        case null
        /// What cannot be said: `<VOID>`.
        case void
        /// `(…)`
        case group([JSGFAlternative])
        /// `[…]`
        case optional([JSGFAlternative])
    }

    public enum Repetition: String, Sendable {
        case once = ""
        case zeroOrMore = "*"
        case oneOrMore = "+"
    }

    public var content: Content
    public var repetition: Repetition
    /// Notes for the program, which PocketSphinx ignores.
    public var tags: [String]
    public var position: SourcePosition
}
