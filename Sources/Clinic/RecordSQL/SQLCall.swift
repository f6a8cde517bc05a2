internal import RecordStore

/// A call with its statements.
protocol SQLCall<Answer>: RecordCall {
    /// Makes sure that the parameters can be kept, before a statement runs.
    func check() throws(RecordError)

    /// Runs the statements.
    func carryOut(in records: SQLRecords<some SQLConnection>) throws(RecordError) -> Answer
}

extension SQLCall {
    func check() throws(RecordError) {}
}

/// A call whose statements need no transaction.
protocol SQLRead<Answer>: SQLCall {
    /// Runs the statements.
    func read(_ connection: some SQLConnection) throws(RecordError) -> Answer
}

extension SQLRead {
    func carryOut(in records: SQLRecords<some SQLConnection>) throws(RecordError) -> Answer {
        try records.with { connection throws(RecordError) in try read(connection) }
    }
}

/// A call whose statements run in one transaction.
protocol SQLChange<Answer>: SQLCall {
    /// Runs the statements.
    func change(_ rows: SQLTransaction<some SQLConnection>) throws(RecordError) -> Answer
}

extension SQLChange {
    func carryOut(in records: SQLRecords<some SQLConnection>) throws(RecordError) -> Answer {
        try records.change { rows throws(RecordError) in try change(rows) }
    }
}
