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
