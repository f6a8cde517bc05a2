internal import Foundation
internal import Platform

/// A configuration file: keys and values, in sections named after verbs.
package struct ConfigurationFile: Sendable {
    /// One line with a key and a value.
    struct Entry: Sendable, Equatable {
        /// The verb that it is for; nil if it is for all.
        var section: String?
        var key: String
        var value: String
        /// Its line, counted from 1.
        var line: Int
    }

    /// The path of the file.
    package let path: String
    /// The lines with keys, in their order.
    let entries: [Entry]
    /// The headings of sections, by their lines.
    private let sections: [(name: String, line: Int)]
    /// The lines that are neither a key, a section nor a comment.
    private let unreadable: [(text: String, line: Int)]

    /// A description of the format, in paragraphs.
    package static let explanation = """
        Each line is a key and its value: 'distance = 4m'. The keys are the long names of the \
        options, without dashes. A flag takes yes or no. A line that starts with # is a comment. \
        Keys under [serve] are for 'aloud serve' only, keys under [test] for 'aloud test', and \
        keys above the first section for both. A key has one line in its section, except an option \
        that may be given several times.

        An option on the command line overrides everything else. A variable such as ALOUD_DISTANCE \
        overrides the file. The file overrides the default. A key that has no effect on a test is \
        ignored there.

        'aloud config check' looks for mistakes. 'aloud config show' prints each value and its \
        source.
        """

    /// Reads a file.
    ///
    /// - Throws: `ConfigurationProblems` if it cannot be read. Mistakes in it are found later by
    ///   `problems(for:)`, which knows the verbs.
    package init(contentsOf path: String) throws(ConfigurationProblems) {
        // `FileManager.contents` reads no devices, such as /dev/null.
        let handle = FileHandle(forReadingAtPath: path)
        guard let handle, let bytes = try? handle.readToEnd() ?? Data() else {
            throw ConfigurationProblems([
                ConfigurationProblem(
                    place: path,
                    words: "The file cannot be read. Name another with '--config <file>'.")
            ])
        }
        guard let text = String(bytes: bytes, encoding: .utf8) else {
            throw ConfigurationProblems([
                ConfigurationProblem(
                    place: path, words: "The file is not text in UTF-8. Save it as UTF-8.")
            ])
        }
        self.init(text, path: path)
    }

    /// A file by its text.
    init(_ text: String, path: String) {
        var entries: [Entry] = []
        var sections: [(name: String, line: Int)] = []
        var unreadable: [(text: String, line: Int)] = []
        var section: String?
        for (index, line) in text.split(
            omittingEmptySubsequences: false, whereSeparator: \.isNewline
        )
        .enumerated() {
            let line = line.trimmingCharacters(in: .whitespaces)
            let number = index + 1
            if line.isEmpty || line.hasPrefix("#") || line.hasPrefix(";") { continue }
            if line.hasPrefix("["), line.hasSuffix("]") {
                let name = line.dropFirst().dropLast().trimmingCharacters(in: .whitespaces)
                sections.append((name, number))
                section = name
                continue
            }
            guard let equals = line.firstIndex(of: "="), equals != line.startIndex else {
                unreadable.append((line, number))
                continue
            }
            entries.append(
                Entry(
                    section: section,
                    key: line[..<equals].trimmingCharacters(in: .whitespaces),
                    value: line[line.index(after: equals)...]
                        .trimmingCharacters(in: .whitespaces),
                    line: number))
        }
        self.path = path
        self.entries = entries
        self.sections = sections
        self.unreadable = unreadable
    }
}

/// A mistake in the configuration, and its place.
package struct ConfigurationProblem: Sendable, Equatable, CustomStringConvertible {
    /// The file with its line, or the name of a variable.
    package var place: String
    /// The mistake and the way out, in whole sentences.
    package var words: String

    /// Sets each property from the parameter of its name.
    package init(place: String, words: String) {
        self.place = place
        self.words = words
    }

    package var description: String { "\(place): \(words)" }
}

/// All mistakes in the configuration.
package struct ConfigurationProblems: ErrorOfSeveralLines, Equatable, CustomStringConvertible {
    /// The mistakes, in the order of the file.
    package var problems: [ConfigurationProblem]

    init(_ problems: [ConfigurationProblem]) { self.problems = problems }

    package var lines: [String] { problems.map(\.description) }

    package var description: String { lines.joined(separator: "\n") }
}

extension ConfigurationFile {
    /// The mistakes of the whole file: keys, sections and values that no verb understands.
    ///
    /// - Parameter verbs: the verbs that read the file.
    package func problems(for verbs: [Verb]) -> [ConfigurationProblem] {
        var found = unreadable.map { text, line in
            (line: line, words: "'\(text)' is not a key and a value, such as 'distance = 4m'.")
        }
        let names = verbs.map(\.name)
        for section in sections where !names.contains(section.name) {
            found.append(
                (
                    section.line,
                    "There is no section '[\(section.name)]'."
                        + suggestion(for: section.name, among: names) + " Sections are "
                        + names.map { "'[\($0)]'" }.joined(separator: ", ") + "."
                ))
        }
        for entry in entries {
            found += mistakes(of: entry, among: verbs).map { (entry.line, $0) }
        }
        found += repetitions(among: verbs)
        return found.sorted { $0.line < $1.line }.map {
            ConfigurationProblem(place: "\(path):\($0.line)", words: $0.words)
        }
    }

    /// The place of an entry in messages.
    func place(of entry: Entry) -> String { "\(path):\(entry.line)" }

    /// Keys that a section has twice, except those whose values are collected.
    private func repetitions(among verbs: [Verb]) -> [(line: Int, words: String)] {
        let collected = Set(verbs.flatMap(\.options).filter(\.repeats).map(\.name))
        var lines: [[String?]: Int] = [:]
        return entries.compactMap { entry in
            guard !collected.contains(entry.key) else { return nil }
            let name = [entry.section, entry.key]
            guard let former = lines[name] else {
                lines[name] = entry.line
                return nil
            }
            return (
                entry.line,
                "The key '\(entry.key)' is at line \(former), too. Remove one of the two lines."
            )
        }
    }

    private func mistakes(of entry: Entry, among verbs: [Verb]) -> [String] {
        var verbs = verbs
        if let section = entry.section {
            // An unknown section is reported once, by its heading.
            guard let verb = verbs.first(where: { $0.name == section }) else { return [] }
            verbs = [verb]
        }
        let options = verbs.compactMap { verb in
            verb.options.first { $0.name == entry.key }
        }
        guard !options.isEmpty else {
            let names = Set(verbs.flatMap(\.options).map(\.name)).sorted()
            return [
                "Unknown key '\(entry.key)'." + suggestion(for: entry.key, among: names)
            ]
        }
        let mistakes = options.compactMap { ConfiguredValues.mistake(in: entry.value, of: $0) }
        // Two verbs may refuse a value in the same words.
        return mistakes.first.map { [$0] } ?? []
    }
}
