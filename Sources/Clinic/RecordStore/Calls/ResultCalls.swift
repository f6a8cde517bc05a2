// The calls that are about kept results: their signatures, and their deliveries to peers.

extension RecordKeeping {
    /// The contents of an object that can be signed; nil if it has no ended test.
    package func signedContents(
        of object: SignedObject
    ) throws(RecordError) -> SignedContents? {
        try carryOut(ReadSignedContents(object: object))
    }
}

/// The call of `signedContents(of:)`.
package struct ReadSignedContents: RecordCall {
    package typealias Answer = SignedContents?
    package let object: SignedObject
}

extension RecordKeeping {
    /// All signatures, in their order.
    package func signatures() throws(RecordError) -> [Signature] {
        try carryOut(ReadSignatures())
    }
}

/// The call of `signatures()`.
package struct ReadSignatures: RecordCall {
    package typealias Answer = [Signature]
}

extension RecordKeeping {
    /// Adds a signature. If the store already has this signature, nothing changes.
    ///
    /// - Parameter isImported: whether it comes with an import, whose contents may differ.
    /// - Throws: `RecordError.stale` if the contents differ from those that were signed, `.invalid`
    ///   for other contents under an identifier in use.
    package func add(
        _ signature: Signature, isImported: Bool, by author: Author
    ) throws(RecordError) {
        try carryOut(AddSignature(signature: signature, isImported: isImported, author: author))
    }
}

/// The call of `add(_:isImported:by:)`.
package struct AddSignature: RecordCall {
    package let signature: Signature
    package let isImported: Bool
    package let author: Author
}

extension RecordKeeping {
    /// The ended tests that wait in an outbox, the oldest first; none of a store without one.
    package func waitingTests() throws(RecordError) -> [WaitingTest] {
        try carryOut(ReadWaitingTests())
    }
}

/// The call of `waitingTests()`.
package struct ReadWaitingTests: RecordCall {
    package typealias Answer = [WaitingTest]
}

extension RecordKeeping {
    /// Deliveries of results to peers, in their order.
    package func deliveries(_ query: DeliveryQuery) throws(RecordError) -> [Delivery] {
        try carryOut(FindDeliveries(query: query))
    }
}

/// The call of `deliveries(_:)`.
package struct FindDeliveries: RecordCall {
    package typealias Answer = [Delivery]
    package let query: DeliveryQuery
}

extension RecordKeeping {
    /// Changes a delivery.
    ///
    /// - Parameter words: the words of the entry in the audit trail; nil for none.
    /// - Returns: false if it changed or was erased meanwhile: then nothing is done.
    package func change(
        _ former: Delivery, to new: Delivery, noting words: String?, by author: Author
    ) throws(RecordError) -> Bool {
        try carryOut(ChangeDelivery(former: former, new: new, words: words, author: author))
    }
}

/// The call of `change(_:to:noting:by:)`.
package struct ChangeDelivery: RecordCall {
    package typealias Answer = Bool
    package let former: Delivery
    package let new: Delivery
    package let words: String?
    package let author: Author
}
