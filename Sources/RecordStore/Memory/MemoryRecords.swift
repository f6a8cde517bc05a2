package import Records
internal import Synchronization

/// A store that keeps people and tests only until the program ends: for tests of other parts.
package final class MemoryRecords: RecordKeeping {
    private struct Kept {
        var test: StoredTest
        var events: [StoredEvent] = []
        var former: [FormerTest] = []
        var sound: [UInt8]?

        var texts: [String] {
            TestContents(test).sealed(
                state: test.state.rawValue, person: test.person?.text,
                sitting: test.sitting.text, began: test.began.milliseconds,
                events: events.map(\.text))
        }
    }

    private struct State {
        var people: [RecordID: Person] = [:]
        var salts: [RecordID: String] = [:]
        var tests: [RecordID: Kept] = [:]
        var trail: [AuditEntry] = []
        var accounts: [RecordID: Account] = [:]
        var keys: [AccessKey] = []
        var settings: [String: String] = [:]
        var isClosed = false
    }

    private let state = Mutex(State())
    private let chain: AuditChain
    private let now: @Sendable () -> Moment

    /// An empty store.
    ///
    /// - Parameters:
    ///   - digest: chains the audit trail.
    ///   - now: the clock.
    package init(digest: @escaping AuditChain.Digest, now: @escaping @Sendable () -> Moment) {
        chain = AuditChain(digest)
        self.now = now
    }

    private func with<Result: Sendable>(
        _ act: (inout State) throws(RecordError) -> Result
    ) throws(RecordError) -> Result {
        try state.withLock { state throws(RecordError) in
            guard !state.isClosed else { throw .closed }
            return try act(&state)
        }
    }

    private func note(
        _ action: AuditAction, _ object: RecordID?, _ author: Author, contents: String? = nil,
        in state: inout State
    ) {
        state.trail.append(
            chain.entry(
                after: state.trail.last?.head ?? .empty, at: now(), author, action, object,
                contents: contents))
    }

    private func contents(_ kept: Kept) -> String { chain.contents(of: kept.texts) }

    package func save(_ person: Person, by author: Author) throws(RecordError) -> Person {
        try person.check()
        return try with { state throws(RecordError) in
            guard (state.people[person.key]?.version ?? 0) == person.version else {
                throw .stale
            }
            let isTaken = state.people.values.contains {
                $0.key != person.key && $0.id != nil && $0.id == person.id
            }
            guard !isTaken else { throw .taken }
            let saved = person.saved(as: person.version + 1)
            let salt = Person.newSalt()
            state.people[person.key] = saved
            state.salts[person.key] = salt
            note(
                saved.version == 1 ? .addPerson : .changePerson, person.key, author,
                contents: chain.contents(of: saved.sealed(with: salt)), in: &state)
            return saved
        }
    }

    package func person(_ key: RecordID) throws(RecordError) -> Person? {
        try with { $0.people[key] }
    }

    package func person(withID id: String) throws(RecordError) -> Person? {
        try with { $0.people.values.first { $0.id == id } }
    }

    package func people(_ query: PersonQuery) throws(RecordError) -> [Person] {
        let text = query.text?.lowercased() ?? ""
        return try with { state in
            let found = state.people.values.filter { person in
                let isNamed =
                    text.isEmpty || person.name?.lowercased().contains(text) == true
                    || person.id?.lowercased().hasPrefix(text) == true
                guard isNamed else { return false }
                guard query.span != nil else { return true }
                return state.tests.values.contains {
                    $0.test.person == person.key && query.contains($0.test.began)
                }
            }
            func order(_ person: Person) -> (String, String, RecordID) {
                (person.name?.lowercased() ?? "", person.id ?? "", person.key)
            }
            let after = query.after.map { state.people[$0].map(order) }
            return Array(
                found.filter { person in
                    guard let after else { return true }
                    return after.map { order(person) > $0 } ?? false
                }.sorted { order($0) < order($1) }.prefix(query.limit))
        }
    }

    package func begin(_ test: StoredTest, by author: Author) throws(RecordError) {
        try with { state throws(RecordError) in
            guard state.tests[test.id] == nil else { throw .exists }
            if let person = test.person, state.people[person] == nil { throw .notFound }
            var test = test
            test.state = .running
            state.tests[test.id] = Kept(test: test)
            note(.begin, test.id, author, in: &state)
        }
    }

    package func append(_ event: StoredEvent, to test: RecordID) throws(RecordError) {
        try with { state throws(RecordError) in
            guard let kept = state.tests[test] else { throw .notFound }
            if event.number < kept.events.count, kept.events[event.number].text == event.text {
                return
            }
            guard kept.test.state == .running else { throw .notRunning }
            guard event.number == kept.events.count else { throw .gap }
            state.tests[test]?.events.append(event)
        }
    }

    package func finish(
        _ test: RecordID, as ending: TestState, with record: TestRecord,
        circumstances: Circumstances?, at: Moment, by author: Author
    ) throws(RecordError) {
        try with { state throws(RecordError) in
            guard var kept = state.tests[test] else { throw .notFound }
            guard kept.test.state == .running else { throw .notRunning }
            kept.test.state = ending
            kept.test.record = record
            kept.test.circumstances = circumstances ?? kept.test.circumstances
            kept.test.ended = at
            state.tests[test] = kept
            note(
                ending == .interrupted ? .interrupt : .finish, test, author,
                contents: contents(kept), in: &state)
        }
    }

    package func add(
        _ test: StoredTest, events: [StoredEvent], by author: Author
    ) throws(RecordError) -> Bool {
        try test.checkEnded()
        return try with { state throws(RecordError) in
            guard state.tests[test.id] == nil else { return false }
            if let person = test.person, state.people[person] == nil { throw .notFound }
            let kept = Kept(test: test, events: events)
            state.tests[test.id] = kept
            note(.add, test.id, author, contents: contents(kept), in: &state)
            return true
        }
    }

    package func amend(_ test: StoredTest, by author: Author) throws(RecordError) -> StoredTest {
        try with { state throws(RecordError) in
            guard var kept = state.tests[test.id] else { throw .notFound }
            try test.check(amending: kept.test, by: author)
            if let person = test.person, state.people[person] == nil { throw .notFound }
            kept.former.append(FormerTest(test: kept.test, changed: now(), author: author))
            kept.test = test
            kept.test.version += 1
            state.tests[test.id] = kept
            note(.amend, test.id, author, contents: contents(kept), in: &state)
            return kept.test
        }
    }

    package func test(_ id: RecordID) throws(RecordError) -> StoredTest? {
        try with { $0.tests[id]?.test }
    }

    package func events(of test: RecordID) throws(RecordError) -> [StoredEvent] {
        try with { $0.tests[test]?.events ?? [] }
    }

    package func formerVersions(of test: RecordID) throws(RecordError) -> [FormerTest] {
        try with { $0.tests[test]?.former ?? [] }
    }

    package func tests(_ query: TestQuery) throws(RecordError) -> [StoredTest] {
        try with { state in
            let found = state.tests.values.map(\.test).filter { $0.isFound(by: query) }
                .sorted { ($0.began.milliseconds, $0.id) > ($1.began.milliseconds, $1.id) }
            return Array(found.prefix(query.limit))
        }
    }

    package func keep(
        sound: [UInt8], of test: RecordID, by author: Author
    ) throws(RecordError) {
        try with { state throws(RecordError) in
            guard state.tests[test] != nil else { throw .notFound }
            state.tests[test]?.sound = sound
            note(.keepSound, test, author, in: &state)
        }
    }

    package func sound(of test: RecordID) throws(RecordError) -> [UInt8]? {
        try with { $0.tests[test]?.sound }
    }

    package func erase(_ object: RecordID, by author: Author) throws(RecordError) -> Int {
        try author.checkReason()
        return try with { state throws(RecordError) in
            let tests = state.tests.values.map(\.test).filter {
                $0.id == object || $0.person == object
            }.map(\.id).sorted()
            guard state.people[object] != nil || !tests.isEmpty else { throw .notFound }
            for test in tests {
                state.tests[test] = nil
                note(.erase, test, author, in: &state)
            }
            if state.people.removeValue(forKey: object) != nil {
                note(.erase, object, author, in: &state)
            }
            return tests.count
        }
    }

    package func note(
        _ action: AuditAction, of object: RecordID?, by author: Author
    ) throws(RecordError) {
        try with { note(action, object, author, in: &$0) }
    }

    package func trail(after number: Int, limit: Int) throws(RecordError) -> [AuditEntry] {
        try with { Array($0.trail.dropFirst(number).prefix(limit)) }
    }

    package func head() throws(RecordError) -> AuditHead {
        try with { $0.trail.last?.head ?? .empty }
    }

    package func verify() throws(RecordError) -> [RecordFault] {
        try with { state in
            var check = AuditCheck(chain)
            for entry in state.trail { check.take(entry) }
            for (key, person) in state.people {
                check.take(key, texts: person.sealed(with: state.salts[key] ?? ""))
            }
            for (id, kept) in state.tests { check.take(id, texts: kept.texts) }
            return check.end()
        }
    }

    package func copy(to path: String) throws(RecordError) {
        throw .failed("records in memory cannot be copied; name a file with '--records FILE'.")
    }

    package func close() { state.withLock { $0.isClosed = true } }

    package func accounts() throws(RecordError) -> [Account] {
        try with { $0.accounts.values.sorted { $0.login < $1.login } }
    }

    package func save(
        _ account: Account, endingKeys: Bool, as action: AuditAction, by author: Author
    ) throws(RecordError) -> Account {
        try account.check()
        return try with { state throws(RecordError) in
            guard (state.accounts[account.id]?.version ?? 0) == account.version else {
                throw .stale
            }
            let isTaken = state.accounts.values.contains {
                $0.id != account.id && $0.login == account.login
            }
            guard !isTaken else { throw .taken }
            let saved = account.saved(as: account.version + 1)
            state.accounts[account.id] = saved
            if endingKeys { state.keys.removeAll { $0.account == account.id } }
            note(action, account.id, author, in: &state)
            return saved
        }
    }

    package func remove(account: RecordID, by author: Author) throws(RecordError) {
        try with { state throws(RecordError) in
            guard state.accounts.removeValue(forKey: account) != nil else { throw .notFound }
            state.keys.removeAll { $0.account == account }
            note(.removeAccount, account, author, in: &state)
        }
    }

    package func setting(_ name: String) throws(RecordError) -> String? {
        try with { $0.settings[name] }
    }

    package func set(
        _ name: String, to value: String, as action: AuditAction, by author: Author
    ) throws(RecordError) {
        try with { state in
            state.settings[name] = value
            note(action, nil, author, in: &state)
        }
    }

    package func keys(of account: RecordID?) throws(RecordError) -> [AccessKey] {
        try with { state in
            state.keys.filter { account == nil || $0.account == account }.sorted { $0.id < $1.id }
        }
    }

    package func key(withDigest digest: String) throws(RecordError) -> KnownKey? {
        try with { state in
            guard let key = state.keys.first(where: { $0.digest == digest }),
                let account = state.accounts[key.account]
            else { return nil }
            return KnownKey(key: key, account: account)
        }
    }

    package func add(
        _ key: AccessKey, as action: AuditAction, by author: Author
    ) throws(RecordError) {
        try with { state throws(RecordError) in
            guard state.accounts[key.account] != nil else { throw .notFound }
            state.keys.append(key)
            note(action, key.account, author, in: &state)
        }
    }

    package func use(_ key: RecordID, at now: Moment) throws(RecordError) {
        try with { state in
            guard let index = state.keys.firstIndex(where: { $0.id == key }) else { return }
            state.keys[index].used = now
        }
    }

    package func end(
        _ keys: [RecordID], of account: RecordID, as action: AuditAction, by author: Author
    ) throws(RecordError) {
        try with { state in
            state.keys.removeAll { keys.contains($0.id) && $0.account == account }
            note(action, account, author, in: &state)
        }
    }
}

extension Author {
    /// Makes sure that there is a reason.
    ///
    /// - Throws: `RecordError.invalid`.
    package func checkReason() throws(RecordError) {
        guard reason?.isEmpty == false else { throw .invalid("Erasing needs a reason.") }
    }
}
