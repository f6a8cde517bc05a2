internal import Foundation
internal import RecordStore
internal import Records
internal import Trials

/// The table of signatures.
struct SignatureRows<Connection: SQLConnection> {
    let connection: Connection

    /// All signatures, in their order.
    func all() throws(RecordError) -> [Signature] {
        try connection.rows("SELECT body FROM signature ORDER BY id") { row throws(RecordError) in
            guard let text = row.text(0),
                let signature = try? JSONDecoder().decode(Signature.self, from: Data(text.utf8))
            else {
                throw .failed("a signature cannot be read; check with 'aloud records verify'.")
            }
            return signature
        }
    }

    /// The body of a signature; nil if there is none.
    func body(of id: RecordID) throws(RecordError) -> String? {
        try connection.row("SELECT body FROM signature WHERE id = ?1", [.text(id.text)]) {
            $0.text(0)
        } ?? nil
    }

    func insert(_ signature: Signature) throws(RecordError) {
        try connection.run(
            "INSERT INTO signature (id, object, body) VALUES (?1, ?2, ?3)",
            [
                .text(signature.id.text), .text(signature.object.text),
                .text(signature.jsonText),
            ])
    }

    /// The present contents of an object to sign; nil if none of its tests has ended.
    ///
    /// The digest of a day, a study or a trial is made of its tests, in the order of their
    /// identifiers: of each the identifier, then its digest.
    func contents(
        of object: SignedObject, _ chain: AuditChain
    ) throws(RecordError) -> SignedContents? {
        let sealed = SealedRows(connection: connection, chain: chain)
        if case .test(let id) = object {
            guard let texts = try sealed.signed(id) else { return nil }
            let version = try connection.row(
                "SELECT version FROM test WHERE id = ?1", [.text(id.text)]
            ) { Int($0.integer(0) ?? 1) }
            return SignedContents(
                object: object, version: version, tests: 1, digest: chain.contents(of: texts))
        }
        var parts = ["signed days", object.text]
        for name in try tests(of: object) {
            guard let id = RecordID(name), let texts = try sealed.signed(id) else { continue }
            parts += [name, chain.contents(of: texts)]
        }
        guard parts.count > 2 else { return nil }
        return SignedContents(
            object: object, version: nil, tests: (parts.count - 2) / 2,
            digest: chain.contents(of: parts))
    }

    /// The identifiers of the ended tests of a day, a study or a trial, in their order.
    private func tests(of object: SignedObject) throws(RecordError) -> [String] {
        if case .trial(let study) = object {
            return try connection.rows(
                """
                SELECT id, circumstances FROM test
                WHERE state <> 'running' AND circumstances LIKE '%"trial"%' ORDER BY id
                """
            ) { row in
                let circumstances = try? JSONDecoder().decode(
                    Circumstances.self, from: Data((row.text(1) ?? "").utf8))
                return circumstances?.trial?.study == study ? row.text(0) : nil
            }.compactMap(\.self)
        }
        guard let days = object.days else { return [] }
        return try connection.rows(
            """
            SELECT id FROM test WHERE state <> 'running'
                AND began + "beganOffset" * 60000 >= CAST(?1 AS BIGINT)
                AND began + "beganOffset" * 60000 < CAST(?2 AS BIGINT)
            ORDER BY id
            """,
            [
                .integer(Int64(days.from.daysSince1970) * 86_400_000),
                .integer(Int64(days.through.daysSince1970 + 1) * 86_400_000),
            ]
        ) { $0.text(0) ?? "" }
    }
}

// The statements of the calls about signatures.

extension ReadSignedContents: SQLCall {
    func carryOut(
        in records: SQLRecords<some SQLConnection>
    ) throws(RecordError) -> SignedContents? {
        try records.with { connection throws(RecordError) in
            try SignatureRows(connection: connection).contents(of: object, records.chain)
        }
    }
}

extension ReadSignatures: SQLRead {
    func read(_ connection: some SQLConnection) throws(RecordError) -> [Signature] {
        try SignatureRows(connection: connection).all()
    }
}

extension AddSignature: SQLChange {
    func change(_ rows: SQLTransaction<some SQLConnection>) throws(RecordError) -> Done {
        // The lock keeps the signed contents unchanged from the comparison to the entry.
        try rows.connection.lockTrail()
        let signatures = SignatureRows(connection: rows.connection)
        if let body = try signatures.body(of: signature.id) {
            guard body == signature.jsonText else {
                throw .invalid("a signature of this identifier is there with other contents.")
            }
            return Done()
        }
        if !isImported {
            let contents = try signatures.contents(of: signature.object, rows.chain)
            guard contents?.digest == signature.digest else { throw .stale }
        }
        try signatures.insert(signature)
        try rows.note(
            isImported ? .importSignature : .sign, signature.id,
            Author(
                author.name, reason: "\(signature.meaning.rawValue) of \(signature.object.text)")
        ) { sealed throws(RecordError) in try sealed.signature(signature.id) }
        return Done()
    }
}
