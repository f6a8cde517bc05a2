public import Platform

/// A grammar in the part of the Java Speech Grammar Format 1.0 that PocketSphinx takes.
///
/// One made by `GrammarFile.load` is well formed; whether PocketSphinx can use it is what
/// `GrammarCheck` tells.
public struct JSGFGrammar: Sendable, Equatable {
    /// The file it came from, as it was given.
    public var file: String
    /// The name in `grammar name;`.
    public var name: String
    /// Where that name stands.
    public var position: SourcePosition
    /// The encoding that the header names; the file is UTF-8 in any case.
    public var encoding: String?
    /// The locale that the header names, such as `en`. Nothing depends on it.
    public var locale: String?
    /// In the order of the file.
    public var rules: [JSGFRule]
}

extension JSGFGrammar {
    /// The rule of a name; the first, if there are several.
    public func rule(named name: String) -> JSGFRule? { rules.first { $0.name == name } }

    /// The rule that PocketSphinx listens for.
    public var publicRule: JSGFRule? { rules.first(where: \.isPublic) }

    /// Every word that a rule holds, with the first place of each.
    public var words: [String: SourcePosition] {
        var words: [String: SourcePosition] = [:]
        for rule in rules {
            rule.forEachItem { item in
                if case .word(let word) = item.content, words[word] == nil {
                    words[word] = item.position
                }
            }
        }
        return words
    }
}

extension JSGFGrammar {
    /// The grammar as plain JSGF for other tools: no comments, no tags, ASCII, one rule a line.
    var plainText: String {
        var text = "#JSGF V1.0;\ngrammar \(name);\n"
        for rule in rules {
            let mark = rule.isPublic ? "public " : ""
            text += "\(mark)<\(rule.name)> = \(written(rule.alternatives));\n"
        }
        return text
    }

    private func written(_ alternatives: [JSGFAlternative]) -> String {
        alternatives.map { alternative in
            let weight = alternative.weight.map { "/\($0.sixDecimals)/ " } ?? ""
            return weight + alternative.items.map(written).joined(separator: " ")
        }.joined(separator: " | ")
    }

    private func written(_ item: JSGFItem) -> String {
        let content =
            switch item.content {
            case .word(let word): word
            case .rule(let name): "<\(name)>"
            case .null: "<NULL>"
            case .void: "<VOID>"
            case .group(let inner): "(\(written(inner)))"
            case .optional(let inner): "[\(written(inner))]"
            }
        return content + item.repetition.rawValue
    }
}

extension Double {
    /// A number from 0.000001 to 1 with six decimals, the least of which is never zero: zero
    /// would forbid the word.
    fileprivate var sixDecimals: String {
        let millionths = Int(Swift.max(1, Swift.min(self * 1_000_000 + 0.5, 1_000_000)))
        guard millionths < 1_000_000 else { return "1" }
        let digits = String(millionths)
        return "0." + String(repeating: "0", count: 6 - digits.count) + digits
    }
}

/// Reads grammar files.
public enum GrammarFile {
    /// The largest file that is read, in bytes. Those of Aloud have 2,000; PocketSphinx itself
    /// has no limit and takes minutes over some small ones, which `GrammarCheck` finds.
    public static let maximumBytes = 256 * 1024

    /// Reads a grammar.
    ///
    /// - Parameters:
    ///   - bytes: the whole file, UTF-8.
    ///   - file: its name, for messages.
    /// - Throws: all problems of form at once, if one of them is an error.
    public static func load(
        bytes: [UInt8], file: String
    ) throws(GrammarProblems) -> JSGFGrammar {
        let reading = try read(bytes: bytes, file: file)
        guard !reading.problems.hasErrors else { throw GrammarProblems(reading.problems.inOrder) }
        return reading.grammar
    }

    /// A grammar as far as it could be read, and what is wrong with its form.
    package struct Reading {
        package var grammar: JSGFGrammar
        package var problems: [GrammarProblem]
        var unreadRules: Set<String>
    }

    package static func read(bytes: [UInt8], file: String) throws(GrammarProblems) -> Reading {
        let text = try SourceText(bytes: bytes, file: file, maximumBytes: maximumBytes)
        var lexer = JSGFLexer(text, file: file)
        var parser = JSGFParser(lexer.tokens(), file: file)
        let grammar = parser.grammar()
        return Reading(
            grammar: grammar, problems: lexer.problems + parser.problems,
            unreadRules: parser.unreadRules)
    }
}
