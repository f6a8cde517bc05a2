import Foundation
import TestProgram
import TestSpeech
import TestTraits
import Testing

@testable import CommandLineKit
@testable import Exam
@testable import aloud

@Suite("The configuration file", .listening)
struct ConfigurationTests {
    private static let configurable = CommandLineTool.aloud(with: .absent).commands.map(\.verb)
        .filter(\.readsConfiguration)

    /// A verb that prints the values it found.
    private static let verb = Verb(
        "sample", summary: "Prints its values.",
        options: [Self.port, Self.loud, Self.notes, Self.device, Self.input],
        readsConfiguration: true, exclusive: [["device", "input"]])
    private static let port = Option(
        "port", .whole("number", in: 1...99), default: "7", help: "A port.")
    private static let loud = Option.flag("loud", help: "Louder.")
    private static let notes = Option<[String]>(
        repeating: "note", .text("words"), help: "A remark.")
    private static let device = Option<String?>("device", .text("name"), help: "A device.")
    private static let input = Option<String?>("input", .text("name"), help: "An input.")

    private struct Run {
        var status: CommandLineKit.ExitStatus
        var output: String
        var messages: String

        /// Runs the verb.
        ///
        /// - Parameter file: the text of the configuration file; nil if there is none.
        init(_ words: [String], variables: [String: String] = [:], file: String? = nil) throws {
            let folder = try TemporaryFolder()
            let output = MemoryOutput()
            let messages = MemoryOutput()
            var console = Console(output: output, messages: messages, input: MemoryInput(""))
            console.variables = variables
            if let file {
                try folder.write(file, to: "aloud.conf")
                console.configurationPlaces = [folder.file("none"), folder.file("aloud.conf")]
            }
            let command = RunnableVerb(ConfigurationTests.verb) { arguments, console in
                let values: [String] = [
                    "\(try arguments[port])", "\(try arguments[loud])",
                    try arguments[notes].joined(separator: "+"), try arguments[device] ?? "-",
                    try arguments[input] ?? "-",
                ]
                try console.output.write(values.joined(separator: " "))
                return .success
            }
            let tool = CommandLineTool(
                name: "aloud", version: "1", overview: "", commands: [command])
            status = tool.run(["sample"] + words, in: console)
            self.output = output.text
            self.messages = messages.text.replacing(folder.file("aloud.conf"), with: "FILE")
        }
    }

    @Test("An option overrides a variable, a variable the file, the file the default")
    func precedence() throws {
        let file = "port = 3\n"
        let variable = ["ALOUD_PORT": "2"]
        #expect(try Run(["--port", "1"], variables: variable, file: file).output == "1 false  - -")
        #expect(try Run([], variables: variable, file: file).output == "2 false  - -")
        #expect(try Run([], file: file).output == "3 false  - -")
        #expect(try Run([]).output == "7 false  - -")
        #expect(try Run([], variables: ["ALOUD_PORT": ""], file: file).output == "3 false  - -")
    }

    @Test("A verb's section overrides the keys above it; repeated keys are collected")
    func sections() throws {
        let file = """
            # A comment
            port = 3
            loud = yes
            note = a b
            note = c

            [sample]
            port = 4
            loud = no
            """
        #expect(try Run([], file: file).output == "4 false a b+c - -")
    }

