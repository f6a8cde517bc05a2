import Foundation
import TestProgram
import TestSpeech
import TestTraits
import Testing

@Suite("aloud records", .listening)
struct RecordsCommandTests {
    /// Chart 1 down to 20/125, and no letter of the next line.
    static let answers = "N C K Z O\nR H S D K\nD O V H R\nI can't see any\n"
    /// Chart 1 down to 20/160.
    static let worse = "N C K Z O\nR H S D K\nI can't see any\n"

    struct Kept: Decodable {
        struct Result: Decodable {
            struct Score: Decodable { var logMAR: Double? }

            var ended: String
            var score: Score
        }
        var id: String
        var state: String
        var version: Int
        var record: Result
    }

    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    func aloud(
        _ words: String..., input: String = "", passphrase: String? = nil, file: String = "a.db"
    ) throws -> AloudBinary.Run {
        var variables = ["ALOUD_RECORDS": folder.file(file)]
        variables["ALOUD_PASSPHRASE"] = passphrase
        return try AloudBinary.run(words, input: input, variables: variables)
    }

    func test(_ words: String..., answers: String = RecordsCommandTests.answers) throws {
        let run = try AloudBinary.run(
            ["test", "--answers", "-", "--chart", "1"] + words, input: answers,
            variables: ["ALOUD_RECORDS": folder.file("a.db")])
        #expect(run.status == 0, "\(run.messages)")
    }

    func list(file: String = "a.db") throws -> [Kept] {
        try aloud("records", "list", "--json", file: file).lines(Kept.self)
    }

    @Test("a test is kept and shown with its person, and a change beyond chance is marked")
    func history() throws {
        try test("--person", "17", "--name", "Zoë Ü", "--birth-date", "1957-08-23")
        try test("--person", "17", answers: Self.worse)
        try test("--person", "18", "--eye", "left")
        let shown = try aloud("records", "show", "--person", "17")
        #expect(shown.status == 0)
        #expect(shown.output.contains("Zoë Ü, identifier 17, born 1957-08-23"))
        #expect(shown.output.contains("20/125") && shown.output.contains("20/160"))
        #expect(shown.output.contains("0.10 worse") == false || shown.output.contains("chance"))
        let people = try aloud("records", "people", "--search", "zoË")
        #expect(people.output.contains("1957-08-23") && !people.output.contains("18"))
        let kept = try list()
        #expect(kept.map(\.state) == ["finished", "finished", "finished"])
        let one = try aloud("records", "show", kept[0].id)
        #expect(one.output.contains("NCKZO") && one.output.contains("Software    aloud"))
    }

