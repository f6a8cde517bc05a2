package import Records

/// A store that another program has: each call is sent there.
package final class SentRecords: RecordKeeping {
    private let send: @Sendable (RecordCall) throws(RecordError) -> RecordAnswer
    private let end: @Sendable () -> Void

    /// A store elsewhere.
    ///
    /// - Parameters:
    ///   - send: sends a call and waits for its answer.
    ///   - end: ends the connection.
    package init(
        send: @escaping @Sendable (RecordCall) throws(RecordError) -> RecordAnswer,
        end: @escaping @Sendable () -> Void
    ) {
        self.send = send
        self.end = end
    }

    /// The content of the answer that a call must have.
    fileprivate func answer<Content>(
        to call: RecordCall, _ content: (RecordAnswer) -> Content?
    ) throws(RecordError) -> Content {
        let answer = try send(call)
        if case .failure(let error) = answer { throw error }
        guard let content = content(answer) else {
            throw .unreachable("its answer does not fit. Use the same version of Aloud for both.")
        }
        return content
    }

    fileprivate func carryOut(_ call: RecordCall) throws(RecordError) {
        try answer(to: call) { if case .done = $0 { () } else { nil } }
    }

    private func person(by call: RecordCall) throws(RecordError) -> Person? {
        try answer(to: call) { answer -> Person?? in
            if case .person(let person) = answer { .some(person) } else { nil }
        }
    }

    private func test(by call: RecordCall) throws(RecordError) -> StoredTest? {
        try answer(to: call) { answer -> StoredTest?? in
            if case .test(let test) = answer { .some(test) } else { nil }
        }
    }

    package func save(_ person: Person, by author: Author) throws(RecordError) -> Person {
        guard let saved = try self.person(by: .save(person, author)) else { throw .notFound }
        return saved
    }

    package func person(_ key: RecordID) throws(RecordError) -> Person? {
        try person(by: .person(key))
    }

    package func person(withID id: String) throws(RecordError) -> Person? {
        try person(by: .personWithID(id))
    }

    package func people(_ query: PersonQuery) throws(RecordError) -> [Person] {
        try answer(to: .people(query)) { if case .people(let people) = $0 { people } else { nil } }
    }

    package func begin(_ test: StoredTest, by author: Author) throws(RecordError) {
        try carryOut(.begin(test, author))
    }

    package func append(_ event: StoredEvent, to test: RecordID) throws(RecordError) {
        try carryOut(.append(event, to: test))
    }

    package func finish(
        _ test: RecordID, as state: TestState, with record: TestRecord,
        circumstances: Circumstances?, at: Moment, by author: Author
    ) throws(RecordError) {
        try carryOut(
            .finish(
                test,
                RecordCall.Ending(
                    state: state, record: record, circumstances: circumstances, at: at), author))
    }

    package func add(
        _ test: StoredTest, events: [StoredEvent], former: [FormerTest], sound: [UInt8]?,
        by author: Author
    ) throws(RecordError) -> Bool {
        try answer(to: .add(test, events, former, sound, author)) {
            if case .isNew(let isNew) = $0 { isNew } else { nil }
        }
    }

    package func amend(_ test: StoredTest, by author: Author) throws(RecordError) -> StoredTest {
        guard let amended = try self.test(by: .amend(test, author)) else { throw .notFound }
        return amended
    }

    package func test(_ id: RecordID) throws(RecordError) -> StoredTest? { try test(by: .test(id)) }

    package func origin(of test: RecordID) throws(RecordError) -> Author? {
        try answer(to: .origin(of: test)) { answer -> Author?? in
            if case .author(let author) = answer { .some(author) } else { nil }
        }
    }

    package func events(of test: RecordID) throws(RecordError) -> [StoredEvent] {
        try answer(to: .events(test)) { if case .events(let events) = $0 { events } else { nil } }
    }

    package func formerVersions(of test: RecordID) throws(RecordError) -> [FormerTest] {
        try answer(to: .formerVersions(test)) {
            if case .formerVersions(let former) = $0 { former } else { nil }
        }
    }

    package func tests(_ query: TestQuery) throws(RecordError) -> [StoredTest] {
        try answer(to: .tests(query)) { if case .tests(let tests) = $0 { tests } else { nil } }
    }

    package func keep(
        sound: [UInt8], of test: RecordID, by author: Author
    ) throws(RecordError) {
        try carryOut(.keepSound(sound, of: test, author))
    }

    package func sound(of test: RecordID) throws(RecordError) -> [UInt8]? {
        try answer(to: .sound(test)) { answer -> [UInt8]?? in
            if case .sound(let sound) = answer { .some(sound) } else { nil }
        }
    }

    package func erase(_ object: RecordID, by author: Author) throws(RecordError) -> Int {
        try answer(to: .erase(object, author)) {
            if case .count(let count) = $0 { count } else { nil }
        }
    }

    package func time(
        of action: AuditAction, on object: RecordID
    ) throws(RecordError) -> Moment? {
        try answer(to: .time(of: action, on: object)) { answer -> Moment?? in
            if case .moment(let moment) = answer { .some(moment) } else { nil }
        }
    }

    package func waitingTests() throws(RecordError) -> [WaitingTest] {
        try answer(to: .waitingTests) {
            if case .waitingTests(let tests) = $0 { tests } else { nil }
        }
    }

    package func deliveries(_ query: DeliveryQuery) throws(RecordError) -> [Delivery] {
        try answer(to: .deliveries(query)) {
            if case .deliveries(let found) = $0 { found } else { nil }
        }
    }

    package func change(
        _ former: Delivery, to new: Delivery, noting words: String?, by author: Author
    ) throws(RecordError) -> Bool {
        try answer(to: .changeDelivery(former, to: new, noting: words, author)) {
            if case .isNew(let isDone) = $0 { isDone } else { nil }
        }
    }

    package func signedContents(
        of object: SignedObject
    ) throws(RecordError) -> SignedContents? {
        try answer(to: .signedContents(object)) { answer -> SignedContents?? in
            if case .signedContents(let contents) = answer { .some(contents) } else { nil }
        }
    }

    package func signatures() throws(RecordError) -> [Signature] {
        try answer(to: .signatures) {
            if case .signatures(let found) = $0 { found } else { nil }
        }
    }

    package func add(
        _ signature: Signature, isImported: Bool, by author: Author
    ) throws(RecordError) {
        try carryOut(.addSignature(signature, isImported: isImported, author))
    }

    package func note(
        _ action: AuditAction, of object: RecordID?, by author: Author
    ) throws(RecordError) {
        try carryOut(.note(action, object, author))
    }

    package func trail(after number: Int, limit: Int) throws(RecordError) -> [AuditEntry] {
        try answer(to: .trail(after: number, limit: limit)) {
            if case .trail(let entries) = $0 { entries } else { nil }
        }
    }

    package func keep(
        trail: [ImportedEntry], by author: Author
    ) throws(RecordError) -> Int {
        try answer(to: .keepTrail(trail, author)) {
            if case .count(let count) = $0 { count } else { nil }
        }
    }

    package func importedTrail(
        after last: ImportedEntry?, limit: Int
    ) throws(RecordError) -> [ImportedEntry] {
        try answer(to: .importedTrail(after: last, limit: limit)) {
            if case .importedTrail(let entries) = $0 { entries } else { nil }
        }
    }

    package func head() throws(RecordError) -> AuditHead {
        try answer(to: .head) { if case .head(let head) = $0 { head } else { nil } }
    }

    package func verify() throws(RecordError) -> [RecordFault] {
        try answer(to: .verify) { if case .faults(let faults) = $0 { faults } else { nil } }
    }

    package func copy(to path: String) throws(RecordError) { try carryOut(.copy(to: path)) }

    package func close() { end() }
}

