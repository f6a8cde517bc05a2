import FliteVoice
import Foundation
import SoundFiles
import TestProgram
import TestSpeech
import TestTraits
import Testing

/// The samples in Examples, which see only what the libraries make public.
@Suite("Samples of the libraries", .listening)
struct ExampleTests {
    @Test("a terminal test scores typed lines")
    func terminalTest() throws {
        let run = try AloudBinary.run(program: "terminal-test", [], input: "NCKZO\nRHSDK\n\n")
        #expect(run.status == 0, "\(run.messages)")
        #expect(run.output.contains("Line 3, 5 letters: 10 letters right."), "\(run.output)")
    }

    @Test("a transcriber prints the letters of raw sound")
    func transcriber() throws {
        let sound = try Scene.saying(
            ["K", "O", "S"], by: FliteVoice(.rms), pause: 1, before: 1, after: 1
        ).inRoom()
        let folder = try TemporaryFolder()
        let raw = sound.flatMap { sample in
            withUnsafeBytes(of: Int16(max(-1, min(1, sample)) * 32_767).littleEndian, Array.init)
        }
        try Data(raw).write(to: folder.url("a.raw"))
        let run = try AloudBinary.run(
            program: "letter-transcriber", [Checkout.grammars, Checkout.model],
            reading: try FileHandle(forReadingFrom: folder.url("a.raw")))
        #expect(run.status == 0, "\(run.messages)")
        #expect(run.output.split(separator: "\n").map { $0.prefix(2) } == ["K ", "O ", "S "])
    }

    @Test("the spoken-test example hears a line, and ends when the sound ends")
    func spokenTest() throws {
        let sound = try Scene.saying(
            ["N", "C", "K", "zed", "O"], by: FliteVoice(.rms), pause: 0.7, before: 1, after: 3
        ).inRoom()
        let folder = try TemporaryFolder()
        let raw = sound.flatMap { sample in
            withUnsafeBytes(of: Int16(max(-1, min(1, sample)) * 32_767).littleEndian, Array.init)
        }
        try Data(raw).write(to: folder.url("a.raw"))
        let run = try AloudBinary.run(
            program: "spoken-test", [Checkout.grammars, Checkout.model],
            reading: try FileHandle(forReadingFrom: folder.url("a.raw")))
        #expect(run.status == 0, "\(run.messages)")
        #expect(run.output.contains("5 letters right, 0 asked again."), "\(run.output)")
    }

    @Test(
        "the first page of each library has its sample",
        arguments: [
            ("Measurement/Acuity/AcuityEngine.docc/Acuity.md", "TerminalTest"),
            ("Hearing/SpokenLetters/SpokenLetters.docc/SpokenLetters.md", "LetterTranscriber"),
            ("Test/EyeChartDialogue/EyeChartDialogue.docc/EyeChartDialogue.md", "SpokenTest"),
        ])
    func firstPage(page: String, sample: String) throws {
        func text(_ path: String) throws -> String {
            try String(contentsOfFile: Checkout.root.path() + path, encoding: .utf8)
        }
        let code = try text("Examples/\(sample)/main.swift")
        let start = try #require(code.range(of: "import "))
        #expect(try text("Sources/\(page)").contains("```swift\n\(code[start.lowerBound...])```"))
    }
}
