import Foundation
import TestProgram
import TestTraits
import Testing

@testable import CommandLineKit
@testable import Exam
@testable import aloud

@Suite("The program itself", .listening)
struct AloudBinaryTests {
    @Test("Help goes to standard output, status 0", arguments: [[], ["--help"], ["help"]])
    func help(words: [String]) throws {
        let run = try AloudBinary.run(words)
        #expect(run.output.hasPrefix("OVERVIEW: Measures visual acuity by voice"))
        for command in CommandLineTool.aloud(with: .absent).commands {
            #expect(run.output.contains("\n  \(command.verb.name) "))
        }
        #expect(run.messages == "")
        #expect(run.status == 0)
    }

    @Test("'--version' and 'version' print the version", arguments: ["--version", "version"])
    func version(word: String) throws {
        let run = try AloudBinary.run([word])
        #expect(run.output == aloudVersion + "\n")
        #expect(run.status == 0)
    }

    @Test("A misuse goes to standard error, status 64")
    func misuse() throws {
        let run = try AloudBinary.run(["verson"], variables: ["POSIXLY_CORRECT": "1"])
        #expect(run.output == "")
        #expect(
            run.messages == """
                Error: Unknown verb 'verson'. Did you mean 'version'?
                Usage: aloud <verb>
                  See 'aloud --help' for more information.

                """)
        #expect(run.status == 64)
    }

    @Test(
        "A closed output pipe ends it silently",
        arguments: [
            ["--help"], ["map"], ["map", "--json"], ["transcribe", "/nowhere.wav"],
            ["doctor", "--no-microphone"],
        ])
    func readerGone(words: [String]) throws {
        let pipe = Pipe()
        try pipe.fileHandleForReading.close()
        let run = try AloudBinary.run(
            words, input: "see\n", output: pipe.fileHandleForWriting)
        #expect(run.messages == "")
        #expect(run.status == ExitStatus.readerGone.rawValue)
        #expect(!run.wasEndedBySignal)
    }

    @Test(
        "A full disk is an error, status 1",
        arguments: [
            ["--help"], ["map"], ["map", "--json"], ["transcribe", "/nowhere.wav"],
            ["test", "--answers", "-", "--events"], ["test", "--answers", "-", "--json"],
            ["doctor", "--no-microphone"],
        ])
    func fullDisk(words: [String]) throws {
        let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
        let run = try AloudBinary.run(words, input: "see\n", output: full)
        #expect(
            run.messages.hasSuffix(
                "Error: Cannot write to standard output: No space left on device."
                    + " Nothing after this point was written.\n"))
        #expect(run.status == 1 && !run.wasEndedBySignal)
    }

    @Test("A closed standard output is an error, and no file replaces it")
    func closedOutput() throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", "exec '\(AloudBinary.url.path)' --help >&- 2>/dev/null"]
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 1)
    }
}
