internal import Glibc

/// The origin of an option's value.
package enum ValueSource: Sendable, Equatable, CustomStringConvertible {
    /// The command line.
    case option
    /// An environment variable.
    case variable(String)
    /// A line of the configuration file, counted from 1.
    case file(String, line: Int)
    /// The declaration of the option.
    case usual

    package var description: String {
        switch self {
        case .option: "command line"
        case .variable(let name): "variable \(name)"
        case .file(let path, let line): "\(path):\(line)"
        case .usual: "default"
        }
    }
}

/// The values of options that are not on the command line, from the environment and the
/// configuration file.
///
/// A variable overrides the file, and the verb's own section overrides the keys above all sections.
/// An option also overrides its rivals on lower levels: '--input' overrides the key `device`.
package struct ConfiguredValues: Sendable {
    /// A value and its origin.
    package struct Value: Sendable, Equatable {
        /// The texts, as they would be typed; none for a flag that is off.
        package var texts: [String]
        /// Its origin.
        package var source: ValueSource
    }

    /// The values by the names of their options.
    package private(set) var values: [String: Value] = [:]

    /// The values of a verb's options.
    ///
    /// - Parameters:
    ///   - typed: the names of options on the command line.
    ///   - file: nil if there is none.
    /// - Throws: `ConfigurationProblems` for values that are not understood.
    package init(
        for verb: Verb, typed: Set<String>, variables: [String: String], file: ConfigurationFile?
    ) throws(ConfigurationProblems) {
        var problems: [ConfigurationProblem] = []
        var decided = typed.union(typed.flatMap(verb.rivals))
        for level in Self.levels(for: verb, variables: variables, file: file) {
            var added: [String: Value] = [:]
            for option in verb.options where !decided.contains(option.name) {
                guard let found = level(option) else { continue }
                do throws(InvalidValue) {
                    added[option.name] = Value(
                        texts: try Self.texts(found.texts, of: option), source: found.source)
                } catch {
                    problems.append(
                        ConfigurationProblem(
                            place: found.source.description,
                            words: Self.words(for: error, of: option)))
                }
            }
            problems += Self.contradictions(among: added, of: verb)
            values.merge(added) { first, _ in first }
            decided.formUnion(added.keys.flatMap { [$0] + verb.rivals(of: $0) })
        }
        guard problems.isEmpty else { throw ConfigurationProblems(problems) }
    }

    /// The environment variable of an option.
    package static func variable(of option: String) -> String {
        if let kind = ResourceFolder.Kind(option: option) { return kind.variable }
        return "ALOUD_" + option.uppercased().replacing("-", with: "_")
    }

    /// Environment variables that belong to no option, but whose names are similar to a known one.
    ///
    /// - Parameter others: known variables that belong to no option.
    package static func misspelt(
        in variables: [String: String], for verbs: [Verb], others: [String]
    ) -> [ConfigurationProblem] {
        let prefix = "ALOUD_"
        let known = Set(verbs.flatMap(\.options).map { variable(of: $0.name) } + others)
        let names = known.map { String($0.dropFirst(prefix.count)) }.sorted()
        return variables.keys.sorted().filter { $0.hasPrefix(prefix) && !known.contains($0) }
            .compactMap { name in
                let typed = String(name.dropFirst(prefix.count))
                return nearestName(to: typed, among: names).map {
                    ConfigurationProblem(
                        place: ValueSource.variable(name).description,
                        words: "No option has this variable. Did you mean '\(prefix + $0)'?")
                }
            }
    }

    private typealias Found = (texts: [String], source: ValueSource)

    /// Look-ups of an option, in order of precedence: variables, the verb's section, the shared
    /// keys.
    private static func levels(
        for verb: Verb, variables: [String: String], file: ConfigurationFile?
    ) -> [(any OptionDeclaration) -> Found?] {
        func inVariables(_ option: any OptionDeclaration) -> Found? {
            let name = variable(of: option.name)
            guard let text = variables[name], !text.isEmpty else { return nil }
            return ([text], .variable(name))
        }
        func inFile(_ section: String?) -> (any OptionDeclaration) -> Found? {
            { option in
                guard let file else { return nil }
                let entries = file.entries.filter {
                    $0.section == section && $0.key == option.name
                }
                guard let last = entries.last else { return nil }
                let texts = option.repeats ? entries.map(\.value) : [last.value]
                return (texts, .file(file.path, line: last.line))
            }
        }
        return [inVariables, inFile(verb.name), inFile(nil)]
    }

    /// - Returns: one problem for each pair of rivals on the same level.
    private static func contradictions(
        among values: [String: Value], of verb: Verb
    ) -> [ConfigurationProblem] {
        values.keys.sorted().compactMap { name in
            guard
                let rival = verb.rivals(of: name).first(where: { values[$0] != nil && $0 > name }),
                let value = values[rival], !value.texts.isEmpty,
                values[name]?.texts.isEmpty == false
            else { return nil }
            return ConfigurationProblem(
                place: value.source.description,
                words: "'\(name)' and '\(rival)' exclude each other; leave out one.")
        }
    }
}

