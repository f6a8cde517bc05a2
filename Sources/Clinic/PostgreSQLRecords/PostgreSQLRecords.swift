package import RecordSQL
package import RecordStore

/// A store in PostgreSQL that several lanes share.
package typealias PostgreSQLRecords = SQLRecords<PostgreSQLConnection>

extension SQLRecords where Connection == PostgreSQLConnection {
    /// A store at an address; it connects when first used, and again after the network was lost.
    ///
    /// - Parameters:
    ///   - address: "postgresql://user@host/database"; see the manual of libpq, 34.1.1.
    ///   - digest: chains the audit trail.
    ///   - now: the clock.
    package convenience init(
        _ address: String, digest: @escaping AuditChain.Digest,
        now: @escaping @Sendable () -> Moment
    ) {
        self.init(
            over: PostgreSQLConnection(address) { connection throws(RecordError) in
                try PostgreSQLSchema.migrate(connection)
            }, digest: digest, now: now)
    }
}
