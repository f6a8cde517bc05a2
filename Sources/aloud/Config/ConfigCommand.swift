internal import CommandLineKit

/// `aloud config`: checks, shows and makes the configuration file.
enum ConfigCommand: Command {
    /// The parts of this verb.
    enum Action: String, CaseIterable, Sendable {
        case check, show, template
    }

    private static let action = Argument<Action>(
        "action", .choice(),
        help: "'check' looks for mistakes, 'show' prints each value and its source, 'template'"
            + " prints a file in which every key is explained.")
    private static let named = Argument<[String]>(
        repeating: "verb", atLeastOne: false, .text("verb"),
        help: "For 'show': the verb whose values are printed (default: all that read the file).")
    private static let json = Option.flag(
        "json", help: "Print JSON Lines: one object for each mistake or value.")

    static let verb = Verb(
        "config", summary: "Check and show the configuration file.",
        discussion: """
            \(ConfigurationFile.explanation)

              aloud config check --config /etc/aloud/aloud.conf
              aloud config show serve
              aloud config template > ~/.config/aloud/aloud.conf
            """,
        arguments: [action, named], options: [Verb.config, json])

    static func run(
        _ arguments: ParsedArguments, in environment: CommandEnvironment
    ) throws -> ExitStatus {
        let action = try arguments[action]
        let all = CommandLineTool.aloud(with: environment.instruments).commands.map(\.verb)
            .filter(\.readsConfiguration)
        let chosen = try chosen(arguments[named], among: all, for: action)
        switch action {
        case .template:
            try environment.output.write(ConfigurationTemplate(for: all).text)
            return .success
        case .check:
            return try check(all, arguments, in: environment)
        case .show:
            return try show(chosen, among: all, arguments, in: environment)
        }
    }

    private static func chosen(
        _ names: [String], among verbs: [Verb], for action: Action
    ) throws -> [Verb] {
        guard names.isEmpty || action == .show else {
            throw Misuse("'aloud config \(action.rawValue)' takes no verb: '\(names[0])'.")
        }
        return try names.isEmpty
            ? verbs
            : names.map { name in
                guard let verb = verbs.first(where: { $0.name == name }) else {
                    let known = verbs.map { "'\($0.name)'" }.joined(separator: ", ")
                    throw Misuse(
                        "'\(name)' does not read the configuration file. These verbs do: \(known).")
                }
                return verb
            }
    }

    /// One mistake, as JSON.
    private struct Mistake: Encodable {
        var place: String
        var message: String
    }

    private static func check(
        _ verbs: [Verb], _ arguments: ParsedArguments, in environment: CommandEnvironment
    ) throws -> ExitStatus {
        var problems: [ConfigurationProblem] = []
        var file: ConfigurationFile?
        do {
            file = try environment.console.configurationFile(named: try arguments[Verb.config])
            problems = file?.problems(for: verbs) ?? []
        } catch let error as ConfigurationProblems { problems = error.problems }
        for verb in verbs {
            do {
                _ = try ConfiguredValues(
                    for: verb, typed: [], variables: environment.variables, file: file)
            } catch {
                let known = Set(problems.map(\.place))
                problems += error.problems.filter { !known.contains($0.place) }
            }
        }
        problems += ConfiguredValues.misspelt(
            in: environment.variables, for: verbs,
            others: ["ALOUD_CONFIG", RecordPlace.variable, Passphrase.variable])
        for problem in problems {
            if try arguments[json] {
                try environment.emit(Mistake(place: problem.place, message: problem.words))
            } else {
                try environment.output.write("\(problem)\n")
            }
        }
        let name = file.map { "'\($0.path)'" } ?? "The configuration without a file"
        if problems.isEmpty { environment.say("\(name) has no mistakes.") }
        return problems.isEmpty ? .success : .wrongConfiguration
    }

    /// One value, as JSON.
    private struct ShownValue: Encodable {
        var verb: String
        var key: String
        var values: [String]
        var source: String
    }

    private static func show(
        _ verbs: [Verb], among all: [Verb], _ arguments: ParsedArguments,
        in environment: CommandEnvironment
    ) throws -> ExitStatus {
        let file = try environment.console.configurationFile(named: try arguments[Verb.config])
        if let problems = file?.problems(for: all), !problems.isEmpty {
            for problem in problems { environment.complain("\(problem)") }
            return .wrongConfiguration
        }
        for verb in verbs {
            let found = try ConfiguredValues(
                for: verb, typed: [], variables: environment.variables, file: file)
            var table = TextTable(columnsFromLeft: 2)
            for option in verb.options {
                let value = found.values[option.name]
                let texts = value.map { shown($0.texts, of: option) } ?? usual(option)
                let source = value?.source ?? .usual
                if try arguments[json] {
                    try environment.emit(
                        ShownValue(
                            verb: verb.name, key: option.name, values: texts,
                            source: source.description))
                } else {
                    let text = texts.isEmpty ? "(not set)" : texts.joined(separator: ", ")
                    table.add(["\(option.name) = \(text)", "# \(source)"])
                }
            }
            if try !arguments[json] {
                try environment.output.write(
                    "[\(verb.name)]\n\(table.lines.joined(separator: "\n"))\n")
            }
        }
        return .success
    }

    private static func shown(_ texts: [String], of option: any OptionDeclaration) -> [String] {
        option.placeholder == nil
            ? [texts.isEmpty ? "no" : "yes"] : texts.map(ServerAddress.shown)
    }

    private static func usual(_ option: any OptionDeclaration) -> [String] {
        option.defaultText.map { [$0] } ?? (option.placeholder == nil ? ["no"] : [])
    }
}
