package import RecordStore

extension SQLRecords {
    /// The objects that are checked at a time: few round trips, and little memory.
    private static var batch: Int { 250 }
    /// Entries of the trail that are read at a time.
    private static var page: Int { 2_000 }

    package func verify() throws(RecordError) -> [RecordFault] {
        let frozen = try frozen()
        defer { frozen.connection.close() }
        return try Self.faults(in: frozen.connection, chain)
    }

    /// A new connection on its way out of the lock of the store's own.
    ///
    /// `@unchecked Sendable`: `frozen(in:)` has just made the connection and keeps no reference to
    /// it, so the thread that receives this value is the only one to use it.
    private struct Frozen: @unchecked Sendable {
        let connection: Connection
    }

    /// A state of the store that nobody changes. Others write while it is made, and while it is read.
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

    package func copy(to path: String) throws(RecordError) {
        try with { connection throws(RecordError) in try connection.beginCopy(to: path) }
        defer { try? with { $0.endCopy(to: path) } }
        try makeCopy(path)
    }

    private func makeCopy(_ path: String) throws(RecordError) {
        // Others write between the pieces.
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

    // Trails that came with an import.

    package func keep(
        trail entries: [ImportedEntry], by author: Author
    ) throws(RecordError) -> Int {
        try change { connection throws(RecordError) in
            try connection.lockTrail()
            let rows = TrailRows(connection: connection)
            // The store's own trail is there already.
            let own = try rows.entries(after: 0, limit: 1).first?.digest
            var ends: [String: ImportedEntry] = [:]
            var count = 0
            for entry in entries where entry.trail != own {
                let last: ImportedEntry? =
                    if let end = ends[entry.trail] { end } else {
                        try rows.lastImported(of: entry.trail)
                    }
                if let last, entry.entry.number <= last.entry.number { continue }
                guard chain.isSound(entry.entry, after: last?.entry.head ?? .empty),
                    entry.entry.number > 1 || entry.entry.digest == entry.trail
                else {
                    throw .invalid(
                        "entry \(entry.entry.number) of the audit trail was changed, or the entry"
                            + " before it is missing.")
                }
                try rows.insert(entry)
                ends[entry.trail] = entry
                count += 1
            }
            for (_, end) in ends.sorted(by: { $0.key < $1.key }) {
                try add(.importTrail, nil, author, connection, contents: end.entry.digest)
            }
            return count
        }
    }

    package func importedTrail(
        after last: ImportedEntry?, limit: Int
    ) throws(RecordError) -> [ImportedEntry] {
        try with { connection throws(RecordError) in
            try TrailRows(connection: connection).imported(after: last, limit: limit)
        }
    }
}
