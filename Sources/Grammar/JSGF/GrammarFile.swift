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
