public import Platform

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