    @Test("a wrong name for an identifier is refused; no message repeats patient data")
    func wrongPerson() throws {
        try test("--person", "17", "--name", "Anna Secret")
        let wrong = try aloud(
            "test", "--answers", "-", "--person", "17", "--name", "Berta Hidden",
            input: Self.answers)
        #expect(wrong.status == 1)
        #expect(wrong.messages.contains("Check the identifier"))
        for text in ["Anna", "Berta", "17"] { #expect(!wrong.messages.contains(text)) }
        #expect(try list().count == 1)
        let unknown = try aloud("records", "show", "--person", "Carla-99")
        #expect(unknown.status == 1 && !unknown.messages.contains("Carla"))
    }

    /// The people and tests of an export; the audit trails of two stores differ.
    private func exported(file: String = "a.db") throws -> [Substring] {
        try aloud("records", "export", file: file).output.split(separator: "\n").filter {
            !$0.contains(#""record":"trail""#)
        }
    }

    @Test("an export is imported elsewhere, once") func exchange() throws {
        try test("--person", "17")
        try test()
        let file = folder.file("e.jsonl")
        #expect(try aloud("records", "export", "-o", file).status == 0)
        #expect(try aloud("records", "import", file, file: "b.db").status == 0)
        let again = try aloud("records", "import", file, file: "b.db")
        #expect(again.messages.contains("Added 0 tests; 2 tests had been there before."))
        let kept = try list()
        #expect(kept.map(\.id) == (try list(file: "b.db").map(\.id)))
        let closed = try aloud("records", "close", kept[0].id, "--reason", "x")
        #expect(closed.status == 0 && closed.messages.contains("already closed"))
        #expect(try exported() == exported(file: "b.db"))
        try folder.write("{\"no\":1}\n", to: "bad.jsonl")
        let bad = try aloud("records", "import", folder.file("bad.jsonl"))
        #expect(bad.status == 1 && bad.messages.contains("bad.jsonl:1: "))
    }

    @Test("the events of a whole test are imported, those of a part are refused") func events()
        throws
    {
        let run = try aloud(
            "test", "--answers", "-", "--chart", "1", "--events", "--no-records",
            input: Self.answers)
        try folder.write(run.output, to: "t.jsonl")
        #expect(try aloud("records", "import", folder.file("t.jsonl"), "--person", "5").status == 0)
        #expect(try list().first?.record.score.logMAR == 0.8)
        let half = run.output.split(separator: "\n").dropLast().joined(separator: "\n")
        try folder.write(half, to: "half.jsonl")
        #expect(try aloud("records", "import", folder.file("half.jsonl")).status == 1)
    }

    @Test("a backup to '-' goes to standard output, and leaves no other file")
    func pipedBackup() throws {
        try test("--person", "17")
        let (file, words) = (folder.file("x.backup"), "four correct horse words")
        try Data().write(to: folder.url("x.backup"))
        let run = try AloudBinary.run(
            ["records", "backup", "-"],
            variables: ["ALOUD_RECORDS": folder.file("a.db"), "ALOUD_PASSPHRASE": words],
            output: try FileHandle(forWritingTo: folder.url("x.backup")))
        #expect(run.status == 0, "\(run.messages)")
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.file(""))
        #expect(!left.contains { $0.hasPrefix(".backup") })
        let restored = try aloud("records", "restore", file, passphrase: words, file: "b.db")
        #expect(restored.status == 0, "\(restored.messages)")
        #expect(try list(file: "b.db").map(\.id) == list().map(\.id))
        let piped = try AloudBinary.run(
            ["records", "restore", "-"],
            variables: ["ALOUD_RECORDS": folder.file("c/c.db"), "ALOUD_PASSPHRASE": words],
            reading: try FileHandle(forReadingFrom: folder.url("x.backup")))
        #expect(piped.status == 0, "\(piped.messages)")
        #expect(try list(file: "c/c.db").map(\.id) == list().map(\.id))
        let beside = try FileManager.default.contentsOfDirectory(atPath: folder.file("c"))
        #expect(!beside.contains { $0.hasPrefix(".restore") })
        let text = try aloud("records", "restore", "-", input: "x", passphrase: words, file: "d.db")
        #expect(text.status == 1 && text.messages.contains("standard input"))
        #expect(!FileManager.default.fileExists(atPath: folder.file("d.db")))
    }

    @Test("an unwritable folder for temporary files is named with the remedy")
    func temporaryFolder() throws {
        let run = try AloudBinary.run(
            ["records", "list"],
            variables: [
                "ALOUD_RECORDS": "", "XDG_DATA_HOME": folder.file("none"),
                "TMPDIR": folder.file("missing"),
            ])
        #expect(run.status == 1)
        #expect(run.messages.contains("Set TMPDIR to a writable folder"))
        #expect(!FileManager.default.fileExists(atPath: folder.file("missing")))
    }

    @Test("a backup is sealed, and restores to the same tests") func backup() throws {
        try test("--person", "17", "--name", "Anna Secret")
        let (file, words) = (folder.file("x.backup"), "four correct horse words")
        #expect(try aloud("records", "backup", file, passphrase: words).status == 0)
        let bytes = FileManager.default.contents(atPath: file) ?? Data()
        #expect(bytes.range(of: Data("Anna Secret".utf8)) == nil)
        #expect(try aloud("records", "restore", file, passphrase: words).status == 1)
        let wrong = try aloud("records", "restore", file, passphrase: "x", file: "b.db")
        #expect(wrong.status == 1 && wrong.messages.contains("passphrase is wrong"))
        let right = try aloud("records", "restore", file, passphrase: words, file: "b.db")
        #expect(right.status == 0, "\(right.messages)")
        #expect(try exported() == exported(file: "b.db"))
        #expect(try aloud("records", "verify", file: "b.db").status == 0)
        #expect(try aloud("records", "backup", file, passphrase: words).status == 1)
        let short = try aloud("records", "backup", folder.file("y"), passphrase: "short")
        #expect(short.status == 1)
    }

    @Test("a backup that cannot be written is not in the audit trail") func failedBackup() throws {
        try test()
        let words = "four correct horse words"
        let failed = try aloud(
            "records", "backup", folder.file("none/x.backup"), passphrase: words)
        #expect(failed.status == 1 && failed.messages.contains("cannot be written"))
        #expect(try !aloud("records", "trail").output.contains("  backup"))
        let done = try aloud("records", "backup", folder.file("x.backup"), passphrase: words)
        #expect(done.status == 0, "\(done.messages)")
        #expect(try aloud("records", "trail").output.contains("  backup"))
    }

    @Test("a test is amended with a reason, and its former version is kept") func amend() throws {
        try test("--person", "17")
        try test("--person", "18")
        let id = try list()[1].id
        #expect(try aloud("records", "amend", id, "--to-person", "18").status == 64)
        let done = try aloud(
            "records", "amend", id, "--to-person", "18", "--reason", "wrong person")
        #expect(done.status == 0, "\(done.messages)")
        #expect(try list()[1].version == 2)
        #expect(try aloud("records", "show", id).output.contains("wrong person"))
        let again = try aloud("records", "amend", id, "--to-person", "18", "--reason", "again")
        #expect(again.status == 0 && again.messages.contains("Nothing changed."))
        #expect(try list()[1].version == 2)
        #expect(try aloud("records", "show", "--person", "17").output.contains("No tests."))
    }

    @Test("an erased person is gone; the audit trail records the erasure") func erase()
        throws
    {
        try test("--person", "17", "--name", "Anna Secret")
        #expect(try aloud("records", "erase", "--person", "17").status == 64)
        let done = try aloud("records", "erase", "--person", "17", "--reason", "asked for")
        #expect(done.status == 0)
        #expect(try list().isEmpty)
        #expect(try aloud("records", "trail").output.contains("erase"))
        #expect(try aloud("records", "verify").status == 0)
        let bytes = FileManager.default.contents(atPath: folder.file("a.db")) ?? Data()
        #expect(bytes.range(of: Data("Anna Secret".utf8)) == nil)
    }

    @Test("options without an effect, and wrong operands, are refused") func misuse() throws {
        for words in [
            ["records"], ["records", "dance"], ["records", "show"], ["records", "list", "x"],
            ["records", "verify", "--reason", "x"], ["records", "import"],
            ["records", "close"],
            ["test", "--answers", "-", "--no-records", "--person", "1"],
            ["test", "--answers", "-", "--no-records", "--records", "x"],
            ["test", "--answers", "-", "--birth-date", "1957-02-30"],
        ] {
            let run = try AloudBinary.run(
                words, variables: ["ALOUD_RECORDS": folder.file("a.db")])
            #expect(run.status == 64, "\(words): \(run.messages)")
        }
    }

    @Test("a command works during a test; a killed test is kept as interrupted")
    func beside() throws {
        let running = try RunningAloud(
            ["test", "--answers", "-", "--chart", "1", "--events"],
            variables: ["ALOUD_RECORDS": folder.file("a.db")])
        running.write(Data("N C K Z O\nR H S D K\n".utf8), ends: false)
        try running.wait(for: "\"line\":3")
        let id = try #require(try list().first).id
        #expect(try list().map(\.state) == ["running"])
        let closed = try aloud("records", "close", id, "--reason", "no sign of it")
        #expect(closed.status == 1 && closed.messages.contains("may still run"))
        #expect(try list().map(\.state) == ["running"])
        #expect(
            try aloud("records", "backup", folder.file("b"), passphrase: "four correct horse words")
                .status == 0)
        try test("--person", "17")
        running.signal(SIGKILL)
        running.waitUntilExit()
        let kept = try list()
        #expect(kept.map(\.state) == ["finished", "interrupted"])
        #expect(kept.last?.record.ended == "interrupted")
        #expect(kept.last?.record.score.logMAR == 0.9)
        #expect(try aloud("records", "verify").status == 0)
    }

