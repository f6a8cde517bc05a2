internal import CommandLineKit
internal import Exam
internal import Glibc
internal import RealInstruments

/// The program that tests people.
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

extension CommandLineTool {
    /// The verbs, in groups.
    private static let verbs: [(title: String, commands: [any Command.Type])] = [
        ("Try", [DemoCommand.self, DoctorCommand.self, DevicesCommand.self]),
        ("Test", [TestCommand.self, ServeCommand.self, HomeCommand.self]),
        (
            "Clinic",
            [
                RecordsCommand.self, TrialCommand.self, AccountsCommand.self, PeersCommand.self,
                ConfigCommand.self,
            ]
        ),
        (
            "Speech and texts",
            [ListenCommand.self, TranscribeCommand.self, MergeCommand.self, MapCommand.self]
        ),
        ("Help", [ManualCommand.self, CompletionsCommand.self, VersionCommand.self]),
    ]

    /// The program of the engineers.
    static let workbench = OtherProgram(
        name: "aloud-workbench", title: "Engineers",
        verbs: ["evaluate", "align", "score", "tune", "grammar", "simulate", "study"],
        advice: "Install it with 'apt install aloud-workbench', or build it in a checkout with"
            + " 'swift build --configuration release --product aloud-workbench'.")

    /// The program with all its verbs.
    static func aloud(with instruments: Instruments) -> CommandLineTool {
        CommandLineTool(
            name: "aloud", version: aloudVersion,
            overview: "Measures visual acuity by voice: an eye chart, read aloud.",
            welcome: """
                Aloud measures visual acuity by voice: a person reads an eye chart aloud.

                The first step:

                  aloud demo      Watch a test of a simulated patient. It needs no microphone.
                  aloud home      Test the people of a household; their results are kept.
                  aloud serve     Test people: the letters appear in a browser, in their true size.
                  aloud doctor    Check the microphone and everything else that a test needs.

                'aloud <verb> --help' explains a verb, 'man aloud' all of them.
                """,
            groups: verbs.map { group in
                VerbGroup(
                    group.title,
                    group.commands.map {
                        $0.runnable(with: instruments) { .aloud(with: instruments) }
                    })
            }, elsewhere: workbench)
    }
}
