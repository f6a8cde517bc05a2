internal import Foundation
package import RecordStore
internal import Records

// Accounts and keys are kept whole as JSON, with columns for finding them.

extension SQLRecords {
    package func accounts() throws(RecordError) -> [Account] {
        try with { connection throws(RecordError) in
            try connection.rows("SELECT body FROM account ORDER BY login") {
                row throws(RecordError) in try AccountRow.read(row.text(0))
            }
        }
    }

    package func save(
        _ account: Account, endingKeys: Bool, as action: AuditAction, by author: Author
    ) throws(RecordError) -> Account {
        try account.check()
        return try change { connection throws(RecordError) in
            let former = try connection.row(
                "SELECT version FROM account WHERE id = ?1\(Connection.dialect.lock)",
                [.text(account.id.text)]
            ) { $0.integer(0) ?? 0 }
            guard Int(former ?? 0) == account.version else { throw .stale }
            let saved = account.saved(as: account.version + 1)
            try connection.run(
                """
                INSERT INTO account (id, login, version, body) VALUES (?1, ?2, ?3, ?4)
                ON CONFLICT (id) DO UPDATE SET login = ?2, version = ?3, body = ?4
                """,
                [
                    .text(saved.id.text), .text(saved.login), SQLValue(saved.version),
                    .text(saved.jsonText),
                ])
            if endingKeys {
                try connection.run(
                    "DELETE FROM access WHERE account = ?1", [.text(saved.id.text)])
            }
            try note(action, onAccount: saved.id, author, connection)
            return saved
        }
    }

    package func remove(account: RecordID, by author: Author) throws(RecordError) {
        try change { connection throws(RecordError) in
            let removed = try connection.row(
                "DELETE FROM account WHERE id = ?1 RETURNING id", [.text(account.text)]
            ) { _ in true }
            guard removed != nil else { throw .notFound }
            try note(.removeAccount, account, author, connection)
        }
    }

    package func setting(_ name: String) throws(RecordError) -> String? {
        try with { connection throws(RecordError) in try Self.setting(name, connection) }
    }

    private static func setting(
        _ name: String, _ connection: Connection
    ) throws(RecordError) -> String? {
        try connection.row("SELECT body FROM setting WHERE name = ?1", [.text(name)]) {
            $0.text(0)
        } ?? nil
    }

    package func set(
        _ name: String, from former: FormerSetting, to value: String, as action: AuditAction,
        by author: Author
    ) throws(RecordError) {
        try change { connection throws(RecordError) in
            // Other changes of settings wait here, so this value is the latest.
            try connection.lockTrail()
            if case .value(let former) = former {
                guard try Self.setting(name, connection) == former else { throw .stale }
            }
            try connection.run(
                """
                INSERT INTO setting (name, body) VALUES (?1, ?2)
                ON CONFLICT (name) DO UPDATE SET body = ?2
                """, [.text(name), .text(value)])
            let texts = try SealedRows(connection: connection, chain: chain).settings()
            try add(action, nil, author, connection, contents: chain.contents(of: texts))
        }
    }

    /// Adds an entry about an account that was written with its keys, within a transaction.
    private func note(
        _ action: AuditAction, onAccount account: RecordID, _ author: Author,
        _ connection: Connection
    ) throws(RecordError) {
        try note(action, account, author, connection) { rows throws(RecordError) in
            try rows.account(account)
        }
    }

    package func keys(of account: RecordID?) throws(RecordError) -> [AccessKey] {
        try with { connection throws(RecordError) in
            try connection.rows(
                """
                SELECT body, used, "usedOffset" FROM access WHERE CAST(?1 AS TEXT) IS NULL OR account = ?1
                ORDER BY id
                """, [SQLValue(account?.text)], read: AccountRow.key)
        }
    }

    package func key(withDigest digest: String) throws(RecordError) -> KnownKey? {
        try with { connection throws(RecordError) in
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

    package func add(
        _ key: AccessKey, as action: AuditAction, by author: Author
    ) throws(RecordError) {
        try change { connection throws(RecordError) in
            let account = try connection.row(
                "SELECT 1 FROM account WHERE id = ?1", [.text(key.account.text)]
            ) { _ in true }
            guard account != nil else { throw .notFound }
            try connection.run(
                "INSERT INTO access VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
                [
                    .text(key.id.text), .text(key.digest), .text(key.account.text),
                    .integer(key.used.milliseconds), SQLValue(key.used.offsetMinutes),
                    .text(key.jsonText),
                ])
            try note(action, onAccount: key.account, author, connection)
        }
    }

    package func use(_ key: RecordID, at now: Moment) throws(RecordError) {
        try with { connection throws(RecordError) in
            try connection.run(
                "UPDATE access SET used = ?1, \"usedOffset\" = ?2 WHERE id = ?3",
                [
                    .integer(now.milliseconds), SQLValue(now.offsetMinutes), .text(key.text),
                ])
        }
    }

    package func end(
        _ keys: [RecordID], of account: RecordID, as action: AuditAction, by author: Author
    ) throws(RecordError) {
        try change { connection throws(RecordError) in
            for key in keys {
                try connection.run(
                    "DELETE FROM access WHERE id = ?1 AND account = ?2",
                    [.text(key.text), .text(account.text)])
            }
            try note(action, onAccount: account, author, connection)
        }
    }
}

/// A row of the tables of accounts and keys.
private enum AccountRow {
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
