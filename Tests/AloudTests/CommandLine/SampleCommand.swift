import Records
import TestProgram

@testable import CommandLineKit
@testable import Exam
@testable import aloud

/// A verb with every form of option and argument, for the tests of the command-line layer. It
/// prints what it understood.
enum SampleCommand: Command {
    enum Eye: String, CaseIterable, Sendable { case right, left, both }

    static let eye = Option<Eye>("eye", .choice(), default: "right", help: "Which eye is tested.")
    static let distance = Option<Double>(
        "distance", short: "d", .number("metres", in: 0.25...10), default: "4",
        help: "How far away the patient is, from the eye to the chart, in metres.")
    static let seed = Option<UInt64?>(
        "seed", .whole("number", in: 0 ... .max), help: "Makes the letters the same each time.")
    static let notes = Option<[String]>(repeating: "note", .text("words"), help: "A remark.")
    static let start = Option<String?>("start", .text("line"), help: "The first line.")
    static let json = Option.flag("json", short: "j", help: "Print JSON Lines.")
    static let chart = Argument<Int>("chart", .whole("chart", in: 1...3), help: "The chart.")
    static let files = Argument<[String]>(
        repeating: "file", atLeastOne: false, .file, help: "Recordings.")

    static let verb = Verb(
        "sample", summary: "Shows what a verb looks like.",
        discussion: """
            A paragraph that is longer than the eighty characters that a line of help may have \
            is broken at a space.

            Examples:

              aloud sample 1 --eye left
            """,
        arguments: [chart, files], options: [eye, distance, seed, notes, start, json])

    static func run(
        _ arguments: ParsedArguments, in environment: CommandEnvironment
    ) throws -> ExitStatus {
        if try arguments[chart] == 3, try arguments[json] {
            throw Misuse("Chart 3 cannot be printed as JSON.")
        }
        if try arguments[files] == ["absent.wav"] { throw SampleError() }
        environment.say("working")
        try environment.emit([
            "eye": arguments[eye].rawValue, "distance": arguments[distance],
            "seed": orNull(arguments[seed]), "notes": arguments[notes],
            "json": arguments[json], "chart": arguments[chart], "files": arguments[files],
        ])
        return .success
    }
}

struct SampleError: Error, CustomStringConvertible {
    let description = "'absent.wav' cannot be read."
}

/// The results of a run of a tool in memory.
struct SampleRun {
    var status: ExitStatus
    var output: String
    var messages: String

    private static func tool() -> CommandLineTool {
        CommandLineTool(
            name: "aloud", version: "1.2.3", overview: "Tries verbs.",
            commands: [SampleCommand.runnable(with: .absent) { tool() }])
    }

    /// Runs the sample tool on a command line.
    init(_ words: String..., in change: (inout Console) -> Void = { _ in }) {
        let output = MemoryOutput()
        let messages = MemoryOutput()
        var console = Console(output: output, messages: messages, input: MemoryInput(""))
        change(&console)
        status = Self.tool().run(words, in: console)
        self.output = output.text
        self.messages = messages.text
    }
}
