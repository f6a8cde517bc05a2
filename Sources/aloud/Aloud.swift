internal import CommandLineKit
internal import Glibc

/// The program: the one place where the real parts are chosen.
@main
struct Aloud {
    static func main() {
        let console = Console.process()
        exit(CommandLineTool.aloud(with: .real).run(Console.words(), in: console).rawValue)
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
