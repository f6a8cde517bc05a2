internal import CSQLite
internal import Glibc
package import RecordSQL
package import RecordStore

/// The one connection to a file of records. One thread at a time.
///
/// Only this connection uses the file: SQLite before 3.51.3 can lose data when two connections
/// write to the same write-ahead log.
package final class SQLiteConnection: SQLConnection {
    package static let dialect = SQLDialect(
        lock: "", share: "", bytewise: "",
        day: "date(began / 1000 + \"beganOffset\" * 60, 'unixepoch')",
        isBeyondASCII: "length(CAST(id AS BLOB)) <> length(id)")

    private var handle: OpaquePointer?
    private let path: String
    /// The identity of the file, whatever its name; nil with another file layer.
    private let file: DatabaseFileIdentity?
    /// The statements that were prepared, by their text.
    private var statements: [String: OpaquePointer] = [:]
    /// The copies of `beginFreezing`, by their path.
    private var freezing: [String: PlainCopy] = [:]
    /// The copies that are being made, by their path.
    private var copying: [String: (backup: OpaquePointer, target: OpaquePointer)] = [:]
    /// The copy that the connection reads, and removes when it closes; nil for the records
    /// themselves.
    private var copy: PlainCopy?

    /// Opens a file, which is made if it is missing and readable by its owner only.
    ///
    /// - Parameters:
    ///   - path: an absolute path without links.
    ///   - layer: the name of the file layer; nil for the system's.
    init(_ path: String, layer: String? = nil) throws(RecordError) {
        self.path = path
        if layer == nil {
            var log = stat()
            guard access(path, F_OK) == 0 || stat(path + "-wal", &log) != 0 || log.st_size == 0
            else {
                // SQLite would delete the log.
                throw .logAlone(path)
            }
            let made = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
            guard made >= 0 else {
                let code = errno
                if code == EROFS { throw .readOnly }
                if code == ENOSPC { throw .full }
                throw .notOpened(path, reason: String(cString: strerror(code)))
            }
            Glibc.close(made)
            file = DatabaseFileIdentity(path)
        } else {
            file = nil
        }
        try openFile(SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, layer)
        do {
            try check(aloud_defend(handle))
            // The exclusive lock precedes the journal mode, so that the log needs no shared memory.
            for pragma in [
                "locking_mode=EXCLUSIVE", "journal_mode=WAL", "synchronous=FULL",
                "foreign_keys=ON", "recursive_triggers=ON", "cell_size_check=ON",
                "secure_delete=ON",
            ] {
                _ = try rows("PRAGMA \(pragma)", []) { _ in }
            }
        } catch {
            close()
            throw error
        }
    }

    /// Opens a complete copy to read it. `close` removes the copy.
    private init(reading copy: PlainCopy) throws(RecordError) {
        (path, file) = (copy.path, nil)
        // The copy is one file: it has no log.
        copy.forgetLog()
        try openFile(SQLITE_OPEN_READONLY, nil)
        self.copy = copy
    }

    private func openFile(_ kind: Int32, _ layer: String?) throws(RecordError) {
        let flags = kind | SQLITE_OPEN_NOFOLLOW | SQLITE_OPEN_EXRESCODE | SQLITE_OPEN_NOMUTEX
        let status = sqlite3_open_v2(path, &handle, flags, layer)
        guard status == SQLITE_OK else {
            let error = error(status)
            sqlite3_close_v2(handle)
            handle = nil
            throw error
        }
    }

    deinit { close() }

    /// Ends the connection.
    package func close() {
        for target in copying.keys { endCopy(to: target) }
        for statement in statements.values { sqlite3_finalize(statement) }
        statements = [:]
        sqlite3_close_v2(handle)
        handle = nil
        copy?.remove()
        copy = nil
    }

    /// Runs statements that have neither parameters nor rows.
    package func run(script: String) throws(RecordError) {
        try check(sqlite3_exec(try opened, script, nil, nil, nil))
    }

    /// Runs a statement and reads each of its rows.
    package func rows<Result>(
        _ text: String, _ values: [SQLValue], read: (SQLiteRow) throws(RecordError) -> Result
    ) throws(RecordError) -> [Result] {
        let statement = try prepared(text)
        defer {
            sqlite3_reset(statement)
            sqlite3_clear_bindings(statement)
        }
        for (index, value) in values.enumerated() {
            try check(bind(value, to: statement, at: Int32(index + 1)))
        }
        var rows: [Result] = []
        while true {
            let status = sqlite3_step(statement)
            switch status {
            case SQLITE_ROW: rows.append(try read(SQLiteRow(statement: statement)))
            case SQLITE_DONE: return rows
            default: throw error(status)
            }
        }
    }

    /// Runs changes as one: all of them, or none if one fails.
    package func changes<Result>(
        _ act: () throws(RecordError) -> Result
    ) throws(RecordError) -> Result {
        guard file == nil || DatabaseFileIdentity(path) == file else { throw .moved(path) }
        try run("BEGIN IMMEDIATE")
        do throws(RecordError) {
            let result = try act()
            try run("COMMIT")
            return result
        } catch {
            // A full disk may have ended the transaction already.
            if sqlite3_get_autocommit(handle) == 0 { try? run("ROLLBACK") }
            throw error
        }
    }

    private var opened: OpaquePointer {
        get throws(RecordError) {
            guard let handle else { throw .closed }
            return handle
        }
    }

    private func prepared(_ text: String) throws(RecordError) -> OpaquePointer {
        if let known = statements[text] { return known }
        var statement: OpaquePointer?
        try check(
            sqlite3_prepare_v3(
                try opened, text, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil))
        guard let statement else { throw .failed("an empty statement") }
        statements[text] = statement
        return statement
    }

    private func bind(
        _ value: SQLValue, to statement: OpaquePointer, at index: Int32
    ) -> Int32 {
        switch value {
        case .null: return sqlite3_bind_null(statement, index)
        case .integer(let number): return sqlite3_bind_int64(statement, index, number)
        case .real(let number): return sqlite3_bind_double(statement, index, number)
        case .bytes(let bytes):
            return bytes.withUnsafeBytes {
                aloud_bind_blob(statement, index, $0.baseAddress, Int32($0.count))
            }
        case .text(var text):
            return text.withUTF8 { bytes in
                bytes.withMemoryRebound(to: CChar.self) { characters in
                    guard let start = characters.baseAddress else {
                        return aloud_bind_text(statement, index, "", 0)
                    }
                    return aloud_bind_text(statement, index, start, Int32(characters.count))
                }
            }
        }
    }

    private func check(_ status: Int32) throws(RecordError) {
        guard status == SQLITE_OK else { throw error(status) }
    }

    /// The error of a status. SQLite's own words may name tables and columns, never values.
    private func error(_ status: Int32) -> RecordError {
        switch status & 0xFF {
        case SQLITE_BUSY, SQLITE_LOCKED: .inUse(path)
        case SQLITE_FULL: .full
        case SQLITE_READONLY, SQLITE_PERM: .readOnly
        case SQLITE_CANTOPEN:
            .notOpened(path, reason: String(cString: sqlite3_errstr(status)))
        case SQLITE_NOTADB, SQLITE_CORRUPT: .notRecords(path)
        case SQLITE_CONSTRAINT where status == aloud_unique: .taken
        default:
            .failed(handle.map { String(cString: sqlite3_errmsg($0)) } ?? "SQLite \(status)")
        }
    }
}

