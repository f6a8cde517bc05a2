internal import RecordStore

/// The rows of tests, people, accounts and settings as the audit trail seals them. Each column is
/// sealed, so that a change by another program is found. Only the times at which sessions and
/// tokens were last used, and deliveries to peers, are left out: they change without an entry.
struct SealedRows<Connection: SQLConnection> {
    let connection: Connection
    let chain: AuditChain

    /// An object with the texts that are sealed.
    struct Object {
        let id: RecordID
        let texts: [String]
    }

    private enum Kind { case text, whole, real }
    private typealias Columns = [(name: String, kind: Kind)]

    private static var test: Columns {
        texts("id", "person", "sitting", "state") + wholes("began", "beganOffset")
            + wholes("ended", "endedOffset") + texts("eye", "procedure", "correction")
            + ["logMAR", "estimate", "low", "high"].map { ($0, .real) }
            + texts("circumstances", "record") + wholes("version")
    }
    private static var event: Columns {
        texts("test") + wholes("number", "at", "atOffset") + texts("body")
    }
    private static var former: Columns {
        texts("test") + wholes("version", "changed", "changedOffset")
            + texts("author", "reason", "body")
    }
    private static var person: Columns {
        texts("key", "id", "name", "birthDate", "foldedID", "foldedName") + wholes("version")
            + texts("salt", "followUp")
    }
    private static var account: Columns { texts("id", "login") + wholes("version") + texts("body") }
    private static var access: Columns { texts("id", "digest", "account", "body") }
    private static var signature: Columns { texts("id", "object", "body") }
    private static var setting: Columns { texts("name", "body") }

    private static func texts(_ names: String...) -> Columns { names.map { ($0, .text) } }
    private static func wholes(_ names: String...) -> Columns { names.map { ($0, .whole) } }

    /// The rows of a table: the values of each, nil for NULL.
    private func rows(
        _ table: String, _ columns: Columns, _ rest: String, _ values: [SQLValue] = []
    ) throws(RecordError) -> [[String?]] {
        let names = columns.map { "\"\($0.name)\"" }.joined(separator: ", ")
        return try connection.rows("SELECT \(names) FROM \(table) \(rest)", values) { row in
            columns.enumerated().map { index, column in
                switch column.kind {
                case .text: row.text(Int32(index))
                case .whole: row.integer(Int32(index)).map { String($0) }
                case .real: row.real(Int32(index)).map { "\($0)" }
                }
            }
        }
    }

    /// Encodes values as texts so that NULL differs from an empty text.
    private static func written(_ values: [String?]) -> [String] {
        values.map { $0.map { "=" + $0 } ?? "" }
    }

    /// Encodes rows of a table, with their number first.
    private static func written(_ rows: [[String?]]) -> [String] {
        ["\(rows.count)"] + rows.flatMap { written($0) }
    }

    /// A test; nil if there is none.
    func test(_ id: RecordID) throws(RecordError) -> Object? {
        try tests([.text(id.text)]) { "\($0) = ?1" }.first
    }

    /// The first `limit` tests after one, in the order of their identifiers.
    func tests(after last: RecordID?, limit: Int) throws(RecordError) -> [Object] {
        let ends = try connection.row(
            """
            SELECT max(id) FROM (SELECT id FROM test WHERE id > ?1 ORDER BY id LIMIT ?2) AS part
            """, [.text(last?.text ?? ""), SQLValue(limit)]
        ) { $0.text(0) }
        guard let end = ends ?? nil else { return [] }
        return try tests([.text(last?.text ?? ""), .text(end)]) { "\($0) > ?1 AND \($0) <= ?2" }
    }

