internal import Foundation
internal import RecordStore
internal import Records

/// The audit trail.
struct TrailRows<Connection: SQLConnection> {
    let connection: Connection

    /// The end of the trail.
    func head() throws(RecordError) -> AuditHead {
        try connection.row("SELECT number, digest FROM trail ORDER BY number DESC LIMIT 1") {
            AuditHead(number: Int($0.integer(0) ?? 0), digest: $0.text(1) ?? "")
        } ?? .empty
    }

    /// Writes the next entry.
    func insert(_ entry: AuditEntry) throws(RecordError) {
        try connection.run(
            """
            INSERT INTO trail (number, at, "atOffset", author, reason, action, object, contents,
                previous, digest, seal)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)
            """,
            [
                SQLValue(entry.number), .integer(entry.at.milliseconds),
                SQLValue(entry.at.offsetMinutes), .text(entry.author.name),
                SQLValue(entry.author.reason), .text(entry.action.rawValue),
                SQLValue(entry.object?.text), SQLValue(entry.contents),
                .text(entry.previous), .text(entry.digest), SQLValue(entry.seal),
            ])
    }

    /// The time of the last entry of an action on a person or a test; nil without one.
    func time(of action: AuditAction, on object: RecordID) throws(RecordError) -> Moment? {
        try connection.row(
            """
            SELECT at, "atOffset" FROM trail WHERE object = ?1 AND action = ?2
            ORDER BY number DESC LIMIT 1
            """, [.text(object.text), .text(action.rawValue)]
        ) { $0.moment(0) ?? Moment(milliseconds: 0) }
    }

    /// The author of the last entry that began or added a test.
    func origin(of test: RecordID) throws(RecordError) -> Author? {
        try connection.row(
            """
            SELECT author, reason FROM trail WHERE object = ?1 AND action IN (?2, ?3)
            ORDER BY number DESC LIMIT 1
            """,
            [
                .text(test.text), .text(AuditAction.begin.rawValue),
                .text(AuditAction.add.rawValue),
            ]
        ) { Author($0.text(0) ?? "", reason: $0.text(1)) }
    }

    /// Entries after a number, in order.
    func entries(after number: Int, limit: Int) throws(RecordError) -> [AuditEntry] {
        try connection.rows(
            """
            SELECT number, at, "atOffset", author, reason, action, object, contents, previous, digest,
                seal
            FROM trail WHERE number > ?1 ORDER BY number LIMIT ?2
            """, [SQLValue(number), SQLValue(limit)]
        ) { row in
            AuditEntry(
                number: Int(row.integer(0) ?? 0), at: row.moment(1) ?? Moment(milliseconds: 0),
                author: Author(row.text(3) ?? "", reason: row.text(4)),
                action: AuditAction(rawValue: row.text(5) ?? ""),
                object: row.text(6).flatMap { RecordID($0) }, contents: row.text(7),
                previous: row.text(8) ?? "", digest: row.text(9) ?? "", seal: row.text(10))
        }
    }

    /// Whether a test has ended by the trail, and was not erased since.
    func hasEnd(of test: RecordID) throws(RecordError) -> Bool {
        let last = try connection.row(
            """
            SELECT action FROM trail WHERE object = ?1
                AND action IN ('begin', 'finish', 'interrupt', 'add', 'erase')
            ORDER BY number DESC LIMIT 1
            """, [.text(test.text)]
        ) { $0.text(0) }
        return ["finish", "interrupt", "add"].contains(last ?? nil)
    }

    // Trails of other stores, which came with an import. Each is known by its first digest.

    /// Entries of imported trails after a place, in order.
    func imported(
        after last: ImportedEntry?, limit: Int
    ) throws(RecordError) -> [ImportedEntry] {
        try connection.rows(
            """
            SELECT trail, number, body FROM "importedTrail"
            WHERE trail > ?1 OR (trail = ?1 AND number > ?2) ORDER BY trail, number LIMIT ?3
            """,
            [.text(last?.trail ?? ""), SQLValue(last?.entry.number ?? 0), SQLValue(limit)],
            read: Self.imported)
    }

