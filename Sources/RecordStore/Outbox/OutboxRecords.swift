package import Records
internal import Synchronization

/// A store that several lanes share, with an outbox for the time when it cannot be reached.
///
/// Each call of a running test goes first to the outbox, a store of this machine alone, and then to
/// the shared one. A test that the shared store did not receive completely is sent after its end,
/// while the lane is idle, or at the next start, and then leaves the outbox. It is never there twice.
package final class OutboxRecords: RecordKeeping {
    private let outbox: any RecordKeeping
    private let shared: any RecordKeeping
    private let sender: Author
    private let now: @Sendable () -> Moment
    /// The tests of which the shared store has every call so far.
    private let reached = Mutex<Set<RecordID>>([])
    /// One thread at a time sends.
    private let sending = Mutex(())

    /// A shared store with an outbox.
    ///
    /// - Parameters:
    ///   - sender: the name in the audit trail for what is sent later.
    ///   - now: the clock.
    package init(
        outbox: any RecordKeeping, shared: any RecordKeeping, sender: Author,
        now: @escaping @Sendable () -> Moment
    ) {
        self.outbox = outbox
        self.shared = shared
        self.sender = sender
        self.now = now
    }

    /// Sends the ended tests of the outbox.
    ///
    /// - Returns: the number of tests that were sent.
    /// - Throws: `RecordError.unreachable`; what was not sent stays.
    @discardableResult package func send() throws(RecordError) -> Int {
        try sending.withLock { _ throws(RecordError) in
            let ended = try outbox.tests(
                TestQuery(states: [.finished, .interrupted], limit: .max))
            for test in ended.reversed() { try send(test) }
            return ended.count
        }
    }

    /// Sends the ended tests of the outbox unless a test runs, which must not wait for the network.
    ///
    /// - Returns: the number of tests that were sent.
    /// - Throws: `RecordError.unreachable`; what was not sent stays.
    @discardableResult package func sendWhenIdle() throws(RecordError) -> Int {
        guard try outbox.tests(TestQuery(states: [.running], limit: 1)).isEmpty,
            try waiting() > 0
        else { return 0 }
        return try send()
    }

    /// The number of ended tests that wait to be sent.
    package func waiting() throws(RecordError) -> Int {
        try outbox.tests(TestQuery(states: [.finished, .interrupted], limit: .max)).count
    }

    private func send(_ test: StoredTest) throws(RecordError) {
        let events = try outbox.events(of: test.id)
        if let there = try shared.test(test.id) {
            if there.state == .running {
                for event in events { try shared.append(event, to: test.id) }
                try shared.finish(
                    test.id, as: test.state, with: test.record,
                    circumstances: test.circumstances, at: test.ended ?? now(), by: sender)
            }
        } else {
            var sent = test
            sent.person = try test.person.map { key throws(RecordError) in
                try sharedKey(of: key)
            }
            _ = try shared.add(sent, events: events, by: sender)
        }
        if let sound = try outbox.sound(of: test.id) {
            try shared.keep(sound: sound, of: test.id, by: sender)
        }
        _ = reached.withLock { $0.remove(test.id) }
        let done = Author(sender.name, reason: "sent to the shared records")
        _ = try outbox.erase(test.id, by: done)
        if let person = test.person,
            try outbox.tests(TestQuery(person: person, limit: 1)).isEmpty
        {
            _ = try outbox.erase(person, by: done)
        }
    }

    /// The shared store's key of a person of the outbox, who is added there if need be.
    private func sharedKey(of key: RecordID) throws(RecordError) -> RecordID {
        if try shared.person(key) != nil { return key }
        guard let person = try outbox.person(key) else { throw .notFound }
        if let id = person.id, let known = try shared.person(withID: id) { return known.key }
        return try shared.save(person.saved(as: 0), by: sender).key
    }

    /// Carries out a call at the shared store if it can be reached.
    ///
    /// - Returns: nil if it cannot.
    private func tryShared<Result>(
        _ act: () throws(RecordError) -> Result
    ) throws(RecordError) -> Result? {
        do throws(RecordError) { return try act() } catch {
            if case .unreachable = error { return nil }
            throw error
        }
    }

    package func save(_ person: Person, by author: Author) throws(RecordError) -> Person {
        if let saved = try tryShared({ () throws(RecordError) in
            try shared.save(person, by: author)
        }) {
            return saved
        }
        guard person.version == 0 else {
            throw .unreachable("a person can be changed once they are.")
        }
        return try outbox.save(person, by: author)
    }

    package func person(_ key: RecordID) throws(RecordError) -> Person? {
        guard let found = try tryShared({ () throws(RecordError) in try shared.person(key) }),
            let found
        else { return try outbox.person(key) }
        return found
    }

    package func person(withID id: String) throws(RecordError) -> Person? {
        guard
            let found = try tryShared({ () throws(RecordError) in try shared.person(withID: id) }),
            let found
        else { return try outbox.person(withID: id) }
        return found
    }

    package func people(_ query: PersonQuery) throws(RecordError) -> [Person] {
        try shared.people(query)
    }

    package func begin(_ test: StoredTest, by author: Author) throws(RecordError) {
        if let person = test.person, try outbox.person(person) == nil {
            guard let known = try shared.person(person) else { throw .notFound }
            _ = try outbox.save(known.saved(as: 0), by: author)
        }
        try outbox.begin(test, by: author)
        do throws(RecordError) {
            try shared.begin(test, by: author)
            _ = reached.withLock { $0.insert(test.id) }
        } catch {
            switch error {
            // A person who waits in the outbox, too, is not there yet.
            case .unreachable, .notFound: return
            default:
                _ = try outbox.erase(test.id, by: Author(author.name, reason: "not begun"))
                throw error
            }
        }
    }

    package func append(_ event: StoredEvent, to test: RecordID) throws(RecordError) {
        guard try outbox.test(test) != nil else { return try shared.append(event, to: test) }
        try outbox.append(event, to: test)
        guard reached.withLock({ $0.contains(test) }) else { return }
        let isThere: Void? = try tryShared { () throws(RecordError) in
            try shared.append(event, to: test)
        }
        // The test must not wait for the network with each answer.
        if isThere == nil { _ = reached.withLock { $0.remove(test) } }
    }

    package func finish(
        _ test: RecordID, as state: TestState, with record: TestRecord,
        circumstances: Circumstances?, at: Moment, by author: Author
    ) throws(RecordError) {
        guard try outbox.test(test) != nil else {
            return try shared.finish(
                test, as: state, with: record, circumstances: circumstances, at: at, by: author)
        }
        try outbox.finish(
            test, as: state, with: record, circumstances: circumstances, at: at, by: author)
        _ = try tryShared { () throws(RecordError) in try send() }
    }

    package func add(
        _ test: StoredTest, events: [StoredEvent], former: [FormerTest], sound: [UInt8]?,
        by author: Author
    ) throws(RecordError) -> Bool {
        try shared.add(test, events: events, former: former, sound: sound, by: author)
    }

    package func amend(_ test: StoredTest, by author: Author) throws(RecordError) -> StoredTest {
        try shared.amend(test, by: author)
    }

    package func test(_ id: RecordID) throws(RecordError) -> StoredTest? {
        if let waiting = try outbox.test(id) { return waiting }
        return try shared.test(id)
    }

    package func events(of test: RecordID) throws(RecordError) -> [StoredEvent] {
        if try outbox.test(test) != nil { return try outbox.events(of: test) }
        return try shared.events(of: test)
    }

    package func formerVersions(of test: RecordID) throws(RecordError) -> [FormerTest] {
        try shared.formerVersions(of: test)
    }

    package func tests(_ query: TestQuery) throws(RecordError) -> [StoredTest] {
        try shared.tests(query)
    }

    package func keep(
        sound: [UInt8], of test: RecordID, by author: Author
    ) throws(RecordError) {
        guard try outbox.test(test) != nil else {
            return try shared.keep(sound: sound, of: test, by: author)
        }
        try outbox.keep(sound: sound, of: test, by: author)
    }

    package func sound(of test: RecordID) throws(RecordError) -> [UInt8]? {
        if let sound = try outbox.sound(of: test) { return sound }
        return try shared.sound(of: test)
    }

    package func erase(_ object: RecordID, by author: Author) throws(RecordError) -> Int {
        // What waits is sent first, so that it is erased, too.
        try send()
        return try shared.erase(object, by: author)
    }

    package func note(
        _ action: AuditAction, of object: RecordID?, by author: Author
    ) throws(RecordError) {
        try shared.note(action, of: object, by: author)
    }

    package func trail(after number: Int, limit: Int) throws(RecordError) -> [AuditEntry] {
        try shared.trail(after: number, limit: limit)
    }

    package func keep(
        trail: [ImportedEntry], by author: Author
    ) throws(RecordError) -> Int {
        try shared.keep(trail: trail, by: author)
    }

    package func importedTrail(
        after last: ImportedEntry?, limit: Int
    ) throws(RecordError) -> [ImportedEntry] {
        try shared.importedTrail(after: last, limit: limit)
    }

    package func head() throws(RecordError) -> AuditHead { try shared.head() }

    package func verify() throws(RecordError) -> [RecordFault] {
        try outbox.verify() + shared.verify()
    }

    package func copy(to path: String) throws(RecordError) { try shared.copy(to: path) }

    // Accounts are those of the clinic alone.

    package func accounts() throws(RecordError) -> [Account] { try shared.accounts() }

    package func save(
        _ account: Account, endingKeys: Bool, as action: AuditAction, by author: Author
    ) throws(RecordError) -> Account {
        try shared.save(account, endingKeys: endingKeys, as: action, by: author)
    }

    package func remove(account: RecordID, by author: Author) throws(RecordError) {
        try shared.remove(account: account, by: author)
    }

    package func setting(_ name: String) throws(RecordError) -> String? {
        try shared.setting(name)
    }

    package func set(
        _ name: String, to value: String, as action: AuditAction, by author: Author
    ) throws(RecordError) {
        try shared.set(name, to: value, as: action, by: author)
    }

    package func keys(of account: RecordID?) throws(RecordError) -> [AccessKey] {
        try shared.keys(of: account)
    }

    package func key(withDigest digest: String) throws(RecordError) -> KnownKey? {
        try shared.key(withDigest: digest)
    }

    package func add(
        _ key: AccessKey, as action: AuditAction, by author: Author
    ) throws(RecordError) {
        try shared.add(key, as: action, by: author)
    }

    package func use(_ key: RecordID, at now: Moment) throws(RecordError) {
        try shared.use(key, at: now)
    }

    package func end(
        _ keys: [RecordID], of account: RecordID, as action: AuditAction, by author: Author
    ) throws(RecordError) {
        try shared.end(keys, of: account, as: action, by: author)
    }

    package func close() {
        outbox.close()
        shared.close()
    }
}
