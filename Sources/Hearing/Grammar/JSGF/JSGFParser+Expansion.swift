internal import Platform

extension JSGFParser {
    /// The alternatives after `=` or within brackets, with `|` between them.
    mutating func alternatives(
        depth: Int, in place: String
    ) throws(RuleAbandoned) -> [JSGFAlternative] {
        var alternatives = [try alternative(depth: depth, in: place)]
        while next.kind == .mark("|") {
            advance()
            alternatives.append(try alternative(depth: depth, in: "this alternative"))
        }
        if alternatives.contains(where: { $0.weight != nil }) {
            for unweighted in alternatives where unweighted.weight == nil {
                problem(.unweighted, at: unweighted.position)
            }
        }
        return alternatives
    }

    private mutating func alternative(
        depth: Int, in place: String
    ) throws(RuleAbandoned) -> JSGFAlternative {
        var alternative = JSGFAlternative(weight: nil, items: [], position: next.position)
        if case .weight(let text) = next.kind {
            alternative.weight = weight(text, at: next.position)
            advance()
        }
        while let item = try item(depth: depth) { alternative.items.append(item) }
        if alternative.items.isEmpty {
            switch next.kind {
            case .mark(";"), .mark("|"), .mark(")"), .mark("]"):
                problem(.nothingToSay(place), at: next.position)
            default:
                throw abandon(.expected("a word or a rule", found: next.name), at: next.position)
            }
        }
        return alternative
    }

    /// The next part of a sequence; nil where the sequence ends.
    private mutating func item(depth: Int) throws(RuleAbandoned) -> JSGFItem? {
        let position = next.position
        guard !startsStatement else { return nil }
        let content: JSGFItem.Content
        switch next.kind {
        case .word(let word):
            if !word.isSpokenWord { problem(.word(word), at: position) }
            content = .word(word.lowercased())
            advance()
            if let number = variantNumber() {
                problem(.variant("\(word)(\(number))", word: word), at: position)
            }
        case .ruleName(let name):
            content = reference(to: name, at: position)
            advance()
        case .mark("("):
            content = .group(try bracketed(until: ")", "the group ()", depth: depth))
        case .mark("["):
            content = .optional(try bracketed(until: "]", "the optional part []", depth: depth))
        case .weight:
            throw abandon(.misplacedWeight, at: position)
        case .mark, .tag, .header, .end:
            return nil
        }
        let repetition = self.repetition()
        while next.kind == .tag { advance() }
        return JSGFItem(content: content, repetition: repetition, position: position)
    }

    /// Takes the "(2)" of "aitch(2)", which names a line of a dictionary.
    private mutating func variantNumber() -> String? {
        guard next.kind == .mark("("), next.position == previousEnd,
            case .word(let number) = afterNext.kind, number.allSatisfy(\.isNumber),
            token(after: 2).kind == .mark(")")
        else { return nil }
        for _ in 0..<3 { advance() }
        return number
    }

    private mutating func repetition() -> JSGFItem.Repetition {
        var repetition = JSGFItem.Repetition.once
        while case .mark(let mark) = next.kind, mark == "*" || mark == "+" {
            if repetition == .once {
                repetition = mark == "*" ? .zeroOrMore : .oneOrMore
            } else {
                problem(.secondOperator, at: next.position)
            }
            advance()
        }
        return repetition
    }

    private mutating func reference(
        to name: String, at position: SourcePosition
    ) -> JSGFItem.Content {
        switch name {
        case "NULL": return .null
        case "VOID": return .void
        default:
            if !name.isRuleName { problem(.ruleName(name), at: position) }
            return .rule(name)
        }
    }

    private mutating func bracketed(
        until close: Unicode.Scalar, _ place: String, depth: Int
    ) throws(RuleAbandoned) -> [JSGFAlternative] {
        let open = next.position
        guard depth < Self.deepestBrackets else {
            throw abandon(.nestedTooDeep(limit: Self.deepestBrackets), at: open)
        }
        advance()
        let inner = try alternatives(depth: depth + 1, in: place)
        guard !startsStatement, next.kind != .mark(";") else {
            throw abandon(.unclosed("a bracket"), at: open)
        }
        try expect(close, "\"|\", a word or \"\(close)\"")
        return inner
    }

    /// The number between two slashes; a problem and 1 if it is not a number.
    private mutating func weight(_ text: String, at position: SourcePosition) -> Double {
        guard text.isDecimalNumber, let weight = Double(text) else {
            problem(.weightForm("/\(text)/"), at: position)
            return 1
        }
        // A smaller weight becomes zero in PocketSphinx's logarithms, and its words are never
        // heard.
        guard (0.000_001...1).contains(weight) else {
            problem(.weightRange("/\(text)/"), at: position)
            return 1
        }
        return weight
    }
}

extension String {
    /// Whether PocketSphinx and the dictionary both take it as a word: letters of any script with
    /// their marks, digits, `' - _ .`.
    var isSpokenWord: Bool {
        guard let first = unicodeScalars.first, first.isOfSpokenWord || first == "'" else {
            return false
        }
        return unicodeScalars.allSatisfy { $0.isOfSpokenWord || "'-_.".unicodeScalars.contains($0) }
    }

    /// Whether it can be the name of a grammar, which may have dots, like that of a Java package.
    var isGrammarName: Bool {
        isSpokenWord && utf8.allSatisfy { $0 < 0x80 && $0 != UInt8(ascii: "'") }
    }

    /// Whether it can be the name of a rule, which has no dots: the part before a dot is a
    /// grammar's name.
    var isRuleName: Bool { isGrammarName && !utf8.contains(UInt8(ascii: ".")) }

    /// Whether the name is a pseudo-rule's, or one that PocketSphinx gives to brackets: g00000,
    /// g00001, …
    var isReservedRuleName: Bool {
        if self == "NULL" || self == "VOID" { return true }
        return utf8.first == UInt8(ascii: "g") && utf8.count >= 6
            && utf8.dropFirst().allSatisfy { $0.isASCIIDigit }
    }

    /// Digits with at most one point, as PocketSphinx reads weights: no sign, no exponent, and
    /// digits after the point.
    fileprivate var isDecimalNumber: Bool {
        let parts = utf8.split(
            separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
        guard utf8.count <= 40, let fraction = parts.last, !fraction.isEmpty else { return false }
        return parts.allSatisfy { $0.allSatisfy(\.isASCIIDigit) }
    }
}

extension UInt8 {
    fileprivate var isASCIIDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

    fileprivate var isASCIIAlphanumeric: Bool {
        isASCIIDigit || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self)
            || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self)
    }
}

extension Unicode.Scalar {
    /// Whether it is a letter, a digit of ASCII, or a mark that belongs to a letter.
    fileprivate var isOfSpokenWord: Bool {
        if isASCII { return value < 0x80 && UInt8(value).isASCIIAlphanumeric }
        return switch properties.generalCategory {
        case .lowercaseLetter, .uppercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .nonspacingMark, .spacingMark:
            true
        default: false
        }
    }
}
