package import Platform

/// A small pronunciation dictionary in the form of the CMU Pronouncing Dictionary.
///
/// One pronunciation a line: the word, then its phones. A second way to say a word is `word(2)`.
/// A line that starts with `##` or `;;` is a comment.
package struct PronunciationDictionary: Sendable, Equatable {
    /// One line.
    package struct Entry: Sendable, Equatable {
        /// The word without the number of a variant.
        package var word: String
        /// The word as the line has it: `aitch(2)`.
        package var spelling: String
        /// Phones of the acoustic model en-us, without stress.
        package var phones: [String]
        /// The position of its first character.
        package var position: SourcePosition
    }

    /// The largest file that is read, in bytes.
    package static let maximumBytes = 1024 * 1024

    /// The file it came from, as it was given.
    package let file: String
    /// In the order of the file.
    package let entries: [Entry]
    private let indices: [String: [Int]]

    package init(file: String, entries: [Entry]) {
        self.file = file
        self.entries = entries
        indices = Dictionary(grouping: entries.indices) { entries[$0].word }
    }

    /// All words, each once, in no order.
    package var words: [String] { Array(indices.keys) }

    /// Whether a word, as the dictionary writes it, has a pronunciation here.
    package func contains(_ word: String) -> Bool { indices[word] != nil }

    /// The ways to say a word, each as phones; empty for a word that is not in the dictionary.
    package func pronunciations(of word: String) -> [[String]] {
        (indices[word] ?? []).map { entries[$0].phones }
    }

    /// The text for PocketSphinx: no comments, one pronunciation a line.
    ///
    /// - Parameter words: the words to keep; nil for all.
    package func pocketSphinxText(words: Set<String>? = nil) -> String {
        var text = ""
        for entry in entries where words?.contains(entry.word) ?? true {
            text += entry.spelling + " " + entry.phones.joined(separator: " ") + "\n"
        }
        return text
    }
}

extension PronunciationDictionary {
    package static var longestWord: Int { 64 }
    static var mostPhones: Int { 32 }

    /// Reads a dictionary.
    ///
    /// - Parameters:
    ///   - bytes: the whole file, UTF-8.
    ///   - file: its name, for messages.
    /// - Throws: all problems at once, if one of them is an error.
    package static func load(
        bytes: [UInt8], file: String
    ) throws(GrammarProblems) -> PronunciationDictionary {
        let (dictionary, problems) = try read(bytes: bytes, file: file)
        guard !problems.hasErrors else { throw GrammarProblems(problems) }
        return dictionary
    }

    /// All problems of a dictionary file, in the order of the file.
    package static func check(bytes: [UInt8], file: String) -> [GrammarProblem] {
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

    /// The fields between white space in one line.
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

extension PronunciationDictionary {
    /// The dictionary with further pronunciations of its words. Unknown words and known
    /// pronunciations are left out.
    package func adding(_ variants: [(word: String, phones: [String])]) -> PronunciationDictionary {
        var entries = entries
        var known = Dictionary(grouping: entries, by: \.word).mapValues { $0.map(\.phones) }
        for (word, phones) in variants {
            guard let ways = known[word], !ways.contains(phones) else { continue }
            known[word]?.append(phones)
            entries.append(
                Entry(
                    word: word, spelling: "\(word)(\(ways.count + 1))", phones: phones,
                    position: .start))
        }
        return PronunciationDictionary(file: file, entries: entries)
    }
}