    @Test("a test whose person is erased meanwhile is kept whole, without a person")
    func erasedMeanwhile() throws {
        let running = try RunningAloud(
            [
                "test", "--answers", "-", "--chart", "1", "--events", "--person", "17", "--name",
                "Anna",
            ], variables: ["ALOUD_RECORDS": folder.file("a.db")])
        running.write(Data("N C K Z O\nR H S D K\n".utf8), ends: false)
        try running.wait(for: "\"line\":3")
        let erased = try aloud("records", "erase", "--person", "17", "--reason", "asked for")
        #expect(erased.status == 0, "\(erased.messages)")
        running.write(Data("I can't see any\n".utf8), ends: true)
        let run = try running.end()
        #expect(run.status == 0, "\(run.messages)")
        let kept = try list()
        #expect(kept.map(\.state) == ["finished"])
        #expect(kept.first?.record.score.logMAR == 0.9)
        #expect(try aloud("records", "people").output.contains("Anna") == false)
        #expect(try aloud("records", "verify").status == 0)
    }

    @Test("a test is kept even if another command had the records open at its start")
    func besideShort() throws {
        let pipe = folder.file("pipe")
        try #require(mkfifo(pipe, 0o600) == 0)
        let holder = try RunningAloud(
            ["records", "import", pipe], variables: ["ALOUD_RECORDS": folder.file("a.db")])
        // The pipe opens once the holder reads it, and it has the records by then.
        let writer = try #require(FileHandle(forWritingAtPath: pipe))
        let running = try RunningAloud(
            ["test", "--answers", "-", "--chart", "1", "--events"],
            variables: ["ALOUD_RECORDS": folder.file("a.db")])
        running.write(Data("N C K Z O\n".utf8), ends: false)
        try running.wait(for: "\"line\":2")
        try writer.close()
        #expect(try holder.end().status == 0)
        #expect(try list().map(\.state) == ["running"])
        running.write(Data("R H S D K\nD O V H R\nI can't see any\n".utf8), ends: true)
        let run = try running.end()
        #expect(run.status == 0 && !run.messages.contains("Warning"), "\(run.messages)")
        let kept = try list()
        #expect(kept.map(\.state) == ["finished"] && kept.first?.record.score.logMAR == 0.8)
        #expect(try aloud("records", "verify").status == 0)
    }

