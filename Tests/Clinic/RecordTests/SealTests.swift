import Accounts
import Acuity
import Foundation
import RecordSQL
import RecordStore
import Records
import SQLiteRecords
import Sealing
import TestTraits
import Testing

/// Keys for tests.
enum SampleKeys {
    /// The keys of a machine, whose own key consists of a byte.
    static func keys(_ byte: UInt8, others: [UInt8] = [], lost: Set<String> = []) -> AuditKeys {
        func key(_ byte: UInt8) -> AuditKeys.Key {
            AuditKeys.Key(name: "key\(byte)", bytes: [UInt8](repeating: byte, count: 32))
        }
        return AuditKeys(own: key(byte), others: others.map(key), lost: lost, code: SealKeys.code)
    }
}

/// A closed file of sealed records that other programs change.
struct SealedRecordsFile {
    let path: String

    func open(
        _ keys: AuditKeys? = SampleKeys.keys(1)
    ) throws -> SQLiteRecords {
        let clock = SampleClock()
        return try SQLiteRecords(path, digest: BLAKE2b.digest, keys: keys, now: { clock.now })
    }

    func faults(_ keys: AuditKeys? = SampleKeys.keys(1)) throws -> [RecordFault] {
        let records = try open(keys)
        defer { records.close() }
        return try records.verify()
    }

    /// The output of another program for SQL statements, and its exit status.
    @discardableResult func sql(_ statements: String) throws -> String {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/sqlite3")
        process.arguments = ["-bail", path, statements]
        process.standardOutput = output
        try process.run()
        let text = String(
            decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "\(statements)")
        return text
    }

    /// Fills it with a row or more in each table.
    func fill() throws -> SampleTest {
        let records = try open()
        defer { records.close() }
        let author = Author("tester", reason: "it must be so")
        let person = try records.save(
            Person(
                key: RecordID(at: SampleClock.start), id: "7", name: "Erika Weg",
                birthDate: CalendarDay("1957-08-23")), by: author)
        let sample = try SampleTest(person: person.key)
        try sample.keep(in: records)
        try records.keep(sound: [0x66, 0x4C, 0x61, 0x43], of: sample.test.id, by: author)
        var test = try #require(try records.test(sample.test.id))
        test.circumstances.correction = .glasses
        _ = try records.amend(test, by: author)
        let account = try records.save(
            Account(
                id: RecordID(at: SampleClock.start), login: "anna", role: .viewer,
                made: SampleClock.start), endingKeys: false, as: .addAccount, by: author)
        try records.add(
            AccessKey(
                id: RecordID(at: SampleClock.start), digest: "00", account: account.id,
                kind: .token, label: "export", scopes: [.export], made: SampleClock.start,
                ends: nil), as: .addToken, by: author)
        let signed = try #require(try records.signedContents(of: .test(test.id)))
        try records.add(
            Signature(
                id: RecordID(at: SampleClock.start), contents: signed, meaning: .review,
                by: account,
                name: "Anna Weber", note: nil, at: SampleClock.start), isImported: false,
            by: author)
        try records.set(
            "secondFactorRoles", from: .any, to: "admin", as: .requireSecondFactor, by: author)
        let other = AuditChain(BLAKE2b.digest)
        var trail: [ImportedEntry] = []
        for _ in 0..<3 {
            let entry = other.entry(
                after: trail.last?.entry.head ?? .empty, at: SampleClock.start, author, .search, nil
            )
            trail.append(ImportedEntry(trail: trail.first?.trail ?? entry.digest, entry: entry))
        }
        #expect(try records.keep(trail: trail, by: author) == 3)
        #expect(try records.verify() == [])
        return sample
    }
}

@Suite("Changes by another program are found", .listening)
struct SealTests {
    /// The columns that are not sealed: a session or a token is used, and a delivery is tried, without
    /// an entry in the trail. The trail itself has the outcome of each delivery.
    private static let unsealed = Set(
        [
            "number", "peer", "test", "version", "person", "state", "tries", "due", "answer", "at",
            "atOffset",
        ].map { "delivery.\($0)" }
    ).union(["access.used", "access.usedOffset"])

