extension GrammarCheck.Findings {
    /// The grammar stays small when PocketSphinx unfolds it.
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

    /// Weights that can be carried to the words behind them: PocketSphinx ignores a weight before
    /// anything but a word.
    mutating func checkWeights(_ grammar: JSGFGrammar, _ graph: RuleGraph) {
        let recursive = Set(graph.recursiveCalls.map(\.callee))
        for rule in grammar.rules {
            rule.forEachAlternative { alternative in
                guard alternative.weight != nil else { return }
                var carrying = WeightCarrying(graph: graph, recursive: recursive)
                carrying.carry(into: alternative.items[...])
                if let fault = carrying.fault { add(fault, at: alternative.position) }
            }
        }
    }
}

/// Counts the words of a grammar as PocketSphinx unfolds it: a copy of a rule at each use, two of
/// what is repeated with `+`, none where a rule calls one that is being unfolded.
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
                for _ in 0..<(item.repetition == .oneOrMore ? 2 : 1) {
                    guard !isTooDeep && !isTooLarge else { return }
                    visit(item)
                }
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

/// Follows a weight from the start of an alternative to the words that will bear it.
private struct WeightCarrying {
    let graph: RuleGraph
    let recursive: Set<String>
    private(set) var fault: GrammarFault?
    private var visited: Set<String> = []

    init(graph: RuleGraph, recursive: Set<String>) {
        self.graph = graph
        self.recursive = recursive
    }

    mutating func carry(into alternatives: [JSGFAlternative]) {
        for alternative in alternatives { carry(into: alternative.items[...]) }
    }

    mutating func carry(into items: ArraySlice<JSGFItem>) {
        guard fault == nil else { return }
        guard let first = items.first else {
            fault = .weightOfNothing
            return
        }
        if first.isSkippable { carry(into: items.dropFirst()) }
        switch first.content {
        case .null: fault = .weightOfNothing
        case .optional(let inner): carry(into: inner)
        case .group(let inner): carry(into: inner)
        case .rule(let name):
            if recursive.contains(name) { fault = .weightOfRecursion(name) }
            guard fault == nil, visited.insert(name).inserted, let rule = graph.rules[name]
            else { return }
            carry(into: rule.alternatives)
        case .word, .void: break
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
