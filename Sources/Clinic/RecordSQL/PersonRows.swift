package import RecordStore

/// The table of people.
struct PersonRows<Connection: SQLConnection> {
    let connection: Connection

    private static var columns: String { "key, id, name, \"birthDate\", version" }

    private static func read(_ row: Connection.Row) throws(RecordError) -> Person {
        guard let key = row.text(0).flatMap({ RecordID($0) }) else {
            throw .failed("a person cannot be read; check them with 'aloud records verify'.")
        }
        return Person(
            key: key, id: row.text(1), name: row.text(2),
            birthDate: row.text(3).flatMap { CalendarDay($0) }
        ).saved(as: Int(row.integer(4) ?? 1))
    }

    /// The version of a person, whom others cannot change meanwhile; nil if there is none.
    func version(of key: RecordID) throws(RecordError) -> Int? {
        try connection.row(
            "SELECT version FROM person WHERE key = ?1\(Connection.dialect.lock)",
            [.text(key.text)]
        ) { Int($0.integer(0) ?? 0) }
    }

    /// Writes a person.
    func write(_ person: Person, salt: String) throws(RecordError) {
        try connection.run(
            """
            INSERT INTO person (key, id, name, "birthDate", "foldedID", "foldedName", version, salt)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
            ON CONFLICT (key) DO UPDATE SET id = ?2, name = ?3, "birthDate" = ?4, "foldedID" = ?5,
                "foldedName" = ?6, version = ?7, salt = ?8
            """,
            [
                .text(person.key.text), SQLValue(person.id), SQLValue(person.name),
                SQLValue(person.birthDate?.description),
                SQLValue(person.id.map(PersonText.folded)),
                .text(person.name.map(PersonText.folded) ?? ""), SQLValue(person.version),
                .text(salt),
            ])
    }

    /// The person of a key; nil if there is none.
    func person(_ key: RecordID) throws(RecordError) -> Person? {
        try connection.row(
            "SELECT \(Self.columns) FROM person WHERE key = ?1", [.text(key.text)], read: Self.read)
    }

    /// The person of a clinic's identifier in any spelling; nil if there is none.
    func person(withID id: String) throws(RecordError) -> Person? {
        let spelled = PersonText.identifier(id)
        // Former versions kept an identifier as it was typed: that very spelling comes first.
        for spelling in spelled == id && spelled.utf8.elementsEqual(id.utf8) ? [id] : [id, spelled]
        {
            let found = try connection.row(
                "SELECT \(Self.columns) FROM person WHERE id = ?1", [.text(spelling)],
                read: Self.read)
            if let found { return found }
        }
        return try connection.rows(
            "SELECT \(Self.columns) FROM person WHERE \(Connection.dialect.isBeyondASCII)",
            read: Self.read
        ).first { $0.id.map(PersonText.identifier) == spelled }
    }

    /// The people of a query, sorted by name, then by identifier.
    func people(_ query: PersonQuery) throws(RecordError) -> [Person] {
        let dialect = Connection.dialect
        var filter = SQLFilter()
        if let text = query.text.map(PersonText.folded), !text.isEmpty {
            let escaped = text.map { "%_\\".contains($0) ? "\\\($0)" : String($0) }.joined()
            filter.add(
                "(\"foldedName\" LIKE ? ESCAPE '\\' OR \"foldedID\" LIKE ? ESCAPE '\\')",
                .text("%\(escaped)%"), .text("\(escaped)%"))
        }
        filter.add(days: query, dialect) { "key IN (SELECT person FROM test WHERE \($0))" }
        let order =
            "\"foldedName\"\(dialect.bytewise), coalesce(id, '')\(dialect.bytewise), key"
        if let after = query.after {
            filter.add(
                "(\(order)) > (SELECT \"foldedName\", coalesce(id, ''), key FROM person WHERE key = ?)",
                .text(after.text))
        }
        return try connection.rows(
            "SELECT \(Self.columns) FROM person \(filter.text) ORDER BY \(order) LIMIT \(filter.next)",
            filter.values + [SQLValue(query.limit)], read: Self.read)
    }

    /// Removes a person.
    ///
    /// - Returns: whether there was one.
    func remove(_ key: RecordID) throws(RecordError) -> Bool {
        try connection.row(
            "DELETE FROM person WHERE key = ?1 RETURNING key", [.text(key.text)]
        ) { _ in true } ?? false
    }

    /// Calls a function with each person, and the texts that the digest of the audit trail covers.
    func each(_ act: (RecordID, [String]) -> Void) throws(RecordError) {
        _ = try connection.rows("SELECT \(Self.columns), salt FROM person ORDER BY key") {
            row throws(RecordError) in
            let person = try Self.read(row)
            act(person.key, person.sealed(with: row.text(5) ?? ""))
        }
    }
}

extension SQLConnection {
    /// Writes the texts that people are searched by again, which former versions wrote otherwise.
    package func foldPeople() throws(RecordError) {
        let people = try rows("SELECT key, id, name FROM person") {
            ($0.text(0) ?? "", $0.text(1), $0.text(2))
        }
        for (key, id, name) in people
        where [id, name].contains(where: { $0?.utf8.allSatisfy { $0 < 0x80 } == false }) {
            try run(
                "UPDATE person SET \"foldedID\" = ?2, \"foldedName\" = ?3 WHERE key = ?1",
                [
                    .text(key), SQLValue(id.map(PersonText.folded)),
                    .text(name.map(PersonText.folded) ?? ""),
                ])
        }
    }
}

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
            "INSERT INTO trail VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
            [
                SQLValue(entry.number), .integer(entry.at.milliseconds),
                SQLValue(entry.at.offsetMinutes), .text(entry.author.name),
                SQLValue(entry.author.reason), .text(entry.action.rawValue),
                SQLValue(entry.object?.text), SQLValue(entry.contents),
                .text(entry.previous), .text(entry.digest),
            ])
    }

    /// The time at which a person or a test was last erased; nil if it never was.
    func erasure(of object: RecordID) throws(RecordError) -> Moment? {
        try connection.row(
            """
            SELECT at, "atOffset" FROM trail WHERE object = ?1 AND action = ?2
            ORDER BY number DESC LIMIT 1
            """, [.text(object.text), .text(AuditAction.erase.rawValue)]
        ) { $0.moment(0) ?? Moment(milliseconds: 0) }
    }

    /// The author of the last entry that began or added a test. A running test began lately, so that
    /// the search is short.
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
            SELECT number, at, "atOffset", author, reason, action, object, contents, previous, digest
            FROM trail WHERE number > ?1 ORDER BY number LIMIT ?2
            """, [SQLValue(number), SQLValue(limit)]
        ) { row in
            AuditEntry(
                number: Int(row.integer(0) ?? 0), at: row.moment(1) ?? Moment(milliseconds: 0),
                author: Author(row.text(3) ?? "", reason: row.text(4)),
                action: AuditAction(rawValue: row.text(5) ?? ""),
                object: row.text(6).flatMap { RecordID($0) }, contents: row.text(7),
                previous: row.text(8) ?? "", digest: row.text(9) ?? "")
        }
    }
}
