public import Platform

/// A grammar in the part of the Java Speech Grammar Format 1.0 (JSGF) that Aloud supports.
///
/// `GrammarFile.load` makes well-formed ones; `GrammarCheck` says whether they can be listened for.
public struct JSGFGrammar: Sendable, Equatable {
    /// The file it came from, as it was given.
    public var file: String
    /// The name in `grammar name;`.
    public var name: String
    /// The position of that name.
    public var position: SourcePosition
    /// The import statements, in the order of the file.
    public var imports: [JSGFImport] = []
    /// The rules of the file in their order, then those that it imports and calls.
    public var rules: [JSGFRule]
}

/// An import statement: `import <commands.stop>;`, or `import <commands.*>;` for all public rules.
public struct JSGFImport: Sendable, Equatable {
    /// The name of the imported grammar, which is also the name of its file.
    public var grammar: String
    /// The name of the rule; nil for all public rules.
    public var rule: String?
    /// The position of the statement.
    public var position: SourcePosition
}

extension JSGFGrammar {
    /// The rule of a name; the first, if there are several.
    public func rule(named name: String) -> JSGFRule? { rules.first { $0.name == name } }

    /// The rules that the file itself defines.
    public var ownRules: [JSGFRule] { rules.filter { $0.file == file } }

    /// The rule that is listened for; imported rules are not public here.
    public var publicRule: JSGFRule? { rules.first(where: \.isPublic) }

    /// Every word of the rules, with its first position and the file of that.
    public var words: [String: (file: String, position: SourcePosition)] {
        var words: [String: (file: String, position: SourcePosition)] = [:]
        for rule in rules {
            rule.forEachItem { item in
                if case .word(let word) = item.content, words[word] == nil {
                    words[word] = (rule.file, item.position)
                }
            }
        }
        return words
    }

    /// The network of one of its rules; nil if it has no rule of that name. Only for grammars
    /// without errors.
    public func network(of rule: String) -> GrammarNetwork? {
        self.rule(named: rule).map { GrammarNetwork(of: $0.name, in: RuleGraph(self)) }
    }
}
