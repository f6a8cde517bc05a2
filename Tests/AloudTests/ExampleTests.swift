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
}
