internal import CPostgreSQL
package import RecordSQL
package import RecordStore

/// A connection to a server of PostgreSQL. One thread at a time.
///
/// It connects when first used, and again after the network was lost.
package final class PostgreSQLConnection: SQLConnection {
    package static let dialect = SQLDialect(
        lock: " FOR UPDATE", share: " FOR SHARE", bytewise: " COLLATE \"C\"",
        day:
            "to_char(to_timestamp(began / 1000 + \"beganOffset\" * 60) AT TIME ZONE 'UTC', 'YYYY-MM-DD')"
    )

    private let address: String
    private var handle: OpaquePointer?
    private var isClosed = false
    private var isReady = false
    /// Prepares a new connection: creates the tables.
    private let prepare: (PostgreSQLConnection) throws(RecordError) -> Void

    /// - Parameters:
    ///   - address: "postgresql://user@host/database", or any other form that libpq takes.
    ///   - prepare: called with each new connection.
    init(
        _ address: String, prepare: @escaping (PostgreSQLConnection) throws(RecordError) -> Void
    ) {
        self.address = address
        self.prepare = prepare
    }

    deinit { PQfinish(handle) }

    /// Ends the connection for good.
    package func close() {
        PQfinish(handle)
        handle = nil
        isClosed = true
    }

    /// Runs statements that have neither parameters nor rows.
    package func run(script: String) throws(RecordError) {
        let result = PQexec(try opened(), script)
        defer { PQclear(result) }
        try check(result)
    }

    /// Runs a statement and reads each of its rows.
    package func rows<Result>(
        _ text: String, _ values: [SQLValue], read: (PostgreSQLRow) throws(RecordError) -> Result
    ) throws(RecordError) -> [Result] {
        let handle = try opened()
        let texts: [[CChar]?] = values.map { $0.written.map { Array($0.utf8CString) } }
        // The library names parameters $1, $2; no statement has another question mark.
        let text = text.replacing("?", with: "$")
        let result = Self.withPointers(to: texts) { pointers in
            PQexecParams(handle, text, Int32(pointers.count), nil, pointers, nil, nil, 0)
        }
        defer { PQclear(result) }
        try check(result)
        var rows: [Result] = []
        for index in 0..<PQntuples(result) {
            rows.append(try read(PostgreSQLRow(result: result, row: index)))
        }
        return rows
    }

    /// Runs changes as one: all of them, or none where one fails.
    package func changes<Result>(_ act: () throws(RecordError) -> Result) throws(RecordError)
        -> Result
    {
        try run(script: "BEGIN")
        do throws(RecordError) {
            let result = try act()
            try run(script: "COMMIT")
            return result
        } catch {
            if let handle, PQtransactionStatus(handle) != PQTRANS_IDLE {
                try? run(script: "ROLLBACK")
            }
            throw error
        }
    }

    /// A lane must not wait long for a network that is gone; an address may set other limits.
    private static let keywords = [
        "application_name", "connect_timeout", "tcp_user_timeout", "dbname",
    ]
    private static func values(_ address: String) -> [String] { ["aloud", "3", "5000", address] }

    private func opened() throws(RecordError) -> OpaquePointer {
        guard !isClosed else { throw .closed }
        if let handle, PQstatus(handle) == CONNECTION_OK { return handle }
        PQfinish(handle)
        isReady = false
        let made = Self.withPointers(
            to: [Self.keywords, Self.values(address)].map { $0.map { Array($0.utf8CString) } }
                .flatMap { $0 + [nil] }
        ) { pointers in
            let (keywords, values) = (
                Array(pointers.prefix(pointers.count / 2)),
                Array(pointers.suffix(pointers.count / 2))
            )
            return PQconnectdbParams(keywords, values, 1)
        }
        handle = made
        guard let made, PQstatus(made) == CONNECTION_OK else {
            throw .unreachable(Self.firstLine(of: made.map { String(cString: PQerrorMessage($0)) }))
        }
        if !isReady {
            isReady = true
            do throws(RecordError) { try prepare(self) } catch {
                PQfinish(handle)
                handle = nil
                throw error
            }
        }
        return made
    }

    /// The library's words about a connection. They name hosts and databases, never values.
    private static func firstLine(of words: String?) -> String {
        words?.split(separator: "\n").first.map { $0 + "." } ?? "the server does not answer."
    }

    private func check(_ result: OpaquePointer?) throws(RecordError) {
        switch PQresultStatus(result) {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK: return
        default: break
        }
        let state = PQresultErrorField(result, 67).map { String(cString: $0) } ?? ""
        // The library itself gives no state: the connection was lost in mid-statement, which it may
        // notice only with the next one.
        if let handle, PQstatus(handle) != CONNECTION_OK || state.isEmpty {
            let words = Self.firstLine(of: String(cString: PQerrorMessage(handle)))
            PQfinish(handle)
            self.handle = nil
            throw .unreachable(words)
        }
        switch state {
        case "23505": throw .taken
        case "53100": throw .full
        case "25006": throw .readOnly
        // The server ends, or is starting.
        case "57P01", "57P02", "57P03": throw .unreachable("the server of the database is ending.")
        // Not the server's message: its details may have values.
        default: throw .failed("PostgreSQL refuses (SQLSTATE \(state)).")
        }
    }

    private static func withPointers<Result>(
        to texts: [[CChar]?], _ act: ([UnsafePointer<CChar>?]) -> Result
    ) -> Result {
        func next(_ rest: ArraySlice<[CChar]?>, _ made: [UnsafePointer<CChar>?]) -> Result {
            guard let first = rest.first else { return act(made) }
            guard let text = first else { return next(rest.dropFirst(), made + [nil]) }
            return text.withUnsafeBufferPointer { next(rest.dropFirst(), made + [$0.baseAddress]) }
        }
        return next(texts[...], [])
    }
}

