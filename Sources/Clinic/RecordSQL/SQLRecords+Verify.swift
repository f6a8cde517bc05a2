internal import RecordStore

// The statements of the calls about the store as a whole.

extension VerifyRecords: SQLCall {
    func carryOut(
        in records: SQLRecords<some SQLConnection>
    ) throws(RecordError) -> [RecordFault] {
        try records.faults()
    }
}

extension CopyRecords: SQLCall {
    func carryOut(in records: SQLRecords<some SQLConnection>) throws(RecordError) -> Done {
        try records.with { connection throws(RecordError) in try connection.beginCopy(to: path) }
        defer { try? records.with { $0.endCopy(to: path) } }
        try records.makeCopy(path)
        return Done()
    }
}

extension SQLRecords {
    /// The objects that are checked at a time: few round trips, and little memory.
    private static var batch: Int { 250 }
    /// Entries of the trail that are read at a time.
    private static var page: Int { 2_000 }

    fileprivate func faults() throws(RecordError) -> [RecordFault] {
        let frozen = try frozen()
        defer { frozen.connection.close() }
        return try Self.faults(in: frozen.connection, chain)
    }

    /// A new connection that is passed out of the lock of the store's own connection.
    ///
    /// `@unchecked Sendable`: `frozen(in:)` has just made the connection and keeps no reference to
    /// it, so the thread that receives this value is the only one to use it.
    private struct Frozen: @unchecked Sendable {
        let connection: Connection
    }

    /// A snapshot of the store for the check. Other programs can write while it is made and read.
    private func frozen() throws(RecordError) -> Frozen {
        let copy = try with { connection throws(RecordError) in try connection.beginFreezing() }
        if let copy {
            do throws(RecordError) { try makeCopy(copy) } catch {
                try? with { $0.endCopy(to: copy) }
                throw error
            }
        }
        return try with { connection throws(RecordError) in
            Frozen(connection: try connection.frozen(in: copy))
        }
    }

    fileprivate func makeCopy(_ path: String) throws(RecordError) {
        // Other programs can write between two pieces.
        while try with({ connection throws(RecordError) in
            try !connection.copyMore(to: path)
        }) {}
    }

    private static func faults(
        in connection: Connection, _ chain: AuditChain
    ) throws(RecordError) -> [RecordFault] {
        let faults = try connection.faults()
        var check = AuditCheck(chain)
        let trail = TrailRows(connection: connection)
        while case let entries = try trail.entries(after: check.head.number, limit: page),
            !entries.isEmpty
        {
            for entry in entries { check.take(entry) }
        }
        let sealed = SealedRows(connection: connection, chain: chain)
        var last: RecordID?
        while case let people = try sealed.people(after: last, limit: page), !people.isEmpty {
            for person in people { check.take(person.id, texts: person.texts) }
            last = people.last?.id
        }
        last = nil
        while case let tests = try sealed.tests(after: last, limit: batch), !tests.isEmpty {
            for test in tests { check.take(test.id, texts: test.texts) }
            last = tests.last?.id
        }
        for account in try sealed.accounts() { check.take(account.id, texts: account.texts) }
        for signature in try sealed.signatures() {
            check.take(signature.id, texts: signature.texts)
        }
        check.take(settings: try sealed.settings())
        do throws(RecordError) {
            try takeImported(trail, &check)
        } catch {
            guard case .failed = error else { throw error }
            check.isUnreadable(importedTrail: error)
        }
        return faults + check.end()
    }

    private static func takeImported(
        _ trail: TrailRows<Connection>, _ check: inout AuditCheck
    ) throws(RecordError) {
        var last: ImportedEntry?
        while case let page = try trail.imported(after: last, limit: page), !page.isEmpty {
            for entry in page { check.take(imported: entry) }
            last = page.last
        }
    }
}