    @Test("each column of each table is sealed") func columns() throws {
        try RecordFolder.with { folder in
            let original = SealedRecordsFile(path: folder + "/records.db")
            _ = try original.fill()
            let list = try original.sql(
                """
                SELECT m.name, p.name, p.type FROM sqlite_schema AS m, pragma_table_info(m.name) AS p
                WHERE m.type = 'table' ORDER BY m.name, p.cid
                """)
            var unseen: Set<String> = []
            var count = 0
            for (number, line) in list.split(separator: "\n").enumerated() {
                let parts = line.split(separator: "|").map { String($0) }
                let (table, column, type) = (parts[0], parts[1], parts[2])
                let file = SealedRecordsFile(path: "\(folder)/\(number).db")
                try FileManager.default.copyItem(atPath: original.path, toPath: file.path)
                let changed =
                    switch (column, type) {
                    case ("state", _): "'voided'"
                    case (_, "TEXT"): "coalesce(\(column), '') || 'x'"
                    case (_, "BLOB"): "x'00'"
                    default: "coalesce(\(column), 0) + 1"
                    }
                try file.sql(
                    """
                    DROP TRIGGER trailIsNotChanged; DROP TRIGGER signatureIsNotChanged; PRAGMA foreign_keys = OFF;
                    UPDATE \(table) SET \(column) = \(changed) WHERE \(column) IS (
                        SELECT \(column) FROM \(table) ORDER BY 1 DESC LIMIT 1)
                    """)
                count += 1
                if try file.faults().isEmpty { unseen.insert("\(table).\(column)") }
            }
            #expect(count >= 60)
            #expect(unseen == Self.unsealed)
        }
    }

    @Test(
        "a row that is added or removed is found",
        arguments: [
            "DELETE FROM event WHERE number = 3", "DELETE FROM former", "DELETE FROM sound",
            "DELETE FROM access", "DELETE FROM access; DELETE FROM account", "DELETE FROM setting",
            "DELETE FROM importedTrail", "DELETE FROM importedTrail WHERE number = 3",
            "DELETE FROM event; DELETE FROM former; DELETE FROM sound; DELETE FROM test",
            "INSERT INTO setting VALUES ('another', 'x')",
            "INSERT INTO account VALUES ('01932c07-209c-7d4e-8a3b-5f2c1d0e9b7a', 'x', 1, '{}')",
            "INSERT INTO access SELECT id || 'x', 'x', account, used, usedOffset, body FROM access",
            "UPDATE trail SET seal = NULL WHERE number = 2",
            "UPDATE trail SET seal = NULL",
        ])
    func rows(statements: String) throws {
        try RecordFolder.with { folder in
            let file = SealedRecordsFile(path: folder + "/records.db")
            _ = try file.fill()
            try file.sql("DROP TRIGGER trailIsNotChanged; " + statements)
            #expect(try !file.faults().isEmpty)
        }
    }

