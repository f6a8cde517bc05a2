internal import CPostgreSQL
internal import Glibc
package import RecordSQL
package import RecordStore

/// A connection to a server of PostgreSQL. One thread at a time.
///
/// It connects when first used, and again after the network was lost. Each wait has the deadline of
/// its patience; after that the connection is given up, since the server may be stopped or gone.
package final class PostgreSQLConnection: SQLConnection {
    package static let dialect = SQLDialect(
        lock: " FOR UPDATE", share: " FOR SHARE", bytewise: " COLLATE \"C\"",
        day:
            "to_char(to_timestamp(began / 1000 + \"beganOffset\" * 60) AT TIME ZONE 'UTC', 'YYYY-MM-DD')",
        isBeyondASCII: "octet_length(id) <> length(id)"
    )

    private let address: String
    private let patience: Patience
    private var handle: OpaquePointer?
    /// The connection that is being made; nil while none is.
    private var attempt: ConnectionAttempt?
    /// The deadline of the present call of the store; nil without a limit.
    private var callEnds: ContinuousClock.Instant?
    private var isClosed = false
    /// Whether the last statement was given up at its deadline.
    private var isSilent = false
    /// Prepares a new connection: creates the tables.
    private let prepare: (PostgreSQLConnection) throws(RecordError) -> Void

    /// - Parameters:
    ///   - address: "postgresql://user@host/database", or any other form that libpq takes.
    ///   - patience: how long it waits for the server.
    ///   - prepare: called with each new connection.
    init(
        _ address: String, patience: Patience,
        prepare: @escaping (PostgreSQLConnection) throws(RecordError) -> Void
    ) {
        self.address = address
        self.patience = patience
        self.prepare = prepare
    }

    deinit {
        attempt?.leave()
        PQfinish(handle)
    }

    /// Ends the connection permanently.
    package func close() {
        attempt?.leave()
        attempt = nil
        PQfinish(handle)
        handle = nil
        isClosed = true
    }

    package func beginsCall() { callEnds = patience.call.map { .now + $0 } }

    /// The moment at which a silent server is given up.
    private var deadline: ContinuousClock.Instant {
        let silent = ContinuousClock.now + patience.silence
        return callEnds.map { min($0, silent) } ?? silent
    }

    /// Runs statements that have neither parameters nor rows.
    package func run(script: String) throws(RecordError) {
        PQclear(try result { PQsendQuery($0, script) })
    }

    /// Runs a statement and reads each of its rows.
    package func rows<Result>(
        _ text: String, _ values: [SQLValue], read: (PostgreSQLRow) throws(RecordError) -> Result
    ) throws(RecordError) -> [Result] {
        // The library would end a text there, and the audit trail would have the digest of all of it.
        guard !values.contains(where: \.hasNull) else {
            throw .invalid(
                "A text has the character U+0000, which the database cannot keep. Leave it out.")
        }
        let texts: [[CChar]?] = values.map { $0.written.map { Array($0.utf8CString) } }
        // The library names parameters $1, $2; no statement has another question mark.
        let text = text.replacing("?", with: "$")
        let result = try result { handle in
            CTexts.with(texts) { pointers in
                PQsendQueryParams(
                    handle, text, Int32(pointers.count), nil, pointers, nil, nil, 0)
            }
        }
        defer { PQclear(result) }
        var rows: [Result] = []
        for index in 0..<PQntuples(result) {
            rows.append(try read(PostgreSQLRow(result: result, row: index)))
        }
        return rows
    }

    /// Runs changes as one: all of them, or none if one fails.
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

    // Connecting.

    /// A lane must not wait long for a lost network; an address may set other limits.
    private static let limits = [
        ("application_name", "aloud"), ("connect_timeout", "3"), ("tcp_user_timeout", "5000"),
        ("keepalives_idle", "10"), ("keepalives_interval", "5"), ("keepalives_count", "3"),
    ]

    private func opened() throws(RecordError) -> OpaquePointer {
        guard !isClosed else { throw .closed }
        if let handle, PQstatus(handle) == CONNECTION_OK { return handle }
        PQfinish(handle)
        handle = nil
        let attempt =
            attempt
            ?? ConnectionAttempt(
                Self.limits.map(\.0) + ["dbname"], Self.limits.map(\.1) + [address])
        self.attempt = attempt
        guard let made = attempt.handle(within: ContinuousClock.now.duration(to: deadline)) else {
            throw .unreachable(Self.silent)
        }
        self.attempt = nil
        guard let made, PQstatus(made) == CONNECTION_OK, PQsetnonblocking(made, 1) == 0 else {
            let words = made.map { String(cString: PQerrorMessage($0)) }
            PQfinish(made)
            throw .unreachable(Self.firstLine(of: words))
        }
        handle = made
        do throws(RecordError) {
            try run(script: patience.settings)
            try prepare(self)
        } catch {
            PQfinish(handle)
            handle = nil
            throw error
        }
        return made
    }

    private static let silent = "the server of the database does not answer."

    /// The library's words about a connection. They name hosts and databases, never values.
    private static func firstLine(of words: String?) -> String {
        words?.split(separator: "\n").first.map { $0 + "." } ?? silent
    }

    // A statement and its result.

    /// Sends a statement and waits for its result, which the caller clears.
    ///
    /// If the connection was lost since its last use, the statement is sent again over a new one.
    /// So a statement outside a transaction may run twice: such statements only read, or add an
    /// event again, which changes nothing.
    private func result(
        of send: (OpaquePointer) -> Int32
    ) throws(RecordError) -> OpaquePointer? {
        let wasIdle = handle.map { PQtransactionStatus($0) == PQTRANS_IDLE } ?? false
        isSilent = false
        do throws(RecordError) { return try firstResult(of: send) } catch {
            guard wasIdle, !isSilent, handle == nil, !isClosed else { throw error }
            return try firstResult(of: send)
        }
    }

    private func firstResult(
        of send: (OpaquePointer) -> Int32
    ) throws(RecordError) -> OpaquePointer? {
        let handle = try opened()
        guard send(handle) == 1 else { throw lost() }
        var last: OpaquePointer?
        do throws(RecordError) {
            var unsent = PQflush(handle)
            while unsent == 1 {
                // The server may have output to be read before it takes more.
                let isReadable = try wait(for: Int16(POLLIN | POLLOUT), at: handle)
                guard !isReadable || PQconsumeInput(handle) == 1 else { throw lost() }
                unsent = PQflush(handle)
            }
            guard unsent == 0 else { throw lost() }
            while true {
                while PQisBusy(handle) == 1 {
                    _ = try wait(for: Int16(POLLIN), at: handle)
                    guard PQconsumeInput(handle) == 1 else { throw lost() }
                }
                guard let next = PQgetResult(handle) else { break }
                PQclear(last)
                last = next
            }
            try check(last)
        } catch {
            PQclear(last)
            throw error
        }
        return last
    }

    /// Waits until the socket can be read or written; poll(2).
    ///
    /// - Returns: whether it can be read.
    /// - Throws: `RecordError.unreachable` at the deadline, with the connection given up.
    private func wait(
        for events: Int16, at handle: OpaquePointer
    ) throws(RecordError) -> Bool {
        let deadline = deadline
        while true {
            let left = ContinuousClock.now.duration(to: deadline).milliseconds
            guard left > 0 else {
                isSilent = true
                giveUp()
                throw .unreachable(Self.silent)
            }
            var place = pollfd(fd: PQsocket(handle), events: events, revents: 0)
            let count = poll(&place, 1, Int32(min(left + 1, 1_000_000)))
            if count > 0 { return place.revents & ~Int16(POLLOUT) != 0 }
            guard count == 0 || errno == EINTR else { throw lost() }
        }
    }

    private func giveUp() {
        PQfinish(handle)
        handle = nil
    }

    /// The error of a connection that was lost in mid-statement.
    private func lost() -> RecordError {
        let words = Self.firstLine(of: handle.map { String(cString: PQerrorMessage($0)) })
        giveUp()
        return .unreachable(words)
    }

    private func check(_ result: OpaquePointer?) throws(RecordError) {
        switch PQresultStatus(result) {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK: return
        default: break
        }
        let state = PQresultErrorField(result, 67).map { String(cString: $0) } ?? ""
        // An error of the library itself has no state: the connection was lost in mid-statement,
        // and the library may notice it only at the next statement.
        if PQstatus(handle) != CONNECTION_OK || state.isEmpty { throw lost() }
        throw Self.error(ofState: state)
    }

    /// The error of a SQLSTATE (PostgreSQL's manual, appendix A). The server's message is left out:
    /// its details may have values.
    static func error(ofState state: String) -> RecordError {
        switch state {
        case "23505": .taken
        case "53100": .full
        case "25006":
            .refused(
                "the database takes no changes, because it is a standby or read-only. Name the"
                    + " primary server.")
        case "42501":
            .refused(
                "the role of the address may not do this. Grant it SELECT, INSERT, UPDATE and DELETE"
                    + " on all tables of Aloud.")
        case "22P05", "22021":
            .refused(
                "the encoding of the database lacks a character of this text. Move the records to a"
                    + " database with the encoding UTF8.")
        // A lock, a statement that took too long, a deadlock, a serialization.
        case "55P03", "57014", "40P01", "40001":
            .busy("another program holds them, or the server is slow (SQLSTATE \(state)).")
        // The server ends, or is starting.
        case "57P01", "57P02", "57P03": .unreachable("the server of the database is ending.")
        default: .failed("PostgreSQL refuses (SQLSTATE \(state)).")
        }
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
    /// Whether it is a text with the character U+0000.
    fileprivate var hasNull: Bool {
        if case .text(let text) = self { text.utf8.contains(0) } else { false }
    }

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
        return PostgreSQLConnection(address, patience: .long) { connection throws(RecordError) in
            // A new connection would see a later state.
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
