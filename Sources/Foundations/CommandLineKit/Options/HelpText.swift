/// The help texts of verbs.
struct HelpText {
    /// The name of the program.
    var program: String
    /// The longest line, in characters.
    var width: Int

    /// The column at which the explanations start, in characters from the left.
    private static let column = 26

    /// The output of `aloud --help`.
    func overview(of tool: CommandLineTool) -> String {
        let options = [CommandLineTool.versionOption, Verb.help]
        return text(
            [
                wrapped("OVERVIEW: " + tool.overview, width: width),
                ["USAGE: \(program) <verb>"],
            ] + verbs(of: tool) + [
                ["OPTIONS:"] + options.flatMap(entry),
                ["  See '\(program) help <verb>' for detailed help."],
            ])
    }

    /// The output of `aloud` without a verb in a terminal: a greeting with the first step, and the
    /// verbs.
    func welcome(to tool: CommandLineTool) -> String {
        text([[tool.welcome]] + verbs(of: tool))
    }

    /// A section for each group of verbs, and a last section for the verbs of the other program.
    private func verbs(of tool: CommandLineTool) -> [[String]] {
        var sections = tool.groups.map { group in
            ["\(group.title.uppercased()):"]
                + group.commands.flatMap { entry($0.verb.name, $0.verb.summary) }
        }
        if let other = tool.elsewhere {
            sections.append(
                ["\(other.title.uppercased()):"]
                    + entry(other.verbs.joined(separator: ", "), "Verbs of \(other.name)."))
        }
        return sections
    }

    /// The output of `aloud <verb> --help`; that of a verb with acts lists them.
    func help(of verb: Verb) -> String {
        guard verb.acts.isEmpty else {
            return text([
                wrapped("OVERVIEW: " + verb.summary, width: width),
                verb.discussion.isEmpty ? [] : wrappedParagraphs(verb.discussion, width: width),
                ["USAGE: " + usage(of: verb)],
                ["ACTS:"]
                    + verb.leaves.flatMap { act in
                        entry(String(act.name.dropFirst(verb.name.count + 1)), act.summary)
                    },
                ["OPTIONS:"] + entry(Verb.help),
                ["  See '\(program) \(verb.name) <act> --help' for detailed help."],
            ])
        }
        return text([
            wrapped("OVERVIEW: " + verb.summary, width: width),
            verb.discussion.isEmpty ? [] : wrappedParagraphs(verb.discussion, width: width),
            ["USAGE: " + usage(of: verb)],
            verb.arguments.isEmpty
                ? []
                : ["ARGUMENTS:"] + verb.arguments.flatMap { entry($0.display, $0.help) },
            ["OPTIONS:"] + verb.allOptions.flatMap(entry),
        ])
    }

    /// The synopsis of a verb, in one line.
    func usage(of verb: Verb) -> String {
        guard verb.acts.isEmpty else {
            return "\(program) \(verb.name) " + (verb.usualAct == nil ? "<act>" : "[<act>]")
        }
        let words = [program, verb.name, verb.options.isEmpty ? "" : "[<options>]"]
        return (words + verb.arguments.map(\.usage)).filter { !$0.isEmpty }.joined(separator: " ")
    }

    private func entry(_ option: any OptionDeclaration) -> [String] {
        let label = (option.short.map { "-\($0), " } ?? "") + option.display
        let value = option.defaultText.map { " (default: \($0))" } ?? ""
        return entry(label, option.help + value)
    }

    /// A label on the left and its explanation to the right of it, or under it if the label is
    /// long.
    private func entry(_ label: String, _ explanation: String) -> [String] {
        let margin = String(repeating: " ", count: Self.column)
        let lines = wrapped(explanation, width: width - Self.column)
        let head = "  " + label
        guard head.count < Self.column, let first = lines.first else {
            return [head] + lines.map { margin + $0 }
        }
        let gap = String(repeating: " ", count: Self.column - head.count)
        return [head + gap + first] + lines.dropFirst().map { margin + $0 }
    }

    /// Sections with a blank line between them; empty ones are left out.
    private func text(_ sections: [[String]]) -> String {
        sections.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") + "\n" }
            .joined(separator: "\n")
    }
}
