internal import Platform

/// Splits the text of a grammar into tokens and drops comments and tags.
///
/// Tokens follow the Java Speech Grammar Format 1.0 (Sun Microsystems, 1998). Quoted words keep
/// their quotes. The parser refuses them, because no dictionary has them.
struct JSGFLexer {
    private var text: SourceText
    private let file: String
    private(set) var problems: [GrammarProblem] = []

    init(_ text: SourceText, file: String) {
        self.text = text
        self.file = file
    }

    /// All tokens; the last one is `.end`.
    mutating func tokens() -> [JSGFToken] {
        var tokens: [JSGFToken] = []
        while true {
            let start = text.position
            guard let character = text.next else {
                tokens.append(JSGFToken(kind: .end, position: start, end: start))
                return tokens
            }
            guard let kind = token(startingWith: character, at: start) else { continue }
            tokens.append(JSGFToken(kind: kind, position: start, end: text.position))
        }
    }

    /// Takes a token, or skips something between tokens and returns nil.
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
                problem(
                    character.properties.generalCategory == .spaceSeparator
                        ? .oddSpace(character) : .strayCharacter(character), at: start)
                _ = text.take { !$0.canStandInAWord && !$0.isJSGFDelimiter }
                return nil
            }
            let word = text.take(while: \.canStandInAWord)
            return word == "#JSGF" ? .header : .word(word)
        }
    }

    /// Skips a comment and returns nil, or takes a weight.
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
        while let character = text.next {
            text.advance()
            if character == "*", text.next == "/" { return text.advance() }
        }
        problem(.unclosed("a comment \"/*\""), at: start)
    }

    /// The text up to a closing mark on the same line; nil, with a problem, if none comes.
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

    /// A note for a program, which Aloud ignores. A backslash makes the character after it an
    /// ordinary one.
    private mutating func tag(at start: SourcePosition) -> JSGFToken.Kind? {
        text.advance()
        while let character = text.next, character != "}" {
            if character == "\\" { text.advance() }
            text.advance()
        }
        guard text.next == "}" else {
            problem(.unclosed("a tag \"{\""), at: start)
            return nil
        }
        text.advance()
        return .tag
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

    /// Whether the lexer takes the character as a part of a word. The parser checks the word.
    fileprivate var canStandInAWord: Bool {
        !isJSGFDelimiter && value > 0x20 && value != 0x7F && !isBlank
    }
}

/// One piece of a grammar's text.
struct JSGFToken {
    enum Kind: Equatable {
        /// `#JSGF`
        case header
        /// A spoken word, a keyword, a name or a version.
        case word(String)
        /// The text between `<` and `>`.
        case ruleName(String)
        /// Text between `{` and `}`.
        case tag
        /// The text between two slashes.
        case weight(String)
        /// One of `= ; | * + ( ) [ ]`.
        case mark(Unicode.Scalar)
        case end
    }

    var kind: Kind
    var position: SourcePosition
    /// The place just after it.
    var end: SourcePosition

    /// Its name in messages.
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
