package import RecordStore
package import Records
internal import Synchronization

/// A store in a database: the same tables and statements, whatever the database.
package final class SQLRecords<Connection: SQLConnection>: RecordKeeping {
    private let connection: Mutex<Connection>
    let chain: AuditChain
    private let now: @Sendable () -> Moment

    /// A store whose tables are there, or are made when the connection is first used.
    ///
    /// - Parameters:
    ///   - connection: belongs to the store from now on.
    ///   - chain: makes the entries of the audit trail.
    ///   - now: the clock.
    package init(
        over connection: sending Connection, chain: AuditChain,
        now: @escaping @Sendable () -> Moment
    ) {
        self.connection = Mutex(connection)
        self.chain = chain
        self.now = now
    }

    /// Calls a function with the connection, which no other thread uses meanwhile.
    package func with<Result: Sendable>(
        _ act: (Connection) throws(RecordError) -> Result
    ) throws(RecordError) -> Result {
        try connection.withLock { connection throws(RecordError) in
            connection.beginsCall()
            return try act(connection)
        }
    }

    /// Runs changes in one transaction.
    func change<Result: Sendable>(
        _ act: (Connection) throws(RecordError) -> Result
    ) throws(RecordError) -> Result {
        try with { connection throws(RecordError) in
            try connection.changes { () throws(RecordError) in try act(connection) }
        }
    }

    private func people<Result: Sendable>(
        _ act: (PersonRows<Connection>) throws(RecordError) -> Result
    ) throws(RecordError) -> Result {
        try with { connection throws(RecordError) in
            try act(PersonRows(connection: connection))
        }
    }

    private func tests<Result: Sendable>(
        _ act: (TestRows<Connection>) throws(RecordError) -> Result
    ) throws(RecordError) -> Result {
        try with { connection throws(RecordError) in try act(TestRows(connection: connection)) }
    }

    /// Runs changes of tests in one transaction.
    private func changeTests<Result: Sendable>(
        _ act: (TestRows<Connection>) throws(RecordError) -> Result
    ) throws(RecordError) -> Result {
        try change { connection throws(RecordError) in
            try act(TestRows(connection: connection))
        }
    }

    package func save(_ person: Person, by author: Author) throws(RecordError) -> Person {
        var person = person.spelled
        if person.followUp?.isEmpty == true { person.followUp = nil }
        try person.check()
        return try change { [person] connection throws(RecordError) in
            let rows = PersonRows(connection: connection)
            guard try rows.version(of: person.key) ?? 0 == person.version else { throw .stale }
            if let id = person.id, let other = try rows.person(withID: id), other.key != person.key
            {
                throw .taken
            }
            let saved = person.saved(as: person.version + 1)
            try rows.write(saved, salt: Person.newSalt())
            try note(
                saved.version == 1 ? .addPerson : .changePerson, person.key, author, connection
            ) { rows throws(RecordError) in try rows.person(person.key) }
            return saved
        }
    }

    package func person(_ key: RecordID) throws(RecordError) -> Person? {
        try people { people throws(RecordError) in try people.person(key) }
    }

    package func person(withID id: String) throws(RecordError) -> Person? {
        try people { people throws(RecordError) in try people.person(withID: id) }
    }

    package func people(_ query: PersonQuery) throws(RecordError) -> [Person] {
        try query.check()
        return try people { people throws(RecordError) in try people.people(query) }
    }

    package func begin(_ test: StoredTest, by author: Author) throws(RecordError) {
        try test.circumstances.check()
        try changeTests { tests throws(RecordError) in
            guard try tests.test(test.id) == nil else { throw .exists }
            try tests.checkUnlocked(test)
            var running = test
            running.state = .running
            try tests.insert(running, TestContents(running))
            try note(.begin, of: test.id, author, tests)
        }
    }

    package func append(_ event: StoredEvent, to test: RecordID) throws(RecordError) {
        try tests { tests throws(RecordError) in
            if try tests.append(event, to: test) { return }
            guard let (state, text) = try tests.state(of: test, event: event.number) else {
                throw .notFound
            }
            if text == event.text { return }
            throw state == TestState.running.rawValue ? .gap : .notRunning
        }
    }

    package func finish(
        _ test: RecordID, as ending: TestState, with record: TestRecord,
        circumstances: Circumstances?, at: Moment, by author: Author
    ) throws(RecordError) {
        try changeTests { tests throws(RecordError) in
            guard var kept = try tests.test(test, locked: true) else { throw .notFound }
            guard kept.state == .running else { throw .notRunning }
            guard try !TrailRows(connection: tests.connection).hasEnd(of: test) else {
                throw .changedOutside
            }
            kept.state = ending
            kept.record = record
            kept.circumstances = circumstances ?? kept.circumstances
            kept.ended = at
            try tests.update(kept, TestContents(kept))
            try note(ending == .interrupted ? .interrupt : .finish, of: test, author, tests)
            try deliver(kept, tests)
        }
    }

    package func add(
        _ test: StoredTest, events: [StoredEvent], former: [FormerTest], sound: [UInt8]?,
        by author: Author
    ) throws(RecordError) -> Bool {
        try test.checkEnded()
        guard !test.record.isMasked else {
            throw .invalid(
                "the result of this test is masked. Add it from the records that have the result.")
        }
        return try changeTests { tests throws(RecordError) in
            guard try tests.test(test.id) == nil else { return false }
            try tests.checkUnlocked(test)
            try tests.insert(test, TestContents(test))
            try tests.insert(events, of: test.id)
            for version in former {
                guard version.test.id == test.id else {
                    throw .invalid("a former version belongs to another test.")
                }
                try tests.insert(
                    former: version.test, changed: version.changed, by: version.author)
            }
            if let sound { try tests.write(sound: sound, of: test.id) }
            try note(.add, of: test.id, author, tests)
            try deliver(test, tests)
            return true
        }
    }

    package func amend(_ test: StoredTest, by author: Author) throws(RecordError) -> StoredTest {
        try changeTests { tests throws(RecordError) in
            guard let former = try tests.test(test.id, locked: true) else { throw .notFound }
            try test.check(amending: former, by: author)
            try tests.checkUnlocked(former)
            try tests.checkUnlocked(test)
            try tests.insert(former: former, changed: now(), by: author)
            var amended = test
            amended.version += 1
            if test.person != former.person, test.sitting == former.sitting {
                let first = try tests.formerVersions(of: test.id).first?.test ?? former
                amended.sitting = first.sitting(with: test.person)
            }
            // The result stays as it was written.
            let record = try tests.record(of: test.id)
            try tests.update(
                amended,
                TestContents(
                    circumstances: amended.circumstances.jsonText,
                    record: record ?? amended.record.jsonText))
            try note(.amend, of: test.id, author, tests)
            try deliver(amended, tests)
            return try tests.test(test.id) ?? amended
        }
    }

    package func test(_ id: RecordID) throws(RecordError) -> StoredTest? {
        try tests { tests throws(RecordError) in try tests.test(id) }
    }

    package func origin(of test: RecordID) throws(RecordError) -> Author? {
        try with { connection throws(RecordError) in
            try TrailRows(connection: connection).origin(of: test)
        }
    }

    package func events(of test: RecordID) throws(RecordError) -> [StoredEvent] {
        try tests { tests throws(RecordError) in try tests.events(of: test) }
    }

    package func formerVersions(of test: RecordID) throws(RecordError) -> [FormerTest] {
        try tests { tests throws(RecordError) in try tests.formerVersions(of: test) }
    }

    package func tests(_ query: TestQuery) throws(RecordError) -> [StoredTest] {
        try tests { tests throws(RecordError) in try tests.tests(query) }
    }

    package func keep(
        sound: [UInt8], of test: RecordID, by author: Author
    ) throws(RecordError) {
        try changeTests { tests throws(RecordError) in
            guard let kept = try tests.test(test, locked: true) else { throw .notFound }
            if kept.state != .running { try tests.checkUnlocked(kept) }
            try tests.write(sound: sound, of: test)
            try note(.keepSound, of: test, author, tests)
        }
    }

    package func sound(of test: RecordID) throws(RecordError) -> [UInt8]? {
        try with { connection throws(RecordError) in
            try connection.row("SELECT body FROM sound WHERE test = ?1", [.text(test.text)]) {
                $0.bytes(0) ?? []
            }
        }
    }

    package func erase(_ object: RecordID, by author: Author) throws(RecordError) -> Int {
        try author.checkReason()
        let count = try change { connection throws(RecordError) in
            let tests = try connection.rows(
                "SELECT id FROM test WHERE id = ?1 OR person = ?1 ORDER BY id"
                    + Connection.dialect.lock, [.text(object.text)]
            ) { $0.text(0) ?? "" }
            let rows = TestRows(connection: connection)
            for test in tests {
                if let id = RecordID(test), let kept = try rows.test(id) {
                    try rows.checkUnlocked(kept)
                }
                for table in ["event", "former", "sound", "delivery"] {
                    try connection.run("DELETE FROM \(table) WHERE test = ?1", [.text(test)])
                }
                try connection.run("DELETE FROM test WHERE id = ?1", [.text(test)])
                try note(.erase, RecordID(test), author, connection)
            }
            try connection.run("DELETE FROM instance WHERE record = ?1", [.text(object.text)])
            let wasPerson = try PersonRows(connection: connection).remove(object)
            guard wasPerson || !tests.isEmpty else { throw .notFound }
            if wasPerson { try note(.erase, object, author, connection) }
            return tests.count
        }
        try with { connection throws(RecordError) in try connection.wipe() }
        return count
    }

    package func note(
        _ action: AuditAction, of object: RecordID?, by author: Author
    ) throws(RecordError) {
        try change { connection throws(RecordError) in
            try note(action, object, author, connection)
        }
    }

    package func time(
        of action: AuditAction, on object: RecordID
    ) throws(RecordError) -> Moment? {
        try with { connection throws(RecordError) in
            try TrailRows(connection: connection).time(of: action, on: object)
        }
    }

    package func trail(after number: Int, limit: Int) throws(RecordError) -> [AuditEntry] {
        try with { connection throws(RecordError) in
            try TrailRows(connection: connection).entries(after: number, limit: limit)
        }
    }

    package func head() throws(RecordError) -> AuditHead {
        try with { connection throws(RecordError) in
            try TrailRows(connection: connection).head()
        }
    }

    package func close() { connection.withLock { $0.close() } }

    /// Adds an entry to the audit trail, within a transaction.
    ///
    /// - Parameter object: the object that was written, whose digest the entry has. It is read after
    ///   others wait with their entries, so that it has what they wrote before.
    func note(
        _ action: AuditAction, _ object: RecordID?, _ author: Author, _ connection: Connection,
        contents written: (
            (SealedRows<Connection>) throws(RecordError) -> SealedRows<Connection>.Object?
        )? = nil
    ) throws(RecordError) {
        try connection.lockTrail()
        let rows = SealedRows(connection: connection, chain: chain)
        let texts = try written.map { written throws(RecordError) in try written(rows) }??.texts
        try add(action, object, author, connection, contents: texts.map(chain.contents))
    }

    /// Adds an entry about a test that was written, within a transaction.
    private func note(
        _ action: AuditAction, of test: RecordID, _ author: Author, _ tests: TestRows<Connection>
    ) throws(RecordError) {
        try note(action, test, author, tests.connection) { rows throws(RecordError) in
            try rows.test(test)
        }
    }

    /// Adds the deliveries of a test that was written, within a transaction.
    private func deliver(
        _ test: StoredTest, _ tests: TestRows<Connection>
    ) throws(RecordError) {
        try DeliveryRows(connection: tests.connection).insert(test, at: now())
    }

    /// Adds an entry to the audit trail while others wait with theirs.
    func add(
        _ action: AuditAction, _ object: RecordID?, _ author: Author, _ connection: Connection,
        contents: String?
    ) throws(RecordError) {
        let trail = TrailRows(connection: connection)
        try trail.insert(
            chain.entry(
                after: try trail.head(), at: now(), author, action, object, contents: contents))
    }
}
