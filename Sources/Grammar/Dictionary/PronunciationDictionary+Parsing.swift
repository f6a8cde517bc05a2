internal import Platform

extension PronunciationDictionary {
    package static var longestWord: Int { 64 }
    static var mostPhones: Int { 32 }

    /// Reads a dictionary.
    ///
    /// - Parameters:
    ///   - bytes: the whole file, UTF-8.
    ///   - file: its name, for messages.
    /// - Throws: all problems at once, if one of them is an error.
    public static func load(
        bytes: [UInt8], file: String
    ) throws(GrammarProblems) -> PronunciationDictionary {
        let (dictionary, problems) = try read(bytes: bytes, file: file)
        guard !problems.hasErrors else { throw GrammarProblems(problems) }
        return dictionary
    }

    /// All problems of a dictionary file, in the order of the file.
    public static func check(bytes: [UInt8], file: String) -> [GrammarProblem] {
        do {
            return try read(bytes: bytes, file: file).problems
        } catch {
            return error.problems
        }
    }

    private static func read(
        bytes: [UInt8], file: String
    ) throws(GrammarProblems) -> (
        dictionary: PronunciationDictionary, problems: [GrammarProblem]
    ) {
        var text = try SourceText(bytes: bytes, file: file, maximumBytes: maximumBytes)
        var reader = DictionaryReader(file: file)
        while text.next != nil {
            reader.read(fieldsOfLine(&text))
            text.advance()
        }
        if reader.isEmpty { reader.add(.noWords, at: .start) }
        return (
            PronunciationDictionary(file: file, entries: reader.entries), reader.problems.inOrder
        )
    }

    /// What stands between white space in one line.
    private static func fieldsOfLine(_ text: inout SourceText) -> [DictionaryReader.Field] {
        var fields: [DictionaryReader.Field] = []
        while let character = text.next, character != "\n" {
            let position = text.position
            let field = text.take { !$0.isBlank }
            if field.isEmpty {
                text.advance()
            } else {
                fields.append(DictionaryReader.Field(text: field, position: position))
            }
        }
        return fields
    }
}
