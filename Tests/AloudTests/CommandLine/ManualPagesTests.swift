import Foundation
import TestProgram
import TestSpeech
import TestTraits
import Testing

@testable import CommandLineKit
@testable import Exam
@testable import aloud
@testable import aloud_workbench

private let tool = CommandLineTool.aloud(with: .absent)
private let verbs = tool.commands.map(\.verb)

@Suite("Manual pages and completions", .listening)
struct ManualPagesTests {
    @Test(
        "The page of each verb has every option with the words of --help",
        arguments: verbs.map(\.name))
    func options(name: String) throws {
        let verb = try #require(verbs.first { $0.name == name })
        let page = Self.plain(ManualPages(of: tool).page(of: verb))
        for verb in verb.leaves {
            for option in verb.allOptions {
                #expect(page.contains("--\(option.name)"), "\(verb.name) --\(option.name)")
                #expect(page.contains(option.help), "\(verb.name) --\(option.name)")
                if let usual = option.defaultText { #expect(page.contains("(default: \(usual))")) }
            }
            for argument in verb.arguments { #expect(page.contains(argument.help)) }
        }
    }

    @Test("The page of the program has every verb")
    func overview() {
        let page = Self.plain(ManualPages(of: tool).overview)
        for verb in verbs {
            #expect(page.contains("aloud-\(verb.name) (1)"))
            #expect(page.contains(verb.summary))
        }
    }

    @Test("'aloud manual' takes at most one page, and its usage states it")
    func onePage() throws {
        let verb = try #require(verbs.first { $0.name == "manual" })
        let usage = HelpText(program: "aloud", width: 80).usage(of: verb)
        #expect(usage.hasSuffix(" [<page>]"), "\(usage)")
        #expect(try AloudBinary.run(["manual", "serve"]).status == 0)
        let two = try AloudBinary.run(["manual", "serve", "map"])
        #expect(two.status == 64 && two.messages.contains("Unexpected argument 'map'"))
        let both = try AloudBinary.run(["manual", "serve", "--folder", "."])
        #expect(both.status == 64 && both.messages.contains("leave out 'serve'"))
        #expect(ShellCompletion(of: tool).script(for: .zsh).contains("'::page:"))
    }

    @Test("The page of the configuration file has every key of 'serve' and 'test'")
    func keys() throws {
        let page = Self.plain(ManualPages(of: tool).configuration)
        let configurable = verbs.filter(\.readsConfiguration)
        #expect(Set(["serve", "test"]).isSubset(of: configurable.map(\.name)))
        for verb in configurable {
            for option in verb.options { #expect(page.contains("\n\(option.name) = ")) }
        }
    }

    @Test("Text is shown unchanged, even if it starts with a control character")
    func escaping() {
        let verb = Verb(
            "odd", summary: #"Prints 'a\b' and "c"."#, discussion: ".first\n\n  'quoted --example")
        let tool = CommandLineTool(
            name: "aloud", version: "1", overview: "",
            commands: [RunnableVerb(verb) { _, _ in .success }])
        let page = ManualPages(of: tool).page(of: verb)
        #expect(page.contains(#"Prints \(aqa\(rsb\(aq and \(dqc\(dq."#))
        #expect(page.contains("\n\\&.first\n"))
        #expect(page.contains("\n.RS 4\n.nf\n\\(aqquoted \\-\\-example\n.fi\n.RE\n"))
    }

    @Test("bash offers every verb, and the options of each", arguments: verbs.map(\.name))
    func bash(name: String) throws {
        let verb = try #require(verbs.first { $0.name == name })
        for act in verb.leaves {
            let words = act.name.split(separator: " ").map(String.init)
            let offered = try Self.bash(completing: ["aloud"] + words + ["-"])
            for option in act.allOptions { #expect(offered.contains("--\(option.name)")) }
        }
        if !verb.acts.isEmpty {
            #expect(
                try Self.bash(completing: ["aloud", verb.name, ""]).dropLast()
                    == verb.acts.map(\.ownName)[...])
        }
        #expect(try Self.bash(completing: ["aloud", ""]).contains(verb.name))
    }

    @Test(
        "bash offers the values of an option, also after '='",
        arguments: [["--eye", "l"], ["--eye", "=", "l"]])
    func bashValues(words: [String]) throws {
        #expect(try Self.bash(completing: ["aloud", "test"] + words) == ["left"])
        #expect(
            try Self.bash(completing: ["aloud", "test", "--eye", "=", ""].dropLast())
                == ["right", "left", "both"])
    }

    @Test("zsh and fish have every option of every verb", arguments: [Shell.zsh, .fish])
    func otherShells(shell: Shell) {
        let script = ShellCompletion(of: tool).script(for: shell)
        for verb in verbs {
            #expect(script.contains(shell == .zsh ? "'\(verb.name):" : " -a \(verb.name) "))
            for option in verb.leaves.flatMap(\.allOptions) {
                let long = shell == .zsh ? "--\(option.name)" : "-l \(option.name) "
                #expect(script.contains(long), "\(verb.name) --\(option.name)")
            }
        }
    }

    @Test("The program aloud knows the verbs of the workbench by name")
    func workbench() {
        let verbs = CommandLineTool.workbench(with: .absent).commands.map(\.verb.name)
        let shared: Set = ["manual", "completions", "version"]
        #expect(
            CommandLineTool.workbench.verbs.sorted()
                == verbs.filter { !shared.contains($0) }.sorted())
    }

    @Test("Every offered value is understood")
    func choices() {
        for verb in verbs.flatMap(\.leaves) {
            for option in verb.allOptions {
                guard case .choices(let words) = option.completion else { continue }
                for word in words {
                    #expect(throws: Never.self, "\(verb.name) --\(option.name) \(word)") {
                        try option.check([word])
                    }
                }
            }
        }
    }

    /// A page without the commands of man(7).
    private static func plain(_ page: String) -> String {
        let marks = [
            ("\\fB", ""), ("\\fI", ""), ("\\fR", ""), ("\\-", "-"), ("\\(aq", "'"),
            ("\\(dq", "\""), ("\\(ti", "~"), ("\\(ha", "^"), ("\\(ga", "`"), ("\\(rs", "\\"),
            ("\\&", ""),
        ]
        return marks.reduce(page) { $0.replacing($1.0, with: $1.1) }
    }

    /// The words that bash offers for the last word of a command line.
    private static func bash(completing words: [String]) throws -> [String] {
        let folder = try TemporaryFolder()
        try folder.write(ShellCompletion(of: tool).script(for: .bash), to: "aloud")
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/bash")
        process.arguments =
            [
                "-c",
                """
                compopt() { :; }
                source "$1"; shift
                COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
                _aloud
                printf '%s\\n' "${COMPREPLY[@]}"
                """, "bash", folder.file("aloud"),
            ] + words
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }
}
