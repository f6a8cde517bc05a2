internal import Platform

/// The check that every rule of a grammar has a meaning.
///
/// The name of a rule gives it its meaning. If a rule were renamed, the recogniser would still hear
/// its words, but they would mean nothing.
extension ListeningGrammar {
    /// The rules with a meaning; other rules may call them or be called by them.
    fileprivate static let readRules = [
        letterRule, offChartRule, codeWordRule, spelledRule, directionRule, diagonalRule,
        commandRule,
        otherRule, talkRule,
    ]

    /// The words of a rule and of the rules that it leads to, except through the rule `other`.
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

    /// The problems of the names of rules, in no order.
    ///
    /// - Parameters:
    ///   - grammar: a grammar without errors.
    ///   - commands: the names of the rules that `<command>` must lead to; nil to leave that
    ///     unchecked.
    package static func problems(
        of grammar: JSGFGrammar, commands: [String]?
    ) -> [GrammarProblem] {
        let roles = Roles(grammar)
        return roles.unread() + (commands.map(roles.problems(ofCommands:)) ?? [])
    }
}

/// Checks the names of the rules of one grammar.
private struct Roles {
    let grammar: JSGFGrammar
    let graph: RuleGraph

    init(_ grammar: JSGFGrammar) {
        self.grammar = grammar
        graph = RuleGraph(grammar)
    }

    // MARK: Rules and words

    /// The problems of rules and words that are listened for but belong to no rule with a meaning;
    /// the first problem of each rule.
    func unread() -> [GrammarProblem] {
        let read = ListeningGrammar.readRules
        let between = rulesBetween
        let known = words(readBeside: between)
        var problems: [GrammarProblem] = []
        for rule in grammar.rules where between.contains(rule.name) {
            if listened.contains(rule.name) || leadsToRead(rule.name) {
                if let stray = rule.words.first(where: { !known.contains($0.word) }) {
                    problems.append(
                        GrammarProblem(
                            .unreadWord(stray.word, read: read), file: rule.file,
                            at: stray.position))
                }
            } else if !words(of: reach(from: [rule.name])).isSubset(of: known) {
                problems.append(
                    GrammarProblem(
                        .unreadRule(rule.name, read: read, nearest: rule.name.nearest(in: read)),
                        file: rule.file, at: rule.position))
            }
        }
        return problems
    }

    /// The rules to listen for: one for a breath, one for a single answer.
    private var listened: [String] {
        [grammar.publicRule?.name, ListeningGrammar.answerRule].compactMap(\.self)
    }

    /// The rules to listen for, the rules between them and those with a meaning, and rules that are
    /// called next to these.
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
        // `offChart` is only a part of `letter` and gives its words no meaning of its own.
        let read = ListeningGrammar.readRules.filter { $0 != ListeningGrammar.offChartRule }
        return !graph.reach(from: rule).isDisjoint(with: read)
    }

    /// The words of all rules with a meaning.
    ///
    /// - Parameter between: rules that are called next to rules with a meaning. A command that
    ///   continues with such a rule, as "no, N" continues with a letter, gives the words of that
    ///   rule no meaning.
    private func words(readBeside between: Set<String>) -> Set<String> {
        let read = Set(ListeningGrammar.readRules)
        // "N for November" has names of letters, but does not make each of them an answer.
        let others = read.subtracting([
            ListeningGrammar.commandRule, ListeningGrammar.spelledRule,
        ])
        return words(of: reach(from: others)).union(
            words(
                of: reach(from: [ListeningGrammar.commandRule]) {
                    $0.isFirst || !between.contains($0.callee)
                }))
    }

    /// The rules themselves, and all rules that they lead to by calls that `isFollowed` accepts.
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

    // MARK: Commands

    func problems(ofCommands known: [String]) -> [GrammarProblem] {
        // A missing rule was already reported.
        guard let rule = graph.rules[ListeningGrammar.commandRule] else { return [] }
        var problems: [GrammarProblem] = []
        var seen: Set<String> = [rule.name]
        check(rule.alternatives, of: rule, among: known, &seen, &problems)
        let reached = graph.reach(from: rule.name)
        let missing = known.filter { !reached.contains($0) }
        if !missing.isEmpty {
            problems.append(
                GrammarProblem(.noCommand(missing), file: rule.file, at: rule.position))
        }
        return problems
    }

    /// Checks that each alternative leads to a command, alone or with words around it ("[please]
    /// <stop>").
    private func check(
        _ alternatives: [JSGFAlternative], of rule: JSGFRule, among known: [String],
        _ seen: inout Set<String>, _ problems: inout [GrammarProblem]
    ) {
        for alternative in alternatives {
            guard let first = alternative.items.first else { continue }
            if alternative.items.count == 1 {
                check(first, of: rule, among: known, &seen, &problems)
            } else if !alternative.items.contains(where: { leads($0, toOneOf: known) }) {
                problems.append(
                    GrammarProblem(
                        .unnamedCommand(known: known), file: rule.file, at: first.position))
            }
        }
    }

    private func check(
        _ item: JSGFItem, of rule: JSGFRule, among known: [String], _ seen: inout Set<String>,
        _ problems: inout [GrammarProblem]
    ) {
        let fault: GrammarFault
        switch item.content {
        case .rule(let name) where known.contains(name): return
        case .rule(let name) where leads(item, toOneOf: known):
            // A rule that groups several commands.
            guard seen.insert(name).inserted, let group = graph.rules[name] else { return }
            return check(group.alternatives, of: group, among: known, &seen, &problems)
        case .rule(let name):
            fault = .unknownCommand(name, known: known, nearest: name.nearest(in: known))
        case .group(let inner), .optional(let inner):
            return check(inner, of: rule, among: known, &seen, &problems)
        case .word: fault = .unnamedCommand(known: known)
        case .null, .void: return
        }
        problems.append(GrammarProblem(fault, file: rule.file, at: item.position))
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
    /// Its own words, in the order of `forEachItem`.
    fileprivate var words: [(word: String, position: SourcePosition)] {
        var words: [(word: String, position: SourcePosition)] = []
        forEachItem { item in
            if case .word(let word) = item.content { words.append((word, item.position)) }
        }
        return words
    }
}
