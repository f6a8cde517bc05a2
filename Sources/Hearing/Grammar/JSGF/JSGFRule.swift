package import Platform

/// One rule of a grammar: `public <name> = alternatives;`.
package struct JSGFRule: Sendable, Equatable {
    /// The rule's name, without the angle brackets. A rule of an imported file whose name is taken
    /// has the form `file.name`.
    package var name: String
    /// Whether the rule may be listened for and imported.
    package var isPublic: Bool
    /// The file that defines it.
    package var file: String
    /// The position of its name.
    package var position: SourcePosition
    /// At least one.
    package var alternatives: [JSGFAlternative]
}

/// One alternative of a rule: a sequence of parts, with a weight.
package struct JSGFAlternative: Sendable, Equatable {
    /// A probability, 0.000001…1: PocketSphinx does not scale weights to a sum of 1.
    package var weight: Double?
    /// At least one.
    package var items: [JSGFItem]
    /// The position of its first character.
    package var position: SourcePosition
}

/// One part of a sequence.
package struct JSGFItem: Sendable, Equatable {
    /// The kinds of parts.
    package indirect enum Content: Sendable, Equatable {
        /// A spoken word, in ASCII lower case.
        case word(String)
        /// Another rule.
        case rule(String)
        /// Nothing said: `<NULL>`.
        case null
        /// Something that cannot be said: `<VOID>`.
        case void
        /// `(…)`
        case group([JSGFAlternative])
        /// `[…]`
        case optional([JSGFAlternative])
    }

    /// The repetition of a part, with its sign.
    package enum Repetition: String, Sendable {
        /// Once: no sign.
        case once = ""
        /// Any number of times: `*`.
        case zeroOrMore = "*"
        /// At least once: `+`.
        case oneOrMore = "+"
    }

    /// The part itself.
    package var content: Content
    /// Its repetition.
    package var repetition: Repetition
    /// The position of its first character.
    package var position: SourcePosition
}

extension JSGFRule {
    /// Visits its items in the order of the file, those in brackets after the brackets.
    func forEachItem(_ body: (JSGFItem) -> Void) { alternatives.forEachItem(body) }

    /// The rule with other names for the rules that it calls.
    func renamingCalls(_ newName: (String) -> String) -> JSGFRule {
        var renamed = self
        renamed.alternatives = alternatives.renamingCalls(newName)
        return renamed
    }
}

extension [JSGFAlternative] {
    fileprivate func forEachItem(_ body: (JSGFItem) -> Void) {
        for item in flatMap(\.items) {
            body(item)
            switch item.content {
            case .group(let inner), .optional(let inner): inner.forEachItem(body)
            case .word, .rule, .null, .void: break
            }
        }
    }

    fileprivate func renamingCalls(_ newName: (String) -> String) -> [JSGFAlternative] {
        map { alternative in
            var alternative = alternative
            for index in alternative.items.indices {
                switch alternative.items[index].content {
                case .rule(let name): alternative.items[index].content = .rule(newName(name))
                case .group(let inner):
                    alternative.items[index].content = .group(inner.renamingCalls(newName))
                case .optional(let inner):
                    alternative.items[index].content = .optional(inner.renamingCalls(newName))
                case .word, .null, .void: break
                }
            }
            return alternative
        }
    }
}
