internal import Platform

/// Reads the tokens of a grammar into rules, and collects all problems of their form.
///
/// Recursive descent. After an error in a rule it continues with the next rule, so that one mistake
/// hides no other.
struct JSGFParser {
    /// The deepest nesting of brackets. The limit keeps the parser's own stack small.
    static let deepestBrackets = 16

    /// Ends the reading of a rule; the problem was recorded where it was found.
    struct RuleAbandoned: Error {}

    private let file: String
    private let tokens: [JSGFToken]
    private let isASCII: Bool
    private var index = 0
    private(set) var problems: [GrammarProblem] = []
    /// Names of the rules whose bodies could not be read.
    private(set) var unreadRules: Set<String> = []

    /// - Parameter isASCII: whether the file has no other characters, so that its encoding does
    ///   not matter.
    init(_ tokens: [JSGFToken], file: String, isASCII: Bool) {
        self.tokens = tokens
        self.file = file
        self.isASCII = isASCII
    }

    /// The grammar, as far as it could be read.
    mutating func grammar() -> JSGFGrammar {
        var grammar = JSGFGrammar(file: file, name: "", position: next.position, rules: [])
        do throws(RuleAbandoned) { try header() } catch { skipStatement(from: 0) }
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
                    grammar.imports.append(try importStatement())
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
    /// The token after the next; the end repeats forever.
    var afterNext: JSGFToken { token(after: 1) }
    func token(after count: Int) -> JSGFToken { tokens[min(index + count, tokens.count - 1)] }
    var previousEnd: SourcePosition { index > 0 ? tokens[index - 1].end : .start }

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
        case (.word("public"), .ruleName): token(after: 2).kind == .mark("=")
        default: false
        }
    }

    /// Whether the next token opens a rule or an import, or ends the file.
    var startsStatement: Bool {
        switch (next.kind, afterNext.kind) {
        case (.word("import"), .ruleName(let name)): name.contains(".")
        case (.end, _): true
        default: startsRule
        }
    }

    /// Whether the next token opens the statement `grammar name;`.
    private var startsGrammarName: Bool {
        guard next.kind == .word("grammar"), case .word = afterNext.kind else { return false }
        return true
    }

    /// Takes the `;` at the end of a statement. If the next statement follows at once, only the
    /// `;` is missing.
    private mutating func expectSemicolon(after what: String) throws(RuleAbandoned) {
        if startsStatement || startsGrammarName {
            return problem(.missingSemicolon(what), at: previousEnd)
        }
        try expect(";", "\";\" after \(what)")
    }

    /// Continues after the next `;`, or before the next statement if that comes first.
    ///
    /// - Parameter start: the first token of the statement that could not be read. It is skipped,
    ///   so that it is not read again forever.
    private mutating func skipStatement(from start: Int) {
        while next.kind != .end {
            if next.kind == .mark(";") { return advance() }
            if index > start && (startsStatement || startsGrammarName) { return }
            advance()
        }
    }

    // MARK: Statements

    private mutating func header() throws(RuleAbandoned) {
        guard next.kind == .header else {
            let fault = GrammarFault.expected("\"#JSGF V1.0;\"", found: next.name)
            guard startsGrammarName || startsStatement, next.kind != .end else {
                throw abandon(fault, at: next.position)
            }
            // A statement follows, so the missing header is the only problem here.
            return problem(fault, at: next.position)
        }
        advance()
        guard case .word(let version) = next.kind else {
            throw abandon(.expected("the version, V1.0", found: next.name), at: next.position)
        }
        if version != "V1.0" { problem(.version(version), at: next.position) }
        advance()
        if case .word(let encoding) = next.kind, !startsStatement, !startsGrammarName {
            let isKnown = isASCII || ["utf-8", "utf8"].contains(encoding.lowercased())
            if !isKnown { problem(.encoding(encoding), at: next.position) }
            advance()
            // The locale: nothing depends on it.
            if case .word = next.kind, !startsStatement, !startsGrammarName { advance() }
        }
        try expectSemicolon(after: "the header")
    }

    private mutating func grammarName(_ grammar: inout JSGFGrammar) throws(RuleAbandoned) {
        guard next.kind == .word("grammar") else {
            let fault = GrammarFault.expected("\"grammar name;\"", found: next.name)
            guard startsStatement, next.kind != .end else {
                throw abandon(fault, at: next.position)
            }
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
        try expectSemicolon(after: "the grammar's name")
    }

    private mutating func importStatement() throws(RuleAbandoned) -> JSGFImport {
        let position = next.position
        advance()
        guard case .ruleName(let name) = next.kind else {
            throw abandon(
                .expected("a rule, such as \"import <commands.stop>;\"", found: next.name),
                at: next.position)
        }
        let parts = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, parts[0].isRuleName, parts[1] == "*" || parts[1].isRuleName else {
            throw abandon(.importForm(name), at: next.position)
        }
        advance()
        try expectSemicolon(after: "the import")
        return JSGFImport(
            grammar: parts[0], rule: parts[1] == "*" ? nil : parts[1], position: position)
    }

    private mutating func rule() throws(RuleAbandoned) -> JSGFRule {
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
            if startsStatement {
                // The next statement is whole: only the end of this one is missing.
                problem(.missingSemicolon("the rule <\(name)>"), at: previousEnd)
            } else {
                try expect(";", "\"|\", a word or \";\"")
            }
            return JSGFRule(
                name: name, isPublic: isPublic, file: file, position: position,
                alternatives: alternatives)
        } catch {
            unreadRules.insert(name)
            throw error
        }
    }
}
