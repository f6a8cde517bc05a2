internal import RecordStore

/// The table of deliveries.
struct DeliveryRows<Connection: SQLConnection> {
    let connection: Connection

    private static var columns: String {
        "number, peer, test, version, person, state, tries, due, answer, at, \"atOffset\""
    }

    private static func read(_ row: Connection.Row) throws(RecordError) -> Delivery {
        guard let test = row.text(2).flatMap({ RecordID($0) }),
            let state = row.text(5).flatMap({ Delivery.State(rawValue: $0) })
        else { throw .failed("a delivery cannot be read; check with 'aloud records verify'.") }
        return Delivery(
            number: Int(row.integer(0) ?? 0), peer: row.text(1) ?? "", test: test,
            version: Int(row.integer(3) ?? 1), person: row.text(4).flatMap { RecordID($0) },
            state: state, tries: Int(row.integer(6) ?? 0), due: row.integer(7) ?? 0,
            answer: row.text(8), at: row.moment(9) ?? Moment(milliseconds: 0))
    }

    /// Adds a delivery of this version of a test to each peer that takes it. It replaces earlier
    /// versions that still wait or were set aside.
    func insert(_ test: StoredTest, at now: Moment) throws(RecordError) {
        let setting = try connection.row(
            "SELECT body FROM setting WHERE name = ?1", [.text(Peer.setting)]
        ) { $0.text(0) }
        // Two lanes must not give the same number.
        try connection.lockTrail()
        for peer in try Peer.all(in: setting ?? nil)
        where peer.takes(test, at: now) {
            try connection.run(
                """
                UPDATE delivery SET state = 'replaced'
                WHERE peer = ?1 AND test = ?2 AND state IN ('waiting', 'refused')
                """, [.text(peer.name), .text(test.id.text)])
            try connection.run(
                """
                INSERT INTO delivery (number, peer, test, version, person, state, tries, due, at,
                    "atOffset")
                SELECT coalesce(max(number), 0) + 1, CAST(?1 AS TEXT), CAST(?2 AS TEXT),
                    CAST(?3 AS BIGINT), CAST(?4 AS TEXT), 'waiting', 0, 0, CAST(?5 AS BIGINT),
                    CAST(?6 AS BIGINT)
                FROM delivery WHERE TRUE
                ON CONFLICT (peer, test, version) DO NOTHING
                """,
                [
                    .text(peer.name), .text(test.id.text), SQLValue(test.version),
                    SQLValue(test.person?.text), .integer(now.milliseconds),
                    SQLValue(now.offsetMinutes),
                ])
        }
    }

    /// The deliveries of a query, in order.
    func deliveries(_ query: DeliveryQuery) throws(RecordError) -> [Delivery] {
        var filter = SQLFilter()
        filter.add("number > CAST(? AS BIGINT)", SQLValue(query.after))
        if let peer = query.peer { filter.add("peer = ?", .text(peer)) }
        if let test = query.test { filter.add("test = ?", .text(test.text)) }
        if let states = query.states {
            let list = states.map { "state = '\($0.rawValue)'" }.joined(separator: " OR ")
            filter.add("(\(list))")
        }
        return try connection.rows(
            """
            SELECT \(Self.columns) FROM delivery \(filter.text) ORDER BY number
            LIMIT \(filter.next)
            """, filter.values + [SQLValue(query.limit)], read: Self.read)
    }

    /// Changes a delivery if nobody has changed it since it was read.
    ///
    /// - Returns: whether it was changed.
    func change(_ former: Delivery, to new: Delivery) throws(RecordError) -> Bool {
        try connection.row(
            """
            UPDATE delivery SET state = ?1, tries = ?2, due = ?3, answer = ?4, at = ?5,
                "atOffset" = ?6
            WHERE number = ?7 AND state = ?8 AND tries = ?9 AND due = ?10
            RETURNING 1
            """,
            [
                .text(new.state.rawValue), SQLValue(new.tries), .integer(new.due),
                SQLValue(new.answer), .integer(new.at.milliseconds),
                SQLValue(new.at.offsetMinutes), SQLValue(former.number),
                .text(former.state.rawValue), SQLValue(former.tries), .integer(former.due),
            ]
        ) { _ in true } ?? false
    }
}

// The SQL of the calls about deliveries.

extension ReadWaitingTests: SQLCall {
    func carryOut(
        in records: SQLRecords<some SQLConnection>
    ) throws(RecordError) -> [WaitingTest] { [] }
}

extension FindDeliveries: SQLRead {
    func read(_ connection: some SQLConnection) throws(RecordError) -> [Delivery] {
        try DeliveryRows(connection: connection).deliveries(query)
    }
}

extension ChangeDelivery: SQLChange {
    func change(_ rows: SQLTransaction<some SQLConnection>) throws(RecordError) -> Bool {
        guard try DeliveryRows(connection: rows.connection).change(former, to: new) else {
            return false
        }
        if let words {
            let reason = "\(former.peer), version \(former.version): \(words)"
            try rows.note(.deliver, former.test, Author(author.name, reason: reason))
        }
        return true
    }
}
