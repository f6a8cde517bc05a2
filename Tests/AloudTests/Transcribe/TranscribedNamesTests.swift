import Foundation
import SoundFiles
import TestProgram
import TestSpeech
import TestTraits
import Testing

/// Names of files that are transcribed, whatever is in them.
@Suite(.listening) struct TranscribedNamesTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func path(_ name: String) -> String { folder.file(name) }

    @Test("names and reasons send no escapes to a terminal")
    func controls() throws {
        let name = path("\u{1B}[2J\u{9B}K\nError: all is well.wav")
        let run = try AloudBinary.run(["transcribe", name])
        #expect(run.status == 2)
        #expect(
            run.messages
                == "Error: \(folder.path)/\\u{1B}[2J\\u{9B}K\\nError: all is well.wav: there is no"
                + " such file; check the name and the folder.\n")
        let manifest = try AloudBinary.run(["evaluate", path("\u{1B}]0;m.tsv")])
        #expect(manifest.status == 1)
        #expect(manifest.messages.contains("/\\u{1B}]0;m.tsv' cannot be read"))
    }

    @Test("names with quotes, newlines or a leading dash are ordinary names")
    func oddNames() throws {
        let names = ["a \"quoted\" name.wav", "two\nlines.wav", "back\\slash.wav", "-dash.wav"]
        let sound = try Transcription.scene().inRoom()
        for name in names { try SoundFile.write(sound, to: path(name)) }
        let (run, objects) = try Transcription.of(["--"] + names.map(path))
        #expect(run.status == 0 && run.messages == "")
        #expect(objects.compactMap { $0["file"] as? String } == names.map(path))
    }

    @Test("a file name not in UTF-8 is shown with U+FFFD; such a folder is refused")
    func namesThatAreNoText() throws {
        try SoundFile.write(Transcription.scene().inRoom(), to: path("good.wav"))
        // Foundation hands text on, so a shell makes these names: Latin 1, and two that differ
        // in such a byte alone.
        let script = """
            cd "$1" || exit 9
            for name in 'K\\366ln' 'K\\344ln'; do cp good.wav "$(printf "$name.wav")"; done
            exec "$0" transcribe "$(printf 'K\\366ln.wav')" "$(printf 'K\\344ln.wav')" \
                "$(printf 'K\\374ln.wav')"
            """
        let printed = Pipe()
        let shell = Process()
        shell.executableURL = URL(fileURLWithPath: "/bin/sh")
        shell.arguments = ["-c", script, AloudBinary.url.path, folder.path]
        shell.standardOutput = printed
        shell.standardError = FileHandle.nullDevice
        try shell.run()
        let output = try #require(try printed.fileHandleForReading.readToEnd())
        shell.waitUntilExit()
        #expect(shell.terminationStatus == 1)
        let objects = try output.split(separator: UInt8(ascii: "\n")).map { line in
            try #require(try JSONSerialization.jsonObject(with: line) as? [String: Any])
        }
        try #require(objects.count == 3)
        #expect(objects.allSatisfy { $0["file"] as? String == "K\u{FFFD}ln.wav" })
        for object in objects.dropLast() {
            #expect(try Transcription.said(object) == ["K", "O", "S", "cannotSee"])
        }
        #expect((objects[2]["error"] as? String)?.contains("there is no such file") == true)
    }
}