/// A row of a result, valid until the result is cleared.
package struct PostgreSQLRow: SQLRow {
    fileprivate let result: OpaquePointer?
    fileprivate let row: Int32

    /// The text of a column, counted from 0; nil for NULL.
    package func text(_ column: Int32) -> String? {
        guard PQgetisnull(result, row, column) == 0, let text = PQgetvalue(result, row, column)
        else { return nil }
        return String(cString: text)
    }

    /// The whole number of a column; nil for NULL.
    package func integer(_ column: Int32) -> Int64? { text(column).flatMap { Int64($0) } }

    /// The number of a column; nil for NULL.
    package func real(_ column: Int32) -> Double? { text(column).flatMap { Double($0) } }

    package func bytes(_ column: Int32) -> [UInt8]? {
        // "\\x" with two digits a byte.
        guard let digits = text(column)?.utf8.dropFirst(2) else { return nil }
        func value(_ digit: UInt8) -> UInt8 { digit < 58 ? digit - 48 : digit - 87 }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count / 2)
        var first: UInt8?
        for digit in digits {
            if let high = first {
                bytes.append(high << 4 | value(digit))
                first = nil
            } else {
                first = value(digit)
            }
        }
        return bytes
    }
}

extension SQLValue {
    /// The value as the library takes it; nil for NULL.
    fileprivate var written: String? {
        switch self {
        case .null: nil
        case .integer(let number): String(number)
        case .real(let number): String(number)
        case .text(let text): text
        case .bytes(let bytes): Self.written(bytes)
        }
    }

    private static func written(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        var text = Array("\\x".utf8)
        text.reserveCapacity(2 * bytes.count + 2)
        for byte in bytes { text += [digits[Int(byte >> 4)], digits[Int(byte & 15)]] }
        return String(decoding: text, as: UTF8.self)
    }
}

extension PostgreSQLConnection {
    package func lockTrail() throws(RecordError) {
        try run(script: "SELECT pg_advisory_xact_lock(1097822070)")
    }

    /// The server checks its files and references itself.
    package func faults() -> [RecordFault] { [] }

    package func wipe() {}

    package func beginCopy(to target: String) throws(RecordError) {
        throw .failed("records in PostgreSQL are copied with 'pg_dump'.")
    }

    package func copyMore(to target: String) -> Bool { true }

    package func endCopy(to target: String) {}

    package func beginFreezing() throws(RecordError) -> String? {
        _ = try opened()
        return nil
    }

    /// A connection with one transaction that sees one state of the database.
    package func frozen(in copy: String?) throws(RecordError) -> PostgreSQLConnection {
        var isFirst = true
        return PostgreSQLConnection(address) { connection throws(RecordError) in
            // Another connection would see another state.
            guard isFirst else { throw .unreachable("the connection was lost.") }
            isFirst = false
            try connection.run(
                script: """
                    SET client_min_messages = warning; SET client_encoding = 'UTF8';
                    BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY
                    """)
        }
    }
}
