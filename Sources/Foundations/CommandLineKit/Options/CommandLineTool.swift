internal import Platform

/// A verb and its action.
package struct RunnableVerb: Sendable {
    /// Its declaration.
    package var verb: Verb
    /// Runs it.
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
    /// A greeting for a person who types the name alone in a terminal: the first steps, in a few
    /// lines. The overview if it is empty.
    package var welcome: String
    /// Its verbs, in the order of the overview.
    package var commands: [RunnableVerb]
    /// Another program, to which some verbs are passed on.
    package var elsewhere: OtherProgram?

    /// The parameters as the properties of their names.
    package init(
        name: String, version: String, overview: String, welcome: String = "",
        commands: [RunnableVerb], elsewhere: OtherProgram? = nil
    ) {
        self.name = name
        self.version = version
        self.overview = overview
        self.welcome = welcome
        self.elsewhere = elsewhere
        self.commands = commands
    }

    /// The option before a verb, or in its place.
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

    /// A misuse, and the verb it belongs to if that is known.
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
            return .help(try command(name).verb)
        }
        return .run(try command(first), Array(operands.dropFirst()))
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
            try console.output.write(welcome + "\n")
        case .welcome, .overview:
            try console.output.write(
                help.overview(of: overview, verbs: verbs, other: elsewhere))
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
                return try command.run(arguments, console)
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

    /// All went well.
    package static let success = ExitStatus(rawValue: 0)
    /// The verb was understood, but something in it failed.
    package static let failure = ExitStatus(rawValue: 1)
    /// Nothing of what was asked could be done.
    package static let totalFailure = ExitStatus(rawValue: 2)
    /// The command line was not understood: EX_USAGE of sysexits(3).
    package static let misuse = ExitStatus(rawValue: 64)
    /// The configuration was not understood: EX_CONFIG of sysexits(3).
    package static let wrongConfiguration = ExitStatus(rawValue: 78)
    /// The reader of standard output is gone: 128 + SIGPIPE, as shells show that signal.
    package static let readerGone = ExitStatus(rawValue: 128 + 13)

    /// Ended on the request of the signal that `SignalTrap` caught, or of a program that stops as
    /// Ctrl-C does.
    package static var interrupted: ExitStatus {
        interrupted(bySignal: SignalTrap.firstSignal ?? 2)
    }

    /// Ended on the request of a signal: 128 + its number, as shells show it.
    static func interrupted(bySignal signal: Int32) -> ExitStatus {
        ExitStatus(rawValue: 128 + signal)
    }
}
