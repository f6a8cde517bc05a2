import Foundation
import PostgreSQLRecords
import RecordSQL
import RecordStore
import Records
import SQLiteRecords
import Sealing
import Synchronization
import TestTraits
import Testing

/// A lane with an outbox at a real server of PostgreSQL, which refuses, hangs or is read-only.
@Suite("A server of the records in trouble", .listening)
struct OutboxServerTests {
    private let author = SampleTest.author

    /// A lane with its outbox.
    private struct Lane {
        let records: OutboxRecords
        let outbox: SQLiteRecords
        /// The news of the outbox.
        let news: News
        /// The shared store as another lane sees it.
        let other: PostgreSQLRecords
    }

    private final class News: Sendable {
        private let all = Mutex<[OutboxNews]>([])
        func add(_ news: OutboxNews) { all.withLock { $0.append(news) } }
        var list: [OutboxNews] { all.withLock { $0 } }
        /// The number of warnings that tests wait.
        var warnings: Int {
            list.count { if case .later = $0 { true } else { false } }
        }
    }

    /// - Parameters:
    ///   - address: the address for the lane.
    ///   - plain: the address for another lane, which has all rights.
    private func with(
        _ address: String, _ plain: String? = nil, _ act: (Lane) throws -> Void
    ) throws {
        let (clock, news) = (SampleClock(), News())
        func store(_ address: String, _ patience: Patience) -> PostgreSQLRecords {
            PostgreSQLRecords(
                address, patience: patience, digest: BLAKE2b.digest, now: { clock.now })
        }
        try RecordFolder.with { folder in
            let outbox = try SQLiteRecords(
                folder + "/outbox.db", digest: BLAKE2b.digest, now: { clock.now })
            let other = store(plain ?? address, .long)
            let records = OutboxRecords(
                outbox: outbox, shared: store(address, .long), quick: store(address, .short),
                sender: author, report: { news.add($0) }, now: { clock.now })
            defer {
                records.close()
                other.close()
            }
            try act(Lane(records: records, outbox: outbox, news: news, other: other))
        }
    }

    /// Runs a test with trouble that comes after some events and goes after its end.
    ///
    /// - Parameter begin: makes the trouble, and returns what ends it.
    private func expectKept(
        _ lane: Lane, after events: Int, trouble begin: () throws -> () throws -> Void
    ) throws {
        let sample = try SampleTest()
        var end: (() throws -> Void)?
        if events < 0 { end = try begin() }
        do {
            try lane.records.begin(sample.test, by: author)
            for event in sample.events {
                if event.number == events { end = try begin() }
                try lane.records.append(event, to: sample.test.id)
            }
            try lane.records.finish(
                sample.test.id, as: .finished, with: sample.result, circumstances: nil,
                at: sample.ended, by: author)
        } catch {
            try end?()
            throw error
        }
        #expect(try lane.outbox.test(sample.test.id)?.state == .finished)
        #expect(try lane.outbox.events(of: sample.test.id) == sample.events)
        #expect(lane.news.warnings == 1)
        try end?()
        while try !lane.records.waitingTests().isEmpty {
            // A pause after a server that did not answer.
            do { try lane.records.send() } catch { Thread.sleep(forTimeInterval: 0.2) }
        }
        #expect(lane.news.list.last == .again)
        #expect(try lane.other.test(sample.test.id)?.record.jsonText == sample.result.jsonText)
        #expect(try lane.other.events(of: sample.test.id) == sample.events)
        #expect(try lane.other.tests(TestQuery()).count == 1)
        #expect(try lane.outbox.tests(TestQuery()).isEmpty)
        #expect(try lane.other.verify() == [])
        #expect(try lane.outbox.verify() == [])
    }

    @Test(
        "a full disk, a deadlock and a serialization failure only delay sending", .serialized,
        arguments: ["53100", "40P01", "40001", "XX000"], [-1, 0, 30])
    func refuses(state: String, events: Int) throws {
        let server = PostgreSQLServer.shared
        let address = try server.newDatabase()
        try with(address) { lane in
            _ = try lane.other.head()
            try expectKept(lane, after: events) {
                for table in ["test", "event", "trail"] {
                    try server.run(
                        script: """
                            CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql
                                AS $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '\(state)'; END $$;
                            CREATE TRIGGER refuses BEFORE INSERT ON \(table)
                                FOR EACH STATEMENT EXECUTE FUNCTION refuse()
                            """, at: address)
                }
                return {
                    try server.run(script: "DROP FUNCTION refuse CASCADE", at: address)
                }
            }
        }
    }

