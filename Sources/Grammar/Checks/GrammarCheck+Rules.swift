internal import Platform

extension GrammarCheck.Findings {
    /// One public rule, and no name twice.
    mutating func checkRuleNames(_ grammar: JSGFGrammar) {
        guard !grammar.rules.isEmpty else {
            if isWhole { add(.noRules, at: grammar.position) }
            return
        }
        var first: [String: SourcePosition] = [:]
        for rule in grammar.rules {
            if let position = first[rule.name] {
                add(.ruleTwice(rule.name, first: position), at: rule.position)
            } else {
                first[rule.name] = rule.position
            }
        }
        let publicRules = grammar.rules.filter(\.isPublic)
        if let listened = publicRules.first {
            for other in publicRules.dropFirst() where other.name != listened.name {
                add(.severalPublicRules(other.name, first: listened.name), at: other.position)
            }
        } else if isWhole {
            add(.noPublicRule, at: grammar.rules[0].position)
        }
    }

    /// Every rule that is mentioned is defined; those that are defined are used.
    mutating func checkReferences(
        _ grammar: JSGFGrammar, _ graph: RuleGraph, unread: Set<String>
    ) {
        let names = graph.rules.keys.sorted()
        // One that cannot be a name was reported by the parser.
        let undefined = graph.calls.filter { call in
            graph.rules[call.callee] == nil && !unread.contains(call.callee)
                && call.callee.isRuleName
        }
        for (index, call) in undefined.enumerated() {
            add(
                .undefinedRule(
                    call.callee, nearest: Self.suggestions(for: call.callee, in: names, index)),
                at: call.position)
        }
        for rule in grammar.rules {
            rule.forEachItem { item in
                if item.content == .void { add(.void, at: item.position) }
            }
        }
        // What could not be read may use any rule, and hold any word.
        guard isWhole, let listened = grammar.publicRule else { return }
        let used = graph.reach(from: listened.name)
        for rule in grammar.rules where !rule.isPublic && !used.contains(rule.name) {
            add(.unusedRule(rule.name), at: rule.position)
        }
        let reached = used.union([listened.name])
        let speaks = reached.contains { name in
            guard let rule = graph.rules[name] else { return true }
            var hasWord = false
            rule.forEachItem { if case .word = $0.content { hasWord = true } }
            return hasWord
        }
        if !speaks { add(.wordless(listened.name), at: listened.position) }
    }

    /// Recursion only where PocketSphinx unfolds it rightly: as the last thing of a rule, after a
    /// word, with a way out.
    mutating func checkRecursion(_ grammar: JSGFGrammar, _ graph: RuleGraph) {
        let recursive = graph.recursiveCalls
        let leading = Dictionary(grouping: recursive.filter(\.isFirst), by: \.rule)
            .mapValues { Set($0.map(\.callee)) }
        for call in recursive {
            if !call.isLast {
                add(.notAtTheEnd(rule: call.rule, calls: call.callee), at: call.position)
            } else if call.isFirst {
                let ahead = RuleGraph.reach(from: call.callee, through: leading)
                if call.callee == call.rule || ahead.contains(call.rule) {
                    add(.wordlessLoop(rule: call.rule, calls: call.callee), at: call.position)
                }
            }
        }
        let inLoops = Set(recursive.map(\.rule))
        for rule in grammar.rules
        where inLoops.contains(rule.name) && !graph.finite.contains(rule.name) {
            add(.endless(rule.name), at: rule.position)
        }
    }

    /// Every word has a pronunciation.
    mutating func checkWords(_ grammar: JSGFGrammar, _ dictionary: PronunciationDictionary) {
        let missing = grammar.words
            // What cannot be a word was reported by the parser.
            .filter { $0.key.isSpokenWord && !dictionary.contains($0.key) }
            .sorted { $0.value < $1.value }
        let known = dictionary.words.sorted()
        for (index, (word, position)) in missing.enumerated() {
            add(
                .noPronunciation(word, nearest: Self.suggestions(for: word, in: known, index)),
                at: position)
        }
    }

    /// What may have been meant, of the problem with this index among its like. A suggestion costs
    /// a comparison with all names, and what is not listed needs none.
    private static func suggestions(
        for word: String, in names: [String], _ index: Int
    ) -> [String] {
        index < [GrammarProblem].listed ? word.nearest(in: names) : []
    }
}
