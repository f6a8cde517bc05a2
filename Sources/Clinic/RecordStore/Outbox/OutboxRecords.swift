package import Records
internal import Synchronization

/// A store that several lanes share, with an outbox for the time when it cannot be reached or
/// refuses.
///
/// Each call of a running test goes first to the outbox, a store of this machine alone, and then to
/// the shared one. Once the outbox has it, no error of the shared store reaches the test. A test that
/// the shared store did not receive completely is sent after its end, at the next start, or from
/// time to time, and then leaves the outbox. It is never there twice.
package final class OutboxRecords: RecordKeeping {
    private let outbox: any RecordKeeping
    let shared: SharedStore
    private let sending: OutboxSending
    /// The tests whose calls the shared store has all received.
    private let reached = Mutex<Set<RecordID>>([])

    /// The longest time for which a test that ends, or a start, waits for tests that are sent.
    package static let shortSending = Duration.seconds(3)

    /// A shared store with an outbox.
    ///
    /// - Parameters:
    ///   - quick: the shared store for calls that a running test waits for, which gives up soon; nil
    ///     for the same.
    ///   - sender: the name in the audit trail for what is sent later.
    ///   - report: called with what the person who runs the lane should know, on any thread.
    ///   - now: the clock.
    package init(
        outbox: any RecordKeeping, shared: any RecordKeeping, quick: (any RecordKeeping)? = nil,
        sender: Author, report: @escaping @Sendable (OutboxNews) -> Void = { _ in },
        now: @escaping @Sendable () -> Moment
    ) {
        self.outbox = outbox
        self.shared = SharedStore(quick: quick ?? shared, patient: shared)
        sending = OutboxSending(
            from: outbox, to: self.shared, by: sender, report: report, now: now)
    }

    /// Sends the ended tests of the outbox. One that cannot be sent stays, and the others are sent.
    ///
    /// - Parameters:
    ///   - time: the time after which no further test is begun; nil for no limit.
    ///   - isAwaited: whether somebody waits, so that the server must answer soon.
    /// - Returns: the number of tests that were sent.
    /// - Throws: `RecordError.unreachable`; what was not sent stays.
    @discardableResult package func send(
        within time: Duration? = nil, isAwaited: Bool = false
    ) throws(RecordError) -> Int {
        try sending.send(within: time, isAwaited: isAwaited)
    }

    package func waitingTests() throws(RecordError) -> [WaitingTest] { try sending.waitingTests() }

    /// Reports trouble with the shared store, once until it works again.
    package func later(_ error: RecordError) { sending.later(error) }

    /// Carries out a call at the shared store if that can do it.
    ///
    /// - Returns: nil if it cannot, for now.
    private func tryShared<Result: Sendable>(
        _ act: (any RecordKeeping) throws(RecordError) -> Result
    ) throws(RecordError) -> Result? {
        do throws(RecordError) { return try shared.quickly(act) } catch {
            guard error.isOutage else { throw error }
            later(error)
            return nil
        }
    }

    package func save(_ person: Person, by author: Author) throws(RecordError) -> Person {
        guard person.version == 0 else {
            return try shared.quickly { store throws(RecordError) in
                try store.save(person, by: author)
            }
        }
        if let saved = try tryShared({ store throws(RecordError) in
            try store.save(person, by: author)
        }) {
            return saved
        }
        return try outbox.save(person, by: author)
    }

    package func person(_ key: RecordID) throws(RecordError) -> Person? {
        guard let found = try tryShared({ store throws(RecordError) in try store.person(key) }),
            let found
        else { return try outbox.person(key) }
        return found
    }

    package func person(withID id: String) throws(RecordError) -> Person? {
        guard
            let found = try tryShared({ store throws(RecordError) in
                try store.person(withID: id)
            }), let found
        else { return try outbox.person(withID: id) }
        return found
    }

    package func people(_ query: PersonQuery) throws(RecordError) -> [Person] {
        try shared.quickly { store throws(RecordError) in try store.people(query) }
    }

    // A running test.

    package func begin(_ test: StoredTest, by author: Author) throws(RecordError) {
        if let person = test.person, try outbox.person(person) == nil {
            _ = try outbox.save(try known(person), by: author)
        }
        try outbox.begin(test, by: author)
        do throws(RecordError) {
            try shared.quickly { store throws(RecordError) in try store.begin(test, by: author) }
            _ = reached.withLock { $0.insert(test.id) }
            sending.works()
        } catch {
            // A person who waits in the outbox, too, is not there yet.
            if error != .notFound { later(error) }
        }
    }

    /// A person of the shared store, for the outbox; without a name while that cannot be reached.
    ///
    /// - Throws: `RecordError.notFound`.
    private func known(_ key: RecordID) throws(RecordError) -> Person {
        guard
            let found = try tryShared({ store throws(RecordError) in try store.person(key) })
        else { return Person(key: key) }
        guard let found else { throw .notFound }
        return found.saved(as: 0)
    }

    package func append(_ event: StoredEvent, to test: RecordID) throws(RecordError) {
        guard try outbox.test(test) != nil else {
            return try shared.quickly { store throws(RecordError) in
                try store.append(event, to: test)
            }
        }
        try outbox.append(event, to: test)
        guard reached.withLock({ $0.contains(test) }) else { return }
        do throws(RecordError) {
            try shared.quickly { store throws(RecordError) in try store.append(event, to: test) }
        } catch {
            // The test must not wait for the server with each answer.
            _ = reached.withLock { $0.remove(test) }
            later(error)
        }
    }

    package func finish(
        _ test: RecordID, as state: TestState, with record: TestRecord,
        circumstances: Circumstances?, at: Moment, by author: Author
    ) throws(RecordError) {
        guard try outbox.test(test) != nil else {
            return try shared.quickly { store throws(RecordError) in
                try store.finish(
                    test, as: state, with: record, circumstances: circumstances, at: at,
                    by: author)
            }
        }
        try outbox.finish(
            test, as: state, with: record, circumstances: circumstances, at: at, by: author)
        do throws(RecordError) {
            // Its author ends it there; the rest is as for any that waits.
            if reached.withLock({ $0.remove(test) }) != nil {
                try shared.quickly { store throws(RecordError) in
                    try store.finish(
                        test, as: state, with: record, circumstances: circumstances, at: at,
                        by: author)
                }
            }
            try sending.sendAtOnce(test)
            try send(within: Self.shortSending, isAwaited: true)
        } catch { later(error) }
    }

    package func add(
        _ test: StoredTest, events: [StoredEvent], former: [FormerTest], sound: [UInt8]?,
        by author: Author
    ) throws(RecordError) -> Bool {
        try shared.patiently { store throws(RecordError) in
            try store.add(test, events: events, former: former, sound: sound, by: author)
        }
    }

    package func amend(_ test: StoredTest, by author: Author) throws(RecordError) -> StoredTest {
        // Send waiting tests first, so that they can be changed.
        if try outbox.test(test.id) != nil { try send() }
        return try shared.patiently { store throws(RecordError) in
            try store.amend(test, by: author)
        }
    }

    package func test(_ id: RecordID) throws(RecordError) -> StoredTest? {
        if let waiting = try outbox.test(id) { return waiting }
        return try shared.patiently { store throws(RecordError) in
            try store.test(id)
        }
    }

    package func origin(of test: RecordID) throws(RecordError) -> Author? {
        if try outbox.test(test) != nil { return try outbox.origin(of: test) }
        return try shared.patiently { store throws(RecordError) in
            try store.origin(of: test)
        }
    }

    package func events(of test: RecordID) throws(RecordError) -> [StoredEvent] {
        if try outbox.test(test) != nil { return try outbox.events(of: test) }
        return try shared.patiently { store throws(RecordError) in
            try store.events(of: test)
        }
    }

    package func formerVersions(of test: RecordID) throws(RecordError) -> [FormerTest] {
        if try outbox.test(test) != nil { return try outbox.formerVersions(of: test) }
        return try shared.patiently { store throws(RecordError) in
            try store.formerVersions(of: test)
        }
    }

    package func tests(_ query: TestQuery) throws(RecordError) -> [StoredTest] {
        try shared.patiently { store throws(RecordError) in
            try store.tests(query)
        }
    }

    package func keep(
        sound: [UInt8], of test: RecordID, by author: Author
    ) throws(RecordError) {
        guard try outbox.test(test) != nil else {
            return try shared.patiently { store throws(RecordError) in
                try store.keep(sound: sound, of: test, by: author)
            }
        }
        try outbox.keep(sound: sound, of: test, by: author)
    }

    package func sound(of test: RecordID) throws(RecordError) -> [UInt8]? {
        if let sound = try outbox.sound(of: test) { return sound }
        return try shared.patiently { store throws(RecordError) in
            try store.sound(of: test)
        }
    }

    package func erase(_ object: RecordID, by author: Author) throws(RecordError) -> Int {
        // Send waiting tests first, so that they are erased, too.
        try send()
        let left = try sending.ended().filter { $0.id == object || $0.person == object }
        var count: Int
        do throws(RecordError) {
            count = try shared.patiently { store throws(RecordError) in
                try store.erase(object, by: author)
            }
        } catch {
            // Only here, because it cannot be sent.
            guard error == .notFound, !left.isEmpty else { throw error }
            count = 0
        }
        for test in left {
            _ = try outbox.erase(test.id, by: author)
            sending.forget(test.id)
            count += 1
        }
        if try outbox.person(object) != nil,
            try outbox.tests(TestQuery(person: object, limit: 1)).isEmpty
        {
            _ = try outbox.erase(object, by: author)
        }
        return count
    }

    package func time(
        of action: AuditAction, on object: RecordID
    ) throws(RecordError) -> Moment? {
        try shared.patiently { store throws(RecordError) in
            try store.time(of: action, on: object)
        }
    }

    package func deliveries(_ query: DeliveryQuery) throws(RecordError) -> [Delivery] {
        try shared.patiently { store throws(RecordError) in try store.deliveries(query) }
    }

    package func change(
        _ former: Delivery, to new: Delivery, noting words: String?, by author: Author
    ) throws(RecordError) -> Bool {
        try shared.patiently { store throws(RecordError) in
            try store.change(former, to: new, noting: words, by: author)
        }
    }

    package func signedContents(
        of object: SignedObject
    ) throws(RecordError) -> SignedContents? {
        try shared.patiently { store throws(RecordError) in
            try store.signedContents(of: object)
        }
    }

    package func signatures() throws(RecordError) -> [Signature] {
        try shared.patiently { store throws(RecordError) in try store.signatures() }
    }

    package func add(
        _ signature: Signature, isImported: Bool, by author: Author
    ) throws(RecordError) {
        try shared.patiently { store throws(RecordError) in
            try store.add(signature, isImported: isImported, by: author)
        }
    }

    package func note(
        _ action: AuditAction, of object: RecordID?, by author: Author
    ) throws(RecordError) {
        try shared.patiently { store throws(RecordError) in
            try store.note(action, of: object, by: author)
        }
    }

    package func trail(after number: Int, limit: Int) throws(RecordError) -> [AuditEntry] {
        try shared.patiently { store throws(RecordError) in
            try store.trail(after: number, limit: limit)
        }
    }

    package func keep(
        trail: [ImportedEntry], by author: Author
    ) throws(RecordError) -> Int {
        try shared.patiently { store throws(RecordError) in
            try store.keep(trail: trail, by: author)
        }
    }

    package func importedTrail(
        after last: ImportedEntry?, limit: Int
    ) throws(RecordError) -> [ImportedEntry] {
        try shared.patiently { store throws(RecordError) in
            try store.importedTrail(after: last, limit: limit)
        }
    }

    package func head() throws(RecordError) -> AuditHead {
        try shared.patiently { store throws(RecordError) in
            try store.head()
        }
    }

    package func verify() throws(RecordError) -> [RecordFault] {
        try outbox.verify() + shared.patiently { store throws(RecordError) in try store.verify() }
    }

    package func copy(to path: String) throws(RecordError) {
        try shared.patiently { store throws(RecordError) in
            try store.copy(to: path)
        }
    }

    package func close() {
        outbox.close()
        shared.close()
    }
}
