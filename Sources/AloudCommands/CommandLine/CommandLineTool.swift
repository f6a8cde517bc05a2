internal import LetterSpeech

/// A program of several verbs.
public struct CommandLineTool: Sendable {
    /// The name it is called by.
    public var name: String
    /// What `--version` prints.
    public var version: String
    /// What it is, in a sentence or two.
    public var overview: String
    /// Its verbs, in the order of the overview.
    public var commands: [any Command.Type]

    /// The parameters as the properties of their names.
    public init(
        name: String, version: String, overview: String, commands: [any Command.Type]
    ) {
        self.name = name
        self.version = version
        self.overview = overview
        self.commands = commands
    }

    /// The option that stands before a verb, or in place of it.
    static let versionOption = Option.flag("version", help: "Show the version.")

    /// What the verbs declare. (A closure: Swift 6.3.1 crashes on a key path into a metatype.)
    private var verbs: [Verb] { commands.map { $0.verb } }

    /// What a command line asks for.
    private enum Request {
        case overview
        case version
        case help(Verb)
        case run(any Command.Type, [String])
    }

    /// A misuse, and the verb it belongs to if that much is known.
    private struct Refusal: Error {
        var misuse: Misuse
        var verb: Verb?
    }

    /// Does what a command line asks for, and shows every error.
    ///
    /// - Parameter words: the command line without the name of the program.
    public func run(_ words: [String], in environment: CommandEnvironment) -> ExitStatus {
        do {
            return try perform(request(words), in: environment)
        } catch let refusal as Refusal {
            show(refusal, in: environment)
            return .misuse
        } catch OutputError.readerGone {
            return .readerGone
        } catch let error as GrammarProblems {
            let lines = error.problems.map { "\($0)".escapingControls(keepingLines: false) }
            environment.say("Error: " + lines.joined(separator: "\n"))
            return .failure
        } catch {
            environment.complain("\(error)")
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
        guard let first = operands.first else { return .overview }
        if first == "help" {
            guard let name = operands.dropFirst().first else { return .overview }
            return .help(try command(name).verb)
        }
        return .run(try command(first), Array(operands.dropFirst()))
    }

    private func command(_ name: String) throws(Refusal) -> any Command.Type {
        guard let command = commands.first(where: { $0.verb.name == name }) else {
            let known = verbs.map(\.name) + ["help"]
            throw Refusal(misuse: .unknownVerb(name, known: known))
        }
        return command
    }

    private func perform(_ request: Request, in environment: CommandEnvironment) throws
        -> ExitStatus
    {
        let help = HelpText(program: name, width: environment.outputTerminal.helpWidth)
        switch request {
        case .overview:
            try environment.output.write(
                help.overview(of: overview, verbs: verbs))
        case .version:
            try environment.output.write(version + "\n")
        case .help(let verb):
            try environment.output.write(help.help(of: verb))
        case .run(let command, let words):
            let verb = command.verb
            do {
                let arguments = try ParsedArguments(words, for: verb)
                guard !arguments.wantsHelp else {
                    try environment.output.write(help.help(of: verb))
                    return .success
                }
                if verb.stopsOnRequest { try environment.trapSignals?(environment.stop) }
                var environment = environment
                if verb.isAttended {
                    environment.output = environment.output.givingUp(after: Verb.readerPatience)
                    environment.messages = environment.messages.givingUp(
                        after: Verb.readerPatience)
                }
                return try command.run(arguments, in: environment)
            } catch let misuse as Misuse { throw Refusal(misuse: misuse, verb: verb) }
        }
        return .success
    }

    private func show(_ refusal: Refusal, in environment: CommandEnvironment) {
        let help = HelpText(program: name, width: environment.terminal.helpWidth)
        let command = refusal.verb.map { "\(name) \($0.name)" } ?? name
        environment.complain("\(refusal.misuse)")
        environment.say("Usage: " + (refusal.verb.map(help.usage) ?? "\(name) <verb>"))
        environment.say("  See '\(command) --help' for more information.")
    }
}