    @Test("An option overrides a conflicting one in the file")
    func rivals() throws {
        #expect(try Run(["--input", "x"], file: "device = y\n").output == "7 false  - x")
        #expect(
            try Run([], variables: ["ALOUD_INPUT": "x"], file: "device = y\n").output
                == "7 false  - x")
        let both = try Run([], file: "device = y\ninput = x\n")
        #expect(both.status == .wrongConfiguration)
        #expect(
            both.messages
                == "Error: FILE:2: 'device' and 'input' exclude each other; leave out one.\n")
    }

    @Test("All mistakes are reported with their lines, and nothing runs")
    func mistakes() throws {
        let file = """
            prot = 3
            port = 100
            loud = maybe
            device =
            port
            [simple]
            port = 1
            """
        let run = try Run([], variables: ["ALOUD_LOUD": "2"], file: file)
        #expect(run.status == .wrongConfiguration)
        #expect(run.output == "")
        #expect(
            run.messages == """
                Error: FILE:1: Unknown key 'prot'. Did you mean 'port'?
                Error: FILE:2: The value '100' is invalid for 'port': expected a whole number \
                from 1 to 99.
                Error: FILE:3: The value 'maybe' is invalid for 'loud': expected 'yes' or 'no'.
                Error: FILE:4: 'device' has no value: expected some text. Remove the line for the \
                default.
                Error: FILE:5: 'port' is not a key and a value, such as 'distance = 4m'.
                Error: FILE:6: There is no section '[simple]'. Did you mean 'sample'? Sections are \
                '[sample]'.

                """)
        let variable = try Run([], variables: ["ALOUD_LOUD": "2"])
        #expect(
            variable.messages
                == "Error: variable ALOUD_LOUD: The value '2' is invalid for 'loud': expected 'yes'"
                + " or 'no'.\n")
    }

    @Test("A repeated key in a section is a mistake, unless its values are collected")
    func twice() throws {
        let file = """
            note = a
            port = 3
            note = b
            port = 4
            [sample]
            port = 5
            loud = yes
            [sample]
            loud = yes
            """
        let run = try Run([], file: file)
        #expect(run.status == .wrongConfiguration)
        #expect(
            run.messages == """
                Error: FILE:4: The key 'port' is at line 2, too. Remove one of the two lines.
                Error: FILE:9: The key 'loud' is at line 7, too. Remove one of the two lines.

                """)
    }

    @Test("An unreadable named file is an error; /dev/null is an empty file")
    func named() throws {
        let missing = try Run(["--config", "/nowhere/aloud.conf"])
        #expect(missing.status == .wrongConfiguration)
        #expect(missing.messages.hasPrefix("Error: /nowhere/aloud.conf: The file cannot be read."))
        #expect(try Run(["--config", "/dev/null"], file: "port = 3\n").output == "7 false  - -")
    }

    @Test("The template has every key of every verb, and is valid")
    func template() {
        let text = ConfigurationTemplate(for: Self.configurable).text
        let file = ConfigurationFile(text, path: "template")
        #expect(file.problems(for: Self.configurable).isEmpty)
        #expect(file.entries.isEmpty)
        for verb in Self.configurable {
            for option in verb.options { #expect(text.contains("\n#\(option.name) = ")) }
        }
        // With its keys switched on, only placeholders are mistakes.
        let on = text.split(separator: "\n").map {
            $0.hasPrefix("#") && !$0.hasPrefix("# ") && !$0.contains("<") ? $0.dropFirst() : $0
        }
        let active = ConfigurationFile(on.joined(separator: "\n"), path: "template")
        #expect(active.problems(for: Self.configurable).isEmpty)
        #expect(active.entries.count > 20)
    }

    @Test("'config show' prints the source of each value")
    func show() throws {
        let folder = try TemporaryFolder()
        try folder.write("[serve]\nport = 2021\noperator = yes\n", to: "lane.conf")
        let file = folder.file("lane.conf")
        let run = try AloudBinary.run(
            ["config", "show", "serve", "--config", file], variables: ["ALOUD_DISTANCE": "3m"])
        let lines = run.output.split(separator: "\n").map {
            $0.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
        }
        #expect(lines.contains("port = 2021 # \(file):2"))
        #expect(lines.contains("operator = yes # \(file):3"))
        #expect(lines.contains("distance = 3m # variable ALOUD_DISTANCE"))
        #expect(lines.contains("stop = none-right # default"))
        #expect(run.status == 0)
    }

    @Test("'config check' prints mistakes on standard output, status 78")
    func check() throws {
        let folder = try TemporaryFolder()
        try folder.write("[serve]\nprot = 2021\n", to: "lane.conf")
        let file = folder.file("lane.conf")
        let run = try AloudBinary.run(["config", "check", "--config", file])
        #expect(run.output == "\(file):2: Unknown key 'prot'. Did you mean 'port'?\n")
        #expect(run.status == 78)
        let good = try AloudBinary.run(["config", "check", "--config", "/dev/null"])
        #expect(good.status == 0)
        #expect(good.messages == "'/dev/null' has no mistakes.\n")
        let slip = try AloudBinary.run(
            ["config", "check"], variables: ["ALOUD_DISTNCE": "3m", "ALOUD_DISTANCE": "4m"])
        #expect(
            slip.output == "variable ALOUD_DISTNCE: No option has this variable."
                + " Did you mean 'ALOUD_DISTANCE'?\n")
        #expect(slip.status == 78)
        try folder.write("procedure = hotv\noptotype = landolt\n", to: "mixed.conf")
        let mixed = try AloudBinary.run(["config", "check", "--config", folder.file("mixed.conf")])
        #expect(mixed.output.hasPrefix(folder.file("mixed.conf") + ": '--procedure hotv' does not"))
        #expect(mixed.output.split(separator: "\n").count == 1 && mixed.status == 78)
    }

    @Test("Keys that contradict each other are a wrong configuration, options are a misuse")
    func contradiction() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("distance = 3m\nprocedure = hotv\n", to: "aloud.conf")
        let words = ["serve", "--config", file]
        let configured = try AloudBinary.run(words, variables: ["ALOUD_OPTOTYPE": "landolt"])
        #expect(configured.status == 78, "\(configured.messages)")
        #expect(
            configured.messages.hasPrefix("Error: \(file):2: '--procedure hotv' does not show")
                && !configured.messages.contains("Usage:"))
        let typed = try AloudBinary.run(words + ["--optotype", "landolt"])
        #expect(typed.status == 64 && typed.messages.contains("Usage:"))
    }

    @Test("A test takes its values from the file, and ignores keys without effect on it")
    func test() throws {
        let folder = try TemporaryFolder()
        try folder.write(
            "distance = 3m\nchart = 2\nport = 80\n[test]\nprocedure = best-pest\njson = yes\n",
            to: "aloud.conf")
        let run = try AloudBinary.run(
            ["test", "--answers", "-", "--config", folder.file("aloud.conf")], input: "stop\n")
        #expect(run.messages.contains("best-pest"))
        #expect(run.messages.contains("at 3 m"))
        #expect(run.output.hasPrefix("{"))
    }
}