    private static func imported(_ row: Connection.Row) throws(RecordError) -> ImportedEntry {
        let bytes = Data((row.text(2) ?? "").utf8)
        guard let entry = try? JSONDecoder().decode(AuditEntry.self, from: bytes),
            Int64(entry.number) == row.integer(1)
        else { throw .failed("an imported audit trail cannot be read.") }
        return ImportedEntry(trail: row.text(0) ?? "", entry: entry)
    }

    /// The last entry of an imported trail; nil if there is none.
    func lastImported(of trail: String) throws(RecordError) -> ImportedEntry? {
        guard
            let number = try connection.row(
                "SELECT max(number) FROM \"importedTrail\" WHERE trail = ?1", [.text(trail)],
                read: { $0.integer(0) }) ?? nil
        else { return nil }
        return try connection.row(
            "SELECT trail, number, body FROM \"importedTrail\" WHERE trail = ?1 AND number = ?2",
            [.text(trail), .integer(number)], read: Self.imported)
    }

    /// Keeps an entry of an imported trail.
    func insert(_ imported: ImportedEntry) throws(RecordError) {
        try connection.run(
            "INSERT INTO \"importedTrail\" (trail, number, body) VALUES (?1, ?2, ?3)",
            [
                .text(imported.trail), SQLValue(imported.entry.number),
                .text(imported.entry.jsonText),
            ])
    }
}

// The statements of the calls about the audit trail.

extension NoteAction: SQLChange {
    func change(_ rows: SQLTransaction<some SQLConnection>) throws(RecordError) -> Done {
        try rows.note(action, object, author)
        return Done()
    }
}

extension ReadActionTime: SQLRead {
    func read(_ connection: some SQLConnection) throws(RecordError) -> Moment? {
        try TrailRows(connection: connection).time(of: action, on: object)
    }
}

extension ReadTrail: SQLRead {
    func read(_ connection: some SQLConnection) throws(RecordError) -> [AuditEntry] {
        try TrailRows(connection: connection).entries(after: number, limit: limit)
    }
}

extension ReadHead: SQLRead {
    func read(_ connection: some SQLConnection) throws(RecordError) -> AuditHead {
        try TrailRows(connection: connection).head()
    }
}

extension KeepTrail: SQLChange {
    func change(_ rows: SQLTransaction<some SQLConnection>) throws(RecordError) -> Int {
        try rows.connection.lockTrail()
        // The store's own trail is there already.
        let own = try rows.trail.entries(after: 0, limit: 1).first?.digest
        var ends: [String: ImportedEntry] = [:]
        var count = 0
        for entry in trail where entry.trail != own {
            let last: ImportedEntry? =
                if let end = ends[entry.trail] { end } else {
                    try rows.trail.lastImported(of: entry.trail)
                }
            if let last, entry.entry.number <= last.entry.number { continue }
            guard rows.chain.isSound(entry.entry, after: last?.entry.head ?? .empty),
                entry.entry.number > 1 || entry.entry.digest == entry.trail
            else {
                throw .invalid(
                    "entry \(entry.entry.number) of the audit trail was changed, or the entry"
                        + " before it is missing.")
            }
            try rows.trail.insert(entry)
            ends[entry.trail] = entry
            count += 1
        }
        for (_, end) in ends.sorted(by: { $0.key < $1.key }) {
            try rows.add(.importTrail, nil, author, contents: end.entry.digest)
        }
        return count
    }
}

extension ReadImportedTrail: SQLRead {
    func read(_ connection: some SQLConnection) throws(RecordError) -> [ImportedEntry] {
        try TrailRows(connection: connection).imported(after: last, limit: limit)
    }
}
