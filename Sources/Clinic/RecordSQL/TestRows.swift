internal import Acuity
internal import Foundation
internal import RecordStore
internal import Records
internal import Trials

/// The table of tests, with its events and its former versions.
struct TestRows<Connection: SQLConnection> {
    let connection: Connection

    private var dialect: SQLDialect { Connection.dialect }

    private static var columns: String {
        """
        id, person, sitting, state, began, "beganOffset", ended, "endedOffset", circumstances, \
        record, version, \
        (SELECT i.number FROM instance i WHERE i.test = test.id AND i.record = coalesce(person, test.id))
        """
    }

    private static func read(_ row: Connection.Row) throws(RecordError) -> StoredTest {
        guard let id = row.text(0).flatMap({ RecordID($0) }),
            let sitting = row.text(2).flatMap({ RecordID($0) }),
            let state = row.text(3).flatMap({ TestState(rawValue: $0) }),
            let circumstances: Circumstances = decoded(row.text(8)),
            let record: TestRecord = decoded(row.text(9))
        else { throw .failed("a test cannot be read; check them with 'aloud records verify'.") }
        return StoredTest(
            id: id, person: row.text(1).flatMap { RecordID($0) }, sitting: sitting, state: state,
            began: row.moment(4) ?? Moment(milliseconds: 0), ended: row.moment(6),
            circumstances: circumstances, record: record, version: Int(row.integer(10) ?? 1),
            instance: row.integer(11).map { Int($0) })
    }

    private static func decoded<Value: Decodable>(_ text: String?) -> Value? {
        text.flatMap { try? JSONDecoder().decode(Value.self, from: Data($0.utf8)) }
    }

    /// A test; nil if there is none.
    ///
    /// - Parameter locked: whether others must wait with their changes of it.
    func test(_ id: RecordID, locked: Bool = false) throws(RecordError) -> StoredTest? {
        try connection.row(
            "SELECT \(Self.columns) FROM test WHERE id = ?1\(locked ? dialect.lock : "")",
            [.text(id.text)], read: Self.read)
    }

    /// The result of a test as it was written; nil if there is none.
    func record(of id: RecordID) throws(RecordError) -> String? {
        try connection.row("SELECT record FROM test WHERE id = ?1", [.text(id.text)]) {
            $0.text(0) ?? ""
        }
    }

    private static var written: String {
        """
        person, sitting, state, began, "beganOffset", ended, "endedOffset", eye, procedure, \
        correction, "logMAR", estimate, low, high, circumstances, record, version
        """
    }
    private static var parameters: String { (1...17).map { "?\($0)" }.joined(separator: ", ") }

    /// Writes a new test.
    func insert(_ test: StoredTest, _ contents: TestContents) throws(RecordError) {
        try checkPerson(of: test)
        try connection.run(
            "INSERT INTO test (\(Self.written), id) VALUES (\(Self.parameters), ?18)",
            Self.values(test, contents))
        try giveInstance(test, wish: test.instance)
    }

    /// Writes a test again.
    func update(_ test: StoredTest, _ contents: TestContents) throws(RecordError) {
        try checkPerson(of: test)
        try connection.run(
            "UPDATE test SET (\(Self.written)) = (\(Self.parameters)) WHERE id = ?18",
            Self.values(test, contents))
        try giveInstance(test, wish: nil)
    }

    /// The highest number that an added test may bring: far more than a person has tests.
    private static var highest: Int { 1_000_000 }

