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

/// One of the things that may be said: a sequence, with a weight.
public struct JSGFAlternative: Sendable, Equatable {
    /// A probability, 0.000001…1: PocketSphinx does not scale weights to a sum of 1.
    public var weight: Double?
    /// At least one.
    public var items: [JSGFItem]
    /// Where it begins.
    public var position: SourcePosition
}

/// One rule: `public <name> = alternatives;`.
public struct JSGFRule: Sendable, Equatable {
    /// What it is called by, without the angle brackets.
    public var name: String
    /// Whether it may be listened for.
    public var isPublic: Bool
    /// Where its name stands.
    public var position: SourcePosition
    /// The `/** ... */` comment before it.
    public var documentation: String?
    /// At least one.
    public var alternatives: [JSGFAlternative]
}

extension JSGFRule {
    /// Visits its items in the order of the file, those in brackets after the brackets.
    func forEachItem(_ body: (JSGFItem) -> Void) { alternatives.forEachItem(body) }
}

extension [JSGFAlternative] {
    fileprivate func forEachItem(_ body: (JSGFItem) -> Void) {
        for item in joined() {
            body(item)
            switch item.content {
            case .group(let inner), .optional(let inner): inner.forEachItem(body)
            default: break
            }
        }
    }

    private func joined() -> [JSGFItem] { flatMap(\.items) }
}