    @Test(
        "a role that loses its rights only delays sending", .serialized, arguments: [-1, 0, 30])
    func lacksRights(events: Int) throws {
        let server = PostgreSQLServer.shared
        let address = try server.newDatabase()
        let user = "lane\(UInt32.random(in: 0...UInt32.max))"
        try with(server.address(address, as: user), address) { lane in
            _ = try lane.other.head()
            try server.run(
                script: """
                    CREATE ROLE \(user) LOGIN;
                    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO \(user)
                    """, at: address)
            try expectKept(lane, after: events) {
                try server.run(
                    script: "REVOKE INSERT ON ALL TABLES IN SCHEMA public FROM \(user)",
                    at: address)
                let refused = PostgreSQLRecords(
                    server.address(address, as: user), digest: BLAKE2b.digest,
                    now: { SampleClock.start })
                defer { refused.close() }
                let error = #expect(throws: RecordError.self) { try refused.check() }
                #expect(error?.description.contains("Grant") == true)
                return {
                    try server.run(
                        script: "GRANT INSERT ON ALL TABLES IN SCHEMA public TO \(user)",
                        at: address)
                }
            }
        }
    }

    @Test("a test continues while the server is frozen", .serialized, arguments: [-1, 0, 30])
    func frozen(events: Int) throws {
        // Others must not lose their server.
        let server = PostgreSQLServer("frozen")
        defer { server.stop() }
        let address = try server.newDatabase()
        try with(address) { lane in
            _ = try lane.other.head()
            try expectKept(lane, after: events) {
                let frozen = try server.freeze(address)
                return { server.thaw(frozen) }
            }
        }
    }

    @Test(
        "a test continues while another program locks a table", .serialized,
        arguments: ["event", "test", "trail", "person"])
    func locked(table: String) throws {
        let server = PostgreSQLServer.shared
        let address = try server.newDatabase()
        try with(address) { lane in
            _ = try lane.other.head()
            let anna = try lane.records.save(
                Person(key: RecordID(at: SampleClock.start), id: "7", name: "Anna"), by: author)
            let sample = try SampleTest(person: anna.key)
            try lane.records.begin(sample.test, by: author)
            let locking = try server.begin(
                script: "BEGIN; LOCK TABLE \(table); SELECT pg_sleep(600)", at: address)
            defer { locking.terminate() }
            let probe = PostgreSQLRecords(
                address, digest: BLAKE2b.digest, now: { SampleClock.start })
            defer { probe.close() }
            func isLocked() throws -> Bool {
                try probe.with { connection throws(RecordError) in
                    try connection.row(
                        """
                        SELECT count(*) FROM pg_locks
                        WHERE mode = 'AccessExclusiveLock' AND relation = '\(table)'::regclass
                        """
                    ) { $0.integer(0) ?? 0 } ?? 0
                } > 0
            }
            while try !isLocked() { Thread.sleep(forTimeInterval: 0.05) }
            for event in sample.events { try lane.records.append(event, to: sample.test.id) }
            try lane.records.finish(
                sample.test.id, as: .finished, with: sample.result, circumstances: nil,
                at: sample.ended, by: author)
            #expect(try isLocked())
            try server.run(
                script: """
                    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                    WHERE query LIKE '%LOCK TABLE%' AND pid <> pg_backend_pid()
                    """, at: address)
            while try !lane.records.waitingTests().isEmpty {
                do { try lane.records.send() } catch { Thread.sleep(forTimeInterval: 0.2) }
            }
            #expect(try lane.other.events(of: sample.test.id) == sample.events)
            #expect(try lane.other.tests(TestQuery(person: anna.key)).map(\.state) == [.finished])
            #expect(try lane.other.verify() == [])
        }
    }