    /// Gives a test its number among those of its person, unless it has one: `wish` if that is
    /// free, else the next number. A number is never reused, not even after its test was moved or
    /// erased.
    private func giveInstance(_ test: StoredTest, wish: Int?) throws(RecordError) {
        // Two lanes must not give the same number.
        try connection.lockTrail()
        try connection.run(
            """
            INSERT INTO instance (test, record, number)
            SELECT CAST(?1 AS TEXT), CAST(?2 AS TEXT), CASE
                WHEN CAST(?3 AS BIGINT) > 0 AND NOT EXISTS (
                    SELECT 1 FROM instance WHERE record = ?2 AND number = CAST(?3 AS BIGINT))
                THEN CAST(?3 AS BIGINT) ELSE coalesce(max(number), 0) + 1 END
            FROM instance WHERE record = ?2
            ON CONFLICT (test, record) DO NOTHING
            """,
            [
                .text(test.id.text), .text((test.person ?? test.id).text),
                SQLValue(wish.flatMap { (1...Self.highest).contains($0) ? $0 : nil } ?? 0),
            ])
    }

    /// Makes sure that a trial has not locked the data of a test. Nobody can lock them meanwhile,
    /// because all changes of settings and tests wait for the trail.
    ///
    /// - Throws: `RecordError.locked`.
    func checkUnlocked(_ test: StoredTest) throws(RecordError) {
        guard let visit = test.circumstances.trial else { return }
        try connection.lockTrail()
        let text = try connection.row(
            "SELECT body FROM setting WHERE name = ?1", [.text(StudyBook.setting)]
        ) { $0.text(0) }
        guard let book = StudyBook(text ?? nil) else {
            throw .failed("the list of studies cannot be read; restore a backup of the records.")
        }
        if let reason = book.lock(of: visit) { throw .locked(reason) }
    }

    private func checkPerson(of test: StoredTest) throws(RecordError) {
        guard let person = test.person else { return }
        let found = try connection.row(
            "SELECT 1 FROM person WHERE key = ?1\(dialect.share)", [.text(person.text)]
        ) { _ in true }
        guard found == true else { throw .notFound }
    }

    private static func values(_ test: StoredTest, _ contents: TestContents) -> [SQLValue] {
        let record = test.record
        let reliable = record.estimate?.ifReliable
        return [
            SQLValue(test.person?.text), .text(test.sitting.text), .text(test.state.rawValue),
            .integer(test.began.milliseconds), SQLValue(test.began.offsetMinutes),
            SQLValue(test.ended?.milliseconds),
            SQLValue(test.ended.map { Int64($0.offsetMinutes) }),
            .text(test.eye.rawValue),
            .text(record.setup.procedure ?? ProcedureChoice.etdrs.rawValue),
            SQLValue(test.circumstances.correction?.rawValue),
            SQLValue(record.score.logMAR?.value), SQLValue(reliable?.figure?.value),
            SQLValue(reliable?.interval95.lowerBound.value),
            SQLValue(reliable?.interval95.upperBound.value),
            .text(contents.circumstances), .text(contents.record), SQLValue(test.version),
            .text(test.id.text),
        ]
    }

    /// Tests, the latest first.
    func tests(_ query: TestQuery) throws(RecordError) -> [StoredTest] {
        var filter = SQLFilter()
        if let person = query.person { filter.add("person = ?", .text(person.text)) }
        if let sitting = query.sitting { filter.add("sitting = ?", .text(sitting.text)) }
        if query.isOfNobody { filter.add("person IS NULL") }
        if let states = query.states {
            // Literals, not parameters: the index of running tests needs this exact condition.
            let list = states.map { "state = '\($0.rawValue)'" }.joined(separator: " OR ")
            filter.add("(\(list))")
        }
        filter.add(days: query.days, dialect)
        if let after = query.after {
            filter.add(
                "(began, id) \(query.isEarliestFirst ? ">" : "<") (CAST(? AS BIGINT), ?)",
                .integer(after.began),
                .text(after.id.text))
        }
        let order = query.isEarliestFirst ? "" : " DESC"
        return try connection.rows(
            """
            SELECT \(Self.columns) FROM test \(filter.text) ORDER BY began\(order), id\(order)
            LIMIT \(filter.next)
            """, filter.values + [SQLValue(query.limit)], read: Self.read)
    }