extension SentRecords {
    package func accounts() throws(RecordError) -> [Account] {
        try answer(to: .accounts) { if case .accounts(let all) = $0 { all } else { nil } }
    }

    package func save(
        _ account: Account, endingKeys: Bool, as action: AuditAction, by author: Author
    ) throws(RecordError) -> Account {
        try answer(to: .saveAccount(account, endingKeys: endingKeys, action, author)) {
            if case .accounts(let saved) = $0 { saved.first } else { nil }
        }
    }

    package func remove(account: RecordID, by author: Author) throws(RecordError) {
        try carryOut(.removeAccount(account, author))
    }

    package func setting(_ name: String) throws(RecordError) -> String? {
        try answer(to: .setting(name)) { answer -> String?? in
            if case .setting(let value) = answer { .some(value) } else { nil }
        }
    }

    package func set(
        _ name: String, from former: FormerSetting, to value: String, as action: AuditAction,
        by author: Author
    ) throws(RecordError) {
        try carryOut(.set(name, from: former, to: value, action, author))
    }

    package func keys(of account: RecordID?) throws(RecordError) -> [AccessKey] {
        try answer(to: .keys(of: account)) { if case .keys(let keys) = $0 { keys } else { nil } }
    }

    package func key(withDigest digest: String) throws(RecordError) -> KnownKey? {
        try answer(to: .keyWithDigest(digest)) { answer -> KnownKey?? in
            if case .key(let key) = answer { .some(key) } else { nil }
        }
    }

    package func add(
        _ key: AccessKey, as action: AuditAction, by author: Author
    ) throws(RecordError) {
        try carryOut(.addKey(key, action, author))
    }

    package func use(_ key: RecordID, at now: Moment) throws(RecordError) {
        try carryOut(.useKey(key, now))
    }

    package func end(
        _ keys: [RecordID], of account: RecordID, as action: AuditAction, by author: Author
    ) throws(RecordError) {
        try carryOut(.endKeys(keys, of: account, action, author))
    }
}
