extension GrammarCheck.Findings {
    /// The grammar stays small when it is unfolded.
    mutating func checkSize(_ grammar: JSGFGrammar, _ graph: RuleGraph) {
        for rule in grammar.rules {
            rule.forEachAlternative { alternative in
                var inARow = 0
                for item in alternative.items {
                    inARow = item.isNullable(graph.nullable.contains) ? inARow + 1 : 0
                    guard inARow <= GrammarCheck.mostOptional else {
                        return add(
                            .tooManyOptional(limit: GrammarCheck.mostOptional), at: item.position)
                    }
                }
            }
        }
        guard let listened = grammar.publicRule else { return }
        var unfolding = Unfolding(rules: graph.rules)
        unfolding.visit(listened)
        if unfolding.isTooDeep {
            add(.rulesTooDeep(limit: GrammarCheck.deepestRules), at: listened.position)
        } else if unfolding.isTooLarge {
            add(.tooManyStates(limit: GrammarCheck.mostWords), at: listened.position)
        }
    }
}

/// Counts the words of a grammar as it is unfolded: a copy of a rule at each use, none where a rule
/// calls one that is being unfolded.
private struct Unfolding {
    let rules: [String: JSGFRule]
    private var open: [String] = []
    private var steps = 0
    private(set) var isTooDeep = false

    init(rules: [String: JSGFRule]) { self.rules = rules }

    var isTooLarge: Bool { steps > GrammarCheck.mostWords }

    mutating func visit(_ rule: JSGFRule) {
        guard !open.contains(rule.name) else { return }
        guard open.count < GrammarCheck.deepestRules else {
            isTooDeep = true
            return
        }
        open.append(rule.name)
        visit(rule.alternatives)
        open.removeLast()
    }

    private mutating func visit(_ alternatives: [JSGFAlternative]) {
        for alternative in alternatives {
            for item in alternative.items {
                guard !isTooDeep && !isTooLarge else { return }
                visit(item)
            }
        }
    }

    private mutating func visit(_ item: JSGFItem) {
        // Brackets and calls count as well: a grammar of nothing else takes as long to unfold.
        steps += 1
        switch item.content {
        case .rule(let name):
            if let rule = rules[name] { visit(rule) }
        case .group(let inner), .optional(let inner): visit(inner)
        case .word, .null, .void: break
        }
    }
}

extension JSGFRule {
    fileprivate func forEachAlternative(_ body: (JSGFAlternative) -> Void) {
        alternatives.forEach(body)
        forEachItem { item in
            switch item.content {
            case .group(let inner), .optional(let inner): inner.forEach(body)
            default: break
            }
        }
    }
}
