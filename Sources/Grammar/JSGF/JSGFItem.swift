public import Platform

/// One part of a sequence.
public struct JSGFItem: Sendable, Equatable {
    /// What a part of a sequence is.
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

    /// How often it is said, as the sign after it says.
    public enum Repetition: String, Sendable {
        /// Once: no sign.
        case once = ""
        /// As often as one likes, or not at all: `*`.
        case zeroOrMore = "*"
        /// Once or more: `+`.
        case oneOrMore = "+"
    }

    /// What it is.
    public var content: Content
    /// How often it is said.
    public var repetition: Repetition
    /// Notes for the program, which PocketSphinx ignores.
    public var tags: [String]
    /// Where it begins.
    public var position: SourcePosition
}
