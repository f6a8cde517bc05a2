internal import Records

/// The texts of a test as a store keeps them.
package struct TestContents: Sendable, Equatable {
    /// The circumstances as JSON.
    package var circumstances: String
    /// The setup and the result as JSON.
    package var record: String

    /// The texts of a test.
    package init(_ test: StoredTest) {
        circumstances = test.circumstances.jsonText
        record = test.record.jsonText
    }

    /// The texts as they were read.
    package init(circumstances: String, record: String) {
        self.circumstances = circumstances
        self.record = record
    }
}

extension StoredTest {
    /// Makes sure that this change of an ended test is allowed.
    ///
    /// - Parameter former: the test as the store has it.
    /// - Throws: `RecordError.stale`, `.invalid`.
    package func check(amending former: StoredTest, by author: Author) throws(RecordError) {
        guard former.version == version else { throw .stale }
        guard former.state != .running, state != .running else {
            throw .invalid("A running test cannot be changed. Wait for its end.")
        }
        guard author.reason?.isEmpty == false else {
            throw .invalid("A change of a test that has ended needs a reason.")
        }
        try PersonText.check(author.reason, called: "reason")
        if circumstances != former.circumstances { try circumstances.check() }
        guard former.record.jsonText == record.jsonText, former.began == began,
            former.ended == ended
        else {
            throw .invalid("The answers and the result of a test cannot be changed. Test again.")
        }
    }

    /// Makes sure that a whole test may be added.
    ///
    /// - Throws: `RecordError.invalid`.
    package func checkEnded() throws(RecordError) {
        guard state != .running, ended != nil else {
            throw .invalid("A test that has not ended cannot be added.")
        }
    }
}
