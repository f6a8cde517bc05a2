internal import Platform

/// Finds all that keeps a grammar from being listened for.
///
/// The JSGF parser of PocketSphinx 0.8 reports a fault in the log at most, with a line number that
/// it never set, and then listens for whatever part of the grammar it had read by then; what it
/// does with each construct was measured, and stands in docs/grammars.md.
public enum GrammarCheck {
    /// Rules in a file.
    public static let mostRules = 1_000
    /// Rules may call rules this deep.
    public static let deepestRules = 32
    /// Words of the unfolded grammar, in which each use of a rule is a copy. PocketSphinx loads
    /// one of 65,536 such words, and is far too slow with it.
    public static let mostWords = 5_000
    /// Things in a row that may be left out. With 50, PocketSphinx took twice the time of the
    /// sound to decode it.
    public static let mostOptional = 16

    /// All problems of a grammar that was read, in the order of the file.
    ///
    /// - Parameter dictionary: tells how its words sound; nil to leave that unchecked.
    public static func check(
        _ grammar: JSGFGrammar, _ dictionary: PronunciationDictionary? = nil
    ) -> [GrammarProblem] {
        check(grammar, dictionary, unread: [], isWhole: true).inOrder
    }

    /// All problems of a grammar file, those of form included, in the order of the file.
    public static func check(
        bytes: [UInt8], file: String, _ dictionary: PronunciationDictionary? = nil
    ) -> [GrammarProblem] {
        do {
            let reading = try GrammarFile.read(bytes: bytes, file: file)
            let findings = check(
                reading.grammar, dictionary, unread: reading.unreadRules,
                isWhole: !reading.problems.hasErrors)
            return (reading.problems + findings).inOrder
        } catch {
            return error.problems
        }
    }

    /// - Parameters:
    ///   - unread: rules that are in the file but could not be read.
    ///   - isWhole: whether all of the file could be read.
    private static func check(
        _ grammar: JSGFGrammar, _ dictionary: PronunciationDictionary?, unread: Set<String>,
        isWhole: Bool
    ) -> [GrammarProblem] {
        guard grammar.rules.count <= mostRules else {
            return [
                GrammarProblem(
                    .tooManyRules(limit: mostRules), file: grammar.file,
                    at: grammar.rules[mostRules].position)
            ]
        }
        var findings = Findings(file: grammar.file, isWhole: isWhole)
        let graph = RuleGraph(grammar)
        findings.checkRuleNames(grammar)
        findings.checkReferences(grammar, graph, unread: unread)
        findings.checkRecursion(grammar, graph)
        findings.checkSize(grammar, graph)
        if let dictionary { findings.checkWords(grammar, dictionary) }
        return findings.problems
    }

    /// Collects the problems of one file.
    struct Findings {
        let file: String
        /// Whether all of the file could be read: what seems to be missing is missing then.
        let isWhole: Bool
        var problems: [GrammarProblem] = []

        mutating func add(_ fault: GrammarFault, at position: SourcePosition) {
            problems.append(GrammarProblem(fault, file: file, at: position))
        }
    }
}

extension GrammarCheck.Findings {
    /// One public rule, and no name twice.
    fileprivate mutating func checkRuleNames(_ grammar: JSGFGrammar) {
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
    fileprivate mutating func checkReferences(
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
    fileprivate mutating func checkRecursion(_ grammar: JSGFGrammar, _ graph: RuleGraph) {
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
    fileprivate mutating func checkWords(_ grammar: JSGFGrammar, _ dictionary: PronunciationDictionary) {
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

extension GrammarCheck.Findings {
    /// The grammar stays small when it is unfolded.
    fileprivate mutating func checkSize(_ grammar: JSGFGrammar, _ graph: RuleGraph) {
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