    /// Writes the next event of a running test, in one step.
    ///
    /// - Returns: whether the event was written.
    func append(_ event: StoredEvent, to test: RecordID) throws(RecordError) -> Bool {
        try connection.row(
            """
            INSERT INTO event SELECT id, CAST(?2 AS BIGINT), CAST(?3 AS BIGINT), CAST(?4 AS BIGINT),
                CAST(?5 AS TEXT)
            FROM test WHERE id = ?1 AND state = 'running'
                AND (SELECT coalesce(max(number), -1) + 1 FROM event WHERE test = ?1)
                    = CAST(?2 AS BIGINT)
            RETURNING 1
            """, Self.values(of: event, test)
        ) { _ in true } ?? false
    }

    /// The state of a test, and the text of its event with a number; nil if there is no test.
    func state(
        of test: RecordID, event number: Int
    ) throws(RecordError) -> (state: String?, event: String?)? {
        try connection.row(
            """
            SELECT state, (SELECT body FROM event WHERE test = ?1 AND number = CAST(?2 AS BIGINT))
            FROM test WHERE id = ?1
            """, [.text(test.text), SQLValue(number)]
        ) { ($0.text(0), $0.text(1)) }
    }

    /// Events that are written by one statement: a network makes each statement wait.
    private static var eventsAtOnce: Int { 50 }

    /// Writes events.
    func insert(_ events: [StoredEvent], of test: RecordID) throws(RecordError) {
        var rest = events[...]
        while !rest.isEmpty {
            let count = rest.count < Self.eventsAtOnce ? 1 : Self.eventsAtOnce
            let rows = (0..<count).map { row in
                "(\((1...5).map { "?\(row * 5 + $0)" }.joined(separator: ", ")))"
            }
            try connection.run(
                "INSERT INTO event VALUES \(rows.joined(separator: ", "))",
                rest.prefix(count).flatMap { Self.values(of: $0, test) })
            rest = rest.dropFirst(count)
        }
    }

    private static func values(of event: StoredEvent, _ test: RecordID) -> [SQLValue] {
        [
            .text(test.text), SQLValue(event.number), .integer(event.at.milliseconds),
            SQLValue(event.at.offsetMinutes), .text(event.text),
        ]
    }

    /// The events of a test, in order.
    func events(of test: RecordID) throws(RecordError) -> [StoredEvent] {
        try connection.rows(
            "SELECT number, at, \"atOffset\", body FROM event WHERE test = ?1 ORDER BY number",
            [.text(test.text)]
        ) { row in
            StoredEvent(
                number: Int(row.integer(0) ?? 0), at: row.moment(1) ?? Moment(milliseconds: 0),
                text: row.text(3) ?? "")
        }
    }

    /// Keeps the former version of a test before a change.
    func insert(
        former: StoredTest, changed: Moment, by author: Author
    ) throws(RecordError) {
        try connection.run(
            "INSERT INTO former VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
            [
                .text(former.id.text), SQLValue(former.version), .integer(changed.milliseconds),
                SQLValue(changed.offsetMinutes), .text(author.name), SQLValue(author.reason),
                .text(former.jsonText),
            ])
    }

    /// Keeps the sound of a test, replacing a former one.
    func write(sound: [UInt8], of test: RecordID) throws(RecordError) {
        try connection.run(
            "INSERT INTO sound VALUES (?1, ?2) ON CONFLICT (test) DO UPDATE SET body = ?2",
            [.text(test.text), .bytes(sound)])
    }

    /// The former versions of a test, in order.
    func formerVersions(of test: RecordID) throws(RecordError) -> [FormerTest] {
        try connection.rows(
            """
            SELECT body, changed, "changedOffset", author, reason FROM former WHERE test = ?1
            ORDER BY version
            """, [.text(test.text)]
        ) { row throws(RecordError) in
            guard let former: StoredTest = Self.decoded(row.text(0)), let changed = row.moment(1)
            else { throw .failed("a former version of a test cannot be read.") }
            return FormerTest(
                test: former, changed: changed,
                author: Author(row.text(3) ?? "", reason: row.text(4)))
        }
    }
}
