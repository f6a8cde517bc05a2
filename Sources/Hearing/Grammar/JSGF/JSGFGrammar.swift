internal import Foundation
package import Platform

/// A grammar in the part of the Java Speech Grammar Format 1.0 (JSGF) that Aloud supports.
///
/// `GrammarFile.load` makes well-formed ones; `GrammarCheck` says whether they can be listened for.
package struct JSGFGrammar: Sendable, Equatable {
    /// The file it came from, as it was given.
    package var file: String
    /// The name in `grammar name;`.
    package var name: String
    /// The position of that name.
    package var position: SourcePosition
    /// The import statements, in the order of the file.
    package var imports: [JSGFImport] = []
    /// The rules of the file in their order, then those that it imports and calls.
    package var rules: [JSGFRule]
}

/// An import statement: `import <commands.stop>;`, or `import <commands.*>;` for all public rules.
package struct JSGFImport: Sendable, Equatable {
    /// The name of the imported grammar, which is also the name of its file.
    package var grammar: String
    /// The name of the rule; nil for all public rules.
    package var rule: String?
    /// The position of the statement.
    package var position: SourcePosition
}

extension JSGFGrammar {
    /// The rule of a name; the first, if there are several.
    package func rule(named name: String) -> JSGFRule? { rules.first { $0.name == name } }

    /// The rules that the file itself defines.
    package var ownRules: [JSGFRule] { rules.filter { $0.file == file } }

    /// The rule that is listened for; imported rules are not public here.
    package var publicRule: JSGFRule? { rules.first(where: \.isPublic) }

    /// Every word of the rules, with the file and the position of its first occurrence.
    package var words: [String: (file: String, position: SourcePosition)] {
        var words: [String: (file: String, position: SourcePosition)] = [:]
        for rule in rules {
            rule.forEachItem { item in
                if case .word(let word) = item.content, words[word] == nil {
                    words[word] = (rule.file, item.position)
                }
            }
        }
        return words
    }

    /// The network of one of its rules; nil if it has no rule of that name. Only for grammars
    /// without errors.
    package func network(of rule: String) -> GrammarNetwork? {
        self.rule(named: rule).map { GrammarNetwork(of: $0.name, in: RuleGraph(self)) }
    }
}

/// Reads grammar files and the files that they import.
package enum GrammarFile {
    /// The largest file that is read, in bytes.
    package static let maximumBytes = 256 * 1024
    /// The ending of a grammar's file name.
    static let ending = ".gram"

    /// Returns the bytes of the file at a path, or nil if it cannot be read.
    package typealias Contents = @Sendable (_ path: String) -> [UInt8]?

    /// Reads files from the file system.
    package static let contents: Contents = { path in
        FileManager.default.contents(atPath: path).map { [UInt8]($0) }
    }

    /// Reads a grammar.
    ///
    /// - Parameters:
    ///   - bytes: the whole file, UTF-8.
    ///   - file: its path, for messages; imported files are looked for in its folder.
    ///   - contents: reads imported files.
    /// - Throws: all problems of form at once, if one of them is an error.
    package static func load(
        bytes: [UInt8], file: String, contents: @escaping Contents = contents
    ) throws(GrammarProblems) -> JSGFGrammar {
        let reading = try read(bytes: bytes, file: file, contents: contents)
        guard !reading.problems.hasErrors else { throw GrammarProblems(reading.problems.inOrder) }
        return reading.grammar
    }

    /// A grammar as far as it could be read, and the problems of its form.
    package struct Reading {
        package var grammar: JSGFGrammar
        package var problems: [GrammarProblem]
        /// Rules that are in the file, or imported, but could not be read.
        var unreadRules: Set<String>

        /// Entry of `unreadRules` for a file that could not be read: it may define any rule.
        static let anyRule = "*"
    }

    package static func read(
        bytes: [UInt8], file: String, contents: @escaping Contents = contents
    ) throws(GrammarProblems) -> Reading {
        var importer = GrammarImporter(contents: contents)
        return try importer.read(bytes: bytes, file: file)
    }

    /// Reads one file and leaves its import statements alone.
    static func parse(bytes: [UInt8], file: String) throws(GrammarProblems) -> Reading {
        let text = try SourceText(bytes: bytes, file: file, maximumBytes: maximumBytes)
        var lexer = JSGFLexer(text, file: file)
        var parser = JSGFParser(lexer.tokens(), file: file, isASCII: text.isASCII)
        let grammar = parser.grammar()
        return Reading(
            grammar: grammar, problems: lexer.problems + parser.problems,
            unreadRules: parser.unreadRules)
    }
}
