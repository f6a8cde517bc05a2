internal import Platform

/// Finds all mistakes that keep a grammar from being listened for.
///
/// PocketSphinx's own parser would drop the wrong parts of a grammar and listen for the rest.
package enum GrammarCheck {
    /// The largest number of rules, imported ones included.
    package static let mostRules = 1_000
    /// Maximum depth of rules that call rules.
    package static let deepestRules = 32
    /// Maximum number of words with each use of a rule written out: more make the search far too
    /// slow.
    package static let mostWords = 5_000
    /// Maximum number of optional parts in a row: more make the search far too slow.
    package static let mostOptional = 16

    /// All problems of a grammar that was read, in the order of the file.
    ///
    /// - Parameter dictionary: the pronunciations of its words; nil to leave them unchecked.
    package static func check(
        _ grammar: JSGFGrammar, _ dictionary: PronunciationDictionary? = nil
    ) -> [GrammarProblem] {
        check(grammar, dictionary, unread: [], isWhole: true, isListenedFor: true).inOrder
    }

    /// All problems of a grammar file and of the rules that it imports, in the order of the files.
    ///
    /// - Parameters:
    ///   - isListenedFor: whether the grammar has one public rule that is listened for; otherwise
    ///     its public rules are there for other files.
    ///   - contents: reads imported files.
    package static func check(
        bytes: [UInt8], file: String, _ dictionary: PronunciationDictionary? = nil,
        isListenedFor: Bool = true, contents: @escaping GrammarFile.Contents = GrammarFile.contents
    ) -> [GrammarProblem] {
        do {
            let reading = try GrammarFile.read(bytes: bytes, file: file, contents: contents)
            let findings = check(
                reading.grammar, dictionary, unread: reading.unreadRules,
                isWhole: !reading.problems.hasErrors, isListenedFor: isListenedFor)
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
        isWhole: Bool, isListenedFor: Bool
    ) -> [GrammarProblem] {
        guard grammar.rules.count <= mostRules else {
            return [
                GrammarProblem(
                    .tooManyRules(limit: mostRules), file: grammar.rules[mostRules].file,
                    at: grammar.rules[mostRules].position)
            ]
        }
        var findings = Findings(isWhole: isWhole, isListenedFor: isListenedFor)
        let graph = RuleGraph(grammar)
        findings.checkRuleNames(grammar)
        findings.checkReferences(grammar, graph, unread: unread)
        findings.checkRecursion(grammar, graph)
        findings.checkSize(grammar, graph)
        if let dictionary { findings.checkWords(grammar, dictionary) }
        return findings.problems
    }

    /// Collects the problems of a grammar.
    struct Findings {
        /// Whether all of the file could be read, so that a missing rule is really missing.
        let isWhole: Bool
        let isListenedFor: Bool
        private(set) var problems: [GrammarProblem] = []

        init(isWhole: Bool, isListenedFor: Bool) {
            self.isWhole = isWhole
            self.isListenedFor = isListenedFor
        }

        mutating func add(_ fault: GrammarFault, in file: String, at position: SourcePosition) {
            problems.append(GrammarProblem(fault, file: file, at: position))
        }
    }
}

extension GrammarCheck.Findings {
    /// Checks that there is one public rule, and that no name is defined twice.
    fileprivate mutating func checkRuleNames(_ grammar: JSGFGrammar) {
        let rules = grammar.rules
        guard !rules.isEmpty else {
            if isWhole { add(.noRules, in: grammar.file, at: grammar.position) }
            return
        }
        var first: [String: SourcePosition] = [:]
        for rule in rules {
            if let position = first[rule.name] {
                add(.ruleTwice(rule.name, first: position), in: rule.file, at: rule.position)
            } else {
                first[rule.name] = rule.position
            }
        }
        let publicRules = rules.filter(\.isPublic)
        guard let listened = publicRules.first else {
            if isWhole { add(.noPublicRule, in: rules[0].file, at: rules[0].position) }
            return
        }
        guard isListenedFor else { return }
        for other in publicRules.dropFirst() where other.name != listened.name {
            add(
                .severalPublicRules(other.name, first: listened.name), in: other.file,
                at: other.position)
        }
    }

    /// Checks that every called rule is defined, and that every defined rule is called.
    fileprivate mutating func checkReferences(
        _ grammar: JSGFGrammar, _ graph: RuleGraph, unread: Set<String>
    ) {
        let names = graph.rules.keys.sorted()
        // The parser reported calls that cannot be names, the importer those of other files.
        let undefined = graph.calls.filter { call in
            graph.rules[call.callee] == nil && !unread.contains(call.callee)
                && !unread.contains(GrammarFile.Reading.anyRule) && call.callee.isRuleName
        }
        for (index, call) in undefined.enumerated() {
            add(
                .undefinedRule(
                    call.callee, nearest: Self.suggestions(for: call.callee, in: names, index)),
                in: call.file, at: call.position)
        }
        for rule in grammar.rules {
            rule.forEachItem { item in
                if item.content == .void { add(.void, in: rule.file, at: item.position) }
            }
        }
        // Parts that could not be read may use any rule and hold any word.
        guard isWhole else { return }
        let publicRules = grammar.rules.filter(\.isPublic)
        let used = publicRules.reduce(into: Set<String>()) {
            $0.formUnion(graph.reach(from: $1.name))
        }
        for rule in grammar.ownRules where !rule.isPublic && !used.contains(rule.name) {
            add(.unusedRule(rule.name), in: rule.file, at: rule.position)
        }
        for listened in publicRules {
            let speaks = graph.reach(from: listened.name).union([listened.name]).contains { name in
                guard let rule = graph.rules[name] else { return true }
                var hasWord = false
                rule.forEachItem { if case .word = $0.content { hasWord = true } }
                return hasWord
            }
            if !speaks { add(.wordless(listened.name), in: listened.file, at: listened.position) }
        }
    }

    /// Checks that recursion is only where the network can follow it: last in a rule, after a word,
    /// with a way out.
    fileprivate mutating func checkRecursion(_ grammar: JSGFGrammar, _ graph: RuleGraph) {
        let recursive = graph.recursiveCalls
        let leading = Dictionary(grouping: recursive.filter(\.isFirst), by: \.rule)
            .mapValues { Set($0.map(\.callee)) }
        for call in recursive {
            if !call.isLast {
                add(
                    .notAtTheEnd(rule: call.rule, calls: call.callee), in: call.file,
                    at: call.position)
            } else if call.isFirst {
                let ahead = RuleGraph.reach(from: call.callee, through: leading)
                if call.callee == call.rule || ahead.contains(call.rule) {
                    add(
                        .wordlessLoop(rule: call.rule, calls: call.callee), in: call.file,
                        at: call.position)
                }
            }
        }
        let inLoops = Set(recursive.map(\.rule))
        for rule in grammar.rules
        where inLoops.contains(rule.name) && !graph.finite.contains(rule.name) {
            add(.endless(rule.name), in: rule.file, at: rule.position)
        }
    }

    /// Checks that every word has a pronunciation.
    fileprivate mutating func checkWords(
        _ grammar: JSGFGrammar, _ dictionary: PronunciationDictionary
    ) {
        let missing = grammar.words
            // The parser reported those that cannot be words.
            .filter { $0.key.isSpokenWord && !dictionary.contains($0.key) }
            .sorted { ($0.value.file, $0.value.position) < ($1.value.file, $1.value.position) }
        let known = dictionary.words.sorted()
        for (index, (word, place)) in missing.enumerated() {
            add(
                .noPronunciation(word, nearest: Self.suggestions(for: word, in: known, index)),
                in: place.file, at: place.position)
        }
    }

    /// The names that may have been meant. A suggestion costs a comparison with all names, and
    /// problems that are not listed need none.
    ///
    /// - Parameter index: the number of the problem among those of its kind.
    private static func suggestions(
        for word: String, in names: [String], _ index: Int
    ) -> [String] {
        index < [GrammarProblem].listed ? word.nearest(in: names) : []
    }
}

extension GrammarCheck.Findings {
    /// Checks that the grammar stays small when each use of a rule is written out.
    fileprivate mutating func checkSize(_ grammar: JSGFGrammar, _ graph: RuleGraph) {
        for rule in grammar.rules {
            rule.forEachAlternative { alternative in
                var inARow = 0
                for item in alternative.items {
                    inARow = item.isNullable(graph.nullable.contains) ? inARow + 1 : 0
                    guard inARow <= GrammarCheck.mostOptional else {
                        return add(
                            .tooManyOptional(limit: GrammarCheck.mostOptional), in: rule.file,
                            at: item.position)
                    }
                }
            }
        }
        for rule in grammar.rules where rule.isPublic {
            var unfolding = Unfolding(rules: graph.rules)
            unfolding.visit(rule)
            if unfolding.isTooDeep {
                add(
                    .rulesTooDeep(limit: GrammarCheck.deepestRules), in: rule.file,
                    at: rule.position)
            } else if unfolding.isTooLarge {
                add(
                    .tooManyStates(limit: GrammarCheck.mostWords), in: rule.file,
                    at: rule.position)
            }
        }
    }
}

/// Counts the words of a rule with each use of a rule written out, except for calls of a rule that
/// is being written out.
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
        // Brackets and calls count as well, because a grammar of only these takes as long to
        // unfold.
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
