internal import Records

/// A line of an export: a person, or a test with its events.
package struct RecordLine: Sendable, Codable {
    /// The kind of a line.
    package enum Kind: String, Sendable, Codable { case person, test }

    /// The kind.
    package var record: Kind
    /// The person of a line about a person.
    package var person: Person?
    /// The test of a line about a test.
    package var test: StoredTest?
    /// The events of the test.
    package var events: [StoredEvent]?
    /// The former versions of an amended test.
    package var former: [FormerTest]?

    /// The line of a person.
    package init(_ person: Person) {
        record = .person
        self.person = person
    }

    /// The line of a test.
    package init(_ test: StoredTest, events: [StoredEvent], former: [FormerTest]) {
        record = .test
        self.test = test
        self.events = events
        self.former = former.isEmpty ? nil : former
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
    ///   - query: the tests; those that still run are left out.
    ///   - write: takes each line with its end.
    /// - Returns: the number of tests.
    package func export(_ query: TestQuery, _ write: (String) throws -> Void) throws -> Int {
        var written: Set<RecordID> = []
        var count = 0
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
                test, events: try events(of: test.id), former: try formerVersions(of: test.id))
            try write(line.jsonText + "\n")
            count += 1
        }
        return count
    }
}
