import FliteVoice
import Foundation
import SoundFiles
import TestProgram
import TestSpeech
import TestTraits
import Testing

/// Results that are compared, and files for sclite, by the real program.
@Suite(.listening) struct CompareTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        var rows = "path\ttranscript\tspeaker\n"
        for (speaker, voice) in [("a-1", FliteVoice.Name.rms), ("b", .slt)] {
            for letters in [["K", "O"], ["S", "D"]] {
                let name = "\(speaker)-\(letters.joined()).wav"
                try SoundFile.write(
                    Scene.saying(letters, by: FliteVoice(voice)).inRoom(), to: folder.file(name))
                rows += "\(name)\t\(letters.joined(separator: " "))\t\(speaker)\n"
            }
        }
        try folder.write(rows, to: "m.tsv")
    }

    @Test("--trn writes reference and hypothesis, a line for each recording")
    func trn() throws {
        let run = try AloudBinary.run(
            ["evaluate", "--trn", folder.file("out"), folder.file("m.tsv")])
        #expect(run.status == 0)
        let said = try String(contentsOfFile: folder.file("out.ref.trn"), encoding: .utf8)
        #expect(said == "K O (a.1-2)\nS D (a.1-3)\nK O (b-4)\nS D (b-5)\n")
        let heard = try String(contentsOfFile: folder.file("out.hyp.trn"), encoding: .utf8)
        #expect(heard.split(separator: "\n").count == 4 && heard.contains("K O (a.1-2)\n"))
    }

    @Test("two results are compared, and results of other recordings are refused", .long)
    func compare() throws {
        for (name, accept) in [("before", "0.7"), ("after", "0.999")] {
            let run = try AloudBinary.run(
                ["evaluate", "--json", "--accept", accept, folder.file("m.tsv")])
            try folder.write(run.output, to: name)
        }
        let words = ["evaluate", "--compare", folder.file("before"), folder.file("after")]
        let run = try AloudBinary.run(words)
        #expect(run.status == 0 && run.output.contains("2 speakers, 8 letters"))
        #expect(run.output.contains("letter error rate"))
        let json = try AloudBinary.run(words + ["--json"])
        #expect(json.output.hasPrefix("{\"after\":"))
        try folder.write("{\"speakers\":{\"c\":{}}}", to: "other")
        let other = try AloudBinary.run(
            ["evaluate", "--compare", folder.file("before"), folder.file("other")])
        #expect(other.status == 1 && other.messages.contains("is not a result of"))
        #expect(try AloudBinary.run(["evaluate", "--compare", folder.file("before")]).status == 64)
        #expect(try AloudBinary.run(["evaluate", "a", "b"]).status == 64)
        #expect(try AloudBinary.run(words + ["--jobs", "2"]).status == 64)
    }
}
