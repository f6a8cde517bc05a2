internal import Foundation
internal import RecordStore
internal import Records

// Accounts and keys are kept whole as JSON, with columns for finding them.

extension ReadAccounts: SQLRead {
    func read(_ connection: some SQLConnection) throws(RecordError) -> [Account] {
        try connection.rows("SELECT body FROM account ORDER BY login") { row throws(RecordError) in
            try AccountRow.read(row.text(0))
        }
    }
}

extension SaveAccount: SQLChange {
    func check() throws(RecordError) { try account.check() }

    func change<Connection>(_ rows: SQLTransaction<Connection>) throws(RecordError) -> Account {
        let former = try rows.connection.row(
            "SELECT version FROM account WHERE id = ?1\(Connection.dialect.lock)",
            [.text(account.id.text)]
        ) { $0.integer(0) ?? 0 }
        guard Int(former ?? 0) == account.version else { throw .stale }
        let saved = account.saved(as: account.version + 1)
        try rows.connection.run(
            """
            INSERT INTO account (id, login, version, body) VALUES (?1, ?2, ?3, ?4)
            ON CONFLICT (id) DO UPDATE SET login = ?2, version = ?3, body = ?4
            """,
            [
                .text(saved.id.text), .text(saved.login), SQLValue(saved.version),
                .text(saved.jsonText),
            ])
        if endingKeys {
            try rows.connection.run(
                "DELETE FROM access WHERE account = ?1", [.text(saved.id.text)])
        }
        try rows.note(action, ofAccount: saved.id, author)
        return saved
    }
}

extension RemoveAccount: SQLChange {
    func change(_ rows: SQLTransaction<some SQLConnection>) throws(RecordError) -> Done {
        let removed = try rows.connection.row(
            "DELETE FROM account WHERE id = ?1 RETURNING id", [.text(account.text)]
        ) { _ in true }
        guard removed != nil else { throw .notFound }
        try rows.note(.removeAccount, account, author)
        return Done()
    }
}

extension ReadSetting: SQLRead {
    func read(_ connection: some SQLConnection) throws(RecordError) -> String? {
        try AccountRow.setting(setting, connection)
    }
}

extension ChangeSetting: SQLChange {
    func change(_ rows: SQLTransaction<some SQLConnection>) throws(RecordError) -> Done {
        // The lock makes other changes of settings wait, so this value is the latest.
        try rows.connection.lockTrail()
        if case .value(let former) = former {
            let latest = try AccountRow.setting(setting, rows.connection)
            guard latest == former else { throw .stale }
        }
        try rows.write(setting, value, action, author)
        return Done()
    }
}

extension SQLTransaction {
    /// Writes a setting, with its entry in the audit trail, which the caller has locked.
    fileprivate func write(
        _ setting: String, _ value: String, _ action: AuditAction, _ author: Author
    ) throws(RecordError) {
        try connection.run(
            """
            INSERT INTO setting (name, body) VALUES (?1, ?2)
            ON CONFLICT (name) DO UPDATE SET body = ?2
            """, [.text(setting), .text(value)])
        let texts = try sealed.settings()
        try add(action, nil, author, contents: chain.contents(of: texts))
    }

    /// Takes a person from the lists of expected people, with their orders.
    func expectNever(_ person: RecordID, _ author: Author) throws(RecordError) {
        try connection.lockTrail()
        let lists = try AccountRow.setting(ExpectedLists.setting, connection)
        guard let left = ExpectedLists.text(lists, without: person) else { return }
        try write(ExpectedLists.setting, left, .expect, author)
    }
}

extension ReadKeys: SQLRead {
    func read(_ connection: some SQLConnection) throws(RecordError) -> [AccessKey] {
        try connection.rows(
            """
            SELECT body, used, "usedOffset" FROM access WHERE CAST(?1 AS TEXT) IS NULL OR account = ?1
            ORDER BY id
            """, [SQLValue(account?.text)], read: AccountRow.key)
    }
}

extension FindKey: SQLRead {
    func read(_ connection: some SQLConnection) throws(RecordError) -> KnownKey? {
        try connection.row(
            """
            SELECT access.body, used, "usedOffset", account.body FROM access
            JOIN account ON account.id = access.account WHERE digest = ?1
            """, [.text(digest)]
        ) { row throws(RecordError) in
            KnownKey(key: try AccountRow.key(row), account: try AccountRow.read(row.text(3)))
        }
    }
}

extension AddKey: SQLChange {
    func change(_ rows: SQLTransaction<some SQLConnection>) throws(RecordError) -> Done {
        let account = try rows.connection.row(
            "SELECT 1 FROM account WHERE id = ?1", [.text(key.account.text)]
        ) { _ in true }
        guard account != nil else { throw .notFound }
        try rows.connection.run(
            "INSERT INTO access VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            [
                .text(key.id.text), .text(key.digest), .text(key.account.text),
                .integer(key.used.milliseconds), SQLValue(key.used.offsetMinutes),
                .text(key.jsonText),
            ])
        try rows.note(action, ofAccount: key.account, author)
        return Done()
    }
}

extension UseKey: SQLRead {
    func read(_ connection: some SQLConnection) throws(RecordError) -> Done {
        try connection.run(
            "UPDATE access SET used = ?1, \"usedOffset\" = ?2 WHERE id = ?3",
            [.integer(now.milliseconds), SQLValue(now.offsetMinutes), .text(key.text)])
        return Done()
    }
}

extension EndKeys: SQLChange {
    func change(_ rows: SQLTransaction<some SQLConnection>) throws(RecordError) -> Done {
        for key in keys {
            try rows.connection.run(
                "DELETE FROM access WHERE id = ?1 AND account = ?2",
                [.text(key.text), .text(account.text)])
        }
        try rows.note(action, ofAccount: account, author)
        return Done()
    }
}

/// A row of the tables of accounts, keys and settings.
private enum AccountRow {
    static func setting(
        _ name: String, _ connection: some SQLConnection
    ) throws(RecordError) -> String? {
        try connection.row("SELECT body FROM setting WHERE name = ?1", [.text(name)]) {
            $0.text(0)
        } ?? nil
    }

    static func read<Content: Decodable>(_ body: String?) throws(RecordError) -> Content {
        let bytes = Data((body ?? "").utf8)
        guard let content = try? JSONDecoder().decode(Content.self, from: bytes) else {
            throw .failed("an account cannot be read; check them with 'aloud records verify'.")
        }
        return content
    }

    /// A key of the columns body, used and usedOffset.
    static func key(_ row: some SQLRow) throws(RecordError) -> AccessKey {
        var key: AccessKey = try read(row.text(0))
        key.used = row.moment(1) ?? key.used
        return key
    }
}
