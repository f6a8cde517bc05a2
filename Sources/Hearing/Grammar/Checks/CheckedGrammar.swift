internal import Platform

/// A grammar without errors, with the pronunciations of its words. Recognisers take no other
/// grammars.
package struct CheckedGrammar: Sendable, Equatable {
    /// The grammar with the rules that it imports.
    package let grammar: JSGFGrammar
    /// The rule to listen for.
    package let rule: String
    /// The sentences of that rule.
    package private(set) var network: GrammarNetwork
    /// The pronunciations of exactly `words`, as the text of a dictionary.
    package let dictionary: String
    /// The words that the rule leads to.
    package let words: Set<String>
    /// Problems that are not errors.
    package let warnings: [GrammarProblem]

    /// Reads and checks a grammar.
    ///
    /// - Parameters:
    ///   - bytes: the whole grammar file, UTF-8.
    ///   - file: its path, for messages; imported files are looked for in its folder.
    ///   - dictionary: the pronunciations.
    ///   - rule: a rule to listen for instead of the public one.
    ///   - contents: reads imported files.
    /// - Throws: all problems at once, if one of them is an error.
    package init(
        bytes: [UInt8], file: String, dictionary: PronunciationDictionary, rule: String? = nil,
        contents: @escaping GrammarFile.Contents = GrammarFile.contents
    ) throws(GrammarProblems) {
        let problems = GrammarCheck.check(
            bytes: bytes, file: file, dictionary, contents: contents)
        guard !problems.hasErrors else { throw GrammarProblems(problems) }
        let grammar = try GrammarFile.load(bytes: bytes, file: file, contents: contents)
        try self.init(
            grammar, rule: rule ?? grammar.publicRule?.name ?? "", dictionary, warnings: problems)
    }

    /// The same grammar, listened for from another rule.
    ///
    /// - Throws: all problems at once, if one of them is an error.
    func listening(
        for rule: String, _ dictionary: PronunciationDictionary
    ) throws(GrammarProblems) -> CheckedGrammar {
        try CheckedGrammar(grammar, rule: rule, dictionary, warnings: warnings)
    }

    /// The same grammar in which each mention of some rules has another weight.
    ///
    /// - Parameter weights: a factor for each rule by its name, 0.000001…1 as a weight in JSGF.
    package func weighing(_ weights: [String: Double]) -> CheckedGrammar {
        var weighed = self
        weighed.network = GrammarNetwork(of: rule, in: RuleGraph(grammar), weights: weights)
        return weighed
    }

    private init(
        _ grammar: JSGFGrammar, rule: String, _ dictionary: PronunciationDictionary,
        warnings: [GrammarProblem]
    ) throws(GrammarProblems) {
        let graph = RuleGraph(grammar)
        let view = try grammar.part(from: rule, graph)
        let problems = GrammarCheck.check(view, dictionary)
        guard !problems.hasErrors else { throw GrammarProblems(problems) }
        self.grammar = grammar
        self.rule = rule
        self.warnings = warnings
        words = Set(view.words.keys)
        network = GrammarNetwork(of: rule, in: graph)
        self.dictionary = dictionary.pocketSphinxText(words: words)
    }
}

extension JSGFGrammar {
    /// The rules that one rule needs. Only that rule is public.
    fileprivate func part(
        from listened: String, _ graph: RuleGraph
    ) throws(GrammarProblems) -> JSGFGrammar {
        guard rule(named: listened) != nil else {
            let fault = GrammarFault.undefinedRule(
                listened, nearest: listened.nearest(in: rules.map(\.name)))
            throw GrammarProblems([GrammarProblem(fault, file: file, at: position)])
        }
        let needed = graph.reach(from: listened).union([listened])
        var part = self
        part.rules = rules.filter { needed.contains($0.name) }
        for index in part.rules.indices {
            part.rules[index].isPublic = part.rules[index].name == listened
        }
        return part
    }
}
