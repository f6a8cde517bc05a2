package import RecordStore
package import Records

/// A result as it is printed: the record of the test, and how it compares with the person's earlier
/// tests.
package struct ToldResult: Encodable, Sendable {
    /// The record.
    package let record: TestRecord
    /// The comparison; nil for a test of nobody, and one that is not compared.
    package let change: AcuityChange?

    /// The parameters as the properties of their names.
    package init(_ record: TestRecord, change: AcuityChange?) {
        self.record = record
        self.change = change
    }

    /// Writes the `result` event with the member `change`, which is left out without a comparison.
    package func encode(to encoder: any Encoder) throws {
        try record.encode(to: encoder)
        guard let change else { return }
        try encoder.write(["change": change.json])
    }

    /// The result in lines of text.
    package var text: String {
        guard let change else { return record.text }
        return "\(record.text)\n\(change.words)"
    }
}
