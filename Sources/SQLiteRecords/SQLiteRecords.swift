internal import Foundation
internal import Glibc
package import RecordStore
package import Records
internal import Synchronization

/// A store in one file: SQLite with a write-ahead log that is on the disk before a call returns.
package final class SQLiteRecords: RecordKeeping {
    private let connection: Mutex<SQLiteConnection>
    private let chain: AuditChain
    private let now: @Sendable () -> Moment
    /// The schema that this version writes, counted from 1.
    package static var schema: Int { SQLiteSchema.current }
    /// The path of the file, without links.
    package let path: String

    /// Opens a file, which is made with its folder if it is missing; an older one is brought to
    /// the current schema after a copy was made beside it.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - digest: chains the audit trail.
    ///   - now: the clock.
    ///   - layer: a file layer of SQLite by its name, for tests of crashes; nil for the system's.
    /// - Throws: `RecordError`.
    package init(
        _ path: String, digest: @escaping AuditChain.Digest,
        now: @escaping @Sendable () -> Moment, layer: String? = nil
    ) throws(RecordError) {
        let path = try Self.place(of: path)
        let connection = try SQLiteConnection(path, layer: layer)
        try SQLiteSchema.migrate(connection, path: path) { version throws(RecordError) in
            try Self.copy(connection, to: "\(path).schema-\(version)")
        }
        self.path = path
        self.connection = Mutex(connection)
        chain = AuditChain(digest)
        self.now = now
    }

    /// The path without links; its folder is made if it is missing, for its owner alone.
    ///
    /// - Throws: `RecordError.notOpened`.
    package static func place(of path: String) throws(RecordError) -> String {
        let url = URL(fileURLWithPath: path).standardizedFileURL
        let folder = url.deletingLastPathComponent()
        let isThere = FileManager.default.fileExists(atPath: folder.path)
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        } catch {
            throw .notOpened(path, reason: "the folder cannot be made")
        }
        // A new folder must be on the disk before what is in it.
        if !isThere { Self.sync(folder.deletingLastPathComponent().path) }
        return folder.resolvingSymlinksInPath().appendingPathComponent(url.lastPathComponent)
            .path
    }

    /// Waits until the names in a folder are on the disk.
    private static func sync(_ folder: String) {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        Glibc.close(descriptor)
    }

    private static func copy(_ connection: SQLiteConnection, to path: String) throws(RecordError) {
        try connection.beginCopy(to: path)
        defer { connection.endCopy() }
        while try !connection.copy(pages: -1) {}
    }

    func with<Result: Sendable>(
        _ act: (SQLiteConnection) throws(RecordError) -> Result
    ) throws(RecordError) -> Result {
        try connection.withLock { connection throws(RecordError) in try act(connection) }
    }

    /// Runs changes in one transaction.
    func change<Result: Sendable>(
        _ act: (SQLiteConnection) throws(RecordError) -> Result
    ) throws(RecordError) -> Result {
        try with { connection throws(RecordError) in
            try connection.changes { () throws(RecordError) in try act(connection) }
        }
    }

    package func save(_ person: Person, by author: Author) throws(RecordError) -> Person {
        try person.check()
        return try change { connection throws(RecordError) in
            let former = try connection.row(
                "SELECT version FROM person WHERE key = ?", [.text(person.key.text)]
            ) { $0.integer(0) ?? 0 }
            guard Int(former ?? 0) == person.version else { throw .stale }
            let saved = person.saved(as: person.version + 1)
            try connection.run(
                """
                INSERT INTO person (key, id, name, birthDate, foldedID, foldedName, version)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
                ON CONFLICT (key) DO UPDATE SET id = ?2, name = ?3, birthDate = ?4, foldedID = ?5,
                    foldedName = ?6, version = ?7
                """,
                [
                    .text(saved.key.text), SQLiteValue(saved.id), SQLiteValue(saved.name),
                    SQLiteValue(saved.birthDate?.description), SQLiteValue(saved.id?.lowercased()),
                    .text(saved.name?.lowercased() ?? ""), SQLiteValue(saved.version),
                ])
            try note(
                saved.version == 1 ? .addPerson : .changePerson, person.key, author, connection)
            return saved
        }
    }

    package func person(_ key: RecordID) throws(RecordError) -> Person? {
        try with { connection throws(RecordError) in
            try connection.row(
                "SELECT \(PersonRow.columns) FROM person WHERE key = ?", [.text(key.text)],
                read: PersonRow.person)
        }
    }

    package func person(withID id: String) throws(RecordError) -> Person? {
        try with { connection throws(RecordError) in
            try connection.row(
                "SELECT \(PersonRow.columns) FROM person WHERE id = ?", [.text(id)],
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
        try change { connection throws(RecordError) in
            let known = try connection.row(
                """
                SELECT state, (SELECT max(number) FROM event WHERE test = ?1),
                    (SELECT body FROM event WHERE test = ?1 AND number = ?2)
                FROM test WHERE id = ?1
                """, [.text(test.text), SQLiteValue(event.number)]
            ) { ($0.text(0), $0.integer(1), $0.text(2)) }
            guard let (state, last, body) = known else { throw .notFound }
            if body == event.text { return }
            guard state == TestState.running.rawValue else { throw .notRunning }
            guard event.number == Int(last ?? -1) + 1 else { throw .gap }
            try TestRow.insert(event, of: test, in: connection)
        }
    }

    package func finish(
        _ test: RecordID, as ending: TestState, with record: TestRecord,
        circumstances: Circumstances?, at: Moment, by author: Author
    ) throws(RecordError) {
        try change { connection throws(RecordError) in
            guard var kept = try TestRow.test(test, in: connection) else { throw .notFound }
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
            for event in events { try TestRow.insert(event, of: test.id, in: connection) }
            try note(
                .add, test.id, author, connection, contents: try contents(of: test.id, connection))
            return true
        }
    }

    package func amend(_ test: StoredTest, by author: Author) throws(RecordError) -> StoredTest {
        try change { connection throws(RecordError) in
            guard let former = try TestRow.test(test.id, in: connection) else { throw .notFound }
            try test.check(amending: former, by: author)
            let changed = now()
            try connection.run(
                "INSERT INTO former VALUES (?, ?, ?, ?, ?, ?, ?)",
                [
                    .text(test.id.text), SQLiteValue(former.version),
                    .integer(changed.milliseconds), SQLiteValue(changed.offsetMinutes),
                    .text(author.name), SQLiteValue(author.reason), .text(former.jsonText),
                ])
            var amended = test
            amended.version += 1
            // The result stays as it was written.
            let kept = try TestRow.contents(of: test.id, in: connection)
            try TestRow.update(
                amended,
                TestContents(
                    circumstances: amended.circumstances.jsonText,
                    record: kept?.record ?? amended.record.jsonText),
                in: connection)
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
        let count = try change { connection throws(RecordError) in
            let tests = try connection.rows(
                "SELECT id FROM test WHERE id = ?1 OR person = ?1 ORDER BY id",
                [.text(object.text)]
            ) { $0.text(0) ?? "" }
            for test in tests {
                for table in ["event", "former"] {
                    try connection.run("DELETE FROM \(table) WHERE test = ?", [.text(test)])
                }
                try connection.run("DELETE FROM test WHERE id = ?", [.text(test)])
                try note(.erase, RecordID(test), author, connection)
            }
            try connection.run("DELETE FROM person WHERE key = ?", [.text(object.text)])
            let wasPerson = connection.changed > 0
            guard wasPerson || !tests.isEmpty else { throw .notFound }
            if wasPerson { try note(.erase, object, author, connection) }
            return tests.count
        }
        // The log still has the pages as they were.
        try with { connection throws(RecordError) in
            _ = try connection.rows("PRAGMA wal_checkpoint(TRUNCATE)") { _ in }
        }
        return count
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
        try with { connection throws(RecordError) in
            try SQLiteCheck(connection: connection, chain: chain).faults()
        }
    }

    package func copy(to path: String) throws(RecordError) {
        try with { connection throws(RecordError) in try connection.beginCopy(to: path) }
        defer { try? with { $0.endCopy() } }
        // Others write between the pieces.
        while try with({ connection throws(RecordError) in
            try !connection.copy(pages: Self.pagesAtOnce)
        }) {}
    }

    /// A megabyte: a hundredth of a second, for which an event of a test may wait.
    private static let pagesAtOnce: Int32 = 256

    package func close() { connection.withLock { $0.close() } }

    func note(
        _ action: AuditAction, _ object: RecordID?, _ author: Author,
        _ connection: SQLiteConnection, contents: String? = nil
    ) throws(RecordError) {
        try TrailRow.insert(
            chain.entry(
                after: try TrailRow.head(in: connection), at: now(), author, action, object,
                contents: contents), in: connection)
    }

    private func contents(
        of test: RecordID, _ connection: SQLiteConnection
    ) throws(RecordError) -> String {
        chain.contents(of: try TestRow.texts(of: test, in: connection))
    }
}
