import Foundation
import SoundFiles
import TestProgram
import TestSpeech
import TestTraits
import Testing

/// Which files of a folder are heard.
@Suite(.listening) struct FolderEndingsTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try FileManager.default.createDirectory(
            at: folder.url("study"), withIntermediateDirectories: false)
    }

    private func files(_ run: AloudBinary.Run) throws -> [String] {
        struct Line: Decodable { var file: String }
        return try run.lines(Line.self).map(\.file)
    }

    private func run() throws -> AloudBinary.Run {
        try AloudBinary.run(["transcribe", "-r", "study"], in: folder.url(""))
    }

    @Test("a folder includes each file that can be heard, whatever its ending")
    func endings() throws {
        let sound = folder.file("sound")
        try SoundFile.write(Tone.sine(440, seconds: 0.2), to: sound)
        let names =
            [
                "weba", "mka", "m4b", "wv", "tta", "ac3", "m4v", "ogv", "asf", "ts", "qta", "mpga",
                "avi", "bwf", "wav", "WAV", "Mp3", "wav~", "wav.part", "xyz", "2024",
            ].map { "a." + $0 } + ["none"]
        for name in names {
            try FileManager.default.copyItem(atPath: sound, toPath: folder.file("study/" + name))
        }
        let run = try run()
        #expect(run.status == 0 && run.messages == "", "\(run.messages)")
        #expect(try files(run).sorted() == names.map { "study/" + $0 }.sorted())
    }

    @Test("text and hidden files are left out silently, others with one note")
    func others() throws {
        let picture: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 16, 0x4A, 0x46, 0x49, 0x46, 0, 1]
        let silent = ["a.txt", "list.m3u", "a.TextGrid", "readme", ".hidden.jpg"]
        for name in silent { try folder.write("K, O, S\n", to: "study/" + name) }
        try SoundFile.write(Tone.sine(440, seconds: 0.2), to: folder.file("study/a.wav"))
        #expect(try run().messages == "")
        try folder.write(picture, to: "study/a.JPG")
        try folder.write([0x1F, 0x8B, 8, 0], to: "study/a.WAV.gz")
        let two = try run()
        #expect(two.status == 0)
        #expect(
            two.messages == "Note: 2 files without known sound were left out: 1 .gz, 1 .jpg."
                + " Name a file to have it tried.\n")
        // A name that looks like an ending is not shown.
        try folder.write(picture, to: "study/Dr. Margarete Example")
        try folder.write(picture, to: "study/b.jpg")
        #expect(
            try run().messages.hasPrefix(
                "Note: 4 files without known sound were left out: 2 .jpg, 1 without an ending, 1 .gz"
            ))
    }
}