    private func tests(
        _ values: [SQLValue], where condition: (String) -> String
    ) throws(RecordError) -> [Object] {
        let ofTest = condition("test")
        let tests = try rows("test", Self.test, "WHERE \(condition("id")) ORDER BY id", values)
        func groups(
            _ table: String, _ columns: Columns, by order: String
        ) throws(RecordError) -> [String?: [[String?]]] {
            Dictionary(
                grouping: try rows(
                    table, columns, "WHERE \(ofTest) ORDER BY test, \(order)", values)
            ) { $0[0] }
        }
        let events = try groups("event", Self.event, by: "number")
        let former = try groups("former", Self.former, by: "version")
        var sounds: [String: String] = [:]
        for test in try connection.rows(
            "SELECT test FROM sound WHERE \(ofTest)", values, read: { $0.text(0) ?? "" })
        {
            sounds[test] = try connection.row(
                "SELECT body FROM sound WHERE test = ?1", [.text(test)]
            ) { chain.digits(of: $0.bytes(0) ?? []) }
        }
        var instances: [String: String] = [:]
        for (test, number) in try connection.rows(
            """
            SELECT i.test, i.number FROM instance i
            JOIN test t ON t.id = i.test AND i.record = coalesce(t.person, t.id)
            WHERE \(condition("i.test"))
            """, values, read: { ($0.text(0) ?? "", $0.integer(1)) })
        {
            instances[test] = number.map { String($0) }
        }
        return tests.compactMap { row in
            guard let name = row[0], let id = RecordID(name) else { return nil }
            // A running test takes more events; they are sealed at its end.
            let isRunning = row[3] == TestState.running.rawValue
            let sealed = isRunning ? [] : events[name] ?? []
            return Object(
                id: id,
                texts: ["test"] + Self.written(row) + Self.written(sealed)
                    + Self.written(former[name] ?? [])
                    + [sounds[name] ?? "", instances[name] ?? ""])
        }
    }

    /// The texts of an ended test that a signature covers; nil if there is no such test. The sound
    /// and the number for REDCap are left out, because they may come after the signature.
    func signed(_ id: RecordID) throws(RecordError) -> [String]? {
        let values: [SQLValue] = [.text(id.text)]
        guard let row = try rows("test", Self.test, "WHERE id = ?1", values).first,
            row[3] != TestState.running.rawValue
        else { return nil }
        return try ["signed"] + Self.written(row)
            + Self.written(rows("event", Self.event, "WHERE test = ?1 ORDER BY number", values))
            + Self.written(rows("former", Self.former, "WHERE test = ?1 ORDER BY version", values))
    }

    /// A signature; nil if there is none.
    func signature(_ id: RecordID) throws(RecordError) -> Object? {
        try signatures("WHERE id = ?1", [.text(id.text)]).first
    }

    /// All signatures.
    func signatures(
        _ rest: String = "", _ values: [SQLValue] = []
    ) throws(RecordError) -> [Object] {
        try rows("signature", Self.signature, rest, values).compactMap { row in
            guard let id = row[0].flatMap({ RecordID($0) }) else { return nil }
            return Object(id: id, texts: ["signature"] + Self.written(row))
        }
    }

    /// A person; nil if there is none.
    func person(_ key: RecordID) throws(RecordError) -> Object? {
        try people("WHERE key = ?1", [.text(key.text)]).first
    }

    /// The first `limit` people after one, in the order of their keys.
    func people(after last: RecordID?, limit: Int) throws(RecordError) -> [Object] {
        try people(
            "WHERE key > ?1 ORDER BY key LIMIT ?2", [.text(last?.text ?? ""), SQLValue(limit)])
    }

    private func people(_ rest: String, _ values: [SQLValue]) throws(RecordError) -> [Object] {
        try rows("person", Self.person, rest, values).compactMap { row in
            guard let id = row[0].flatMap({ RecordID($0) }) else { return nil }
            // A person without a follow-up is sealed without the last column.
            let sealed = row.last == .some(nil) ? Array(row.dropLast()) : row
            return Object(id: id, texts: ["person"] + Self.written(sealed))
        }
    }

    /// An account with its sessions and tokens; nil if there is none.
    func account(_ id: RecordID) throws(RecordError) -> Object? {
        try accounts("WHERE id = ?1", keys: "WHERE account = ?1", [.text(id.text)]).first
    }

    /// All accounts with their sessions and tokens.
    func accounts() throws(RecordError) -> [Object] { try accounts("", keys: "", []) }

    private func accounts(
        _ rest: String, keys: String, _ values: [SQLValue]
    ) throws(RecordError) -> [Object] {
        let keys = Dictionary(grouping: try rows("access", Self.access, keys, values)) { $0[2] }
        return try rows("account", Self.account, rest, values).compactMap { row in
            guard let id = row[0].flatMap({ RecordID($0) }) else { return nil }
            let own = (keys[id.text] ?? []).sorted { ($0[0] ?? "") < ($1[0] ?? "") }
            return Object(id: id, texts: ["account"] + Self.written(row) + Self.written(own))
        }
    }

    /// All settings; empty if the store has none.
    func settings() throws(RecordError) -> [String] {
        let all = try rows("setting", Self.setting, "").sorted { ($0[0] ?? "") < ($1[0] ?? "") }
        return all.isEmpty ? [] : ["settings"] + Self.written(all)
    }
}
