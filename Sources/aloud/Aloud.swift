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
    /// The program with all its verbs.
    static func aloud(with instruments: Instruments) -> CommandLineTool {
        CommandLineTool(
            name: "aloud", version: aloudVersion,
            overview: "Measures visual acuity by voice: an eye chart, read aloud.",
            commands: ([
                DemoCommand.self,
                TestCommand.self,
                ServeCommand.self,
                TranscribeCommand.self,
                ScoreCommand.self,
                MapCommand.self,
                DevicesCommand.self,
                DoctorCommand.self,
                GrammarCommand.self,
                EvaluateCommand.self,
                BenchCommand.self,
                SimulateCommand.self,
                VersionCommand.self,
            ] as [any Command.Type]).map { $0.runnable(with: instruments) })
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
