internal import Acuity
internal import Foundation
internal import RecordStore
internal import Records

extension String {
    /// The text between brackets.
    fileprivate var inBrackets: String { "(" + self + ")" }
}

/// A row of the table of tests, with its events and its former versions.
enum TestRow {
    private static let columns = """
        id, person, sitting, state, began, beganOffset, ended, endedOffset, circumstances, record, \
        version
        """

    private static func read(_ row: SQLiteRow) throws(RecordError) -> StoredTest {
        guard let id = row.text(0).flatMap({ RecordID($0) }),
            let sitting = row.text(2).flatMap({ RecordID($0) }),
            let state = row.text(3).flatMap({ TestState(rawValue: $0) }),
            let circumstances: Circumstances = decoded(row.text(8)),
            let record: TestRecord = decoded(row.text(9))
        else { throw .failed("a test cannot be read; check them with 'aloud records verify'.") }
        return StoredTest(
            id: id, person: row.text(1).flatMap { RecordID($0) }, sitting: sitting, state: state,
            began: moment(row, 4) ?? Moment(milliseconds: 0), ended: moment(row, 6),
            circumstances: circumstances, record: record, version: Int(row.integer(10) ?? 1))
    }

    private static func decoded<Value: Decodable>(_ text: String?) -> Value? {
        text.flatMap { try? JSONDecoder().decode(Value.self, from: Data($0.utf8)) }
    }

    /// The moment of two columns; nil for NULL.
    static func moment(_ row: SQLiteRow, _ column: Int32) -> Moment? {
        row.integer(column).map {
            Moment(milliseconds: $0, offsetMinutes: Int(row.integer(column + 1) ?? 0))
        }
    }

    /// A test; nil if there is none.
    static func test(
        _ id: RecordID, in connection: SQLiteConnection
    ) throws(RecordError) -> StoredTest? {
        try connection.row(
            "SELECT \(columns) FROM test WHERE id = ?", [.text(id.text)], read: read)
    }

    /// The texts of a test as they were written; nil if there is none.
    static func contents(
        of id: RecordID, in connection: SQLiteConnection
    ) throws(RecordError) -> TestContents? {
        try connection.row(
            "SELECT circumstances, record FROM test WHERE id = ?", [.text(id.text)]
        ) { TestContents(circumstances: $0.text(0) ?? "", record: $0.text(1) ?? "") }
    }

    /// All that the audit trail's digest of a test covers.
    static func texts(
        of id: RecordID, in connection: SQLiteConnection
    ) throws(RecordError) -> [String] {
        let events = try connection.rows(
            "SELECT body FROM event WHERE test = ? ORDER BY number", [.text(id.text)]
        ) { $0.text(0) ?? "" }
        let texts = try connection.row(
            """
            SELECT state, person, sitting, began, circumstances, record FROM test WHERE id = ?
            """, [.text(id.text)]
        ) { row in
            TestContents(circumstances: row.text(4) ?? "", record: row.text(5) ?? "").sealed(
                state: row.text(0) ?? "", person: row.text(1), sitting: row.text(2) ?? "",
                began: row.integer(3) ?? 0, events: events)
        }
        guard let texts else { throw .notFound }
        return texts
    }

    /// Writes a new test.
    static func insert(
        _ test: StoredTest, _ contents: TestContents, in connection: SQLiteConnection
    ) throws(RecordError) {
        try checkPerson(of: test, in: connection)
        try connection.run(
            """
            INSERT INTO test (person, sitting, state, began, beganOffset, ended, endedOffset, eye,
                procedure, correction, logMAR, estimate, low, high, circumstances, record, version,
                id)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """, values(test, contents) + [.text(test.id.text)])
    }

    /// Writes a test again.
    static func update(
        _ test: StoredTest, _ contents: TestContents, in connection: SQLiteConnection
    ) throws(RecordError) {
        try checkPerson(of: test, in: connection)
        try connection.run(
            """
            UPDATE test SET (person, sitting, state, began, beganOffset, ended, endedOffset, eye,
                procedure, correction, logMAR, estimate, low, high, circumstances, record, version)
                = (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            WHERE id = ?
            """, values(test, contents) + [.text(test.id.text)])
    }

    private static func checkPerson(
        of test: StoredTest, in connection: SQLiteConnection
    ) throws(RecordError) {
        guard let person = test.person else { return }
        let found = try connection.row(
            "SELECT 1 FROM person WHERE key = ?", [.text(person.text)]
        ) { _ in true }
        guard found == true else { throw .notFound }
    }