extension SQLiteConnection {
    package func beginCopy(to target: String) throws(RecordError) {
        guard copying[target] == nil else { throw .failed("this copy is being made") }
        try PlainCopy.makeEmpty(target)
        var other: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOFOLLOW | SQLITE_OPEN_NOMUTEX
        let status = sqlite3_open_v2(target, &other, flags, nil)
        guard status == SQLITE_OK, let other,
            let backup = sqlite3_backup_init(other, "main", try opened, "main")
        else {
            sqlite3_close_v2(other)
            throw .notOpened(target, reason: String(cString: sqlite3_errstr(status)))
        }
        copying[target] = (backup, other)
    }

    /// Pages copied at a time: a megabyte takes 0.01 s, for which an event of a test may wait.
    private static let pagesAtOnce: Int32 = 256

    package func copyMore(to target: String) throws(RecordError) -> Bool {
        try copy(pages: Self.pagesAtOnce, to: target)
    }

    /// Copies some pages.
    ///
    /// - Returns: whether the copy is complete.
    func copy(pages: Int32, to target: String) throws(RecordError) -> Bool {
        guard let copying = copying[target] else { throw .closed }
        let status = sqlite3_backup_step(copying.backup, pages)
        switch status {
        case SQLITE_OK: return false
        case SQLITE_DONE: return true
        default: throw error(status)
        }
    }

