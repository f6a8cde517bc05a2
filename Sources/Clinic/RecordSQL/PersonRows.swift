internal import Foundation
internal import RecordStore
internal import Records

/// The table of people.
struct PersonRows<Connection: SQLConnection> {
    let connection: Connection

    private static var columns: String { "key, id, name, \"birthDate\", version, \"followUp\"" }

    private static func read(_ row: Connection.Row) throws(RecordError) -> Person {
        guard let key = row.text(0).flatMap({ RecordID($0) }) else {
            throw .failed("a person cannot be read; check them with 'aloud records verify'.")
        }
        var followUp: FollowUp?
        if let kept = row.text(5) {
            followUp = try? JSONDecoder().decode(FollowUp.self, from: Data(kept.utf8))
            guard followUp != nil else {
                throw .failed(
                    "a follow-up cannot be read; check it with 'aloud records verify'.")
            }
        }
        return Person(
            key: key, id: row.text(1), name: row.text(2),
            birthDate: row.text(3).flatMap { CalendarDay($0) }, followUp: followUp
        ).saved(as: Int(row.integer(4) ?? 1))
    }

    /// The version of a person, locked against changes by others; nil if there is no such person.
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
            INSERT INTO person (key, id, name, "birthDate", "foldedID", "foldedName", version, salt,
                "followUp")
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
            ON CONFLICT (key) DO UPDATE SET id = ?2, name = ?3, "birthDate" = ?4, "foldedID" = ?5,
                "foldedName" = ?6, version = ?7, salt = ?8, "followUp" = ?9
            """,
            [
                .text(person.key.text), SQLValue(person.id), SQLValue(person.name),
                SQLValue(person.birthDate?.description),
                SQLValue(person.id.map(PersonText.folded)),
                .text(person.name.map(PersonText.folded) ?? ""), SQLValue(person.version),
                .text(salt),
                SQLValue(person.followUp.flatMap { $0.isEmpty ? nil : $0.jsonText }),
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
        // Earlier versions of Aloud stored an identifier as typed, so that spelling is tried first.
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
        if query.isFollowed { filter.add("\"followUp\" LIKE ?", .text("%\"plan\"%")) }
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
}

// The statements of the calls about people.

extension SavePerson: SQLChange {
    /// The person as they are kept.
    private var kept: Person {
        var kept = person.spelled
        if kept.followUp?.isEmpty == true { kept.followUp = nil }
        return kept
    }

    func check() throws(RecordError) { try kept.check() }

    func change(_ rows: SQLTransaction<some SQLConnection>) throws(RecordError) -> Person {
        let person = kept
        guard try rows.people.version(of: person.key) ?? 0 == person.version else { throw .stale }
        if let id = person.id, let other = try rows.people.person(withID: id),
            other.key != person.key
        {
            throw .taken
        }
        let saved = person.saved(as: person.version + 1)
        try rows.people.write(saved, salt: Person.newSalt())
        try rows.note(saved.version == 1 ? .addPerson : .changePerson, person.key, author) {
            rows throws(RecordError) in try rows.person(person.key)
        }
        return saved
    }
}

extension ReadPerson: SQLRead {
    func read(_ connection: some SQLConnection) throws(RecordError) -> Person? {
        try PersonRows(connection: connection).person(key)
    }
}

extension FindPerson: SQLRead {
    func read(_ connection: some SQLConnection) throws(RecordError) -> Person? {
        try PersonRows(connection: connection).person(withID: id)
    }
}

extension FindPeople: SQLRead {
    func check() throws(RecordError) { try query.check() }

    func read(_ connection: some SQLConnection) throws(RecordError) -> [Person] {
        try PersonRows(connection: connection).people(query)
    }
}
