/// The help texts of verbs.
struct HelpText {
    /// The name of the program.
    var program: String
    /// The longest line, in characters.
    var width: Int

    /// The column at which the explanations start, in characters from the left.
    private static let column = 26

    /// The output of `aloud --help`.
    ///
    /// - Parameter other: the program that has further verbs.
    func overview(of summary: String, verbs: [Verb], other: OtherProgram? = nil) -> String {
        let options = [CommandLineTool.versionOption, Verb.help]
        return text([
            wrapped("OVERVIEW: " + summary, width: width),
            ["USAGE: \(program) <verb>"],
            ["VERBS:"] + verbs.flatMap { entry($0.name, $0.summary) }
                + (other.map { entry($0.verbs.joined(separator: ", "), "See \($0.name).") } ?? []),
            ["OPTIONS:"] + options.flatMap(entry),
            ["  See '\(program) help <verb>' for detailed help."],
        ])
    }

    /// The output of `aloud <verb> --help`.
    func help(of verb: Verb) -> String {
        text([
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
        let words = [program, verb.name, verb.options.isEmpty ? "" : "[<options>]"]
        return (words + verb.arguments.map(\.usage)).filter { !$0.isEmpty }.joined(separator: " ")
    }

    private func entry(_ option: any OptionDeclaration) -> [String] {
        let label = (option.short.map { "-\($0), " } ?? "") + option.display
        let value = option.defaultText.map { " (default: \($0))" } ?? ""
        return entry(label, option.help + value)
    }

    /// A label on the left and its explanation beside it, or under it if the label is long.
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

/// The declaration of a verb: its name, its help text, its operands and options.
package struct Verb: Sendable {
    /// Its name on the command line.
    package var name: String
    /// Its description in one sentence, for the list of all verbs.
    package var summary: String
    /// Its description in paragraphs with blank lines between them; a line that starts with a space
    /// is kept as it is, for examples.
    package var discussion: String
    /// Its arguments without a dash, in order. Only the last may repeat.
    package var arguments: [any ArgumentDeclaration]
    /// The options, in the order of the help text. `--help` belongs to every verb and is not here.
    package var options: [any OptionDeclaration]
    /// Whether the verb ends on `Console.stop`. If it does, the first SIGINT, SIGTERM or SIGHUP
    /// becomes such a request; if not, these signals end the process as usual.
    package var stopsOnRequest: Bool
    /// Whether the verb tests a person, who must not wait for the reader of the output: the streams
    /// give up after `readerPatience`.
    package var isAttended: Bool
    /// Whether options that are not typed have their values from environment variables and the
    /// configuration file. If so, the verb has the option `--config`.
    package var readsConfiguration: Bool
    /// Groups of options of which only one may be given, by their names.
    package var exclusive: [[String]]

    /// The parameters as the properties of their names; a verb has `--help` without naming it.
    package init(
        _ name: String, summary: String, discussion: String = "",
        arguments: [any ArgumentDeclaration] = [], options: [any OptionDeclaration] = [],
        stopsOnRequest: Bool = false, isAttended: Bool = false,
        readsConfiguration: Bool = false, exclusive: [[String]] = []
    ) {
        self.name = name
        self.summary = summary
        self.discussion = discussion
        self.arguments = arguments
        self.options = options
        self.stopsOnRequest = stopsOnRequest
        self.isAttended = isAttended
        self.readsConfiguration = readsConfiguration
        self.exclusive = exclusive
    }

    /// The longest wait for the reader of the output while a person is tested: Aloud's own choice.
    static let readerPatience = Duration.seconds(10)

    /// The option that every verb has.
    package static let help = Option.flag("help", short: "h", help: "Show help information.")

    /// The option of every verb that reads the configuration.
    package static let config = Option<String?>(
        "config", .file,
        help: "The configuration file (default: the variable ALOUD_CONFIG, else"
            + " ~/.config/aloud/aloud.conf, else /etc/aloud/aloud.conf). /dev/null for none.")

    /// The verb's options, `--config` if it reads the configuration, and `--help`.
    var allOptions: [any OptionDeclaration] {
        options + (readsConfiguration ? [Verb.config] : []) + [Verb.help]
    }

    /// The options that exclude an option.
    func rivals(of option: String) -> [String] {
        exclusive.filter { $0.contains(option) }.flatMap { $0 }.filter { $0 != option }
    }
}
