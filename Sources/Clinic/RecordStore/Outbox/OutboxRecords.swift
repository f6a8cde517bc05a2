internal import Synchronization

/// A store that several lanes share, with an outbox for the time when it cannot be reached or
/// refuses.
///
/// Each call of a running test goes first to the outbox, a store on this machine, and then to the
/// shared one. Once the outbox has it, no error of the shared store reaches the test. A test that
/// the shared store did not receive completely is sent after its end, at the next start, or from
/// time to time, and then leaves the outbox. The shared store never has it twice.
package final class OutboxRecords: RecordKeeping {
    fileprivate let outbox: any RecordKeeping
    let shared: SharedStore
    fileprivate let sending: OutboxSending
    /// The tests whose calls the shared store has all received.
    fileprivate let reached = Mutex<Set<RecordID>>([])

    /// The longest time that a start, or the end of a test, waits for tests that are being sent.
    package static let shortSending = Duration.seconds(3)

    /// A shared store with an outbox.
    ///
    /// - Parameters:
    ///   - quick: the shared store for calls that a running test waits for, which gives up soon;
    ///     nil to use `shared`.
    ///   - sender: the author in the audit trail for people, sounds and erasures that are sent later.
    ///     A test keeps its own author.
    ///   - report: called with news for the person who runs the lane, on any thread.
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

    /// Reports trouble with the shared store, once until it works again.
    package func later(_ error: RecordError) { sending.later(error) }

    package func carryOut<Call: RecordCall>(_ call: Call) throws(RecordError) -> Call.Answer {
        try call.carryOut(through: self)
    }

    package func close() {
        outbox.close()
        shared.close()
    }

    /// Carries out a call at the shared store.
    ///
    /// - Returns: nil if the shared store cannot be used now.
    fileprivate func tryShared<Call: RecordCall>(
        _ call: Call
    ) throws(RecordError) -> Call.Answer? {
        do throws(RecordError) { return try shared.quickly(call) } catch {
            guard error.isOutage else { throw error }
            later(error)
            return nil
        }
    }

    /// The shared store's answer to a call, or the outbox's if the shared store has none or cannot
    /// be reached.
    fileprivate func found<Call: RecordCall, Found>(
        by call: Call
    ) throws(RecordError) -> Found? where Call.Answer == Found? {
        guard let found = try tryShared(call), let found else { return try outbox.carryOut(call) }
        return found
    }

    /// Carries out a call about a test: in the outbox while the test waits there, else at the shared
    /// store.
    fileprivate func carryOut<Call: RecordCall>(
        _ call: Call, wherever test: RecordID
    ) throws(RecordError) -> Call.Answer {
        try outbox.test(test) != nil ? outbox.carryOut(call) : shared.patiently(call)
    }
}

extension RecordCall {
    package func carryOut(through lane: OutboxRecords) throws(RecordError) -> Answer {
        try lane.shared.patiently(self)
    }
}

extension AwaitedCall {
    package func carryOut(through lane: OutboxRecords) throws(RecordError) -> Answer {
        try lane.shared.quickly(self)
    }
}

// People, who are kept in the outbox while the shared store cannot take them.

extension SavePerson {
    package func carryOut(through lane: OutboxRecords) throws(RecordError) -> Person {
        guard person.version == 0 else { return try lane.shared.quickly(self) }
        if let saved = try lane.tryShared(self) { return saved }
        return try lane.outbox.carryOut(self)
    }
}

extension ReadPerson {
    package func carryOut(through lane: OutboxRecords) throws(RecordError) -> Person? {
        try lane.found(by: ReadPerson(key: lane.sending.presentKey(of: key)))
    }
}

extension FindPerson {
    package func carryOut(through lane: OutboxRecords) throws(RecordError) -> Person? {
        try lane.found(by: self)
    }
}

// A running test.

extension BeginTest {
    package func carryOut(through lane: OutboxRecords) throws(RecordError) -> Done {
        // The person may have been sent since the lane chose them.
        var begun = test
        begun.person = test.person.map { lane.sending.presentKey(of: $0) }
        if let person = begun.person, try lane.outbox.person(person) == nil {
            try add(try known(person, to: lane), to: lane.outbox)
        }
        let call = BeginTest(test: begun, author: author)
        try lane.outbox.carryOut(call)
        do throws(RecordError) {
            _ = try lane.shared.quickly(call)
            _ = lane.reached.withLock { $0.insert(test.id) }
            lane.sending.works()
        } catch {
            // The shared store lacks a person who still waits in the outbox.
            if error != .notFound { lane.later(error) }
        }
        return Done()
    }