    package func endCopy(to target: String) {
        if let (backup, other) = copying.removeValue(forKey: target) {
            sqlite3_backup_finish(backup)
            sqlite3_close_v2(other)
        }
        freezing.removeValue(forKey: target)?.remove()
    }

    package func beginFreezing() throws(RecordError) -> String? {
        let copy = try PlainCopy(.verify, beside: path)
        try beginCopy(to: copy.path)
        freezing[copy.path] = copy
        // The copy need not outlive a power cut.
        sqlite3_exec(
            copying[copy.path]?.target, "PRAGMA synchronous = OFF; PRAGMA journal_mode = OFF", nil,
            nil, nil)
        return copy.path
    }

    package func frozen(in copy: String?) throws(RecordError) -> SQLiteConnection {
        guard let copy, let plain = freezing.removeValue(forKey: copy) else { throw .closed }
        endCopy(to: copy)
        do throws(RecordError) { return try SQLiteConnection(reading: plain) } catch {
            plain.remove()
            throw error
        }
    }
}

/// A row of a statement, valid until the next one.
package struct SQLiteRow: SQLRow {
    fileprivate let statement: OpaquePointer

    /// The text of a column, counted from 0; nil for NULL.
    package func text(_ column: Int32) -> String? {
        guard let bytes = sqlite3_column_text(statement, column) else { return nil }
        let count = Int(sqlite3_column_bytes(statement, column))
        return String(
            decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
    }

    /// The whole number of a column; nil for NULL.
    package func integer(_ column: Int32) -> Int64? {
        guard sqlite3_column_type(statement, column) != SQLITE_NULL else { return nil }
        return sqlite3_column_int64(statement, column)
    }

    /// The number of a column; nil for NULL.
    package func real(_ column: Int32) -> Double? {
        guard sqlite3_column_type(statement, column) != SQLITE_NULL else { return nil }
        return sqlite3_column_double(statement, column)
    }

    package func bytes(_ column: Int32) -> [UInt8]? {
        guard let bytes = sqlite3_column_blob(statement, column) else { return nil }
        let count = Int(sqlite3_column_bytes(statement, column))
        return Array(UnsafeRawBufferPointer(start: bytes, count: count))
    }
}

extension SQLiteConnection {
    package func lockTrail() {}

    package func faults() throws(RecordError) -> [RecordFault] {
        try rows("PRAGMA integrity_check", []) { $0.text(0) ?? "" }
            .filter { $0 != "ok" }.map { .damaged($0) }
            + rows("PRAGMA foreign_key_check", []) { row in
                .reference("\(row.text(0) ?? "") to \(row.text(2) ?? "")")
            }
    }

    /// Also empties the log and removes abandoned copies, because both may still have the erased
    /// rows.
    package func wipe() throws(RecordError) {
        _ = try rows("PRAGMA wal_checkpoint(TRUNCATE)", []) { _ in }
        PlainCopy.removeLeft(besides: path)
    }
}

/// The identity of a file, whatever its name: its device and inode numbers.
private struct DatabaseFileIdentity: Equatable {
    private let disk: UInt64
    private let number: UInt64

    /// The file at a path; nil if there is none.
    init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        (disk, number) = (UInt64(status.st_dev), UInt64(status.st_ino))
    }
}
