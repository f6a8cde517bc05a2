internal import Platform

/// A grammar and the pronunciations of its words, found fit for PocketSphinx: the only way for
/// either to reach it.
public struct CheckedGrammar: Sendable, Equatable {
    /// What was read.
    public let grammar: JSGFGrammar
    /// The rule to listen for.
    public let rule: String
    /// What may be said, for `fsg_model_init` and what goes with it.
    public let network: GrammarNetwork
    /// The same as plain JSGF, for other tools. PocketSphinx would take more than it says, and
    /// drop most weights: see `GrammarNetwork`.
    public let jsgf: String
    /// The dictionary for `-dict`: those words and no others.
    public let dictionary: String
    /// The words that the rule leads to.
    public let words: Set<String>
    /// What is odd and no hindrance.
    public let warnings: [GrammarProblem]

    /// Reads and checks a grammar.
    ///
    /// - Parameters:
    ///   - bytes: the whole grammar file, UTF-8.
    ///   - file: its name, for messages.
    ///   - dictionary: tells how the words sound.
    ///   - rule: a rule to listen for in place of the public one.
    /// - Throws: all problems at once, if one of them is an error.
    public init(
        bytes: [UInt8], file: String, dictionary: PronunciationDictionary, rule: String? = nil
    ) throws(GrammarProblems) {
        let problems = GrammarCheck.check(bytes: bytes, file: file, dictionary)
        guard !problems.hasErrors else { throw GrammarProblems(problems) }
        let grammar = try GrammarFile.load(bytes: bytes, file: file)
        // The check lets no grammar pass that has no public rule.
        let listened = rule ?? grammar.publicRule?.name ?? ""
        let view = try grammar.listening(for: listened)
        let fromThere = GrammarCheck.check(view, dictionary)
        guard !fromThere.hasErrors else { throw GrammarProblems(fromThere) }
        let words = Set(view.words.keys)
        self.grammar = grammar
        self.rule = listened
        self.words = words
        self.network = GrammarNetwork(of: listened, in: RuleGraph(view))
        self.jsgf = view.plainText
        self.dictionary = dictionary.pocketSphinxText(words: words)
        self.warnings = problems
    }
}

extension CheckedGrammar {
    /// What may be said for a rule of the grammar; nil where it has none of that name.
    public func network(of rule: String) -> GrammarNetwork? {
        grammar.rule(named: rule).map { GrammarNetwork(of: $0.name, in: RuleGraph(grammar)) }
    }
}

extension JSGFGrammar {
    /// The part of it that one rule leads to, with that rule public and no other.
    fileprivate func listening(for listened: String) throws(GrammarProblems) -> JSGFGrammar {
        guard rule(named: listened) != nil else {
            let fault = GrammarFault.undefinedRule(
                listened, nearest: listened.nearest(in: rules.map(\.name)))
            throw GrammarProblems([GrammarProblem(fault, file: file, at: position)])
        }
        let needed = RuleGraph(self).reach(from: listened).union([listened])
        var view = self
        view.rules = rules.filter { needed.contains($0.name) }
        for index in view.rules.indices {
            view.rules[index].isPublic = view.rules[index].name == listened
        }
        return view
    }
}