    /// Adds a person to the outbox; only the key if a person who waits there has the identifier.
    private func add(_ person: Person, to outbox: any RecordKeeping) throws(RecordError) {
        do throws(RecordError) { _ = try outbox.save(person, by: author) } catch .taken {
            _ = try outbox.save(Person(key: person.key), by: author)
        }
    }

    /// A person of the shared store, for the outbox; only the key while the store cannot be
    /// reached.
    ///
    /// - Throws: `RecordError.notFound`.
    private func known(
        _ key: RecordID, to lane: OutboxRecords
    ) throws(RecordError) -> Person {
        guard let found = try lane.tryShared(ReadPerson(key: key)) else { return Person(key: key) }
        guard let found else { throw .notFound }
        return found.saved(as: 0)
    }
}

extension AppendEvent {
    package func carryOut(through lane: OutboxRecords) throws(RecordError) -> Done {
        guard try lane.outbox.test(test) != nil else { return try lane.shared.quickly(self) }
        try lane.outbox.carryOut(self)
        guard lane.reached.withLock({ $0.contains(test) }) else { return Done() }
        do throws(RecordError) { return try lane.shared.quickly(self) } catch {
            // The test must not wait for the server with each answer.
            _ = lane.reached.withLock { $0.remove(test) }
            lane.later(error)
            return Done()
        }
    }
}

extension FinishTest {
    package func carryOut(through lane: OutboxRecords) throws(RecordError) -> Done {
        guard try lane.outbox.test(test) != nil else { return try lane.shared.quickly(self) }
        try lane.outbox.carryOut(self)
        do throws(RecordError) {
            // The author ends the test there; the delivery does the rest, as for any waiting test.
            if lane.reached.withLock({ $0.remove(test) }) != nil {
                _ = try lane.shared.quickly(self)
            }
            try lane.sending.sendAtOnce(test)
            try lane.send(within: OutboxRecords.shortSending, isAwaited: true)
        } catch { lane.later(error) }
        return Done()
    }
}

// Tests that may wait in the outbox.

extension AmendTest {
    package func carryOut(through lane: OutboxRecords) throws(RecordError) -> StoredTest {
        // Send waiting tests first, so that they can be changed.
        if try lane.outbox.test(test.id) != nil { try lane.send() }
        return try lane.shared.patiently(self)
    }
}

extension ReadTest {
    package func carryOut(through lane: OutboxRecords) throws(RecordError) -> StoredTest? {
        if let waiting = try lane.outbox.carryOut(self) { return waiting }
        return try lane.shared.patiently(self)
    }
}

extension ReadOrigin {
    package func carryOut(through lane: OutboxRecords) throws(RecordError) -> Author? {
        try lane.carryOut(self, wherever: test)
    }
}

extension ReadEvents {
    package func carryOut(through lane: OutboxRecords) throws(RecordError) -> [StoredEvent] {
        try lane.carryOut(self, wherever: test)
    }
}

extension ReadFormerVersions {
    package func carryOut(through lane: OutboxRecords) throws(RecordError) -> [FormerTest] {
        try lane.carryOut(self, wherever: test)
    }
}

extension KeepSound {
    package func carryOut(through lane: OutboxRecords) throws(RecordError) -> Done {
        try lane.carryOut(self, wherever: test)
    }
}

extension ReadSound {
    package func carryOut(through lane: OutboxRecords) throws(RecordError) -> [UInt8]? {
        if let waiting = try lane.outbox.carryOut(self) { return waiting }
        return try lane.shared.patiently(self)
    }
}

extension EraseObject {
    package func carryOut(through lane: OutboxRecords) throws(RecordError) -> Int {
        // Send waiting tests first, so that they are erased, too.
        try lane.send()
        let left = try lane.sending.ended().filter { $0.id == object || $0.person == object }
        var count: Int
        do throws(RecordError) { count = try lane.shared.patiently(self) } catch {
            // The object is only in the outbox, because its tests cannot be sent.
            guard error == .notFound, !left.isEmpty else { throw error }
            // The lists come first: if they cannot be changed, the erasure can be repeated.
            try lane.expectNever(object, by: author)
            count = 0
        }
        for test in left {
            _ = try lane.outbox.erase(test.id, by: author)
            lane.sending.forget(test.id)
            count += 1
        }
        if try lane.outbox.person(object) != nil,
            try lane.outbox.tests(TestQuery(person: object, limit: 1)).isEmpty
        {
            _ = try lane.outbox.carryOut(self)
        }
        return count
    }
}

extension ReadWaitingTests {
    package func carryOut(through lane: OutboxRecords) throws(RecordError) -> [WaitingTest] {
        try lane.sending.waitingTests()
    }
}

extension VerifyRecords {
    package func carryOut(through lane: OutboxRecords) throws(RecordError) -> [RecordFault] {
        try lane.outbox.carryOut(self) + lane.shared.patiently(self)
    }
}
