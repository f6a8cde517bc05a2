import Acuity
import Foundation
import PostgreSQLRecords
import RecordSQL
import RecordStore
import Records
import SQLiteRecords
import Sealing
import TestTraits
import Testing

@Suite("The schema of the records", .listening)
struct SchemaTests {
    /// The SQL of a file that a released version wrote.
    private static let fixture = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Schemas/schema-5.sql")

    private func makeFile(_ path: String) throws {
        try StoreFile.run(String(decoding: Data(contentsOf: Self.fixture), as: UTF8.self), in: path)
    }

    @Test("a file of 0.2.0 opens with all its contents") func opens() throws {
        try RecordFolder.with { folder in
            let path = folder + "/records.db"
            try makeFile(path)
            try StoreFile.make(path) { records in
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
                #expect(accounts.map(\.login) == ["anna", "export"])
                #expect(try records.keys(of: accounts[1].id).map(\.scopes) == [[.export]])
                #expect(try records.sound(of: test.id) == [0x66, 0x4C, 0x61, 0x43])
                #expect(test.instance == 1)
                #expect(try records.setting("secondFactorRoles") == "admin")
                #expect(accounts.first?.secondFactor?.recovery == ["00"])
            }
        }
    }

    @Test("opening a file of 0.2.0 gives it the schema of a new one")
    func tables() throws {
        try RecordFolder.with { folder in
            let (old, new) = (folder + "/old.db", folder + "/new.db")
            try makeFile(old)
            try StoreFile.make(old) { _ in }
            try StoreFile.make(new) { _ in }
            let list = """
                SELECT m.type, m.name, m.tbl_name, p.name, p.type, p."notnull", p.pk
                FROM sqlite_schema AS m LEFT JOIN pragma_table_info(m.name) AS p
                ORDER BY m.type, m.name, p.cid
                """
            let columns = try SealedRecordsFile(path: new).sql(list)
            #expect(columns.contains("table|person|person|salt|TEXT"))
            #expect(columns.contains("table|delivery|delivery|due|INTEGER"))
            #expect(try SealedRecordsFile(path: old).sql(list) == columns)
        }
    }

    @Test("a database of a newer or an older schema is refused", arguments: [99, 4])
    func otherDatabase(schema: Int) throws {
        let address = try PostgreSQLServer.shared.newDatabase()
        func open() -> PostgreSQLRecords {
            let clock = SampleClock()
            return PostgreSQLRecords(address, digest: BLAKE2b.digest, now: { clock.now })
        }
        let records = open()
        defer { records.close() }
        #expect(try records.people(PersonQuery()).isEmpty)
        try records.with { connection throws(RecordError) in
            try connection.run("UPDATE \"aloudSchema\" SET version = ?1", [SQLValue(schema)])
        }
        let other = open()
        defer { other.close() }
        let error =
            schema > 6
            ? RecordError.newer("the database", schema: schema)
            : .older("the database", schema: schema)
        #expect(throws: error) { _ = try other.people(PersonQuery()) }
    }
}
