internal import CommandLineKit
internal import Glibc
internal import Grammar
internal import Records

/// The program: the one place where the real parts are chosen.
@main
struct Aloud {
    static func main() {
        let console = Console.process()
        let program = CommandLineTool.aloud(with: .real(until: console.stop))
        let words = Console.words()
        ServerAddress.hideArguments()
        let status = program.run(words, in: console)
        // Threads may still compute, and exit(3) frees what they use.
        fflush(nil)
        _exit(status.rawValue)
    }
}

/// The version of the program.
let aloudVersion = "0.1.0"

extension CommandLineTool {
    /// The verbs that test people, and those that set up a machine.
    private static let examVerbs: [any Command.Type] = [
        DemoCommand.self,
        TestCommand.self,
        ServeCommand.self,
        RecordsCommand.self,
        AccountsCommand.self,
        TranscribeCommand.self,
        MergeCommand.self,
        MapCommand.self,
        DevicesCommand.self,
        DoctorCommand.self,
        ConfigCommand.self,
        ManualCommand.self,
        CompletionsCommand.self,
        VersionCommand.self,
    ]

    #if !EXAM_ONLY
        /// The verbs of the workbench, for engineers: the Debian package aloud-workbench.
        static let workbenchVerbs: [any Command.Type] = [
            EvaluateCommand.self,
            ScoreCommand.self,
            TuneCommand.self,
            GrammarCommand.self,
            BenchCommand.self,
            SimulateCommand.self,
        ]
    #endif

    /// The names of the verbs of the workbench, for the program that lacks them.
    static let namesOfWorkbench = ["evaluate", "score", "tune", "grammar", "bench", "simulate"]

    // Package.swift sets these conditions for the programs of the two Debian packages; a build in a
    // checkout has all verbs in one program.
    #if EXAM_ONLY
        private static let name = "aloud"
        private static let verbs = examVerbs
        private static let elsewhere = OtherProgram(
            name: "aloud-workbench", verbs: namesOfWorkbench,
            advice: "Install it with 'apt install aloud-workbench'.")
    #elseif WORKBENCH_ONLY
        private static let name = "aloud-workbench"
        private static let verbs =
            workbenchVerbs + [ManualCommand.self, CompletionsCommand.self, VersionCommand.self]
        private static let elsewhere: OtherProgram? = nil
    #else
        private static let name = "aloud"
        private static let verbs = examVerbs + workbenchVerbs
        private static let elsewhere: OtherProgram? = nil
    #endif

    /// The program with all its verbs.
    static func aloud(with instruments: Instruments) -> CommandLineTool {
        CommandLineTool(
            name: name, version: aloudVersion,
            overview: "Measures visual acuity by voice: an eye chart, read aloud.",
            welcome: """
                Aloud measures visual acuity by voice: a person reads an eye chart aloud.

                  aloud demo      Watch a test of a simulated patient. It needs no microphone.
                  aloud serve     Test people: the letters appear in a browser, in their true size.
                  aloud doctor    Check the microphone and everything else that a test needs.

                'aloud --help' lists all verbs, 'man aloud' explains them.
                """,
            commands: verbs.map { $0.runnable(with: instruments) }, elsewhere: elsewhere)
    }
}

/// `aloud version`: the same as `aloud --version`, for users who look for a verb.
enum VersionCommand: Command {
    static let verb = Verb("version", summary: "Show the version.")

    static func run(
        _ arguments: ParsedArguments, in environment: CommandEnvironment
    ) throws -> ExitStatus {
        try environment.output.write(aloudVersion + "\n")
        return .success
    }
}

/// A verb of the program: its declaration and its action.
///
/// ```swift
/// enum MapCommand: Command {
///     static let json = Option.flag("json", help: "Print JSON Lines.")
///     static let verb = Verb("map", summary: "Turns words into letters.", options: [json])
///
///     static func run(
///         _ arguments: ParsedArguments, in environment: CommandEnvironment
///     ) throws -> ExitStatus {
///         if try arguments[json] { … }
///         return .success
///     }
/// }
/// ```
protocol Command: SendableMetatype {
    /// The verb's name, arguments and help text.
    static var verb: Verb { get }

    /// Runs the verb.
    ///
    /// - Returns: the exit status of the process.
    /// - Throws: `Misuse` if options contradict each other (exit 64); any other error is
    ///   shown after `Error: ` by its description (exit 1).
    static func run(_ arguments: ParsedArguments, in environment: CommandEnvironment) throws
        -> ExitStatus
}

extension Command {
    /// The verb with these real parts.
    static func runnable(with instruments: Instruments) -> RunnableVerb {
        RunnableVerb(verb) { arguments, console in
            try run(
                arguments, in: CommandEnvironment(console: console, instruments: instruments))
        }
    }
}

/// The console that a verb works at, and the real parts that it works with.
@dynamicMemberLookup
struct CommandEnvironment: Sendable {
    var console: Console
    var instruments: Instruments

    /// The properties of the console: its streams, the terminal, variables, the date.
    subscript<Part>(dynamicMember part: WritableKeyPath<Console, Part>) -> Part {
        get { console[keyPath: part] }
        set { console[keyPath: part] = newValue }
    }

    /// The read-only properties of the console.
    subscript<Part>(dynamicMember part: KeyPath<Console, Part>) -> Part { console[keyPath: part] }

    /// Writes one object of JSON Lines to standard output.
    func emit(_ object: some Encodable) throws(OutputError) {
        try console.output.write(object.jsonText + "\n")
    }

    /// Writes one object of JSON Lines to standard output.
    func emit(_ object: JSONObject) throws(OutputError) {
        try console.output.write(object.jsonText + "\n")
    }

    /// See `Console.deliver`.
    func deliver(_ result: String) throws(OutputError) { try console.deliver(result) }

    /// See `Console.say`.
    func say(_ line: String) { console.say(line) }

    /// See `Console.complain`.
    func complain(_ reason: String) { console.complain(reason) }

    /// See `Console.grammars`.
    func grammars(named: String?) throws(ResourceFolderError) -> ResourceFolder {
        try console.grammars(named: named)
    }

    /// See `Console.models`.
    func models(named: String? = nil) throws(ResourceFolderError) -> ResourceFolder {
        try console.models(named: named)
    }
}

extension GrammarProblems: ErrorOfSeveralLines {
    package var lines: [String] { problems.map { "\($0)" } }
}
