internal import RecordStore

/// A row of the table of people.
enum PersonRow {
    /// The columns that `person` reads.
    static let columns = "key, id, name, \"birthDate\", version"

    /// The person of a row.
    static func person(_ row: PostgreSQLRow) throws(RecordError) -> Person {
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
        _ query: PersonQuery, in connection: PostgreSQLConnection
    ) throws(RecordError) -> [Person] {
        var filter = PostgreSQLFilter()
        if let text = query.text?.lowercased(), !text.isEmpty {
            let escaped = text.map { "%_\\".contains($0) ? "\\\($0)" : String($0) }.joined()
            filter.add(
                "(\"foldedName\" LIKE ? OR \"foldedID\" LIKE ?)", PostgreSQLValue("%\(escaped)%"),
                PostgreSQLValue("\(escaped)%"))
        }
        filter.add(days: query) { "key IN (SELECT person FROM test WHERE \($0))" }
        if let after = query.after {
            filter.add(
                "(\"foldedName\" COLLATE \"C\", coalesce(id, '') COLLATE \"C\", key) > (SELECT"
                    + " \"foldedName\", coalesce(id, ''), key FROM person WHERE key = ?)",
                PostgreSQLValue(after.text))
        }
        return try connection.rows(
            """
            SELECT \(columns) FROM person \(filter.text)
            ORDER BY "foldedName" COLLATE "C", coalesce(id, '') COLLATE "C", key LIMIT \(query.limit)
            """, filter.values, read: person)
    }
}

/// A row of the audit trail.
enum TrailRow {
    /// The end of the trail.
    static func head(in connection: PostgreSQLConnection) throws(RecordError) -> AuditHead {
        try connection.row("SELECT number, digest FROM trail ORDER BY number DESC LIMIT 1") {
            AuditHead(number: Int($0.integer(0) ?? 0), digest: $0.text(1) ?? "")
        } ?? .empty
    }

    /// Writes the next entry.
    static func insert(
        _ entry: AuditEntry, in connection: PostgreSQLConnection
    ) throws(RecordError) {
        try connection.run(
            "INSERT INTO trail VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
            [
                PostgreSQLValue(entry.number), PostgreSQLValue(entry.at.milliseconds),
                PostgreSQLValue(entry.at.offsetMinutes), PostgreSQLValue(entry.author.name),
                PostgreSQLValue(entry.author.reason), PostgreSQLValue(entry.action.rawValue),
                PostgreSQLValue(entry.object?.text), PostgreSQLValue(entry.contents),
                PostgreSQLValue(entry.previous), PostgreSQLValue(entry.digest),
            ])
    }

    /// Entries after a number, in order.
    static func entries(
        after number: Int, limit: Int, in connection: PostgreSQLConnection
    ) throws(RecordError) -> [AuditEntry] {
        try connection.rows(
            """
            SELECT number, at, "atOffset", author, reason, action, object, contents, previous, digest
            FROM trail WHERE number > $1 ORDER BY number LIMIT $2
            """, [PostgreSQLValue(number), PostgreSQLValue(limit)]
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
