internal import EmbeddedFiles
internal import Foundation
internal import Platform

/// Sentences about the next step after a test, by situation and language: wording that a clinic can
/// read whole and edit, not advice by the program.
package struct NextStepTable: Sendable {
    /// The rows of a language, in the order of the file.
    private struct Section: Sendable {
        let language: String
        /// The line of its heading, from 1.
        let line: Int
        var rows: [(words: [String], sentence: String)] = []

        func sentence(for situation: NextStepSituation) -> String? {
            rows.first { Self.fits($0.words, situation) }?.sentence
        }

        static func fits(_ words: [String], _ situation: NextStepSituation) -> Bool {
            zip(words, situation.words).allSatisfy { $0 == any || $0 == $1 }
        }

        static let any = "any"
    }

    private var sections: [Section] = []

    /// The languages of the pages.
    private static let languages = ["en", "de", "es", "fr", "hi"]
    /// Maximum length of a sentence, in characters: chosen, so that the results of two eyes fit a
    /// page.
    private static let longest = 200

    /// The text of Aloud's own table.
    package static let usual = String(
        decoding: EmbeddedFiles.lists["next-steps.txt"], as: UTF8.self)

    /// The table of a file, or Aloud's own.
    ///
    /// - Parameter path: nil for Aloud's own.
    /// - Throws: `NextStepFault`.
    package init(at path: String? = nil) throws(NextStepFault) {
        guard let path else {
            try self.init(Self.usual, named: "next-steps.txt")
            return
        }
        guard FileManager.default.fileExists(atPath: path) else {
            throw NextStepFault(
                place: FileName.shown(path),
                reason: "there is no such file; check the name and the folder.")
        }
        guard let bytes = FileManager.default.contents(atPath: path) else {
            throw NextStepFault(
                place: FileName.shown(path), reason: "it cannot be read; check its permissions.")
        }
        guard let text = String(bytes: bytes, encoding: .utf8) else {
            throw NextStepFault(place: FileName.shown(path), reason: "it is not a text file.")
        }
        try self.init(text, named: FileName.shown(path))
    }

    /// The table of a text.
    ///
    /// - Parameter file: the name of the file, for messages.
    /// - Throws: `NextStepFault` with the line.
    package init(_ text: String, named file: String) throws(NextStepFault) {
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (index, line) in lines.enumerated() {
            let content = line.trimmingCharacters(in: .whitespaces)
            do throws(NextStepFault) {
                if content.isEmpty || content.hasPrefix("#") { continue }
                if content.hasPrefix("[") {
                    try begin(content, index + 1)
                } else {
                    try add(content)
                }
            } catch { throw NextStepFault(place: "\(file):\(index + 1)", reason: error.reason) }
        }
        guard !sections.isEmpty else {
            throw NextStepFault(place: file, reason: "it has no section such as '[en]'.")
        }
        for section in sections {
            let missing = NextStepSituation.all.filter { section.sentence(for: $0) == nil }
            guard missing.isEmpty else {
                let named = missing.prefix(3).map { "'\($0.words.joined(separator: " "))'" }
                throw NextStepFault(
                    place: "\(file):\(section.line)",
                    reason: "[\(section.language)] lacks a row for \(named.joined(separator: ", "))"
                        + (missing.count > 3 ? " and \(missing.count - 3) more." : "."))
            }
        }
    }

    private mutating func begin(_ heading: String, _ line: Int) throws(NextStepFault) {
        guard let language = Self.languages.first(where: { heading == "[\($0)]" }) else {
            let known = Self.languages.map { "[\($0)]" }.joined(separator: ", ")
            throw NextStepFault(place: "", reason: "'\(heading)' is not one of \(known).")
        }
        guard !sections.contains(where: { $0.language == language }) else {
            throw NextStepFault(place: "", reason: "[\(language)] is there twice.")
        }
        sections.append(Section(language: language, line: line))
    }

    private mutating func add(_ row: String) throws(NextStepFault) {
        let columns = NextStepSituation.columns
        let parts = row.split(maxSplits: columns.count, whereSeparator: \.isWhitespace)
        guard parts.count == columns.count + 1 else {
            let names = columns.map(\.name).joined(separator: ", ")
            throw NextStepFault(place: "", reason: "a row has \(names), and a sentence.")
        }
        let words = parts.prefix(columns.count).map(String.init)
        for (word, column) in zip(words, columns)
        where word != Section.any && !column.words.contains(word) {
            let known = (column.words + [Section.any]).joined(separator: ", ")
            throw NextStepFault(
                place: "", reason: "'\(word)' is not one of the \(column.name) words: \(known).")
        }
        guard NextStepSituation.all.contains(where: { Section.fits(words, $0) }) else {
            throw NextStepFault(
                place: "",
                reason:
                    "no test has '\(words.joined(separator: " "))': of an unsure result the change"
                    + " is first and the acuity is low.")
        }
        let sentence = parts[columns.count].trimmingCharacters(in: .whitespaces)
        guard sentence.count <= Self.longest, !sentence.hasControls else {
            throw NextStepFault(
                place: "",
                reason: "the sentence has more than \(Self.longest) characters, or control"
                    + " characters.")
        }
        guard !sections.isEmpty else {
            throw NextStepFault(place: "", reason: "a row comes after a heading such as '[en]'.")
        }
        sections[sections.count - 1].rows.append((words, sentence))
    }

    /// The sentence for a situation in each language of the table.
    package func sentences(for situation: NextStepSituation) -> [String: String] {
        sections.reduce(into: [:]) { $0[$1.language] = $1.sentence(for: situation) }
    }

    /// The sentence for a situation in English, or in the first language of the table.
    package func sentence(for situation: NextStepSituation) -> String? {
        let section = sections.first { $0.language == "en" } ?? sections.first
        return section?.sentence(for: situation)
    }
}

/// The reason that a table of next steps cannot be used.
package struct NextStepFault: Error, Equatable, CustomStringConvertible {
    /// The file, and the line if it is known.
    package let place: String
    /// The fault in a sentence.
    package let reason: String

    /// The place and the fault.
    package var description: String { "\(place): \(reason)" }
}
