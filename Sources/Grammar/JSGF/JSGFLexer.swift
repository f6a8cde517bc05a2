internal import Platform

/// Cuts the text of a grammar into tokens, and drops comments.
///
/// What counts as a token follows the Java Speech Grammar Format 1.0 (Sun Microsystems, 1998) as
/// the scanner of PocketSphinx 0.8 reads it; quoted words, which that scanner keeps with their
/// quotes and no dictionary can hold, come out as words that the parser refuses.
struct JSGFLexer {
    private var text: SourceText
    private let file: String
    private(set) var problems: [GrammarProblem] = []
    private var documentation: String?

    init(_ text: SourceText, file: String) {
        self.text = text
        self.file = file
    }

    /// All tokens, the last of which is `.end`.
    mutating func tokens() -> [JSGFToken] {
        var tokens: [JSGFToken] = []
        while true {
            let start = text.position
            guard let character = text.next else {
                tokens.append(JSGFToken(kind: .end, position: start, end: start))
                return tokens
            }
            guard let kind = token(startingWith: character, at: start) else { continue }
            tokens.append(
                JSGFToken(
                    kind: kind, position: start, end: text.position, documentation: documentation))
            documentation = nil
        }
    }

    /// Takes a token, or what lies between tokens: then nil.
    private mutating func token(
        startingWith character: Unicode.Scalar, at start: SourcePosition
    ) -> JSGFToken.Kind? {
        switch character {
        case " ", "\t", "\n":
            text.advance()
            return nil
        case "=", ";", "|", "*", "+", "(", ")", "[", "]":
            text.advance()
            return .mark(character)
        case "<":
            return enclosed(by: ">", at: start, as: "a rule name \"<\"").map { .ruleName($0) }
        case "{":
            return tag(at: start)
        case "/":
            return slash(at: start)
        case ">", "}":
            problem(.strayCharacter(character), at: start)
            text.advance()
            return nil
        default:
            guard character.canStandInAWord else {
                problem(.strayCharacter(character), at: start)
                _ = text.take { !$0.canStandInAWord && !$0.isJSGFDelimiter }
                return nil
            }
            let word = text.take(while: \.canStandInAWord)
            return word == "#JSGF" ? .header : .word(word)
        }
    }

    /// A comment, or a weight.
    private mutating func slash(at start: SourcePosition) -> JSGFToken.Kind? {
        switch text.afterNext {
        case "/":
            _ = text.take { $0 != "\n" }
            return nil
        case "*":
            blockComment(at: start)
            return nil
        default:
            return enclosed(by: "/", at: start, as: "a weight \"/\"").map { .weight($0) }
        }
    }

    private mutating func blockComment(at start: SourcePosition) {
        text.advance()
        text.advance()
        var content = ""
        while let character = text.next {
            if character == "*", text.afterNext == "/" {
                text.advance()
                text.advance()
                if content.hasPrefix("*") { documentation = content.documentationText }
                return
            }
            content.unicodeScalars.append(character)
            text.advance()
        }
        problem(.unclosed("a comment \"/*\""), at: start)
    }

    /// What stands up to a closing mark on the same line; nil, with a problem, if none comes.
    private mutating func enclosed(
        by close: Unicode.Scalar, at start: SourcePosition, as what: String
    ) -> String? {
        text.advance()
        let content = text.take { $0 != close && $0 != "\n" && $0 != ";" }
        guard text.next == close else {
            problem(.unclosed(what), at: start)
            return nil
        }
        text.advance()
        return content
    }

    /// A tag: a backslash makes the character after it an ordinary one.
    private mutating func tag(at start: SourcePosition) -> JSGFToken.Kind? {
        text.advance()
        var content = ""
        while let character = text.next, character != "}" {
            if character == "\\" { text.advance() }
            if let character = text.next { content.unicodeScalars.append(character) }
            text.advance()
        }
        guard text.next == "}" else {
            problem(.unclosed("a tag \"{\""), at: start)
            return nil
        }
        text.advance()
        return .tag(content)
    }

    private mutating func problem(_ fault: GrammarFault, at position: SourcePosition) {
        problems.append(GrammarProblem(fault, file: file, at: position))
    }
}

extension Unicode.Scalar {
    /// The marks and white space that end a word.
    fileprivate var isJSGFDelimiter: Bool {
        switch self {
        case " ", "\t", "\n", ";", "=", "|", "*", "+", "<", ">", "(", ")", "[", "]", "{", "}",
            "/":
            true
        default: false
        }
    }

    /// Characters that the lexer leaves to the parser to judge, as parts of a word.
    fileprivate var canStandInAWord: Bool {
        !isJSGFDelimiter && value > 0x20 && value != 0x7F && !isBlank
    }
}

extension String {
    /// A `/** ... */` comment without the stars at the start of its lines.
    fileprivate var documentationText: String? {
        let lines = split(separator: "\n").map { line in
            let bare = line.drop { $0 == " " || $0 == "\t" || $0 == "*" }
            return bare.reversed().drop { $0 == " " || $0 == "\t" || $0 == "*" }.reversed()
        }
        let text = lines.filter { !$0.isEmpty }.map { String($0) }.joined(separator: "\n")
        return text.isEmpty ? nil : text
    }
}

/// One piece of a grammar's text.
struct JSGFToken {
    enum Kind: Equatable {
        /// `#JSGF`
        case header
        /// Anything that stands for itself: a spoken word, a keyword, a name, a version.
        case word(String)
        /// What stands between `<` and `>`.
        case ruleName(String)
        /// What stands between `{` and `}`.
        case tag(String)
        /// What stands between two slashes.
        case weight(String)
        /// One of `= ; | * + ( ) [ ]`.
        case mark(Unicode.Scalar)
        case end
    }

    var kind: Kind
    var position: SourcePosition
    /// The place just after it.
    var end: SourcePosition
    /// The `/** ... */` comment before it.
    var documentation: String?

    /// How a message calls it.
    var name: String {
        switch kind {
        case .header: "#JSGF"
        case .word(let word): word.shown
        case .ruleName(let name): "<\(name)>".shown
        case .tag: "a {tag}"
        case .weight(let text): "/\(text)/".shown
        case .mark(let mark): "\"\(mark)\""
        case .end: "the end of the file"
        }
    }
}
