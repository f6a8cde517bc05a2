package import RecordSQL
package import RecordStore

/// A store in PostgreSQL that several lanes share.
package typealias PostgreSQLRecords = SQLRecords<PostgreSQLConnection>

extension SQLRecords where Connection == PostgreSQLConnection {
    /// A store at an address; it connects when first used, and again after the network was lost.
    ///
    /// - Parameters:
    ///   - address: "postgresql://user@host/database"; see the manual of libpq, 34.1.1.
    ///   - patience: how long it waits for the server.
    ///   - digest: chains the audit trail.
    ///   - keys: seal the audit trail; nil for entries without a seal.
    ///   - now: the clock.
    package convenience init(
        _ address: String, patience: Patience = .long, digest: @escaping AuditChain.Digest,
        keys: AuditKeys? = nil,
        now: @escaping @Sendable () -> Moment
    ) {
        self.init(
            over: PostgreSQLConnection(address, patience: patience) {
                connection throws(RecordError) in
                try PostgreSQLSchema.prepare(connection)
            }, chain: AuditChain(digest, keys: keys), now: now)
    }

    /// Makes sure that tests of any person can be kept there.
    ///
    /// - Throws: `RecordError.refused` for a standby, a role without rights, or an encoding that
    ///   lacks letters; `.unreachable`.
    package func check() throws(RecordError) {
        try with { connection throws(RecordError) in
            let isOpen = try connection.row("SHOW transaction_read_only") { $0.text(0) == "off" }
            guard isOpen == true else {
                throw PostgreSQLConnection.error(ofState: "25006")
            }
            try PostgreSQLSchema.checkEncoding(connection)
            let mayWrite = try connection.row(
                """
                SELECT bool_and(has_table_privilege(name, act))
                FROM unnest(ARRAY['person', 'test', 'event', 'former', 'sound', 'instance', 'trail',
                        'delivery']) AS name,
                    unnest(ARRAY['SELECT', 'INSERT']) AS act
                """
            ) { $0.text(0) == "t" }
            guard mayWrite == true else { throw PostgreSQLConnection.error(ofState: "42501") }
        }
    }
}
