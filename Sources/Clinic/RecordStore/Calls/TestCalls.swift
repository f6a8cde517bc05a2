// The calls that read tests.

extension RecordKeeping {
    /// A test; nil if there is none.
    package func test(_ id: RecordID) throws(RecordError) -> StoredTest? {
        try carryOut(ReadTest(id: id))
    }
}

/// The call of `test(_:)`.
package struct ReadTest: RecordCall {
    package typealias Answer = StoredTest?
    package let id: RecordID
}

extension RecordKeeping {
    /// The author who began or added a test, with the reason of the entry; nil if the audit trail has
    /// no such entry.
    package func origin(of test: RecordID) throws(RecordError) -> Author? {
        try carryOut(ReadOrigin(test: test))
    }
}

/// The call of `origin(of:)`.
package struct ReadOrigin: RecordCall {
    package typealias Answer = Author?
    package let test: RecordID
}

extension RecordKeeping {
    /// The events of a test, in order.
    package func events(of test: RecordID) throws(RecordError) -> [StoredEvent] {
        try carryOut(ReadEvents(test: test))
    }
}

/// The call of `events(of:)`.
package struct ReadEvents: RecordCall {
    package typealias Answer = [StoredEvent]
    package let test: RecordID
}

extension RecordKeeping {
    /// The former versions of a test, in order.
    package func formerVersions(of test: RecordID) throws(RecordError) -> [FormerTest] {
        try carryOut(ReadFormerVersions(test: test))
    }
}

/// The call of `formerVersions(of:)`.
package struct ReadFormerVersions: RecordCall {
    package typealias Answer = [FormerTest]
    package let test: RecordID
}

extension RecordKeeping {
    /// Tests, the latest first.
    package func tests(_ query: TestQuery) throws(RecordError) -> [StoredTest] {
        try carryOut(FindTests(query: query))
    }
}

/// The call of `tests(_:)`.
package struct FindTests: RecordCall {
    package typealias Answer = [StoredTest]
    package let query: TestQuery
}

extension RecordKeeping {
    /// The sound of a test, a file of FLAC; nil if none is kept.
    package func sound(of test: RecordID) throws(RecordError) -> [UInt8]? {
        try carryOut(ReadSound(test: test))
    }
}

/// The call of `sound(of:)`.
package struct ReadSound: RecordCall {
    package typealias Answer = [UInt8]?
    package let test: RecordID
}
