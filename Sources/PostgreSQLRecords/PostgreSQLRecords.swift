internal import Foundation
package import RecordStore
package import Records
internal import Synchronization

/// A store in PostgreSQL that several lanes share.
package final class PostgreSQLRecords: RecordKeeping {
    private let connection: Mutex<PostgreSQLConnection>
    private let chain: AuditChain
    private let now: @Sendable () -> Moment

    /// A store at an address; it connects when first used, and again after the network was lost.
    ///
    /// - Parameters:
    ///   - address: "postgresql://user@host/database"; see the manual of libpq, 34.1.1.
    ///   - digest: chains the audit trail.
    ///   - now: the clock.
    package init(
        _ address: String, digest: @escaping AuditChain.Digest,
        now: @escaping @Sendable () -> Moment
    ) {
        connection = Mutex(
            PostgreSQLConnection(address) { connection throws(RecordError) in
                try PostgreSQLSchema.migrate(connection)
            })
        chain = AuditChain(digest)
        self.now = now
    }

    func with<Result: Sendable>(
        _ act: (PostgreSQLConnection) throws(RecordError) -> Result
    ) throws(RecordError) -> Result {
        try connection.withLock { connection throws(RecordError) in try act(connection) }
    }

    /// Runs changes in one transaction.
    func change<Result: Sendable>(
        _ act: (PostgreSQLConnection) throws(RecordError) -> Result
    ) throws(RecordError) -> Result {
        try with { connection throws(RecordError) in
            try connection.changes { () throws(RecordError) in try act(connection) }
        }
    }

    package func save(_ person: Person, by author: Author) throws(RecordError) -> Person {
        try person.check()
        return try change { connection throws(RecordError) in
            let former = try connection.row(
                "SELECT version FROM person WHERE key = $1 FOR UPDATE",
                [PostgreSQLValue(person.key.text)]
            ) { $0.integer(0) ?? 0 }
            guard Int(former ?? 0) == person.version else { throw .stale }
            let saved = person.saved(as: person.version + 1)
            try connection.run(
                """
                INSERT INTO person VALUES ($1, $2, $3, $4, $5, $6, $7)
                ON CONFLICT (key) DO UPDATE SET id = $2, name = $3, "birthDate" = $4,
                    "foldedID" = $5, "foldedName" = $6, version = $7
                """,
                [
                    PostgreSQLValue(saved.key.text), PostgreSQLValue(saved.id),
                    PostgreSQLValue(saved.name), PostgreSQLValue(saved.birthDate?.description),
                    PostgreSQLValue(saved.id?.lowercased()),
                    PostgreSQLValue(saved.name?.lowercased() ?? ""),
                    PostgreSQLValue(saved.version),
                ])
            try note(
                saved.version == 1 ? .addPerson : .changePerson, person.key, author, connection)
            return saved
        }
    }

    package func person(_ key: RecordID) throws(RecordError) -> Person? {
        try with { connection throws(RecordError) in
            try connection.row(
                "SELECT \(PersonRow.columns) FROM person WHERE key = $1",
                [PostgreSQLValue(key.text)], read: PersonRow.person)
        }
    }

    package func person(withID id: String) throws(RecordError) -> Person? {
        try with { connection throws(RecordError) in
            try connection.row(
                "SELECT \(PersonRow.columns) FROM person WHERE id = $1", [PostgreSQLValue(id)],
                read: PersonRow.person)
        }
    }

    package func people(_ query: PersonQuery) throws(RecordError) -> [Person] {
        try with { connection throws(RecordError) in
            try PersonRow.people(query, in: connection)
        }
    }

    package func begin(_ test: StoredTest, by author: Author) throws(RecordError) {
        try change { connection throws(RecordError) in
            guard try TestRow.test(test.id, in: connection) == nil else { throw .exists }
            var running = test
            running.state = .running
            try TestRow.insert(running, TestContents(running), in: connection)
            try note(.begin, test.id, author, connection)
        }
    }

    package func append(_ event: StoredEvent, to test: RecordID) throws(RecordError) {
        try with { connection throws(RecordError) in
            // One round trip for the usual case.
            let inserted = try connection.rows(
                """
                INSERT INTO event SELECT $1, $2::bigint, $3::bigint, $4::bigint, $5
                FROM test WHERE id = $1 AND state = 'running'
                    AND (SELECT coalesce(max(number), -1) + 1 FROM event WHERE test = $1) = $2::bigint
                RETURNING 1
                """, TestRow.values(of: event, test: test)
            ) { _ in true }
            guard inserted.isEmpty else { return }
            let known = try connection.row(
                """
                SELECT state, (SELECT body FROM event WHERE test = $1 AND number = $2::bigint)
                FROM test WHERE id = $1
                """, [PostgreSQLValue(test.text), PostgreSQLValue(event.number)]
            ) { ($0.text(0), $0.text(1)) }
            guard let (state, body) = known else { throw .notFound }
            if body == event.text { return }
            throw state == TestState.running.rawValue ? .gap : .notRunning
        }
    }

    package func finish(
        _ test: RecordID, as ending: TestState, with record: TestRecord,
        circumstances: Circumstances?, at: Moment, by author: Author
    ) throws(RecordError) {
        try change { connection throws(RecordError) in
            guard var kept = try TestRow.test(test, in: connection, locked: true) else {
                throw .notFound
            }
            guard kept.state == .running else { throw .notRunning }
            kept.state = ending
            kept.record = record
            kept.circumstances = circumstances ?? kept.circumstances
            kept.ended = at
            try TestRow.update(kept, TestContents(kept), in: connection)
            try note(
                ending == .interrupted ? .interrupt : .finish, test, author, connection,
                contents: try contents(of: test, connection))
        }
    }

    package func add(
        _ test: StoredTest, events: [StoredEvent], by author: Author
    ) throws(RecordError) -> Bool {
        try test.checkEnded()
        return try change { connection throws(RecordError) in
            guard try TestRow.test(test.id, in: connection) == nil else { return false }
            try TestRow.insert(test, TestContents(test), in: connection)
            for event in events {
                try connection.run(
                    "INSERT INTO event VALUES ($1, $2, $3, $4, $5)",
                    TestRow.values(of: event, test: test.id))
            }
            try note(
                .add, test.id, author, connection, contents: try contents(of: test.id, connection))
            return true
        }
    }

    package func amend(_ test: StoredTest, by author: Author) throws(RecordError) -> StoredTest {
        try change { connection throws(RecordError) in
            guard let former = try TestRow.test(test.id, in: connection, locked: true) else {
                throw .notFound
            }
            try test.check(amending: former, by: author)
            let changed = now()
            try connection.run(
                "INSERT INTO former VALUES ($1, $2, $3, $4, $5, $6, $7)",
                [
                    PostgreSQLValue(test.id.text), PostgreSQLValue(former.version),
                    PostgreSQLValue(changed.milliseconds), PostgreSQLValue(changed.offsetMinutes),
                    PostgreSQLValue(author.name), PostgreSQLValue(author.reason),
                    PostgreSQLValue(former.jsonText),
                ])
            var amended = test
            amended.version += 1
            // The result stays as it was written.
            let record = try TestRow.record(of: test.id, in: connection)
            try TestRow.update(
                amended,
                TestContents(
                    circumstances: amended.circumstances.jsonText,
                    record: record ?? amended.record.jsonText), in: connection)
            try note(
                .amend, test.id, author, connection, contents: try contents(of: test.id, connection)
            )
            return amended
        }
    }

    package func test(_ id: RecordID) throws(RecordError) -> StoredTest? {
        try with { connection throws(RecordError) in try TestRow.test(id, in: connection) }
    }

    package func events(of test: RecordID) throws(RecordError) -> [StoredEvent] {
        try with { connection throws(RecordError) in try TestRow.events(of: test, in: connection) }
    }

    package func formerVersions(of test: RecordID) throws(RecordError) -> [FormerTest] {
        try with { connection throws(RecordError) in
            try TestRow.formerVersions(of: test, in: connection)
        }
    }

    package func tests(_ query: TestQuery) throws(RecordError) -> [StoredTest] {
        try with { connection throws(RecordError) in try TestRow.tests(query, in: connection) }
    }

    package func erase(_ object: RecordID, by author: Author) throws(RecordError) -> Int {
        try author.checkReason()
        return try change { connection throws(RecordError) in
            let object = PostgreSQLValue(object.text)
            let tests = try connection.rows(
                "SELECT id FROM test WHERE id = $1 OR person = $1 ORDER BY id FOR UPDATE", [object]
            ) { $0.text(0) ?? "" }
            for test in tests {
                for table in ["event", "former"] {
                    try connection.run(
                        "DELETE FROM \(table) WHERE test = $1", [PostgreSQLValue(test)])
                }
                try connection.run("DELETE FROM test WHERE id = $1", [PostgreSQLValue(test)])
                try note(.erase, RecordID(test), author, connection)
            }
            let person = try connection.row(
                "DELETE FROM person WHERE key = $1 RETURNING key", [object]
            ) { $0.text(0).flatMap { RecordID($0) } }
            guard person != nil || !tests.isEmpty else { throw .notFound }
            if let person { try note(.erase, person, author, connection) }
            return tests.count
        }
    }

    package func note(
        _ action: AuditAction, of object: RecordID?, by author: Author
    ) throws(RecordError) {
        try change { connection throws(RecordError) in
            try note(action, object, author, connection)
        }
    }

    package func trail(after number: Int, limit: Int) throws(RecordError) -> [AuditEntry] {
        try with { connection throws(RecordError) in
            try TrailRow.entries(after: number, limit: limit, in: connection)
        }
    }

    package func head() throws(RecordError) -> AuditHead {
        try with { connection throws(RecordError) in try TrailRow.head(in: connection) }
    }

    package func verify() throws(RecordError) -> [RecordFault] {
        try change { connection throws(RecordError) in
            try connection.run(script: "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
            var check = AuditCheck(chain)
            while true {
                let entries = try TrailRow.entries(
                    after: check.head.number, limit: 1_000, in: connection)
                for entry in entries { check.take(entry) }
                if entries.isEmpty { break }
            }
            for id in try connection.rows("SELECT id FROM test", read: { $0.text(0) ?? "" }) {
                guard let id = RecordID(id) else { continue }
                check.take(id, texts: try TestRow.texts(of: id, in: connection))
            }
            return check.end()
        }
    }

    package func copy(to path: String) throws(RecordError) {
        throw .failed("records in PostgreSQL are copied with 'pg_dump'.")
    }

    package func close() { connection.withLock { $0.close() } }

    func note(
        _ action: AuditAction, _ object: RecordID?, _ author: Author,
        _ connection: PostgreSQLConnection, contents: String? = nil
    ) throws(RecordError) {
        // One lane at a time adds to the chain.
        try connection.run(script: "SELECT pg_advisory_xact_lock(1097822070)")
        try TrailRow.insert(
            chain.entry(
                after: try TrailRow.head(in: connection), at: now(), author, action, object,
                contents: contents), in: connection)
    }

    private func contents(
        of test: RecordID, _ connection: PostgreSQLConnection
    ) throws(RecordError) -> String {
        chain.contents(of: try TestRow.texts(of: test, in: connection))
    }
}
