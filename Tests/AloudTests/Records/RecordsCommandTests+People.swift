import Foundation
import TestProgram
import TestSpeech
import TestTraits
import Testing

/// People and their identifiers, and input that is refused.
extension RecordsCommandTests {
    @Test(
        "Reading missing records finds nothing and creates no file",
        arguments: [
            (["list"], 0), (["people"], 0), (["trail"], 0), (["export"], 0),
            (["show", "--person", "1"], 1),
        ] as [([String], Int32)])
    func empty(words: [String], status: Int32) throws {
        let run = try AloudBinary.run(
            ["records"] + words, variables: ["ALOUD_RECORDS": folder.file("sub/typo.db")])
        #expect(run.status == status, "\(run.messages)")
        #expect(run.output.isEmpty)
        #expect(run.messages.contains("There are no records yet"))
        #expect(run.messages.contains(folder.file("sub/typo.db")))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }

    @Test("Two people with one name differ by identifier in the list and in a test")
    func sameName() throws {
        try test("--person", "17", "--name", "Anna Weber")
        try test("--person", "18", "--name", "Anna Weber")
        try test("--person", "19")
        let listed = try aloud("records", "list").output
        #expect(listed.contains("Anna Weber (17)") && listed.contains("Anna Weber (18)"))
        #expect(listed.contains(" 19 ") && !listed.contains("(19)"))
        let shown = try aloud("records", "show", list()[2].id).output
        #expect(shown.contains("Person      Anna Weber (17)"))
    }

    @Test("The list of expected people has times and corrections; a misspelt column is refused")
    func expected() throws {
        struct Expected: Decodable, Equatable {
            var id: String?
            var time: String?
            var correction: String?
        }
        let table = "name,id,time,correction\nAnna,17,9:30,glasses\nBert,18,,\n"
        #expect(try aloud("records", "expect", "-", input: table).status == 0)
        let listed = try aloud("records", "expect", "--json")
        #expect(
            try listed.lines(Expected.self) == [
                Expected(id: "17", time: "09:30", correction: "glasses"), Expected(id: "18"),
            ])
        #expect(listed.output.contains("\"time\":null"))
        let wrong = try aloud("records", "expect", "-", input: "name,tme\nCora,10:00\n")
        #expect(wrong.status == 1 && wrong.messages.contains("The column 'tme' is unknown."))
        #expect(try aloud("records", "people", "--search", "Cora").output.isEmpty)
    }

    @Test("A search lists the tests of all people whom it finds") func search() throws {
        let people = (0...100).map { "Ann \($0),\($0)\n" }.joined()
        #expect(try aloud("records", "expect", "-", input: "name,id\n" + people).status == 0)
        try test("--person", "Z", "--name", "Zann")
        let found = try aloud("records", "list", "--search", "ann", "--json").lines(Kept.self)
        #expect(found.count == 1)
    }

    @Test("A day of birth in the future is refused before the test") func futureBirth() throws {
        let run = try aloud(
            "test", "--answers", "-", "--person", "17", "--birth-date", "2999-01-01",
            input: Self.answers)
        #expect(run.status == 1 && run.messages.contains("lies in the future"))
        #expect(!run.messages.contains("2999"))
        #expect(try list().isEmpty)
    }

    @Test("A text to search for has at most 200 characters", arguments: ["people", "list"])
    func longSearch(act: String) throws {
        try test("--person", "17", "--name", "Anna")
        let longest = String(repeating: "ü", count: 200)
        #expect(try aloud("records", act, "--search", longest).status == 0)
        for text in [longest + "x", String(repeating: "x", count: 50_000)] {
            let run = try aloud("records", act, "--search", text)
            #expect(run.status == 1 && run.messages.contains("at most 200 characters"))
            #expect(!run.messages.contains("xx"))
        }
    }

    @Test("An unreadable passphrase file and an empty one have different messages")
    func passphraseFile() throws {
        try test()
        func messages(_ file: String) throws -> String {
            let run = try aloud(
                "records", "backup", folder.file("copy"), "--passphrase-file", file)
            #expect(run.status == 1)
            return run.messages
        }
        let missing = folder.file("none")
        #expect(try messages(missing).contains("'\(missing)' cannot be read"))
        try folder.write("", to: "empty")
        #expect(try messages(folder.file("empty")).contains("has no first line"))
        #expect(!FileManager.default.fileExists(atPath: folder.file("copy")))
    }
}
