internal import Records

/// Moves ended tests from the outbox to the shared store, each once.
///
/// The outbox erases a test only after the shared store has all of it. A delivery that is
/// interrupted starts again from its beginning, and skips the parts that the shared store has.
struct OutboxDelivery {
    let outbox: any RecordKeeping
    let shared: any RecordKeeping
    let sender: Author
    let now: @Sendable () -> Moment
    let report: (OutboxNews) -> Void
    /// Called with the outbox's key of a person whom the shared store knows by another key.
    let join: (_ person: RecordID, _ key: RecordID) throws(RecordError) -> Void

    /// Maximum number of copies of a test whose identifier the shared store has with other
    /// contents: chosen.
    private static let mostCopies = 8

    /// Sends an ended test, and erases it in the outbox.
    ///
    /// - Throws: the error of either store; the test then stays in the outbox.
    func send(_ test: StoredTest) throws(RecordError) {
        var sent = test
        if try shared.test(test.id) == nil, try shared.erasure(of: test.id) != nil {
            return try drop(test)
        }
        if let person = test.person, try shared.person(person) == nil {
            if let erased = try shared.erasure(of: person) {
                // The two times are from the clocks of two machines.
                guard erased < test.began else { return try drop(test) }
                sent.person = nil
            } else {
                sent.person = try sharedKey(of: person, for: test)
                if let key = sent.person, key != person { try join(person, key) }
            }
        }
        let former = try outbox.formerVersions(of: test.id).map { version in
            var version = version
            if version.test.person == test.person { version.test.person = sent.person }
            return version
        }
        let id = try keep(
            sent, events: try outbox.events(of: test.id), former: former,
            by: try outbox.origin(of: test.id) ?? sender)
        if let sound = try outbox.sound(of: test.id) {
            try shared.keep(sound: sound, of: id, by: sender)
        }
        try forget(test, because: "sent to the shared records")
        if id != test.id { report(.keptBeside(test.id, as: id)) }
    }

    /// Makes sure that the shared store has a test with these events, this result and these former
    /// versions.
    ///
    /// - Parameter author: the author who conducted or added the test. It stays the author in the
    ///   audit trail there, because nobody may review a test of their own.
    /// - Returns: its identifier there, which is that of a copy if the shared store has the test
    ///   with another end.
    private func keep(
        _ test: StoredTest, events: [StoredEvent], former: [FormerTest], by author: Author
    ) throws(RecordError) -> RecordID {
        for number in 0...Self.mostCopies {
            let own = number == 0 ? test : test.copy(number)
            let author = number == 0 ? author : Author(author.name, reason: Self.ofCopy)
            let former = former.map { $0.version(of: own.id) }
            guard let there = try shared.test(own.id) else {
                _ = try shared.add(
                    own, events: events, former: former, sound: nil, by: author)
                return own.id
            }
            let known = try shared.events(of: own.id)
            if there.state == .running, events.starts(with: known) {
                for event in events.dropFirst(known.count) {
                    try shared.append(event, to: own.id)
                }
                let first = former.first?.test ?? own
                try shared.finish(
                    own.id, as: first.state, with: first.record,
                    circumstances: first.circumstances, at: first.ended ?? now(),
                    by: author)
                try amend(own, after: former[...])
                return own.id
            }
            if there.state != .running, known == events,
                there.record.jsonText == own.record.jsonText
            {
                // An interrupted delivery may have made some of the amendments.
                let missing = former.dropFirst(there.version - 1)
                if let next = missing.first?.test, next.isAmended(as: there) {
                    try amend(own, after: missing)
                }
                return own.id
            }
        }
        throw .invalid(
            "The shared records have this test \(Self.mostCopies + 1) times, each with another end."
        )
    }

    /// Makes the amendments of a test that the shared store lacks, each by its author.
    private func amend(
        _ test: StoredTest, after former: ArraySlice<FormerTest>
    ) throws(RecordError) {
        for (version, next) in zip(former, former.dropFirst().map(\.test) + [test]) {
            var amended = next
            amended.version = version.test.version
            _ = try shared.amend(amended, by: version.author)
        }
    }

    /// The reason of a copy in the audit trail.
    private static let ofCopy = "the shared records have this test with another end"

    /// Erases a test that was erased elsewhere.
    private func drop(_ test: StoredTest) throws(RecordError) {
        let reason = "it or its person was erased in the shared records"
        try shared.note(.erase, of: test.id, by: Author(sender.name, reason: reason))
        try forget(test, because: reason)
        report(.erased(test.id))
    }

    private func forget(_ test: StoredTest, because reason: String) throws(RecordError) {
        let author = Author(sender.name, reason: reason)
        _ = try outbox.erase(test.id, by: author)
        if let person = test.person,
            try outbox.tests(TestQuery(person: person, limit: 1)).isEmpty
        {
            _ = try outbox.erase(person, by: author)
        }
    }

    /// The key of a person in the shared store, which does not know the outbox's key. Adds the
    /// person if the shared store does not have them; nil if nothing is known about them.
    private func sharedKey(
        of key: RecordID, for test: StoredTest
    ) throws(RecordError) -> RecordID? {
        guard var person = try outbox.person(key) else { throw .notFound }
        let entry = PersonEntry(id: person.id, name: person.name, birthDate: person.birthDate)
        guard !entry.isEmpty else { return nil }
        if let known = try entry.known(in: shared) {
            if entry.agrees(with: known) { return known.key }
            person.id = nil
            report(.withoutIdentifier(test.id))
        }
        return try shared.save(person.saved(as: 0), by: sender).key
    }
}

extension StoredTest {
    /// A copy of the test with an identifier of its own, next to the test of the shared store.
    fileprivate func copy(_ number: Int) -> StoredTest {
        var copy = StoredTest(
            id: id.copy(number), person: person, sitting: sitting, state: state, began: began,
            ended: ended, circumstances: circumstances, record: record)
        copy.version = version
        let remark = "The shared records had the test \(id) with another end or other answers."
        copy.circumstances.note = [circumstances.note, remark].compactMap(\.self)
            .joined(separator: " ")
        return copy
    }

    /// Whether another store's test equals this version in all that amendments change.
    fileprivate func isAmended(as other: StoredTest) -> Bool {
        version == other.version && state == other.state && person == other.person
            && circumstances == other.circumstances
    }
}

extension FormerTest {
    /// The same version under another identifier of the test.
    fileprivate func version(of id: RecordID) -> FormerTest {
        guard id != test.id else { return self }
        var test = StoredTest(
            id: id, person: test.person, sitting: test.sitting, state: test.state,
            began: test.began, ended: test.ended, circumstances: test.circumstances,
            record: test.record)
        test.version = self.test.version
        return FormerTest(test: test, changed: changed, author: author)
    }
}
