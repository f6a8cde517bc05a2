/// The declaration of a verb: its name, its help text, its operands and options.
package struct Verb: Sendable {
    /// Its name on the command line. The name of an act begins with that of its verb: "records
    /// export".
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
    /// Groups of options that exclude each other, by their names.
    package var exclusive: [[String]]
    /// The acts that it consists of; none for most verbs. A verb with acts has no arguments and no
    /// options of its own.
    package internal(set) var acts: [Verb] = []
    /// The own name of the act that is used if the command line names none; nil if there is none.
    package var usualAct: String?

    /// Sets each property from the parameter of its name. Every verb also has `--help`.
    package init(
        _ name: String, summary: String, discussion: String = "",
        arguments: [any ArgumentDeclaration] = [], options: [any OptionDeclaration] = [],
        stopsOnRequest: Bool = false, isAttended: Bool = false,
        readsConfiguration: Bool = false, exclusive: [[String]] = [], usualAct: String? = nil
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
        self.usualAct = usualAct
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

    /// The last word of its name: "export" of "records export".
    package var ownName: String { name.split(separator: " ").last.map(String.init) ?? name }

    /// The verb itself if it has no acts, otherwise all acts below it that have none, in order.
    package var leaves: [Verb] { acts.isEmpty ? [self] : acts.flatMap(\.leaves) }

    /// The options of all acts, each name once.
    var optionsOfActs: [any OptionDeclaration] {
        var names: Set<String> = [Verb.help.name]
        return leaves.flatMap(\.allOptions).filter { names.insert($0.name).inserted }
    }

    /// The options that exclude an option.
    func rivals(of option: String) -> [String] {
        exclusive.filter { $0.contains(option) }.flatMap { $0 }.filter { $0 != option }
    }
}
