internal import Foundation

/// Reads grammar files and the files that they import.
public enum GrammarFile {
    /// The largest file that is read, in bytes.
    public static let maximumBytes = 256 * 1024
    /// The ending of a grammar's file name.
    static let ending = ".gram"

    /// Returns the bytes of the file at a path, or nil if it cannot be read.
    public typealias Contents = @Sendable (_ path: String) -> [UInt8]?

    /// Reads files from the file system.
    public static let contents: Contents = { path in
        FileManager.default.contents(atPath: path).map { [UInt8]($0) }
    }

    /// Reads a grammar.
    ///
    /// - Parameters:
    ///   - bytes: the whole file, UTF-8.
    ///   - file: its path, for messages; imported files are looked for in its folder.
    ///   - contents: reads imported files.
    /// - Throws: all problems of form at once, if one of them is an error.
    public static func load(
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

        /// Among `unreadRules`: any rule may be in a file that could not be read.
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
