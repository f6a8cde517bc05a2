package import RecordStore
internal import Synchronization

/// A store in a database: the same tables and statements, whatever the database.
package final class SQLRecords<Connection: SQLConnection>: RecordKeeping {
    private let connection: Mutex<Connection>
    let chain: AuditChain
    private let now: @Sendable () -> Moment

    /// A store whose tables are there, or are made when the connection is first used.
    ///
    /// - Parameters:
    ///   - connection: belongs to the store from now on.
    ///   - chain: makes the entries of the audit trail.
    ///   - now: the clock.
    package init(
        over connection: sending Connection, chain: AuditChain,
        now: @escaping @Sendable () -> Moment
    ) {
        self.connection = Mutex(connection)
        self.chain = chain
        self.now = now
    }

    /// Calls a function with the connection, which no other thread uses meanwhile.
    package func with<Result: Sendable>(
        _ act: (Connection) throws(RecordError) -> Result
    ) throws(RecordError) -> Result {
        try connection.withLock { connection throws(RecordError) in
            connection.beginsCall()
            return try act(connection)
        }
    }

    /// Runs changes in one transaction.
    func change<Result: Sendable>(
        _ act: (SQLTransaction<Connection>) throws(RecordError) -> Result
    ) throws(RecordError) -> Result {
        try with { connection throws(RecordError) in
            try connection.changes { () throws(RecordError) in
                try act(SQLTransaction(connection: connection, chain: chain, now: now))
            }
        }
    }

    package func carryOut<Call: RecordCall>(_ call: Call) throws(RecordError) -> Call.Answer {
        guard let call = call as? any SQLCall<Call.Answer> else {
            throw .failed("they have no statements for '\(Call.name)'.")
        }
        try call.check()
        return try call.carryOut(in: self)
    }

    package func close() { connection.withLock { $0.close() } }
}
