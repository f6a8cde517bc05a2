import TestProgram
import Testing

@testable import CommandLineKit
@testable import Exam
@testable import aloud
@testable import aloud_workbench

private let programs = [
    CommandLineTool.aloud(with: .absent), .workbench(with: .absent),
]
private let groups = programs.flatMap(\.commands).map(\.verb).filter { !$0.acts.isEmpty }

@Suite("Acts of verbs", .timeLimit(.minutes(1)))
struct ActTests {
    /// The exit status and the output of one command line.
    private static func run(_ words: String...) -> (
        status: CommandLineKit.ExitStatus, output: String
    ) {
        let output = MemoryOutput()
        let console = Console(output: output, messages: output, input: MemoryInput(""))
        return (programs[0].run(words, in: console), output.text)
    }

    @Test("The help of a verb lists its acts, one a line with its summary")
    func list() {
        let help = Self.run("records", "--help").output
        for act in RecordsCommand.acts {
            #expect(help.contains("\n  \(act.verb.ownName)"), "\(act.verb.name)")
            #expect(help.contains(String(act.verb.summary.prefix(40))), "\(act.verb.name)")
        }
        #expect(help.hasSuffix("See 'aloud records <act> --help' for detailed help.\n"))
        #expect(help == Self.run("help", "records").output)
        #expect(Self.run("accounts", "--help").output.contains("\n  second-factor reset"))
    }

    @Test("An act has help of its own", arguments: [["help"], []])
    func help(before: [String]) {
        let words = before + ["records", "export"] + (before.isEmpty ? ["--help"] : [])
        let output = MemoryOutput()
        let console = Console(output: output, messages: output, input: MemoryInput(""))
        #expect(programs[0].run(words, in: console) == .success)
        #expect(output.text.contains("USAGE: aloud records export [<options>]\n"))
        #expect(output.text.contains("--format") && !output.text.contains("--void"))
    }

    @Test("The texts of an act name only options that it takes")
    func ownOptions() {
        for act in groups.flatMap(\.leaves) {
            let texts =
                [act.summary, act.discussion] + act.options.map(\.help) + act.arguments.map(\.help)
            for name in texts.flatMap({ $0.matches(of: /--([a-z-]+)/).map { String($0.1) } }) {
                #expect(
                    act.allOptions.contains { $0.name == name }, "\(act.name) names --\(name)")
            }
        }
    }

    @Test("A line of a help text that is not indented has no columns")
    func noLists() {
        for verb in programs.flatMap(\.commands).flatMap({ [$0.verb] + $0.verb.leaves }) {
            for line in verb.discussion.split(separator: "\n") where !line.hasPrefix(" ") {
                #expect(!line.contains("  "), "\(verb.name): \(line)")
            }
        }
    }

    @Test("A misspelt act or option value gets the nearest one as a suggestion")
    func suggestions() {
        let act = Self.run("records", "exprot")
        #expect(act.status == .misuse && act.output.contains("Did you mean 'export'?"))
        let deep = Self.run("accounts", "token", "ad")
        #expect(deep.status == .misuse && deep.output.contains("Did you mean 'add'?"))
        let value = Self.run("records", "export", "--format", "csb")
        #expect(value.status == .misuse && value.output.contains("Did you mean 'csv'?"))
        let none = Self.run("records")
        #expect(none.status == .misuse && none.output.contains("list, show, people, follow"))
        #expect(none.output.contains("Usage: aloud records <act>\n"))
    }

    @Test("Options may come before an act; options of other acts have no effect")
    func before() {
        let help = Self.run("records", "--format", "csv", "export", "--help")
        #expect(help.status == .success && help.output.contains("USAGE: aloud records export"))
        let wrong = Self.run("records", "--format", "csv", "list")
        #expect(wrong.status == .misuse)
        #expect(wrong.output.contains("'--format' has no effect with 'records list'"))
    }

    @Test("A workbench verb is recognised even if the workbench is not installed")
    func workbench() {
        let output = MemoryOutput()
        let console = Console(
            output: output, messages: output, input: MemoryInput(""), executable: "/nowhere/aloud")
        #expect(programs[0].run(["evaluate"], in: console) == .failure)
        #expect(output.text.hasPrefix("Error: 'evaluate' is a verb of aloud-workbench"))
    }

    @Test("'aloud' in a terminal greets with the first step and the groups of verbs")
    func welcome() {
        let output = MemoryOutput()
        let console = Console(
            output: output, messages: output, input: MemoryInput(""),
            outputTerminal: Terminal(isTerminal: true))
        #expect(programs[0].run([], in: console) == .success)
        for words in ["aloud demo", "\nTRY:\n", "\nTEST:\n", "\nCLINIC:\n", "\nENGINEERS:\n"] {
            #expect(output.text.contains(words), "\(words)")
        }
    }
}
