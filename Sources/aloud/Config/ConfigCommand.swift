internal import CommandLineKit
internal import Exam
internal import RecordStore

/// `aloud config`: checks, shows and makes the configuration file.
enum ConfigCommand: CommandOfActs {
    static let acts: [any Command.Type] = [
        Check.self, Show.self, Template.self, NextSteps.self,
    ]

    static let verb = Verb(
        "config", summary: "Check and show the configuration file.",
        discussion: """
            \(ConfigurationFile.explanation)

              aloud config check --config /etc/aloud/aloud.conf
              aloud config show serve
              aloud config template > ~/.config/aloud/aloud.conf
            """)

    private static let json = Option.flag(
        "json", help: "Print JSON Lines: one object for each mistake or value.")

    /// The verbs that read the file.
    private static func verbs(in environment: CommandEnvironment) -> [Verb] {
        environment.program().commands.map(\.verb).filter(\.readsConfiguration)
    }

    /// `aloud config check`.
    enum Check: Command {
        static let verb = Verb(
            "config check", summary: "Look for mistakes in the file and in the variables.",
            options: [Verb.config, json])

        static func run(
            _ arguments: ParsedArguments, in environment: CommandEnvironment
        ) throws -> ExitStatus {
            try check(verbs(in: environment), arguments, in: environment)
        }
    }

    /// `aloud config show`.
    enum Show: Command {
        private static let named = Argument<[String]>(
            repeating: "verb", atLeastOne: false, .text("verb"),
            help: "The verb whose values are printed (default: all that read the file).")

        static let verb = Verb(
            "config show", summary: "Print each value and its source.",
            arguments: [named], options: [Verb.config, json])

        static func run(
            _ arguments: ParsedArguments, in environment: CommandEnvironment
        ) throws -> ExitStatus {
            let all = verbs(in: environment)
            let names = try arguments[named]
            let chosen = try names.map { name in
                guard let verb = all.first(where: { $0.name == name }) else {
                    let known = all.map { "'\($0.name)'" }.joined(separator: ", ")
                    throw Misuse(
                        "'\(name)' does not read the configuration file. These verbs do: \(known).")
                }
                return verb
            }
            return try show(
                names.isEmpty ? all : chosen, among: all, arguments, in: environment)
        }
    }

    /// `aloud config template`.
    enum Template: Command {
        static let verb = Verb(
            "config template", summary: "Print a file in which every key is explained.")

        static func run(
            _ arguments: ParsedArguments, in environment: CommandEnvironment
        ) throws -> ExitStatus {
            try environment.output.write(
                ConfigurationTemplate(for: verbs(in: environment)).text)
            return .success
        }
    }

    /// `aloud config next-steps`.
    enum NextSteps: Command {
        private static let file = Argument<String?>(
            optional: "file", .file, help: "The file to check (default: Aloud's own is printed).")

        static let verb = Verb(
            "config next-steps",
            summary: "Print the sentences about the next step after a test, or check a file.",
            discussion: """
                The sentences are wording, not advice by the program. Copy them, change them, and name \
                the file as 'next-steps' in aloud.conf.

                  aloud config next-steps > next-steps.txt
                  aloud config next-steps next-steps.txt
                """, arguments: [file])

        static func run(
            _ arguments: ParsedArguments, in environment: CommandEnvironment
        ) throws -> ExitStatus {
            guard let path = try arguments[file] else {
                try environment.output.write(NextStepTable.usual)
                return .success
            }
            _ = try NextStepTable(at: path)
            environment.say("The file is complete.")
            return .success
        }
    }

    /// One mistake, as JSON.
    private struct Mistake: Encodable {
        var place: String
        var message: String
    }

    fileprivate static func check(
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
        if problems.isEmpty {
            let place = file?.path ?? "variables"
            problems = try contradictions(verbs, arguments, in: environment).map {
                ConfigurationProblem(place: place, words: $0)
            }
        }
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

    /// The reasons for which verbs refuse values that are valid one by one, such as optotypes that
    /// the procedure does not show.
    private static func contradictions(
        _ verbs: [Verb], _ arguments: ParsedArguments, in environment: CommandEnvironment
    ) throws -> [String] {
        let words = try arguments[Verb.config].map { ["--config=\($0)"] } ?? []
        var reasons: [String] = []
        for verb in verbs {
            let own = try ParsedArguments(words, for: verb, among: verbs, in: environment.console)
            do { _ = try MeasurementOptions.measurement(own) } catch let misuse as Misuse {
                if !reasons.contains(misuse.description) { reasons.append(misuse.description) }
            }
        }
        return reasons
    }

    /// One value, as JSON.
    private struct ShownValue: Encodable {
        var verb: String
        var key: String
        var values: [String]
        var source: String
    }

    fileprivate static func show(
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
