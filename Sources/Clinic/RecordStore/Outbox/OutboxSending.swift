internal import Foundation
internal import Records
internal import Synchronization

/// A person of an outbox whom the shared store knew by another key. A setting of the outbox has them,
/// so that a lane that restarts still finds the person by both keys.
private struct JoinedPerson: Codable {
    /// The key in the outbox.
    let person: RecordID
    /// The key in the shared store.
    let key: RecordID

    static let setting = "joinedPeople"
    /// Maximum number of people; the ones who joined first go first. Chosen.
    static let most = 1_000

    /// The people in the text of the setting, in the order in which they joined.
    static func all(in text: String?) -> [JoinedPerson] {
        guard let text else { return [] }
        return (try? JSONDecoder().decode([JoinedPerson].self, from: Data(text.utf8))) ?? []
    }
}

extension AuditAction {
    /// A person of the outbox joined one of the shared store.
    package static let join = AuditAction(rawValue: "join")
}

/// Sends the ended tests of an outbox to the shared store, and reports trouble with it. Any thread.
final class OutboxSending: Sendable {
    private let outbox: any RecordKeeping
    private let shared: SharedStore
    private let sender: Author
    private let report: @Sendable (OutboxNews) -> Void
    private let now: @Sendable () -> Moment
    /// The reasons that tests could not be sent.
    private let troubles = Mutex<[RecordID: RecordError]>([:])
    /// The shared store's keys of people whom it knew already, by their keys in the outbox.
    private let joined: Mutex<[RecordID: RecordID]>
    /// Whether the trouble with the shared store was reported.
    private let isReported = Mutex(false)
    /// One thread at a time sends.
    private let sending = Mutex(())

    /// The parameters are those of `OutboxRecords`.
    init(
        from outbox: any RecordKeeping, to shared: SharedStore, by sender: Author,
        report: @escaping @Sendable (OutboxNews) -> Void, now: @escaping @Sendable () -> Moment
    ) {
        self.outbox = outbox
        self.shared = shared
        self.sender = sender
        self.report = report
        self.now = now
        let known = JoinedPerson.all(in: try? outbox.setting(JoinedPerson.setting))
        joined = Mutex(Dictionary(known.map { ($0.person, $0.key) }) { $1 })
    }

    /// Sends the ended tests of the outbox. One that cannot be sent stays, and the others are sent.
    ///
    /// - Parameters:
    ///   - time: the time after which no further test is begun; nil for no limit.
    ///   - isAwaited: whether somebody waits, so that the server must answer soon.
    /// - Returns: the number of tests that were sent.
    /// - Throws: `RecordError.unreachable`; what was not sent stays.
    func send(
        within time: Duration? = nil, isAwaited: Bool = false
    ) throws(RecordError) -> Int {
        let end = time.map { ContinuousClock.now + $0 }
        func all() throws(RecordError) -> Int {
            let ended = try ended()
            let troubles = troubles.withLock { $0 }
            // One that failed before must not use up the time of the others.
            let (fresh, tried) = (
                ended.filter { troubles[$0.id] == nil }, ended.filter { troubles[$0.id] != nil }
            )
            var count = 0
            for test in fresh + tried where end.map({ .now < $0 }) ?? true {
                do throws(RecordError) {
                    try deliver(test, isAwaited: isAwaited)
                    count += 1
                } catch {
                    // The others would wait for the same server.
                    if case .unreachable = error { throw error }
                    if case .closed = error { throw error }
                }
            }
            return count
        }
        guard isAwaited else {
            return try sending.withLock { _ throws(RecordError) in try all() }
        }
        return try sending.withLockIfAvailable { _ throws(RecordError) in try all() } ?? 0
    }

    /// Sends one test while its end is awaited, unless another thread sends.
    func sendAtOnce(_ id: RecordID) throws(RecordError) {
        _ = try sending.withLockIfAvailable { _ throws(RecordError) in
            if let test = try outbox.test(id) { try deliver(test, isAwaited: true) }
        }
    }

    private func deliver(_ test: StoredTest, isAwaited: Bool) throws(RecordError) {
        func send(to store: any RecordKeeping) throws(RecordError) {
            try OutboxDelivery(
                outbox: outbox, shared: store, sender: sender, now: now, report: report,
                join: { person, key throws(RecordError) in try self.join(person, to: key) }
            ).send(test)
        }
        do throws(RecordError) {
            try isAwaited ? shared.quickly(send) : shared.patiently(send)
        } catch {
            let former = troubles.withLock { $0.updateValue(error, forKey: test.id) }
            if former != error { later(error) }
            throw error
        }
        works()
        forget(test.id)
    }

    /// The ended tests of the outbox, the oldest first.
    func ended() throws(RecordError) -> [StoredTest] {
        try outbox.tests(TestQuery(states: [.finished, .interrupted], limit: .max)).reversed()
    }

    /// The ended tests of the outbox, with the reasons that they could not be sent.
    func waitingTests() throws(RecordError) -> [WaitingTest] {
        let troubles = troubles.withLock { $0 }
        return try ended().map {
            WaitingTest(id: $0.id, ended: $0.ended ?? $0.began, trouble: troubles[$0.id])
        }
    }

    /// The key that a person of the outbox has in the shared store, if it knew them already; else the
    /// same key.
    func presentKey(of person: RecordID) -> RecordID { joined.withLock { $0[person] ?? person } }

    /// Keeps the shared store's key of a person of the outbox.
    private func join(_ person: RecordID, to key: RecordID) throws(RecordError) {
        guard presentKey(of: person) != key else { return }
        let former = try outbox.setting(JoinedPerson.setting)
        let people = JoinedPerson.all(in: former) + [JoinedPerson(person: person, key: key)]
        try outbox.set(
            JoinedPerson.setting, from: .value(former),
            to: people.suffix(JoinedPerson.most).jsonText, as: .join, by: sender)
        joined.withLock { $0[person] = key }
    }

    /// Forgets the trouble of a test that was erased.
    func forget(_ id: RecordID) { _ = troubles.withLock { $0.removeValue(forKey: id) } }

    /// Reports trouble with the shared store, once until it works again.
    func later(_ error: RecordError) {
        let isNew = isReported.withLock { reported in
            defer { reported = true }
            return !reported
        }
        if isNew { report(.later(error)) }
    }

    /// Reports that the shared store took something again.
    func works() {
        let wasTrouble = isReported.withLock { reported in
            defer { reported = false }
            return reported
        }
        if wasTrouble { report(.again) }
    }
}
