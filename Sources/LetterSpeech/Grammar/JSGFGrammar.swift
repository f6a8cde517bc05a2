/// A grammar in the part of the Java Speech Grammar Format 1.0 that PocketSphinx takes.
///
/// One made by `GrammarFile.load` is well formed; whether PocketSphinx can use it is what
/// `GrammarCheck` tells.
public struct JSGFGrammar: Sendable, Equatable {
    /// The file it came from, as it was given.
    public var file: String
    /// The name in `grammar name;`.
    public var name: String
    /// Where that name stands.
    public var position: SourcePosition
    /// The encoding that the header names; the file is UTF-8 in any case.
    public var encoding: String?
    /// The locale that the header names, such as `en`. Nothing depends on it.
    public var locale: String?
    /// In the order of the file.
    public var rules: [JSGFRule]
}

/// One rule: `public <name> = alternatives;`.
public struct JSGFRule: Sendable, Equatable {
    public var name: String
    public var isPublic: Bool
    /// Where its name stands.
    public var position: SourcePosition
    /// The `/** ... */` comment before it.
    public var documentation: String?
    /// At least one.
    public var alternatives: [JSGFAlternative]
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

extension JSGFGrammar {
    /// The rule of a name; the first, if there are several.
    public func rule(named name: String) -> JSGFRule? { rules.first { $0.name == name } }

    /// The rule that PocketSphinx listens for.
    public var publicRule: JSGFRule? { rules.first(where: \.isPublic) }

    /// Every word that a rule holds, with the first place of each.
    public var words: [String: SourcePosition] {
        var words: [String: SourcePosition] = [:]
        for rule in rules {
            rule.forEachItem { item in
                if case .word(let word) = item.content, words[word] == nil {
                    words[word] = item.position
                }
            }
        }
        return words
    }
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
