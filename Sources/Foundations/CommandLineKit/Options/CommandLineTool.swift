internal import Platform

/// A verb and its action.
package struct RunnableVerb: Sendable {
    /// Its declaration.
    package var verb: Verb
    /// Its acts; none for most verbs.
    package let acts: [RunnableVerb]
    /// Runs it, if it has no acts.
    ///
    /// - Throws: `Misuse` if options contradict each other (exit 64); any other error is shown
    ///   after `Error: ` by its description (exit 1).
    package var run: @Sendable (ParsedArguments, Console) throws -> ExitStatus

    /// A verb with its action.
    package init(
        _ verb: Verb, run: @escaping @Sendable (ParsedArguments, Console) throws -> ExitStatus
    ) {
        self.verb = verb
        self.run = run
        acts = []
    }

    /// A verb that consists of acts, each with a name that begins with that of the verb.
    package init(_ verb: Verb, acts: [RunnableVerb]) {
        self.verb = verb
        self.verb.acts = acts.map(\.verb)
        self.acts = acts
        run = { _, _ in throw Misuse("Name what to do.") }
    }
}

/// Verbs under one heading of the overview.
package struct VerbGroup: Sendable {
    /// The heading.
    package var title: String
    /// The verbs, in the order of the overview.
    package var commands: [RunnableVerb]

    /// Sets each property from the parameter of its name.
    package init(_ title: String, _ commands: [RunnableVerb]) {
        self.title = title
        self.commands = commands
    }
}

/// An error of several lines.
package protocol ErrorOfSeveralLines: Error {
    /// Its message, line by line.
    var lines: [String] { get }
}

