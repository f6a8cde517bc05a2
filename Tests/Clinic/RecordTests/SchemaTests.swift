import Acuity
import Foundation
import RecordSQL
import RecordStore
import Records
import SQLiteRecords
import Sealing
import TestTraits
import Testing

@Suite("Files of former versions", .listening)
struct SchemaTests {
    /// The files that former versions wrote, as SQL.
    private static var fixtures: [String] {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("Schemas")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasSuffix(".sql") }.sorted().map {
            folder.appendingPathComponent($0).path
        }
    }

    @Test("there is one of each schema") func complete() {
        #expect(Self.fixtures.count == SQLiteRecords.schema)
    }

    @Test("open with everything in them", arguments: fixtures)
    func opens(fixture: String) throws {
        try RecordFolder.with { folder in
            let path = folder + "/records.db"
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/sqlite3")
            process.arguments = [path]
            process.standardInput = try FileHandle(
                forReadingFrom: URL(fileURLWithPath: fixture))
            try process.run()
            process.waitUntilExit()
            try #require(process.terminationStatus == 0)
            let clock = SampleClock()
            let records = try SQLiteRecords(path, digest: BLAKE2b.digest, now: { clock.now })
            defer { records.close() }
            #expect(try records.verify() == [])
            let person = try #require(try records.person(withID: "1"))
            #expect(person.name == "Sample Person")
            #expect(person.birthDate == CalendarDay("1957-08-23"))
            let tests = try records.tests(TestQuery(person: person.key))
            let test = try #require(tests.first)
            #expect(tests.count == 1 && test.state == .finished)
            #expect(test.record.score.logMAR?.description == "1.00")
            #expect(test.circumstances.correction == .glasses)
            #expect(try records.events(of: test.id).count > 5)
            let accounts = try records.accounts()
            if fixture.hasSuffix("schema-1.sql") {
                #expect(accounts.isEmpty)
            } else {
                #expect(accounts.map(\.login) == ["anna", "export"])
                #expect(try records.keys(of: accounts[1].id).map(\.scopes) == [[.export]])
            }
            if !fixture.hasSuffix("schema-1.sql"), !fixture.hasSuffix("schema-2.sql") {
                #expect(try records.sound(of: test.id) == [0x66, 0x4C, 0x61, 0x43])
            }
            #expect(test.instance == 1)
            let isNew = !["1", "2", "3"].contains { fixture.hasSuffix("schema-\($0).sql") }
            #expect(try records.setting("secondFactorRoles") == (isNew ? "admin" : nil))
            #expect(accounts.first?.secondFactor?.recovery == (isNew ? ["00"] : nil))
        }
    }
}