    @Test("a killed, frozen or refusing server neither loses nor duplicates a test")
    func anyMoment() throws {
        let server = PostgreSQLServer("random")
        defer { server.stop() }
        let address = try server.newDatabase()
        try with(address) { lane in
            _ = try lane.other.head()
            let anna = try lane.records.save(
                Person(key: RecordID(at: SampleClock.start), id: "7", name: "Anna"), by: author)
            let samples = try (0..<9).map { _ in try SampleTest(person: anna.key) }
            var (frozen, moments): ([pid_t], [Int]) = ([], [])
            for (number, sample) in samples.enumerated() {
                let moment = Int.random(in: 0...sample.events.count)
                moments.append(moment)
                func trouble(at event: Int) throws {
                    guard event == moment else { return }
                    switch number % 3 {
                    case 0: try server.restart()
                    case 1: frozen = try server.freeze(address)
                    default:
                        try server.run(
                            script: "ALTER TABLE event RENAME TO elsewhere", at: address)
                    }
                }
                try lane.records.begin(sample.test, by: author)
                for event in sample.events {
                    try trouble(at: event.number)
                    try lane.records.append(event, to: sample.test.id)
                }
                try trouble(at: sample.events.count)
                try lane.records.finish(
                    sample.test.id, as: .finished, with: sample.result, circumstances: nil,
                    at: sample.ended, by: author)
                server.thaw(frozen)
                frozen = []
                if number % 3 == 2 {
                    try server.run(script: "ALTER TABLE elsewhere RENAME TO event", at: address)
                }
            }
            while try !lane.records.waitingTests().isEmpty {
                do { try lane.records.send() } catch { Thread.sleep(forTimeInterval: 0.2) }
            }
            for sample in samples {
                #expect(try lane.other.events(of: sample.test.id) == sample.events, "\(moments)")
                let kept = try lane.other.test(sample.test.id)
                #expect(kept?.record.jsonText == sample.result.jsonText, "\(moments)")
            }
            let count = try lane.other.tests(TestQuery(person: anna.key)).count
            #expect(count == samples.count, "\(moments)")
            #expect(try lane.other.verify() == [], "\(moments)")
            #expect(try lane.outbox.tests(TestQuery()).isEmpty, "\(moments)")
        }
    }

    @Test("a standby refuses reads with the reason, and tests begin")
    func standby() throws {
        let (server, standby) = (PostgreSQLServer("primary"), PostgreSQLServer("standby"))
        defer {
            standby.stop()
            server.stop()
        }
        let address = try server.newDatabase()
        try with(address) { lane in
            let anna = try lane.records.save(
                Person(key: RecordID(at: SampleClock.start), id: "7", name: "Anna"), by: author)
            try standby.follow(server)
            try with(standby.address(address, of: server), address) { lane in
                #expect(try lane.records.person(withID: "7")?.key == anna.key)
                let look = #expect(throws: RecordError.self) {
                    try lane.records.note(.view, of: anna.key, by: author)
                }
                #expect(look?.description.contains("standby") == true)
                let sample = try SampleTest(person: anna.key)
                try sample.keep(in: lane.records)
                let waiting = try lane.records.waitingTests()
                #expect(waiting.map(\.id) == [sample.test.id])
                #expect(waiting.first?.trouble?.description.contains("standby") == true)
                #expect(lane.news.warnings == 1)
            }
        }
    }

    @Test("a wrong encoding or missing write access is reported at the start")
    func unfit() throws {
        let server = PostgreSQLServer.shared
        func check(_ address: String) -> String {
            let records = PostgreSQLRecords(
                address, digest: BLAKE2b.digest, now: { SampleClock.start })
            defer { records.close() }
            do throws(RecordError) { try records.check() } catch { return "\(error)" }
            return ""
        }
        let latin = try server.newDatabase(encoding: "LATIN1")
        #expect(check(latin).contains("LATIN1"))
        let address = try server.newDatabase()
        #expect(check(address) == "")
        let name = address.dropFirst("postgresql:///".count).prefix { $0 != "?" }
        try server.run(
            script: "ALTER DATABASE \(name) SET default_transaction_read_only = on", at: address)
        #expect(check(address).contains("read-only"))
        #expect(check("postgresql:///nothing?host=/tmp/nowhere").contains("cannot be reached"))
    }
}
