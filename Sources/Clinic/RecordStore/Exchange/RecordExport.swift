package import Foundation
internal import Records

/// A line of an export: a person, a test with all that belongs to it, a signature, or entries of an
/// audit trail.
package struct RecordLine: Sendable, Codable {
    /// The kind of a line.
    package enum Kind: String, Sendable, Codable { case person, test, trail, signature }

    /// The kind.
    package var record: Kind
    /// The person; nil in a line of another kind.
    package var person: Person?
    /// The test; nil in a line of another kind.
    package var test: StoredTest?
    /// The events of the test.
    package var events: [StoredEvent]?
    /// The former versions of an amended test.
    package var former: [FormerTest]?
    /// The sound of the test, a file of FLAC; base64 in JSON.
    package var sound: Data?
    /// The entries of a trail; nil in a line of another kind.
    package var trail: [ImportedEntry]?
    /// The signature; nil in a line of another kind.
    package var signature: Signature?

    /// The line of a person.
    package init(_ person: Person) {
        record = .person
        self.person = person
    }

    /// The line of a test.
    package init(
        _ test: StoredTest, events: [StoredEvent], former: [FormerTest], sound: [UInt8]? = nil
    ) {
        record = .test
        self.test = test
        self.events = events
        self.former = former.isEmpty ? nil : former
        self.sound = sound.map { Data($0) }
    }

    /// The line of a signature.
    package init(_ signature: Signature) {
        record = .signature
        self.signature = signature
    }

    /// A line of a trail.
    package init(trail: [ImportedEntry]) {
        record = .trail
        self.trail = trail
    }
}

extension RecordKeeping {
    /// Calls a function with each test of a query, the latest first, page by page.
    package func eachTest(
        _ query: TestQuery, _ act: (StoredTest) throws -> Void
    ) throws {
        var query = query
        query.limit = 100
        while true {
            let page = try tests(query)
            for test in page { try act(test) }
            guard let last = page.last else { return }
            query.after = TestQuery.Cursor(last)
        }
    }

    /// Writes people with their tests as JSON Lines.
    ///
    /// - Parameters:
    ///   - query: the tests; running tests are left out.
    ///   - complete: whether to include the sound and, with all tests, people without a test and
    ///     the audit trail.
    ///   - write: takes each line with its end.
    /// - Returns: the number of tests.
    package func export(
        _ query: TestQuery, complete: Bool = false, _ write: (String) throws -> Void
    ) throws -> Int {
        var written: Set<RecordID> = []
        var count = 0
        let signatures = try signatures()
        var signed: Set<RecordID> = []
        if let key = query.person, let person = try person(key) {
            try write(RecordLine(person).jsonText + "\n")
            written.insert(key)
        }
        try eachTest(query) { test in
            guard test.state != .running else { return }
            if let key = test.person, written.insert(key).inserted, let person = try person(key) {
                try write(RecordLine(person).jsonText + "\n")
            }
            let line = RecordLine(
                test, events: try events(of: test.id), former: try formerVersions(of: test.id),
                sound: complete ? try sound(of: test.id) : nil)
            try write(line.jsonText + "\n")
            count += 1
            for signature in signatures where signature.object.covers(test) {
                signed.insert(signature.id)
            }
        }
        // The signatures follow the tests that they cover.
        for signature in signatures where signed.contains(signature.id) {
            try write(RecordLine(signature).jsonText + "\n")
        }
        if complete, query.isOfAll {
            try eachPerson { person in
                guard !written.contains(person.key) else { return }
                try write(RecordLine(person).jsonText + "\n")
            }
            try exportTrails(write)
        }
        return count
    }

    private func eachPerson(_ act: (Person) throws -> Void) throws {
        var query = PersonQuery(limit: 1_000)
        while case let page = try people(query), let last = page.last {
            for person in page { try act(person) }
            query.after = last.key
        }
    }

    /// Writes the imported trails, and the store's own up to its present end.
    private func exportTrails(_ write: (String) throws -> Void) throws {
        var last: ImportedEntry?
        while case let page = try importedTrail(after: last, limit: 500), !page.isEmpty {
            try write(RecordLine(trail: page).jsonText + "\n")
            last = page.last
        }
        let end = try head().number
        var (number, first) = (0, "")
        while number < end,
            case let page = try trail(after: number, limit: min(500, end - number)), !page.isEmpty
        {
            if number == 0 { first = page[0].digest }
            try write(
                RecordLine(trail: page.map { ImportedEntry(trail: first, entry: $0) }).jsonText
                    + "\n")
            number = page[page.count - 1].number
        }
    }
}
