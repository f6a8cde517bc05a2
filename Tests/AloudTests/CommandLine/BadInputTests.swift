import Foundation
import TestProgram
import TestSpeech
import TestTraits
import Testing

/// Files that are missing, empty or of another form than a verb reads.
@Suite("Bad input", .listening)
struct BadInputTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("a missing, empty or malformed list of recordings is named")
    func lists() throws {
        let missing = try AloudBinary.run(["transcribe", "--list", folder.file("no")])
        #expect(missing.status == 1)
        #expect(missing.messages.contains("Name a list of recordings, a path on each line."))
        let empty = try folder.write("\n", to: "empty")
        let nothing = try AloudBinary.run(["transcribe", "--list", empty])
        #expect(nothing.status == 2)
        #expect(nothing.messages.contains("'\(empty)' names no recording."))
        let wide = try folder.write([0xFF, 0xFE, 0x61, 0, 0x0A, 0], to: "wide")
        let other = try AloudBinary.run(["transcribe", "--list", wide])
        #expect(other.status == 2 && other.output.isEmpty)
        #expect(other.messages.contains("Save the list as UTF-8."))
    }

    @Test("a byte order mark is not part of a line")
    func byteOrderMark() throws {
        let list = try folder.write("\u{FEFF}\(folder.file("no.wav"))\r\n", to: "list")
        let run = try AloudBinary.run(["transcribe", "--list", list])
        #expect(run.messages.hasPrefix("Error: \(folder.file("no.wav")): there is no such file"))
        let parsed = try AloudBinary.run(["grammar", "parse", "etdrs"], input: "\u{FEFF}see\r\n")
        #expect(parsed.status == 0 && parsed.output.hasPrefix("see\n"))
    }

    @Test("an unreadable file is named with the expected kind")
    func unreadable() throws {
        let grammar = try AloudBinary.run(["grammar", "check", folder.file("no.gram")])
        #expect(grammar.status == 1 && grammar.messages.contains("Name a file of a grammar"))
        let hearing = try AloudBinary.run(["grammar", "hear", folder.file("no.gram"), "a.wav"])
        #expect(hearing.status == 64 && hearing.messages.contains("'--grammars <folder>'"))
        let records = ["--records", folder.file("a.db")]
        let imported = try AloudBinary.run(["records", "import", folder.file("no")] + records)
        #expect(imported.status == 1 && imported.messages.contains("'aloud records export'"))
    }

    @Test("grammar parse skips overlong lines; grammar hear requires a recording")
    func grammar() throws {
        let words = Array(repeating: "see", count: 10_000).joined(separator: " ")
        let long = try AloudBinary.run(["grammar", "parse", "etdrs", words])
        #expect(long.status == 0 && long.output.hasPrefix("see see"))
        let lines = "see\n\(words) \(words)\n"
        let longer = try AloudBinary.run(["grammar", "parse", "etdrs"], input: lines)
        #expect(longer.status == 1 && longer.output.hasPrefix("see\n"))
        #expect(longer.messages.contains("Line 2 is left out: it is longer than 65536 bytes."))
        let silent = try AloudBinary.run(["grammar", "hear", "setup"])
        #expect(silent.status == 64 && silent.output.isEmpty)
        #expect(silent.messages.contains("'<recording>'"))
    }

    @Test("a wrong path creates no records", arguments: ["list", "people", "verify"])
    func records(act: String) throws {
        let run = try AloudBinary.run(["records", act, "--records", folder.file("b/no.db")])
        #expect(run.status == 1 && run.messages.contains("There are no records in"))
        #expect(!FileManager.default.fileExists(atPath: folder.file("b")))
    }
}