    @Test("records moved without their log are not replaced by new ones") func logAlone() throws {
        try folder.write("a log of something", to: "a.db-wal")
        for words in [["list"], ["backup", folder.file("b")], ["verify"], ["people"]] {
            let run = try AloudBinary.run(
                ["records"] + words, variables: ["ALOUD_RECORDS": folder.file("a.db")])
            #expect(run.status == 1 && run.messages.contains("a.db-wal' has its last tests"))
        }
        #expect(FileManager.default.contents(atPath: folder.file("a.db-wal"))?.isEmpty == false)
    }

    @Test("records that cannot be opened stop a test before it begins") func notOpened() throws {
        try folder.write("no records, but some text that is long enough", to: "a.db")
        let run = try aloud("test", "--answers", "-", input: Self.answers)
        #expect(run.status == 1)
        #expect(run.messages.contains("--records FILE"))
        let elsewhere = try aloud("test", "--answers", "-", input: Self.answers, file: "a.db/b/c")
        #expect(elsewhere.status == 1)
    }

    @Test(
        "A command for existing records creates no file, and names the missing one",
        arguments: [
            ["backup", "copy"], ["verify"], ["amend", "x", "--void", "--reason", "x"],
            ["erase", "--person", "1", "--reason", "x"],
        ])
    func missing(words: [String]) throws {
        let target = folder.file("copy")
        let run = try AloudBinary.run(
            ["records"] + words.map { $0 == "copy" ? target : $0 },
            variables: [
                "ALOUD_RECORDS": folder.file("typo.db"),
                "ALOUD_PASSPHRASE": "four correct horse words",
            ])
        #expect(run.status == 1)
        #expect(run.messages.contains(folder.file("typo.db")))
        #expect(run.messages.contains("--records FILE"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }
}
