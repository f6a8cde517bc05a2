internal import RecordStore

/// A row of the table of people.
enum PersonRow {
    /// The columns that `person` reads.
    static let columns = "key, id, name, birthDate, version"

    /// The person of a row.
    static func person(_ row: SQLiteRow) throws(RecordError) -> Person {
        guard let key = row.text(0).flatMap({ RecordID($0) }) else {
            throw .failed("a person cannot be read; check them with 'aloud records verify'.")
        }
        return Person(
            key: key, id: row.text(1), name: row.text(2),
            birthDate: row.text(3).flatMap { CalendarDay($0) }
        ).saved(as: Int(row.integer(4) ?? 1))
    }

    /// The people of a query, sorted by name, then by identifier.
    static func people(
        _ query: PersonQuery, in connection: SQLiteConnection
    ) throws(RecordError) -> [Person] {
        var conditions: [String] = []
        var values: [SQLiteValue] = []
        if let text = query.text?.lowercased(), !text.isEmpty {
            conditions.append(
                "(foldedName LIKE ? ESCAPE '\\' OR foldedID LIKE ? ESCAPE '\\')")
            let escaped = text.map { "%_\\".contains($0) ? "\\\($0)" : String($0) }.joined()
            values += [.text("%\(escaped)%"), .text("\(escaped)%")]
        }
        if let span = query.span {
            conditions.append(
                """
                key IN (SELECT person FROM test WHERE began >= ? AND began < ?
                    AND date(began / 1000 + beganOffset * 60, 'unixepoch') BETWEEN ? AND ?)
                """)
            values += [
                .integer(span.lowerBound), .integer(span.upperBound),
                .text(query.from?.description ?? "0000-00-00"),
                .text(query.through?.description ?? "9999-99-99"),
            ]
        }
        if let after = query.after {
            conditions.append(
                "(foldedName, coalesce(id, ''), key) > (SELECT foldedName, coalesce(id, ''), key"
                    + " FROM person WHERE key = ?)")
            values.append(.text(after.text))
        }
        let filter = conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND ")
        return try connection.rows(
            "SELECT \(columns) FROM person \(filter) ORDER BY foldedName, coalesce(id, ''), key LIMIT ?",
            values + [SQLiteValue(query.limit)], read: person)
    }
}

/// A row of the audit trail.
enum TrailRow {
    /// The end of the trail.
    static func head(in connection: SQLiteConnection) throws(RecordError) -> AuditHead {
        try connection.row("SELECT number, digest FROM trail ORDER BY number DESC LIMIT 1") {
            AuditHead(number: Int($0.integer(0) ?? 0), digest: $0.text(1) ?? "")
        } ?? .empty
    }

    /// Writes the next entry.
    static func insert(
        _ entry: AuditEntry, in connection: SQLiteConnection
    ) throws(RecordError) {
        try connection.run(
            "INSERT INTO trail VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [
                SQLiteValue(entry.number), .integer(entry.at.milliseconds),
                SQLiteValue(entry.at.offsetMinutes), .text(entry.author.name),
                SQLiteValue(entry.author.reason), .text(entry.action.rawValue),
                SQLiteValue(entry.object?.text), SQLiteValue(entry.contents),
                .text(entry.previous), .text(entry.digest),
            ])
    }

    /// Entries after a number, in order.
    static func entries(
        after number: Int, limit: Int, in connection: SQLiteConnection
    ) throws(RecordError) -> [AuditEntry] {
        try connection.rows(
            """
            SELECT number, at, atOffset, author, reason, action, object, contents, previous, digest
            FROM trail WHERE number > ? ORDER BY number LIMIT ?
            """, [SQLiteValue(number), SQLiteValue(limit)]
        ) { row in
            AuditEntry(
                number: Int(row.integer(0) ?? 0),
                at: TestRow.moment(row, 1) ?? Moment(milliseconds: 0),
                author: Author(row.text(3) ?? "", reason: row.text(4)),
                action: AuditAction(rawValue: row.text(5) ?? ""),
                object: row.text(6).flatMap { RecordID($0) }, contents: row.text(7),
                previous: row.text(8) ?? "", digest: row.text(9) ?? "")
        }
    }
}

/// Checks a whole file of records.
struct SQLiteCheck {
    let connection: SQLiteConnection
    let chain: AuditChain

    /// The faults; none for a sound file.
    func faults() throws(RecordError) -> [RecordFault] {
        var faults = try connection.rows("PRAGMA integrity_check") { $0.text(0) ?? "" }
            .filter { $0 != "ok" }.map { RecordFault.damaged($0) }
        faults += try connection.rows("PRAGMA foreign_key_check") { row in
            RecordFault.reference("\(row.text(0) ?? "") to \(row.text(2) ?? "")")
        }
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
        return faults + check.end()
    }
}
