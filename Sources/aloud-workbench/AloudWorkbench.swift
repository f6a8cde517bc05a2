internal import CommandLineKit
internal import Exam
internal import Glibc
internal import RealInstruments

/// The program for engineers and scientists.
@main
struct AloudWorkbench {
    static func main() {
        let console = Console.process()
        let program = CommandLineTool.workbench(with: .real(until: console.stop))
        let words = Console.words()
        ServerAddress.hideArguments()
        let status = program.run(words, in: console)
        // Threads may still compute, and exit(3) frees what they use.
        fflush(nil)
        _exit(status.rawValue)
    }
}

extension CommandLineTool {
    /// The verbs, in groups.
    private static let verbs: [(title: String, commands: [any Command.Type])] = [
        (
            "Recordings",
            [EvaluateCommand.self, AlignCommand.self, ScoreCommand.self, TuneCommand.self]
        ),
        ("Grammars", [GrammarCommand.self]),
        ("Simulated patients", [SimulateCommand.self]),
        ("Studies", [StudyCommand.self]),
        ("Help", [ManualCommand.self, CompletionsCommand.self, VersionCommand.self]),
    ]

    /// The program with all its verbs.
    static func workbench(with instruments: Instruments) -> CommandLineTool {
        CommandLineTool(
            name: "aloud-workbench", version: aloudVersion,
            overview: "Evaluates, tunes and simulates the hearing and the tests of Aloud.",
            groups: verbs.map { group in
                VerbGroup(
                    group.title,
                    group.commands.map {
                        $0.runnable(with: instruments) { .workbench(with: instruments) }
                    })
            })
    }
}