    private static func values(_ test: StoredTest, _ contents: TestContents) -> [SQLiteValue] {
        let record = test.record
        let reliable = record.estimate?.ifReliable
        return [
            SQLiteValue(test.person?.text), .text(test.sitting.text), .text(test.state.rawValue),
            .integer(test.began.milliseconds), SQLiteValue(test.began.offsetMinutes),
            SQLiteValue(test.ended?.milliseconds),
            SQLiteValue(test.ended.map { Int64($0.offsetMinutes) }),
            .text(test.eye.rawValue),
            .text(record.setup.procedure ?? ProcedureChoice.etdrs.rawValue),
            SQLiteValue(test.circumstances.correction?.rawValue),
            SQLiteValue(record.score.logMAR?.value), SQLiteValue(reliable?.figure?.value),
            SQLiteValue(reliable?.interval95.lowerBound.value),
            SQLiteValue(reliable?.interval95.upperBound.value),
            .text(contents.circumstances), .text(contents.record), SQLiteValue(test.version),
        ]
    }

    /// Tests, the latest first.
    static func tests(
        _ query: TestQuery, in connection: SQLiteConnection
    ) throws(RecordError) -> [StoredTest] {
        var conditions: [String] = []
        var values: [SQLiteValue] = []
        func require(_ condition: String, _ more: SQLiteValue...) {
            conditions.append(condition)
            values += more
        }
        if let person = query.person { require("person = ?", .text(person.text)) }
        if let sitting = query.sitting { require("sitting = ?", .text(sitting.text)) }
        if query.isOfNobody { require("person IS NULL") }
        if let states = query.states {
            // Not as values: the index of running tests is for this very condition.
            conditions.append(
                states.map { "state = '\($0.rawValue)'" }.joined(separator: " OR ").inBrackets)
        }
        if let span = query.days.span {
            require(
                "began >= ? AND began < ?", .integer(span.lowerBound), .integer(span.upperBound))
            // By the clock of the place.
            require(
                "date(began / 1000 + beganOffset * 60, 'unixepoch') BETWEEN ? AND ?",
                .text(query.from?.description ?? "0000-00-00"),
                .text(query.through?.description ?? "9999-99-99"))
        }
        if let after = query.after {
            require("(began, id) < (?, ?)", .integer(after.began), .text(after.id.text))
        }
        let filter = conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND ")
        return try connection.rows(
            "SELECT \(columns) FROM test \(filter) ORDER BY began DESC, id DESC LIMIT ?",
            values + [SQLiteValue(query.limit)], read: read)
    }

    /// Writes an event.
    static func insert(
        _ event: StoredEvent, of test: RecordID, in connection: SQLiteConnection
    ) throws(RecordError) {
        try connection.run(
            "INSERT INTO event (test, number, at, atOffset, body) VALUES (?, ?, ?, ?, ?)",
            [
                .text(test.text), SQLiteValue(event.number), .integer(event.at.milliseconds),
                SQLiteValue(event.at.offsetMinutes), .text(event.text),
            ])
    }

    /// The events of a test, in order.
    static func events(
        of test: RecordID, in connection: SQLiteConnection
    ) throws(RecordError) -> [StoredEvent] {
        try connection.rows(
            "SELECT number, at, atOffset, body FROM event WHERE test = ? ORDER BY number",
            [.text(test.text)]
        ) { row in
            StoredEvent(
                number: Int(row.integer(0) ?? 0), at: moment(row, 1) ?? Moment(milliseconds: 0),
                text: row.text(3) ?? "")
        }
    }

    /// The former versions of a test, in order.
    static func formerVersions(
        of test: RecordID, in connection: SQLiteConnection
    ) throws(RecordError) -> [FormerTest] {
        try connection.rows(
            """
            SELECT body, changed, changedOffset, author, reason FROM former WHERE test = ?
            ORDER BY version
            """, [.text(test.text)]
        ) { row throws(RecordError) in
            guard let former: StoredTest = decoded(row.text(0)), let changed = moment(row, 1)
            else { throw .failed("a former version of a test cannot be read.") }
            return FormerTest(
                test: former, changed: changed,
                author: Author(row.text(3) ?? "", reason: row.text(4)))
        }
    }
}
