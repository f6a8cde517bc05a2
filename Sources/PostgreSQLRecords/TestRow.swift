internal import Acuity
internal import Foundation
internal import RecordStore
internal import Records

/// A row of the table of tests, with its events and its former versions.
enum TestRow {
    private static let columns = """
        id, person, sitting, state, began, "beganOffset", ended, "endedOffset", circumstances, \
        record, version
        """

    private static func read(_ row: PostgreSQLRow) throws(RecordError) -> StoredTest {
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
    static func moment(_ row: PostgreSQLRow, _ column: Int32) -> Moment? {
        row.integer(column).map {
            Moment(milliseconds: $0, offsetMinutes: Int(row.integer(column + 1) ?? 0))
        }
    }

    /// A test; nil if there is none.
    ///
    /// - Parameter locked: whether others must wait with their changes of it.
    static func test(
        _ id: RecordID, in connection: PostgreSQLConnection, locked: Bool = false
    ) throws(RecordError) -> StoredTest? {
        try connection.row(
            "SELECT \(columns) FROM test WHERE id = $1\(locked ? " FOR UPDATE" : "")",
            [PostgreSQLValue(id.text)], read: read)
    }

    /// The result of a test as it was written; nil if there is none.
    static func record(
        of id: RecordID, in connection: PostgreSQLConnection
    ) throws(RecordError) -> String? {
        try connection.row("SELECT record FROM test WHERE id = $1", [PostgreSQLValue(id.text)]) {
            $0.text(0) ?? ""
        }
    }

    /// All that the audit trail's digest of a test covers.
    static func texts(
        of id: RecordID, in connection: PostgreSQLConnection
    ) throws(RecordError) -> [String] {
        let events = try connection.rows(
            "SELECT body FROM event WHERE test = $1 ORDER BY number", [PostgreSQLValue(id.text)]
        ) { $0.text(0) ?? "" }
        let texts = try connection.row(
            "SELECT state, person, sitting, began, circumstances, record FROM test WHERE id = $1",
            [PostgreSQLValue(id.text)]
        ) { row in
            TestContents(circumstances: row.text(4) ?? "", record: row.text(5) ?? "").sealed(
                state: row.text(0) ?? "", person: row.text(1), sitting: row.text(2) ?? "",
                began: row.integer(3) ?? 0, events: events)
        }
        guard let texts else { throw .notFound }
        return texts
    }

    private static let written = """
        person, sitting, state, began, "beganOffset", ended, "endedOffset", eye, procedure, \
        correction, "logMAR", estimate, low, high, circumstances, record, version
        """
    private static let parameters = (1...17).map { "$\($0)" }.joined(separator: ", ")

    /// Writes a new test.
    static func insert(
        _ test: StoredTest, _ contents: TestContents, in connection: PostgreSQLConnection
    ) throws(RecordError) {
        try checkPerson(of: test, in: connection)
        try connection.run(
            "INSERT INTO test (\(written), id) VALUES (\(parameters), $18)",
            values(test, contents) + [PostgreSQLValue(test.id.text)])
    }

    /// Writes a test again.
    static func update(
        _ test: StoredTest, _ contents: TestContents, in connection: PostgreSQLConnection
    ) throws(RecordError) {
        try checkPerson(of: test, in: connection)
        try connection.run(
            "UPDATE test SET (\(written)) = (\(parameters)) WHERE id = $18",
            values(test, contents) + [PostgreSQLValue(test.id.text)])
    }

    private static func checkPerson(
        of test: StoredTest, in connection: PostgreSQLConnection
    ) throws(RecordError) {
        guard let person = test.person else { return }
        let found = try connection.row(
            "SELECT 1 FROM person WHERE key = $1 FOR SHARE", [PostgreSQLValue(person.text)]
        ) { _ in true }
        guard found == true else { throw .notFound }
    }

    private static func values(_ test: StoredTest, _ contents: TestContents) -> [PostgreSQLValue] {
        let record = test.record
        let reliable = record.estimate?.ifReliable
        return [
            PostgreSQLValue(test.person?.text), PostgreSQLValue(test.sitting.text),
            PostgreSQLValue(test.state.rawValue), PostgreSQLValue(test.began.milliseconds),
            PostgreSQLValue(test.began.offsetMinutes), PostgreSQLValue(test.ended?.milliseconds),
            PostgreSQLValue(test.ended?.offsetMinutes), PostgreSQLValue(test.eye.rawValue),
            PostgreSQLValue(record.setup.procedure ?? ProcedureChoice.etdrs.rawValue),
            PostgreSQLValue(test.circumstances.correction?.rawValue),
            PostgreSQLValue(record.score.logMAR?.value), PostgreSQLValue(reliable?.figure?.value),
            PostgreSQLValue(reliable?.interval95.lowerBound.value),
            PostgreSQLValue(reliable?.interval95.upperBound.value),
            PostgreSQLValue(contents.circumstances), PostgreSQLValue(contents.record),
            PostgreSQLValue(test.version),
        ]
    }

    /// Tests, the latest first.
    static func tests(
        _ query: TestQuery, in connection: PostgreSQLConnection
    ) throws(RecordError) -> [StoredTest] {
        var filter = PostgreSQLFilter()
        if let person = query.person { filter.add("person = ?", PostgreSQLValue(person.text)) }
        if let sitting = query.sitting { filter.add("sitting = ?", PostgreSQLValue(sitting.text)) }
        if query.isOfNobody { filter.add("person IS NULL") }
        if let states = query.states {
            let list = states.map { "'\($0.rawValue)'" }.joined(separator: ", ")
            filter.add("state IN (\(list))")
        }
        filter.add(days: query.days)
        if let after = query.after {
            filter.add(
                "(began, id) < (?::bigint, ?)", PostgreSQLValue(after.began),
                PostgreSQLValue(after.id.text))
        }
        let limit = query.limit == .max ? "ALL" : "\(query.limit)"
        return try connection.rows(
            "SELECT \(columns) FROM test \(filter.text) ORDER BY began DESC, id DESC LIMIT \(limit)",
            filter.values, read: read)
    }

    /// The values of a row of the table of events.
    static func values(of event: StoredEvent, test: RecordID) -> [PostgreSQLValue] {
        [
            PostgreSQLValue(test.text), PostgreSQLValue(event.number),
            PostgreSQLValue(event.at.milliseconds), PostgreSQLValue(event.at.offsetMinutes),
            PostgreSQLValue(event.text),
        ]
    }

    /// The events of a test, in order.
    static func events(
        of test: RecordID, in connection: PostgreSQLConnection
    ) throws(RecordError) -> [StoredEvent] {
        try connection.rows(
            "SELECT number, at, \"atOffset\", body FROM event WHERE test = $1 ORDER BY number",
            [PostgreSQLValue(test.text)]
        ) { row in
            StoredEvent(
                number: Int(row.integer(0) ?? 0), at: moment(row, 1) ?? Moment(milliseconds: 0),
                text: row.text(3) ?? "")
        }
    }

    /// The former versions of a test, in order.
    static func formerVersions(
        of test: RecordID, in connection: PostgreSQLConnection
    ) throws(RecordError) -> [FormerTest] {
        try connection.rows(
            """
            SELECT body, changed, "changedOffset", author, reason FROM former WHERE test = $1
            ORDER BY version
            """, [PostgreSQLValue(test.text)]
        ) { row throws(RecordError) in
            guard let former: StoredTest = decoded(row.text(0)), let changed = moment(row, 1)
            else { throw .failed("a former version of a test cannot be read.") }
            return FormerTest(
                test: former, changed: changed,
                author: Author(row.text(3) ?? "", reason: row.text(4)))
        }
    }
}

/// The conditions of a query, with their values.
struct PostgreSQLFilter {
    private var conditions: [String] = []
    private(set) var values: [PostgreSQLValue] = []

    /// The conditions after WHERE; empty without any.
    var text: String {
        conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND ")
    }

    /// Adds a condition; each question mark stands for a value.
    mutating func add(_ condition: String, _ more: PostgreSQLValue...) {
        var number = values.count
        conditions.append(
            condition.map { character in
                guard character == "?" else { return String(character) }
                number += 1
                return "$\(number)"
            }.joined())
        values += more
    }

    /// Adds the days of a test, by the clock of its place.
    ///
    /// - Parameter within: puts the condition into another one.
    mutating func add(days: PersonQuery, within other: (String) -> String = { $0 }) {
        guard let span = days.span else { return }
        let condition = """
            began >= ?::bigint AND began < ?::bigint AND to_char(to_timestamp(began / 1000 \
            + "beganOffset" * 60) AT TIME ZONE 'UTC', 'YYYY-MM-DD') BETWEEN ? AND ?
            """
        add(
            other(condition), PostgreSQLValue(span.lowerBound), PostgreSQLValue(span.upperBound),
            PostgreSQLValue(days.from?.description ?? "0000-00-00"),
            PostgreSQLValue(days.through?.description ?? "9999-99-99"))
    }
}
