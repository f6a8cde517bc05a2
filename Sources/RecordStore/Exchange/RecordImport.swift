internal import Acuity
internal import Foundation
internal import Records

/// Adds what an export holds to a store, line by line; what is there already is left as it is.
///
/// It also takes the events of `aloud test --events`, a test ending with its result.
package struct RecordImport {
    private let store: any RecordKeeping
    private let author: Author
    /// The person of tests that name nobody.
    private let person: RecordID?
    private let now: () -> Moment
    /// The store's people for those of the export.
    private var people: [RecordID: RecordID] = [:]
    private var events: [String] = []
    /// The tests that were added.
    package private(set) var added = 0
    /// The tests that were there already.
    package private(set) var known = 0

    /// An import.
    ///
    /// - Parameter person: the person of tests that name nobody; nil to leave them so.
    package init(
        into store: any RecordKeeping, person: RecordID?, by author: Author,
        now: @escaping () -> Moment
    ) {
        self.store = store
        self.person = person
        self.author = author
        self.now = now
    }

    /// Takes the next line.
    ///
    /// - Throws: `RecordLineFault` for a line that is none of an export, `RecordError`.
    package mutating func take(_ line: String) throws {
        guard line.contains(where: { !$0.isWhitespace }) else { return }
        let decoder = JSONDecoder()
        if let read = try? decoder.decode(RecordLine.self, from: Data(line.utf8)) {
            try take(read)
        } else if let event = try? decoder.decode(RecordedEvent.self, from: Data(line.utf8)) {
            try take(event, line)
        } else if FrACTLine.isOne(line) {
            try take(FrACTLine(line))
        } else {
            throw RecordLineFault()
        }
    }

    /// The number of events after the last result, whose test is cut off.
    package var eventsLeftOver: Int { events.count }

    private mutating func take(_ line: FrACTLine) throws {
        var test = line.test
        test.person =
            try person
            ?? line.person.flatMap {
                try PersonEntry(id: $0).person(in: store, by: author, at: now())?.key
            }
        // A line has no identifier: no eye is tested twice in a second.
        let day = test.began.day
        let known = try store.tests(
            TestQuery(person: test.person, from: day, through: day, limit: 10_000)
        ).contains {
            $0.person == test.person && $0.began == test.began && $0.eye == test.eye
                && $0.record.setup.procedure == test.record.setup.procedure
        }
        try check(test)
        count(try !known && store.add(test, events: [], by: author))
    }

    private mutating func take(_ line: RecordLine) throws {
        switch line.record {
        case .person:
            guard let person = line.person else { throw RecordLineFault() }
            people[person.key] = try key(of: person)
        case .test:
            guard var test = line.test, let events = line.events else { throw RecordLineFault() }
            test.person = test.person.map { people[$0] ?? $0 } ?? person
            try check(test)
            let former = (line.former ?? []).map { version in
                var version = version
                version.test.person = version.test.person.map { people[$0] ?? $0 }
                return version
            }
            count(
                try store.add(
                    test, events: events, former: former, sound: line.sound.map { Array($0) },
                    by: author))
        case .trail:
            guard let entries = line.trail else { throw RecordLineFault() }
            _ = try store.keep(trail: entries, by: author)
        }
    }

    private mutating func count(_ isNew: Bool) {
        if isNew { added += 1 } else { known += 1 }
    }

    /// The store's key of a person, who is added if the store does not have them.
    private func key(of person: Person) throws -> RecordID {
        if try store.person(person.key) != nil { return person.key }
        if let id = person.id, try store.person(withID: id) != nil {
            let entry = PersonEntry(id: id, name: person.name, birthDate: person.birthDate)
            return try entry.person(in: store, by: author, at: now())?.key ?? person.key
        }
        return try store.save(person.saved(as: 0), by: author).key
    }

    private mutating func take(_ event: RecordedEvent, _ line: String) throws {
        events.append(line.trimmingCharacters(in: .whitespacesAndNewlines))
        guard case .result(let record) = event else { return }
        defer { events = [] }
        let imported = now()
        let began = record.setup.time.flatMap { Moment($0) } ?? imported
        let length = record.duration.components
        let ended = Moment(
            milliseconds: began.milliseconds + length.seconds * 1_000
                + length.attoseconds / 1_000_000_000_000_000,
            offsetMinutes: began.offsetMinutes)
        let id = RecordID(at: began)
        let test = StoredTest(
            id: id, person: person, sitting: id, state: .finished, began: began, ended: ended,
            circumstances: Circumstances(), record: record)
        let kept = events.enumerated().map {
            StoredEvent(number: $0.offset, at: began, text: $0.element)
        }
        try check(test)
        count(try store.add(test, events: kept, by: author))
    }

    /// Acuities that charts can measure, logMAR: larger than counting fingers at 30 cm (2.3), and smaller
    /// than any eye sees.
    private static let acuities = -1.0...3.5
    /// How far a clock may be ahead, ms: a day.
    private static let clockError: Int64 = 86_400_000

    /// - Throws: `RecordError.invalid` for a test that cannot have been.
    private func check(_ test: StoredTest) throws(RecordError) {
        if test.began.milliseconds > now().milliseconds + Self.clockError {
            throw .invalid("this test began in the future. Check the file, or the clock.")
        }
        if let ended = test.ended, ended < test.began {
            throw .invalid("this test ended before it began. Check the file.")
        }
        if let logMAR = test.record.score.logMAR?.value, !Self.acuities.contains(logMAR) {
            throw .invalid("an acuity of \(logMAR) logMAR is impossible. Check the file.")
        }
    }
}

/// A line that belongs to no export.
package struct RecordLineFault: Error, CustomStringConvertible {
    /// The fault and the way out.
    package var description: String {
        "this is no line of 'aloud records export', 'aloud test --events' or FrACT10. Name such a file."
    }
}
