package import RecordStore

/// A value of a statement.
package enum SQLValue: Sendable, Equatable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case bytes([UInt8])

    /// Text, or NULL for nil.
    package init(_ text: String?) { self = text.map { .text($0) } ?? .null }
    /// A number, or NULL for nil.
    package init(_ number: Double?) { self = number.map { .real($0) } ?? .null }
    /// A whole number, or NULL for nil.
    package init(_ number: Int64?) { self = number.map { .integer($0) } ?? .null }
    /// A whole number.
    package init(_ number: Int) { self = .integer(Int64(number)) }
}

/// A row of a statement, valid until the next one. Columns count from 0.
package protocol SQLRow: SendableMetatype {
    /// The text of a column; nil for NULL.
    func text(_ column: Int32) -> String?
    /// The whole number of a column; nil for NULL.
    func integer(_ column: Int32) -> Int64?
    /// The number of a column; nil for NULL.
    func real(_ column: Int32) -> Double?
    /// The bytes of a column; nil for NULL.
    func bytes(_ column: Int32) -> [UInt8]?
}

extension SQLRow {
    /// The moment of two columns; nil for NULL.
    func moment(_ column: Int32) -> Moment? {
        integer(column).map {
            Moment(milliseconds: $0, offsetMinutes: Int(integer(column + 1) ?? 0))
        }
    }
}

/// A connection to a database of records. One thread at a time.
///
/// The parameters of a statement are `?1`, `?2` and so on.
package protocol SQLConnection: AnyObject, SendableMetatype {
    /// A row of a statement.
    associatedtype Row: SQLRow

    /// The words in which the database differs.
    static var dialect: SQLDialect { get }

    /// Notes that a call of the store begins: its time counts from here.
    func beginsCall()

    /// Runs statements that have neither parameters nor rows.
    func run(script: String) throws(RecordError)

    /// Runs a statement and reads each of its rows.
    func rows<Result>(
        _ text: String, _ values: [SQLValue], read: (Row) throws(RecordError) -> Result
    ) throws(RecordError) -> [Result]

    /// Runs changes as one: all of them, or none if one fails.
    func changes<Result>(_ act: () throws(RecordError) -> Result) throws(RecordError) -> Result

    /// Makes others wait with their entries of the audit trail until the end of the changes.
    func lockTrail() throws(RecordError)

    /// Runs the database's own checks.
    func faults() throws(RecordError) -> [RecordFault]

    /// Removes the bytes of erased rows.
    func wipe() throws(RecordError)

    /// Begins a copy of everything into a new file, or an empty one.
    func beginCopy(to target: String) throws(RecordError)

    /// Copies the next part.
    ///
    /// - Returns: whether the copy is complete.
    func copyMore(to target: String) throws(RecordError) -> Bool

    /// Ends a copy, complete or not.
    func endCopy(to target: String)

    /// Begins a copy that is checked while others go on to write.
    ///
    /// - Returns: the place of the copy; nil for a database that needs none.
    func beginFreezing() throws(RecordError) -> String?

    /// A separate connection to the complete copy, or to one state of the database. The caller
    /// closes it.
    func frozen(in copy: String?) throws(RecordError) -> Self

    /// Ends the connection.
    func close()
}

extension SQLConnection {
    package func beginsCall() {}

    /// Runs a statement without rows.
    package func run(_ text: String, _ values: [SQLValue] = []) throws(RecordError) {
        _ = try rows(text, values) { _ in }
    }

    /// Runs a statement without parameters and reads each of its rows.
    package func rows<Result>(
        _ text: String, read: (Row) throws(RecordError) -> Result
    ) throws(RecordError) -> [Result] {
        try rows(text, [], read: read)
    }

    /// The first row of a statement; nil if it has none.
    package func row<Result>(
        _ text: String, _ values: [SQLValue] = [], read: (Row) throws(RecordError) -> Result
    ) throws(RecordError) -> Result? {
        try rows(text, values, read: read).first
    }
}

/// The words in which databases differ.
package struct SQLDialect: Sendable {
    /// Locks the rows of a query against changes of others: " FOR UPDATE".
    let lock: String
    /// Locks the rows of a query against their removal: " FOR SHARE".
    let share: String
    /// Orders texts by their bytes: " COLLATE ...".
    let bytewise: String
    /// The day on which a test began, by the clock of its place, as "2026-01-31".
    let day: String

    /// Whether the column "id" has characters beyond ASCII.
    let isBeyondASCII: String

    /// Sets each property from the parameter of its name.
    package init(
        lock: String, share: String, bytewise: String, day: String, isBeyondASCII: String
    ) {
        self.isBeyondASCII = isBeyondASCII
        self.lock = lock
        self.share = share
        self.bytewise = bytewise
        self.day = day
    }
}

/// The conditions of a query, with their values.
struct SQLFilter {
    private var conditions: [String] = []
    private(set) var values: [SQLValue] = []

    /// The conditions after WHERE; empty without any.
    var text: String {
        conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND ")
    }

    /// The name of the parameter after the last one.
    var next: String { "?\(values.count + 1)" }

    /// Adds a condition; each question mark is a value.
    mutating func add(_ condition: String, _ more: SQLValue...) {
        var number = values.count
        conditions.append(
            condition.map { character in
                guard character == "?" else { return String(character) }
                number += 1
                return "?\(number)"
            }.joined())
        values += more
    }

    /// Adds the days of a test, by the clock of its place.
    ///
    /// - Parameter within: puts the condition into another one.
    mutating func add(
        days: PersonQuery, _ dialect: SQLDialect, within other: (String) -> String = { $0 }
    ) {
        guard let span = days.span else { return }
        let condition =
            "began >= CAST(? AS BIGINT) AND began < CAST(? AS BIGINT) AND \(dialect.day) BETWEEN ? AND ?"
        add(
            other(condition), .integer(span.lowerBound), .integer(span.upperBound),
            .text(days.from?.description ?? "0000-00-00"),
            .text(days.through?.description ?? "9999-99-99"))
    }
}