/// A program of several verbs.
package struct CommandLineTool: Sendable {
    /// The name it is called by.
    package var name: String
    /// The output of `--version`.
    package var version: String
    /// Its description, in a sentence or two.
    package var overview: String
    /// A greeting for a person who types only the name in a terminal: the first steps, in a few
    /// lines. The overview if it is empty.
    package var welcome: String
    /// Its verbs, in the groups and the order of the overview.
    package var groups: [VerbGroup]
    /// Another program, to which some verbs are passed on.
    package var elsewhere: OtherProgram?

    /// Sets each property from the parameter of its name.
    package init(
        name: String, version: String, overview: String, welcome: String = "",
        groups: [VerbGroup], elsewhere: OtherProgram? = nil
    ) {
        self.name = name
        self.version = version
        self.overview = overview
        self.welcome = welcome
        self.elsewhere = elsewhere
        self.groups = groups
    }

    /// A program whose verbs are one group.
    package init(
        name: String, version: String, overview: String, commands: [RunnableVerb]
    ) {
        self.init(
            name: name, version: version, overview: overview,
            groups: [VerbGroup("Verbs", commands)])
    }

    /// Its verbs, in the order of the overview.
    package var commands: [RunnableVerb] { groups.flatMap(\.commands) }

    /// The option that may come before a verb, or without one.
    static let versionOption = Option.flag("version", help: "Show the version.")

    /// The declarations of the verbs.
    private var verbs: [Verb] { commands.map(\.verb) }

    /// The request of a command line.
    private enum Request {
        case welcome
        case overview
        case version
        case help(Verb)
        case run(RunnableVerb, [String])
        case elsewhere(OtherProgram, [String])
    }

    /// A misuse and its verb; nil if the verb is unknown.
    private struct Refusal: Error {
        var misuse: Misuse
        var verb: Verb?
    }

    /// Runs a command line and shows every error.
    ///
    /// - Parameter words: the command line without the name of the program.
    package func run(_ words: [String], in console: Console) -> ExitStatus {
        do {
            return try perform(request(words), in: console)
        } catch let refusal as Refusal {
            show(refusal, in: console)
            return .misuse
        } catch OutputError.readerGone {
            return .readerGone
        } catch let error as ConfigurationProblems {
            for problem in error.problems { console.complain("\(problem)") }
            return .wrongConfiguration
        } catch let error as any ErrorOfSeveralLines {
            let lines = error.lines.map { $0.escapingControls(keepingLines: false) }
            console.say("Error: " + lines.joined(separator: "\n"))
            return .failure
        } catch {
            console.complain("\(error)")
            return .failure
        }
    }

    private func request(_ words: [String]) throws(Refusal) -> Request {
        let options = [Self.versionOption, Verb.help]
        var operands: [String] = []
        do {
            let scanner = OptionScanner(options: options, stopsAtOperand: true)
            for item in try scanner.scan(words) {
                switch item {
                case .option(0, _): return .version
                case .option: return .overview
                case .operand(let word): operands.append(word)
                }
            }
        } catch { throw Refusal(misuse: error) }
        guard let first = operands.first else { return .welcome }
        if let elsewhere, elsewhere.verbs.contains(first == "help" ? operands.last ?? "" : first) {
            return .elsewhere(elsewhere, operands)
        }
        if first == "help" {
            guard let name = operands.dropFirst().first else { return .overview }
            var verb = try command(name).verb
            for name in operands.dropFirst(2) where !verb.acts.isEmpty {
                verb = try Self.act(name, of: verb, among: verb.acts, name: \.ownName)
            }
            return .help(verb)
        }
        return try act(of: try command(first), Array(operands.dropFirst()))
    }

    /// The act that the words after a verb name. Options may come before its name.
    private func act(
        of command: RunnableVerb, _ words: [String]
    ) throws(Refusal) -> Request {
        let verb = command.verb
        guard !command.acts.isEmpty else { return .run(command, words) }
        let options = verb.optionsOfActs + [Verb.help]
        let items: [OptionScanner.Item]
        do {
            items = try OptionScanner(options: options, stopsAtOperand: true).scan(words)
        } catch { throw Refusal(misuse: error, verb: verb) }
        let rest = items.filter { if case .operand = $0 { true } else { false } }.count
        if items.contains(.option(options.count - 1, value: nil)) { return .help(verb) }
        let before = words.dropLast(rest).filter { $0 != "--" }
        guard let name = words.suffix(rest).first ?? verb.usualAct else {
            let known = verb.acts.map(\.ownName).joined(separator: ", ")
            throw Refusal(
                misuse: Misuse("Name what to do with '\(verb.name)': \(known)."), verb: verb)
        }
        let act = try Self.act(name, of: verb, among: command.acts, name: \.verb.ownName)
        let left = before + words.suffix(rest).dropFirst()
        if act.acts.isEmpty { try Self.refuseOptions(of: verb, in: left, without: act.verb) }
        return try self.act(of: act, left)
    }

    /// Refuses an option that other acts of a verb take and this one does not.
    private static func refuseOptions(
        of verb: Verb, in words: [String], without act: Verb
    ) throws(Refusal) {
        let options = verb.optionsOfActs + [Verb.help]
        // All other mistakes are found when the words are parsed for the act.
        guard let items = try? OptionScanner(options: options).scan(words) else { return }
        for case .option(let index, _) in items {
            let name = options[index].name
            guard !act.allOptions.contains(where: { $0.name == name }) else { continue }
            throw Refusal(
                misuse: Misuse("'--\(name)' has no effect with '\(act.name)'."), verb: act)
        }
    }

    /// The act of a name.
    private static func act<Act>(
        _ name: String, of verb: Verb, among acts: [Act], name ownName: (Act) -> String
    ) throws(Refusal) -> Act {
        guard let act = acts.first(where: { ownName($0) == name }) else {
            throw Refusal(
                misuse: .unknownAct(name, of: verb.name, known: acts.map(ownName)), verb: verb)
        }
        return act
    }

    private func command(_ name: String) throws(Refusal) -> RunnableVerb {
        guard let command = commands.first(where: { $0.verb.name == name }) else {
            let known = verbs.map(\.name) + ["help"]
            throw Refusal(misuse: .unknownVerb(name, known: known))
        }
        return command
    }

    private func perform(_ request: Request, in console: Console) throws
        -> ExitStatus
    {
        let help = HelpText(program: name, width: console.outputTerminal.helpWidth)
        switch request {
        case .welcome where console.outputTerminal.isTerminal && !welcome.isEmpty:
            try console.output.write(help.welcome(to: self))
        case .welcome, .overview:
            try console.output.write(help.overview(of: self))
        case .version:
            try console.output.write(version + "\n")
        case .elsewhere(let program, let words):
            throw program.run(words, beside: console.executable)
        case .help(let verb):
            try console.output.write(help.help(of: verb))
        case .run(let command, let words):
            let verb = command.verb
            do {
                let arguments = try ParsedArguments(
                    words, for: verb, among: verbs, in: console)
                guard !arguments.wantsHelp else {
                    try console.output.write(help.help(of: verb))
                    return .success
                }
                if verb.stopsOnRequest { try console.trapSignals?(console.stop) }
                var console = console
                if verb.isAttended {
                    console.output = console.output.givingUp(after: Verb.readerPatience)
                    console.messages = console.messages.givingUp(
                        after: Verb.readerPatience)
                }
                do {
                    return try command.run(arguments, console)
                } catch let misuse as Misuse { throw arguments.fault(misuse) }
            } catch let misuse as Misuse { throw Refusal(misuse: misuse, verb: verb) }
        }
        return .success
    }

    private func show(_ refusal: Refusal, in console: Console) {
        let help = HelpText(program: name, width: console.terminal.helpWidth)
        let command = refusal.verb.map { "\(name) \($0.name)" } ?? name
        console.complain("\(refusal.misuse)")
        console.say("Usage: " + (refusal.verb.map(help.usage) ?? "\(name) <verb>"))
        console.say("  See '\(command) --help' for more information.")
    }
}

/// The exit status of the process.
package struct ExitStatus: RawRepresentable, Sendable, Equatable {
    /// The number, 0...255.
    package var rawValue: Int32

    /// A status by its number; the usual ones have names.
    package init(rawValue: Int32) { self.rawValue = rawValue }

    /// The verb succeeded.
    package static let success = ExitStatus(rawValue: 0)
    /// The verb was understood, but something in it failed.
    package static let failure = ExitStatus(rawValue: 1)
    /// Nothing of what was asked could be done.
    package static let totalFailure = ExitStatus(rawValue: 2)
    /// The command line was not understood: EX_USAGE of sysexits(3).
    package static let misuse = ExitStatus(rawValue: 64)
    /// The configuration was not understood: EX_CONFIG of sysexits(3).
    package static let wrongConfiguration = ExitStatus(rawValue: 78)
    /// The output pipe was closed: 128 + SIGPIPE, as shells show that signal.
    package static let readerGone = ExitStatus(rawValue: 128 + 13)

    /// A signal that `SignalTrap` caught, or a request to stop as by Ctrl-C, ended the program.
    package static var interrupted: ExitStatus {
        interrupted(bySignal: SignalTrap.firstSignal ?? 2)
    }

    /// A signal ended the program: 128 + its number, as shells show it.
    static func interrupted(bySignal signal: Int32) -> ExitStatus {
        ExitStatus(rawValue: 128 + signal)
    }
}
