package import RecordStore
package import Records
internal import Trials

/// A store whose readers do not learn the results of masked trials.
///
/// Tests that a trial masks come without their result (`TestRecord.masked`), without their events and
/// without their sound, also in their former versions. All else, and all changes, are those of the
/// whole. Every page, list and export for people at the site reads through it.
package final class MaskedRecords: RecordKeeping {
    /// The store with the results.
    let whole: any RecordKeeping
    /// Whether all tests are masked, those outside of trials, too.
    private let masksAll: Bool

    /// A whole.
    ///
    /// - Parameter masksAll: whether tests outside of trials are masked, too, as at the lane of a masked
    ///   trial.
    package init(_ store: any RecordKeeping, masksAll: Bool = false) {
        whole = store
        self.masksAll = masksAll
    }

    private func isMasked(_ test: StoredTest) throws(RecordError) -> Bool {
        if masksAll { return true }
        guard test.circumstances.trial?.isMasked == true else { return false }
        return try whole.studies().masks(test)
    }

    private func isMasked(_ id: RecordID) throws(RecordError) -> Bool {
        if masksAll { return true }
        guard let test = try whole.test(id) else { return false }
        return try isMasked(test)
    }

    private func masked(_ test: StoredTest) throws(RecordError) -> StoredTest {
        guard try isMasked(test) else { return test }
        var masked = test
        masked.record = test.record.masked
        // The level of the voice and the length say nothing of the acuity, but the end does.
        masked.ended = test.ended.map { _ in test.began }
        return masked
    }

    package func test(_ id: RecordID) throws(RecordError) -> StoredTest? {
        guard let test = try whole.test(id) else { return nil }
        return try masked(test)
    }

    package func tests(_ query: TestQuery) throws(RecordError) -> [StoredTest] {
        var found: [StoredTest] = []
        for test in try whole.tests(query) { found.append(try masked(test)) }
        return found
    }

    package func events(of test: RecordID) throws(RecordError) -> [StoredEvent] {
        try isMasked(test) ? [] : try whole.events(of: test)
    }

    package func formerVersions(of test: RecordID) throws(RecordError) -> [FormerTest] {
        var former = try whole.formerVersions(of: test)
        for index in former.indices { former[index].test = try masked(former[index].test) }
        return former
    }

    package func sound(of test: RecordID) throws(RecordError) -> [UInt8]? {
        try isMasked(test) ? nil : try whole.sound(of: test)
    }

    package func amend(_ test: StoredTest, by author: Author) throws(RecordError) -> StoredTest {
        var restored = test
        if test.record.isMasked, let kept = try self.whole.test(test.id) {
            restored.record = kept.record
            restored.ended = kept.ended
        }
        return try masked(try whole.amend(restored, by: author))
    }

    package func add(
        _ test: StoredTest, events: [StoredEvent], former: [FormerTest], sound: [UInt8]?,
        by author: Author
    ) throws(RecordError) -> Bool {
        try whole.add(test, events: events, former: former, sound: sound, by: author)
    }

    package func save(_ person: Person, by author: Author) throws(RecordError) -> Person {
        try whole.save(person, by: author)
    }

    package func person(_ key: RecordID) throws(RecordError) -> Person? { try whole.person(key) }

    package func person(withID id: String) throws(RecordError) -> Person? {
        try whole.person(withID: id)
    }

    package func people(_ query: PersonQuery) throws(RecordError) -> [Person] {
        try whole.people(query)
    }

    package func begin(_ test: StoredTest, by author: Author) throws(RecordError) {
        try whole.begin(test, by: author)
    }

    package func append(_ event: StoredEvent, to test: RecordID) throws(RecordError) {
        try whole.append(event, to: test)
    }

    package func finish(
        _ test: RecordID, as state: TestState, with record: TestRecord,
        circumstances: Circumstances?, at: Moment, by author: Author
    ) throws(RecordError) {
        try whole.finish(
            test, as: state, with: record, circumstances: circumstances, at: at, by: author)
    }

    package func origin(of test: RecordID) throws(RecordError) -> Author? {
        try whole.origin(of: test)
    }

    package func keep(
        sound: [UInt8], of test: RecordID, by author: Author
    ) throws(RecordError) {
        try whole.keep(sound: sound, of: test, by: author)
    }

    package func erase(_ object: RecordID, by author: Author) throws(RecordError) -> Int {
        try whole.erase(object, by: author)
    }

    package func time(
        of action: AuditAction, on object: RecordID
    ) throws(RecordError) -> Moment? {
        try whole.time(of: action, on: object)
    }

    package func waitingTests() throws(RecordError) -> [WaitingTest] { try whole.waitingTests() }

    // A signature has a digest of its test, and no result.

    package func signedContents(
        of object: SignedObject
    ) throws(RecordError) -> SignedContents? {
        try whole.signedContents(of: object)
    }

    package func signatures() throws(RecordError) -> [Signature] { try whole.signatures() }

    package func add(
        _ signature: Signature, isImported: Bool, by author: Author
    ) throws(RecordError) {
        try whole.add(signature, isImported: isImported, by: author)
    }

    package func deliveries(_ query: DeliveryQuery) throws(RecordError) -> [Delivery] {
        try whole.deliveries(query)
    }

    package func change(
        _ former: Delivery, to new: Delivery, noting words: String?, by author: Author
    ) throws(RecordError) -> Bool {
        try whole.change(former, to: new, noting: words, by: author)
    }

    package func note(
        _ action: AuditAction, of object: RecordID?, by author: Author
    ) throws(RecordError) {
        try whole.note(action, of: object, by: author)
    }

    package func trail(after number: Int, limit: Int) throws(RecordError) -> [AuditEntry] {
        try whole.trail(after: number, limit: limit)
    }

    package func head() throws(RecordError) -> AuditHead { try whole.head() }

    package func keep(trail: [ImportedEntry], by author: Author) throws(RecordError) -> Int {
        try whole.keep(trail: trail, by: author)
    }

    package func importedTrail(
        after last: ImportedEntry?, limit: Int
    ) throws(RecordError) -> [ImportedEntry] {
        try whole.importedTrail(after: last, limit: limit)
    }

    package func verify() throws(RecordError) -> [RecordFault] { try whole.verify() }

    package func copy(to path: String) throws(RecordError) { try whole.copy(to: path) }

    package func close() { whole.close() }
}