    @Test("a trail rewritten without the key is found", arguments: [true, false])
    func rewritten(keepingSeals: Bool) throws {
        try RecordFolder.with { folder in
            let file = SealedRecordsFile(path: folder + "/records.db")
            _ = try file.fill()
            let records = try file.open()
            let entries = try records.trail(after: 0, limit: 100)
            records.close()
            // Everybody can chain the digests anew.
            let chain = AuditChain(BLAKE2b.digest)
            var head = AuditHead.empty
            var statements = "DROP TRIGGER trailIsNotChanged;"
            for entry in entries {
                let forged = chain.entry(
                    after: head, at: entry.at, Author("nobody", reason: entry.author.reason),
                    entry.action, entry.object, contents: entry.contents)
                head = forged.head
                statements += """
                    UPDATE trail SET author = 'nobody', previous = '\(forged.previous)',
                        digest = '\(forged.digest)'\(keepingSeals ? "" : ", seal = NULL")
                        WHERE number = \(forged.number);
                    """
            }
            try file.sql(statements)
            let faults = try file.faults()
            #expect(
                faults.contains(keepingSeals ? .seal(1) : .unsealed(entries.count)), "\(faults)")
            // The chain alone is sound.
            #expect(try file.faults(nil).isEmpty)
        }
    }

    @Test("entries without a seal are found even before the first sealed one")
    func beginning() throws {
        try RecordFolder.with { folder in
            let file = SealedRecordsFile(path: folder + "/records.db")
            for keys in [nil, nil, SampleKeys.keys(1)] {
                let records = try file.open(keys)
                try records.note(.search, of: nil, by: SampleTest.author)
                records.close()
            }
            #expect(try file.faults() == [.unsealed(2)])
        }
    }

    @Test("a finished test that was reopened is not sealed again, and is a fault")
    func reopened() throws {
        try RecordFolder.with { folder in
            let file = SealedRecordsFile(path: folder + "/records.db")
            let sample = try file.fill()
            try file.sql(
                """
                UPDATE test SET state = 'running', ended = NULL;
                UPDATE event SET body = replace(body, 'N', 'Z')
                """)
            #expect(try file.faults().contains(.changed(sample.test.id)))
            let records = try file.open()
            defer { records.close() }
            let before = try records.head()
            #expect(throws: RecordError.changedOutside) {
                try records.finish(
                    sample.test.id, as: .finished, with: sample.result, circumstances: nil,
                    at: sample.ended, by: SampleTest.author)
            }
            try records.closeInterrupted(by: SampleTest.author) { _, _ in .exact }
            #expect(try records.head() == before)
            #expect(try records.verify().contains(.changed(sample.test.id)))
        }
    }

    @Test("a second end of a test in the trail is a fault") func endedTwice() {
        let chain = AuditChain(BLAKE2b.digest)
        let test = RecordID(at: SampleClock.start)
        var check = AuditCheck(chain)
        for action in [AuditAction.begin, .finish, .interrupt] {
            check.take(
                chain.entry(
                    after: check.head, at: SampleClock.start, SampleTest.author, action, test,
                    contents: chain.contents(of: [])))
        }
        check.take(test, texts: [])
        #expect(check.end() == [.endedTwice(test)])
    }

    @Test("a seal of another machine needs its key, unless the key is declared lost")
    func otherKeys() throws {
        try RecordFolder.with { folder in
            let file = SealedRecordsFile(path: folder + "/records.db")
            _ = try file.fill()
            let last = try file.open().head().number
            #expect(
                try file.faults(SampleKeys.keys(2))
                    == [.unknownKey("key1", first: 1, last: last)])
            #expect(try file.faults(SampleKeys.keys(2, others: [1])).isEmpty)
            #expect(try file.faults(SampleKeys.keys(2, lost: ["key1"])).isEmpty)
            let other = try file.open(SampleKeys.keys(2))
            try other.note(.search, of: nil, by: SampleTest.author)
            other.close()
            #expect(
                try file.faults() == [.unknownKey("key2", first: last + 1, last: last + 1)])
            #expect(try file.faults(SampleKeys.keys(3, others: [1, 2])).isEmpty)
        }
    }

    @Test("a file of keys is made once, for its owner only, and accepts more keys")
    func keyFile() throws {
        try RecordFolder.with { folder in
            let path = folder + "/data/seal.key"
            let keys = try SealKeys(at: path)
            #expect(try SealKeys(at: path) == keys)
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
            #expect(mode as? Int == 0o600)
            let other = try SealKeys(at: folder + "/other.key")
            #expect(other.own.name != keys.own.name)
            #expect(try SealKeys.add(other.lines + keys.lines, to: path) == 1)
            #expect(try SealKeys.add(other.lines, to: path) == 0)
            let both = try SealKeys(at: path)
            #expect(both.own == keys.own && both.others == [other.own])
            try Data("no key".utf8).write(to: URL(fileURLWithPath: path))
            #expect(throws: SealingError.badKeys(path)) { _ = try SealKeys(at: path) }
        }
    }
}
