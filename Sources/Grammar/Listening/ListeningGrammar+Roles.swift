internal import Platform

/// Whether every rule of a grammar that is listened for has somebody who reads it.
///
/// Rules are read by their names. One that is renamed is a rule as good as any to the recogniser,
/// which goes on hearing its words, and nobody would know what they mean.
extension ListeningGrammar {
    /// The rules whose words mean something; other rules may stand between or within them.
    fileprivate static let readRules = [
        letterRule, offChartRule, codeWordRule, directionRule, diagonalRule, commandRule, otherRule,
        talkRule,
    ]

    /// The words of a rule and of those that it leads to, but for one of them.
    package static func words(
        of rule: String, beside other: String, in grammar: JSGFGrammar
    ) -> Set<String> {
        let graph = RuleGraph(grammar)
        let callees = Dictionary(
            grouping: graph.calls.filter { $0.callee != other }, by: \.rule
        ).mapValues { Set($0.map(\.callee)) }
        let rules = RuleGraph.reach(from: rule, through: callees).union([rule])
        return Set(rules.flatMap { graph.rules[$0]?.words ?? [] }.map(\.word))
    }

    /// What is wrong with the names of the rules, in no order.
    ///
    /// - Parameters:
    ///   - grammar: has no error in itself.
    ///   - commands: the names of the rules that `<command>` must lead to, and no others; nil to
    ///     leave that unchecked.
    package static func problems(
        of grammar: JSGFGrammar, commands: [String]?
    ) -> [GrammarProblem] {
        let roles = Roles(grammar)
        return roles.unread() + (commands.map(roles.problems(ofCommands:)) ?? [])
    }
}

/// One grammar, looked at for who reads its rules.
private struct Roles {
    let grammar: JSGFGrammar
    let graph: RuleGraph

    init(_ grammar: JSGFGrammar) {
        self.grammar = grammar
        graph = RuleGraph(grammar)
    }

    private func problem(_ fault: GrammarFault, at position: SourcePosition) -> GrammarProblem {
        GrammarProblem(fault, file: grammar.file, at: position)
    }

    // MARK: What is heard

    /// Rules and words that are listened for and stand in no rule that is read; of each rule the
    /// first.
    func unread() -> [GrammarProblem] {
        let read = ListeningGrammar.readRules
        let between = rulesBetween
        let known = words(readBeside: between)
        var problems: [GrammarProblem] = []
        for rule in grammar.rules where between.contains(rule.name) {
            if listened.contains(rule.name) || leadsToRead(rule.name) {
                if let stray = rule.words.first(where: { !known.contains($0.word) }) {
                    problems.append(
                        problem(.unreadWord(stray.word, read: read), at: stray.position))
                }
            } else if !words(of: reach(from: [rule.name])).isSubset(of: known) {
                problems.append(
                    problem(
                        .unreadRule(rule.name, read: read, nearest: rule.name.nearest(in: read)),
                        at: rule.position))
            }
        }
        return problems
    }

    /// The rules that are listened for: for a breath, and for one answer.
    private var listened: [String] {
        [grammar.publicRule?.name, ListeningGrammar.answerRule].compactMap(\.self)
    }

    /// Those, and the rules between them and the ones that are read, or beside these.
    private var rulesBetween: Set<String> {
        var between = Set(listened)
        var pending = listened
        while let name = pending.popLast() {
            guard listened.contains(name) || leadsToRead(name) else { continue }
            for call in graph.calls
            where call.rule == name && !ListeningGrammar.readRules.contains(call.callee) {
                if between.insert(call.callee).inserted { pending.append(call.callee) }
            }
        }
        return between
    }

    private func leadsToRead(_ rule: String) -> Bool {
        // That rule is a part of the letters, and tells which they are to nobody.
        let read = ListeningGrammar.readRules.filter { $0 != ListeningGrammar.offChartRule }
        return !graph.reach(from: rule).isDisjoint(with: read)
    }

