import Foundation
import RecordSQL
import RecordStore
import Records
import SQLiteRecords
import Sealing
import TestTraits
import Testing

@Suite("A file of records", .listening)
struct SQLiteFileTests {
    private let author = SampleTest.author

    private func records(_ path: String) throws -> SQLiteRecords {
        let clock = SampleClock()
        return try SQLiteRecords(path, digest: BLAKE2b.digest, now: { clock.now })
    }

    /// Changes the file with another program.
    private func change(_ path: String, _ statements: String) throws {
        try #require(try status(of: statements, on: path) == 0)
    }

    /// The exit status of another program that changes the file.
    private func status(of statements: String, on path: String) throws -> Int32 {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/sqlite3")
        process.arguments = [path, statements]
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus
    }

    @Test("only the owner can read the file and its folder") func permissions() throws {
        try RecordFolder.with { folder in
            let path = folder + "/data/aloud/records.db"
            try records(path).close()
            func mode(_ path: String) throws -> Int? {
                try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            }
            #expect(try mode(path) == 0o600)
            #expect(try mode(folder + "/data/aloud") == 0o700)
        }
    }

    @Test("a second program is refused") func inUse() throws {
        try RecordFolder.with { folder in
            let first = try records(folder + "/records.db")
            #expect(throws: RecordError.inUse(folder + "/records.db")) {
                _ = try records(folder + "/records.db")
            }
            first.close()
            try records(folder + "/records.db").close()
        }
    }

    @Test("records moved while in use refuse writes, and lose nothing")
    func moved() throws {
        try RecordFolder.with { folder in
            let (path, elsewhere) = (folder + "/records.db", folder + "/moved.db")
            let records = try records(path)
            let sample = try SampleTest()
            try sample.keep(in: records)
            let files = FileManager.default
            try files.moveItem(atPath: path, toPath: elsewhere)
            // A new file would take the log for its own, and delete it.
            #expect(throws: RecordError.logAlone(path)) { _ = try self.records(path) }
            #expect(throws: RecordError.moved(path)) {
                try records.note(.search, of: nil, by: SampleTest.author)
            }
            try Data().write(to: URL(fileURLWithPath: path))
            #expect(throws: RecordError.moved(path)) {
                try records.note(.search, of: nil, by: SampleTest.author)
            }
            try files.removeItem(atPath: path)
            try files.moveItem(atPath: elsewhere, toPath: path)
            try records.note(.search, of: nil, by: SampleTest.author)
            records.close()
            let again = try self.records(path)
            #expect(try again.test(sample.test.id)?.state == .finished)
            #expect(try again.verify().isEmpty)
            again.close()
        }
    }

    @Test("a damaged file, and one of another program or version, are refused")
    func foreignFiles() throws {
        try RecordFolder.with { folder in
            let path = folder + "/records.db"
            try Data("no database, but long enough for a header of SQLite, so it is read".utf8)
                .write(to: URL(fileURLWithPath: path))
            #expect(throws: RecordError.notRecords(path)) { _ = try records(path) }
            let other = folder + "/other.db"
            try change(other, "CREATE TABLE note (text)")
            #expect(throws: RecordError.notRecords(other)) { _ = try records(other) }
            let later = folder + "/later.db"
            try records(later).close()
            try change(later, "PRAGMA user_version = 99")
            #expect(throws: RecordError.newer(later, schema: 99)) { _ = try records(later) }
            try change(later, "PRAGMA user_version = 4")
            let older = RecordError.older(later, schema: 4)
            #expect(throws: older) { _ = try records(later) }
            #expect(older.description.contains("aloud records export --format jsonl"))
            // No step was made: the file has its version still.
            #expect(throws: older) { _ = try records(later) }
        }
    }

    @Test(
        "an outside change is found",
        arguments: [
            "UPDATE test SET record = replace(record, '0.7', '0.3')",
            "UPDATE event SET body = replace(body, 'N', 'Z') WHERE number = 1",
            "DELETE FROM event; DELETE FROM test",
            "DROP TRIGGER trailIsNotChanged; UPDATE trail SET author = 'x' WHERE number = 1",
            "DROP TRIGGER trailIsNotCut; DELETE FROM trail WHERE number = 1",
            "UPDATE test SET person = 'nobody'",
            "UPDATE person SET name = 'Another Name'",
        ])
    func tampering(statements: String) throws {
        try RecordFolder.with { folder in
            let path = folder + "/records.db"
            let first = try records(path)
            let person = Person(key: RecordID(at: SampleClock.start), id: "7", name: "Erika Weg")
            _ = try first.save(person, by: SampleTest.author)
            try SampleTest().keep(in: first)
            first.close()
            try change(path, statements)
            let again = try records(path)
            defer { again.close() }
            #expect(try !again.verify().isEmpty)
        }
    }

    @Test("other programs cannot change the trail without removing its triggers")
    func triggers() throws {
        try RecordFolder.with { folder in
            let path = folder + "/records.db"
            let first = try records(path)
            try SampleTest().keep(in: first)
            first.close()
            for statement in ["UPDATE trail SET author = 'x'", "DELETE FROM trail"] {
                #expect(try status(of: statement, on: path) != 0)
            }
        }
    }

    @Test("an erased person's name is in no file") func erasedBytes() throws {
        try RecordFolder.with { folder in
            let path = folder + "/records.db"
            let records = try records(path)
            let name = "Wilhelmina Verschwinde"
            let person = try records.save(
                Person(key: RecordID(at: SampleClock.start), id: "77-88-99", name: name),
                by: author)
            try SampleTest(person: person.key).keep(in: records)
            _ = try records.erase(person.key, by: Author("tester", reason: "asked for"))
            for file in try FileManager.default.contentsOfDirectory(atPath: folder) {
                let bytes = FileManager.default.contents(atPath: folder + "/" + file) ?? Data()
                for text in [name, name.lowercased(), "77-88-99"] {
                    #expect(bytes.range(of: Data(text.utf8)) == nil, "\(text) in \(file)")
                }
            }
            records.close()
        }
    }

    @Test("a copy made during a test is complete and sound") func copy() throws {
        try RecordFolder.with { folder in
            let records = try records(folder + "/records.db")
            defer { records.close() }
            let sample = try SampleTest()
            try sample.keep(in: records)
            let running = try SampleTest()
            try records.begin(running.test, by: author)
            try records.append(running.events[0], to: running.test.id)
            try records.copy(to: folder + "/copy.db")
            try records.append(running.events[1], to: running.test.id)
            let copy = try self.records(folder + "/copy.db")
            defer { copy.close() }
            #expect(try copy.verify() == [])
            #expect(try copy.events(of: sample.test.id) == sample.events)
            #expect(try copy.events(of: running.test.id).count == 1)
            #expect(
                try copy.test(sample.test.id)?.record.jsonText == sample.result.jsonText)
        }
    }
}
