package import Records

// The calls that add, change and erase tests: those of a running test first.

extension RecordKeeping {
    /// Begins a test.
    ///
    /// - Throws: `RecordError.notFound` if the store does not have its person, `.exists`.
    package func begin(_ test: StoredTest, by author: Author) throws(RecordError) {
        try carryOut(BeginTest(test: test, author: author))
    }
}

/// The call of `begin(_:by:)`.
package struct BeginTest: RecordCall {
    package let test: StoredTest
    package let author: Author
}

extension RecordKeeping {
    /// Adds the next event of a running test. An event that the store already has changes nothing.
    ///
    /// - Throws: `RecordError.notRunning`, `.notFound`, `.gap` if an event before it is missing.
    package func append(_ event: StoredEvent, to test: RecordID) throws(RecordError) {
        try carryOut(AppendEvent(event: event, test: test))
    }
}

/// The call of `append(_:to:)`.
package struct AppendEvent: RecordCall {
    package let event: StoredEvent
    package let test: RecordID
}

extension RecordKeeping {
    /// Gives a running test its result.
    ///
    /// - Parameters:
    ///   - state: `finished` or `interrupted`.
    ///   - circumstances: nil to leave them as they are.
    /// - Throws: `RecordError.notRunning`, `.notFound`.
    package func finish(
        _ test: RecordID, as state: TestState, with record: TestRecord,
        circumstances: Circumstances?, at: Moment, by author: Author
    ) throws(RecordError) {
        let ending = TestEnding(
            state: state, record: record, circumstances: circumstances, at: at)
        try carryOut(FinishTest(test: test, ending: ending, author: author))
    }
}

/// The call of `finish(_:as:with:circumstances:at:by:)`.
package struct FinishTest: RecordCall {
    package let test: RecordID
    package let ending: TestEnding
    package let author: Author
}

/// The end of a test.
package struct TestEnding: Sendable, Codable {
    /// The state of the test.
    package var state: TestState
    /// The result of the test.
    package var record: TestRecord
    /// The circumstances of the test; nil to leave them.
    package var circumstances: Circumstances?
    /// The time of the end.
    package var at: Moment
}

extension RecordKeeping {
    /// Adds a whole test that has ended, with its events, its former versions and its sound.
    ///
    /// - Returns: false if the store already has it, which changes nothing.
    /// - Throws: `RecordError.notFound` if the store does not have its person, `.invalid` for a
    ///   test that runs.
    package func add(
        _ test: StoredTest, events: [StoredEvent], former: [FormerTest], sound: [UInt8]?,
        by author: Author
    ) throws(RecordError) -> Bool {
        try carryOut(
            AddTest(test: test, events: events, former: former, sound: sound, author: author))
    }

    /// Adds a whole test without former versions and sound.
    @discardableResult package func add(
        _ test: StoredTest, events: [StoredEvent], by author: Author
    ) throws(RecordError) -> Bool {
        try add(test, events: events, former: [], sound: nil, by: author)
    }
}

/// The call of `add(_:events:former:sound:by:)`.
package struct AddTest: RecordCall {
    package typealias Answer = Bool
    package let test: StoredTest
    package let events: [StoredEvent]
    package let former: [FormerTest]
    package let sound: [UInt8]?
    package let author: Author
}

extension RecordKeeping {
    /// Changes the person, the sitting, the circumstances or the state of an ended test; its former
    /// version is kept. The author needs a reason.
    ///
    /// - Returns: the test with its new version.
    /// - Throws: `RecordError.stale`, `.notFound`, `.invalid` without a reason or for another
    ///   change.
    package func amend(_ test: StoredTest, by author: Author) throws(RecordError) -> StoredTest {
        try carryOut(AmendTest(test: test, author: author))
    }
}

/// The call of `amend(_:by:)`.
package struct AmendTest: RecordCall {
    package typealias Answer = StoredTest
    package let test: StoredTest
    package let author: Author
}

extension RecordKeeping {
    /// Keeps the sound of a test with it, replacing a former one.
    ///
    /// - Parameter sound: a file of FLAC.
    /// - Throws: `RecordError.notFound`.
    package func keep(sound: [UInt8], of test: RecordID, by author: Author) throws(RecordError) {
        try carryOut(KeepSound(sound: sound, test: test, author: author))
    }
}

/// The call of `keep(sound:of:by:)`.
package struct KeepSound: RecordCall {
    package let sound: [UInt8]
    package let test: RecordID
    package let author: Author
}

extension RecordKeeping {
    /// Erases a person with all their tests and orders, or a test. The audit trail keeps an entry of
    /// the erasure. The author must give a reason.
    ///
    /// - Returns: the number of tests erased.
    /// - Throws: `RecordError.notFound`, `.invalid` without a reason.
    package func erase(_ object: RecordID, by author: Author) throws(RecordError) -> Int {
        try carryOut(EraseObject(object: object, author: author))
    }
}

/// The call of `erase(_:by:)`.
package struct EraseObject: RecordCall {
    package typealias Answer = Int
    package let object: RecordID
    package let author: Author
}