    /// The words of all rules that are read.
    ///
    /// - Parameter between: rules that are called beside those. A command that goes on with one of
    ///   them, as "no, N" does with a letter, does not tell what its words mean.
    private func words(readBeside between: Set<String>) -> Set<String> {
        let read = Set(ListeningGrammar.readRules)
        let others = read.subtracting([ListeningGrammar.commandRule])
        return words(of: reach(from: others)).union(
            words(
                of: reach(from: [ListeningGrammar.commandRule]) {
                    $0.isFirst || !between.contains($0.callee)
                }))
    }

    /// The rules themselves, and those that they lead to by calls of a kind.
    private func reach(
        from rules: Set<String>, by isFollowed: (RuleGraph.Call) -> Bool = { _ in true }
    ) -> Set<String> {
        let callees = Dictionary(grouping: graph.calls.filter(isFollowed), by: \.rule)
            .mapValues { Set($0.map(\.callee)) }
        return rules.reduce(into: rules) {
            $0.formUnion(RuleGraph.reach(from: $1, through: callees))
        }
    }

    private func words(of rules: Set<String>) -> Set<String> {
        Set(rules.flatMap { graph.rules[$0]?.words ?? [] }.map(\.word))
    }

    // MARK: What is acted on

    func problems(ofCommands known: [String]) -> [GrammarProblem] {
        // One that is missing altogether was reported.
        guard let rule = graph.rules[ListeningGrammar.commandRule] else { return [] }
        var problems: [GrammarProblem] = []
        var seen: Set<String> = [rule.name]
        check(rule.alternatives, among: known, &seen, &problems)
        let reached = graph.reach(from: rule.name)
        let missing = known.filter { !reached.contains($0) }
        if !missing.isEmpty { problems.append(problem(.noCommand(missing), at: rule.position)) }
        return problems
    }

    /// Each alternative leads to a command: by itself, or with words around it ("[please] <stop>").
    private func check(
        _ alternatives: [JSGFAlternative], among known: [String], _ seen: inout Set<String>,
        _ problems: inout [GrammarProblem]
    ) {
        for alternative in alternatives {
            if let only = alternative.items.first, alternative.items.count == 1 {
                check(only, among: known, &seen, &problems)
            } else if !alternative.items.contains(where: { leads($0, toOneOf: known) }),
                let first = alternative.items.first
            {
                problems.append(problem(.unnamedCommand(known: known), at: first.position))
            }
        }
    }

    private func check(
        _ item: JSGFItem, among known: [String], _ seen: inout Set<String>,
        _ problems: inout [GrammarProblem]
    ) {
        switch item.content {
        case .rule(let name) where known.contains(name): break
        case .rule(let name) where leads(item, toOneOf: known):
            // A helper that several commands stand in.
            guard seen.insert(name).inserted, let rule = graph.rules[name] else { return }
            check(rule.alternatives, among: known, &seen, &problems)
        case .rule(let name):
            let fault = GrammarFault.unknownCommand(
                name, known: known, nearest: name.nearest(in: known))
            problems.append(problem(fault, at: item.position))
        case .group(let inner), .optional(let inner):
            check(inner, among: known, &seen, &problems)
        case .word: problems.append(problem(.unnamedCommand(known: known), at: item.position))
        case .null, .void: break
        }
    }

    private func leads(_ item: JSGFItem, toOneOf known: [String]) -> Bool {
        switch item.content {
        case .rule(let name):
            known.contains(name) || !graph.reach(from: name).isDisjoint(with: known)
        case .group(let inner), .optional(let inner):
            inner.contains { $0.items.contains { leads($0, toOneOf: known) } }
        case .word, .null, .void: false
        }
    }
}

extension JSGFRule {
    /// The words that stand in it, in the order of `forEachItem`.
    fileprivate var words: [(word: String, position: SourcePosition)] {
        var words: [(word: String, position: SourcePosition)] = []
        forEachItem { item in
            if case .word(let word) = item.content { words.append((word, item.position)) }
        }
        return words
    }
}
