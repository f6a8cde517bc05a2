import TestProgram
import TestTraits
import Testing

@testable import CommandLineKit
@testable import Exam
@testable import aloud

@Suite("A program of several verbs", .listening)
struct CommandLineToolTests {
    @Test("The help text of a verb")
    func help() {
        let expected = """
            OVERVIEW: Shows what a verb looks like.

            A paragraph that is longer than the eighty characters that a line of help may
            have is broken at a space.

            Examples:

              aloud sample 1 --eye left

            USAGE: aloud sample [<options>] <chart> [<file> ...]

            ARGUMENTS:
              <chart>                 The chart.
              <file>                  Recordings.

            OPTIONS:
              --eye <right|left|both> Which eye is tested. (default: right)
              -d, --distance <metres> How far away the patient is, from the eye to the
                                      chart, in metres. (default: 4)
              --seed <number>         Makes the letters the same each time.
              --note <words>          A remark.
              --start <line>          The first line.
              -j, --json              Print JSON Lines.
              -h, --help              Show help information.

            """
        for run in [
            SampleRun("sample", "--help"), SampleRun("help", "sample"), SampleRun("sample", "-jh"),
            SampleRun("sample", "1", "--eye", "third", "--hel"),
        ] {
            #expect(run.output == expected)
            #expect(run.messages == "")
            #expect(run.status == .success)
        }
    }

    @Test("Help uses a wide terminal up to 100 characters")
    func wideHelp() {
        let run = SampleRun("sample", "--help") { $0.outputTerminal.width = 200 }
        let widths = run.output.split(separator: "\n").map(\.count)
        #expect(widths.max().map { (81...100).contains($0) } == true)
    }

    @Test("The overview")
    func overview() {
        let expected = """
            OVERVIEW: Tries verbs.

            USAGE: aloud <verb>

            VERBS:
              sample                  Shows what a verb looks like.

            OPTIONS:
              --version               Show the version.
              -h, --help              Show help information.

              See 'aloud help <verb>' for detailed help.

            """
        for run in [SampleRun(), SampleRun("--help"), SampleRun("-h"), SampleRun("help")] {
            #expect(run.output == expected)
            #expect(run.status == .success)
        }
    }

    @Test("The version")
    func version() {
        #expect(SampleRun("--version").output == "1.2.3\n")
    }

    @Test("A verb prints results only; messages go to standard error")
    func work() {
        let run = SampleRun(
            "sample", "--eye=left", "2", "a b.wav", "--seed=7", "--note", "\"n\"\u{1}")
        #expect(
            run.output == #"{"chart":2,"distance":4,"eye":"left","files":["a b.wav"],"json":false,"#
                + #""notes":["\"n\"\u0001"],"seed":7}"# + "\n")
        #expect(run.messages == "working\n")
        #expect(run.status == .success)
    }

    @Test("A misuse shows the reason, the usage, and where to read more; status 64")
    func misuse() {
        let run = SampleRun("sample", "1", "--eyes")
        #expect(run.output == "")
        #expect(
            run.messages == """
                Error: Unknown option '--eyes'. Did you mean '--eye'?
                Usage: aloud sample [<options>] <chart> [<file> ...]
                  See 'aloud sample --help' for more information.

                """)
        #expect(run.status.rawValue == 64)
    }

    @Test("Contradictory options are a misuse")
    func contradiction() {
        let run = SampleRun("sample", "3", "--json")
        #expect(run.messages.hasPrefix("Error: Chart 3 cannot be printed as JSON.\nUsage: "))
        #expect(run.status == .misuse)
    }

    @Test("An unknown verb is refused, and the nearest one suggested")
    func unknownVerb() {
        let expected = """
            Error: Unknown verb 'smaple'. Did you mean 'sample'?
            Usage: aloud <verb>
              See 'aloud --help' for more information.

            """
        for run in [SampleRun("smaple", "--help"), SampleRun("help", "smaple")] {
            #expect(run.messages == expected)
            #expect(run.status == .misuse)
        }
        #expect(SampleRun("quux").messages.hasPrefix("Error: Unknown verb 'quux'.\n"))
    }

    @Test("A failure prints its reason; status 1")
    func failure() {
        let run = SampleRun("sample", "1", "absent.wav")
        #expect(run.messages == "Error: 'absent.wav' cannot be read.\n")
        #expect(run.status.rawValue == 1)
    }

    @Test("A closed output pipe is silent")
    func readerGone() {
        let run = SampleRun("sample", "1") { $0.output = BrokenOutput(error: .readerGone) }
        #expect(run.messages == "working\n")
        #expect(run.status == .readerGone)
    }

    @Test("Failing output is an error")
    func fullDisk() {
        let full = OutputError.failed(stream: "standard output", reason: "No space left")
        let run = SampleRun("sample", "1") { $0.output = BrokenOutput(error: full) }
        #expect(run.messages.hasSuffix("Error: \(full)\n"))
        #expect(run.status == .failure)
    }

    @Test("Every verb of the program has a help text and valid defaults")
    func everyVerb() {
        let tool = CommandLineTool.aloud(with: .absent)
        for verb in tool.commands.flatMap(\.verb.leaves) {
            let output = MemoryOutput()
            let console = Console(output: output, messages: output, input: MemoryInput(""))
            let name = verb.name
            let words = name.split(separator: " ").map(String.init)
            #expect(tool.run(words + ["--help"], in: console) == .success)
            #expect(output.text.hasPrefix("OVERVIEW: "))
            for line in output.text.split(separator: "\n") where !line.hasPrefix(" ") {
                #expect(line.count <= 100, "aloud \(name) --help: \(line)")
            }
            for option in verb.options {
                #expect(throws: Never.self, "aloud \(name) --\(option.name)") {
                    try option.check([])
                }
            }
            let names = verb.options.map(\.name) + ["help"]
            #expect(Set(names).count == names.count, "aloud \(name): an option appears twice")
        }
    }

    private struct BrokenOutput: TextOutput {
        var error: OutputError
        func write(_ text: String) throws(OutputError) { throw error }
    }
}