extension ConfiguredValues {
    /// The texts of a value as they would be typed.
    ///
    /// - Throws: `InvalidValue` for a text that the option does not understand.
    private static func texts(
        _ texts: [String], of option: any OptionDeclaration
    ) throws(InvalidValue) -> [String] {
        guard option.placeholder == nil else {
            try option.check(texts)
            return texts
        }
        let text = texts.last ?? ""
        switch text.lowercased() {
        case "yes", "true", "on", "1": return [""]
        case "no", "false", "off", "0": return []
        default: throw InvalidValue(text, expected: "'yes' or 'no'")
        }
    }

    /// The mistake in the text of a value, with the way out; nil if there is none.
    static func mistake(in text: String, of option: any OptionDeclaration) -> String? {
        do throws(InvalidValue) {
            _ = try texts([text], of: option)
            return nil
        } catch {
            return words(for: error, of: option)
        }
    }

    private static func words(
        for error: InvalidValue, of option: any OptionDeclaration
    ) -> String {
        guard !error.text.isEmpty else {
            return "'\(option.name)' has no value: expected \(error.expected)."
                + " Remove the line for the default."
        }
        return
            "The value '\(error.text)' is invalid for '\(option.name)': expected \(error.expected)."
    }
}

extension Console {
    /// The configuration file that a verb reads: the one named, else that of `ALOUD_CONFIG`, else
    /// the first of the usual places; nil if there is none.
    package func configurationFile(
        named: String?
    ) throws(ConfigurationProblems) -> ConfigurationFile? {
        if let named { return try ConfigurationFile(contentsOf: named) }
        if let named = variables["ALOUD_CONFIG"], !named.isEmpty {
            return try ConfigurationFile(contentsOf: named)
        }
        guard let path = configurationPlaces.first(where: { access($0, F_OK) == 0 }) else {
            return nil
        }
        return try ConfigurationFile(contentsOf: path)
    }
}

/// A configuration file in which every key is a comment with its explanation and its default.
package struct ConfigurationTemplate {
    private let verbs: [Verb]

    /// - Parameter verbs: the verbs that read the file.
    package init(for verbs: [Verb]) { self.verbs = verbs }

    /// The longest line, in characters.
    private static let width = 80

    /// The text of the file: the keys that all verbs share first, then the sections.
    package var text: String {
        let head =
            "The configuration of Aloud, see aloud.conf(5). To change a value, remove the '#' before"
            + " its key.\n\n" + ConfigurationFile.explanation
        var lines = comment(head) + shared.flatMap(key)
        for verb in verbs {
            let names = Set(shared.map(\.name))
            lines += ["", "[\(verb.name)]"]
            lines += verb.options.filter { !names.contains($0.name) }.flatMap(key)
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The options that all verbs have with the same default.
    private var shared: [any OptionDeclaration] {
        guard let first = verbs.first else { return [] }
        return first.options.filter { option in
            verbs.allSatisfy { verb in
                verb.options.contains {
                    $0.name == option.name && $0.defaultText == option.defaultText
                        && $0.help == option.help
                }
            }
        }
    }

    private func key(_ option: any OptionDeclaration) -> [String] {
        // The default, or the placeholder if there is none.
        let example = option.defaultText ?? option.placeholder ?? "no"
        return [""] + comment(option.help) + ["#\(option.name) = \(example)"]
    }

    private func comment(_ words: String) -> [String] {
        wrappedParagraphs(words, width: Self.width - 2).map { $0.isEmpty ? "#" : "# \($0)" }
    }
}
