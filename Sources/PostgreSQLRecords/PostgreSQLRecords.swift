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
    ///   - keys: seal the audit trail; nil for entries without a seal.
    ///   - now: the clock.
    package convenience init(
        _ address: String, digest: @escaping AuditChain.Digest, keys: AuditKeys? = nil,
        now: @escaping @Sendable () -> Moment
    ) {
        let chain = AuditChain(digest, keys: keys)
        self.init(
            over: PostgreSQLConnection(address) { connection throws(RecordError) in
                try PostgreSQLSchema.migrate(connection) { connection throws(RecordError) in
                    try connection.sealFormerEntries(with: chain, at: now())
                }
            }, chain: chain, now: now)
    }
}
