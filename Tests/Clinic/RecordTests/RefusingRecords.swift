import RecordStore

/// A store with calls that a test refuses.
final class RefusingRecords: RecordKeeping {
    private let store: any RecordKeeping
    private let refuse: @Sendable (any RecordCall) throws(RecordError) -> Void

    /// - Parameter refuse: throws the error of a refused call.
    init(
        _ store: any RecordKeeping,
        refuse: @escaping @Sendable (any RecordCall) throws(RecordError) -> Void
    ) {
        (self.store, self.refuse) = (store, refuse)
    }

    func carryOut<Call: RecordCall>(_ call: Call) throws(RecordError) -> Call.Answer {
        try refuse(call)
        return try store.carryOut(call)
    }

    func close() {}
}
