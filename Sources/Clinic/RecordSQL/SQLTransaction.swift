internal import RecordStore

/// Changes that are carried out together or not at all, with their entries in the audit trail.
struct SQLTransaction<Connection: SQLConnection> {
    let connection: Connection
    let chain: AuditChain
    let now: @Sendable () -> Moment

    var people: PersonRows<Connection> { PersonRows(connection: connection) }
    var tests: TestRows<Connection> { TestRows(connection: connection) }
    var trail: TrailRows<Connection> { TrailRows(connection: connection) }
    var sealed: SealedRows<Connection> { SealedRows(connection: connection, chain: chain) }

    /// Adds an entry to the audit trail.
    ///
    /// - Parameter written: reads the object that was written, whose digest the entry has. It is
    ///   called after the lock on the trail, so that it sees the earlier changes of others.
    func note(
        _ action: AuditAction, _ object: RecordID?, _ author: Author,
        contents written: (
            (SealedRows<Connection>) throws(RecordError) -> SealedRows<Connection>.Object?
        )? = nil
    ) throws(RecordError) {
        try connection.lockTrail()
        let texts = try written.map { written throws(RecordError) in try written(sealed) }??.texts
        try add(action, object, author, contents: texts.map(chain.contents))
    }

    /// Adds an entry about a test that was written.
    func note(
        _ action: AuditAction, ofTest test: RecordID, _ author: Author
    ) throws(RecordError) {
        try note(action, test, author) { rows throws(RecordError) in try rows.test(test) }
    }

    /// Adds an entry about an account that was written with its keys.
    func note(
        _ action: AuditAction, ofAccount account: RecordID, _ author: Author
    ) throws(RecordError) {
        try note(action, account, author) { rows throws(RecordError) in try rows.account(account) }
    }

    /// Adds an entry to the audit trail, which the caller has locked.
    func add(
        _ action: AuditAction, _ object: RecordID?, _ author: Author, contents: String?
    ) throws(RecordError) {
        try trail.insert(
            chain.entry(
                after: try trail.head(), at: now(), author, action, object, contents: contents))
    }

    /// Adds the deliveries of a test that was written.
    func deliver(_ test: StoredTest) throws(RecordError) {
        try DeliveryRows(connection: connection).insert(test, at: now())
    }
}
