internal import Platform

/// Reads the tokens of a grammar into rules, and gathers all that is wrong with their form.
///
/// Recursive descent. After an error in a rule it goes on with the next one, so that one slip
/// hides no other.
struct JSGFParser {
    /// Brackets may lie this deep. PocketSphinx measured well with thousands; people do not, and
    /// the limit keeps the parser's own stack small.
    static let deepestBrackets = 16

    /// Ends the reading of a rule; the problem was recorded where it was found.
    struct RuleAbandoned: Error {}

    private let file: String
    private let tokens: [JSGFToken]
    private var index = 0
    private(set) var problems: [GrammarProblem] = []
    /// Rules whose bodies could not be read: they are known, and nothing more.
    private(set) var unreadRules: Set<String> = []

    init(_ tokens: [JSGFToken], file: String) {
        self.tokens = tokens
        self.file = file
    }

    /// The grammar, as far as it could be read.
    mutating func grammar() -> JSGFGrammar {
        var grammar = JSGFGrammar(file: file, name: "", position: next.position, rules: [])
        do throws(RuleAbandoned) { try header(&grammar) } catch { skipStatement(from: 0) }
        let afterHeader = index
        do throws(RuleAbandoned) {
            try grammarName(&grammar)
        } catch {
            skipStatement(from: afterHeader)
        }
        while next.kind != .end {
            let start = index
            do throws(RuleAbandoned) {
                if next.kind == .word("import") {
                    try importStatement()
                } else {
                    grammar.rules.append(try rule())
                }
            } catch {
                skipStatement(from: start)
            }
        }
        return grammar
    }

    // MARK: Tokens

    var next: JSGFToken { tokens[index] }
    /// The token after the next; the end repeats for ever.
    var afterNext: JSGFToken { tokens[min(index + 1, tokens.count - 1)] }
    private var previousEnd: SourcePosition { index > 0 ? tokens[index - 1].end : .start }

    mutating func advance() { index = min(index + 1, tokens.count - 1) }

    mutating func problem(_ fault: GrammarFault, at position: SourcePosition) {
        problems.append(GrammarProblem(fault, file: file, at: position))
    }

    mutating func abandon(
        _ fault: GrammarFault, at position: SourcePosition
    ) -> RuleAbandoned {
        problem(fault, at: position)
        return RuleAbandoned()
    }

    mutating func expect(_ mark: Unicode.Scalar, _ wanted: String) throws(RuleAbandoned) {
        guard next.kind == .mark(mark) else {
            throw abandon(.expected(wanted, found: next.name), at: next.position)
        }
        advance()
    }

    /// Whether the next token opens a rule: `<name> =`, with or without `public`.
    var startsRule: Bool {
        switch (next.kind, afterNext.kind) {
        case (.ruleName, .mark("=")): true
        case (.word("public"), .ruleName):
            tokens[min(index + 2, tokens.count - 1)].kind == .mark("=")
        default: false
        }
    }

    /// Goes on after the next `;`, or before the next rule if that comes first.
    ///
    /// - Parameter start: where the statement began that could not be read; it is passed, or it
    ///   would be read again for ever.
    private mutating func skipStatement(from start: Int) {
        while next.kind != .end {
            if next.kind == .mark(";") { return advance() }
            if index > start && startsRule { return }
            advance()
        }
    }

    // MARK: Statements

    private mutating func header(_ grammar: inout JSGFGrammar) throws(RuleAbandoned) {
        guard next.kind == .header else {
            let fault = GrammarFault.expected("\"#JSGF V1.0;\"", found: next.name)
            guard next.kind == .word("grammar") || startsRule else {
                throw abandon(fault, at: next.position)
            }
            // The rest is well: a missing header is one problem, not two.
            return problem(fault, at: next.position)
        }
        advance()
        guard case .word(let version) = next.kind else {
            throw abandon(.expected("the version, V1.0", found: next.name), at: next.position)
        }
        if version != "V1.0" { problem(.version(version), at: next.position) }
        advance()
        if case .word(let encoding) = next.kind {
            let known = ["utf-8", "utf8", "us-ascii", "ascii"].contains(encoding.lowercased())
            if !known { problem(.encoding(encoding), at: next.position) }
            grammar.encoding = encoding
            advance()
            if case .word(let locale) = next.kind {
                grammar.locale = locale
                advance()
            }
        }
        try expect(";", "\";\" after the header")
    }

    private mutating func grammarName(_ grammar: inout JSGFGrammar) throws(RuleAbandoned) {
        guard next.kind == .word("grammar") else {
            let fault = GrammarFault.expected("\"grammar name;\"", found: next.name)
            guard startsRule else { throw abandon(fault, at: next.position) }
            return problem(fault, at: next.position)
        }
        advance()
        guard case .word(let name) = next.kind else {
            throw abandon(.expected("the grammar's name", found: next.name), at: next.position)
        }
        if !name.isGrammarName { problem(.grammarName(name), at: next.position) }
        grammar.name = name
        grammar.position = next.position
        advance()
        try expect(";", "\";\" after the grammar's name")
    }

    private mutating func importStatement() throws(RuleAbandoned) {
        let position = next.position
        advance()
        guard case .ruleName(let name) = next.kind else {
            throw abandon(.expected("a rule after \"import\"", found: next.name), at: next.position)
        }
        problem(.importStatement(name), at: position)
        advance()
        try expect(";", "\";\" after the import")
    }

    private mutating func rule() throws(RuleAbandoned) -> JSGFRule {
        let documentation = next.documentation
        let isPublic = next.kind == .word("public")
        if isPublic { advance() }
        guard case .ruleName(let name) = next.kind else {
            throw abandon(
                .expected("a rule, such as \"<letter> = see | dee;\"", found: next.name),
                at: next.position)
        }
        let position = next.position
        if !name.isRuleName {
            problem(.ruleName(name), at: position)
        } else if name.isReservedRuleName {
            problem(.reservedRuleName(name), at: position)
        }
        advance()
        do throws(RuleAbandoned) {
            try expect("=", "\"=\" after the rule's name")
            let alternatives = try alternatives(depth: 0, in: "the rule <\(name)>")
            if startsRule || next.kind == .end {
                // The next rule is whole: only the end of this one is missing.
                problem(.missingSemicolon(rule: name), at: previousEnd)
            } else {
                try expect(";", "\"|\", a word or \";\"")
            }
            return JSGFRule(
                name: name, isPublic: isPublic, position: position, documentation: documentation,
                alternatives: alternatives)
        } catch {
            unreadRules.insert(name)
            throw error
        }
    }
}
