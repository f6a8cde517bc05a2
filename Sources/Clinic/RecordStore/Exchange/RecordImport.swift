internal import Acuity
internal import Foundation
internal import Platform
internal import Records

/// Adds the contents of an export to a store, line by line. Existing contents are unchanged.
///
/// It also takes the events of `aloud test --events`, in which a result ends each test, and results
/// of FrACT10.
package struct RecordImport {
    private let store: any RecordKeeping
    private let author: Author
    /// The person of tests that name nobody.
    private let person: RecordID?
    private let now: () -> Moment
    /// The store's keys of people, by their keys in the export.
    private var people: [RecordID: RecordID] = [:]
    /// The people of the export who were refused. Their tests are refused, too.
    private var refusedPeople: Set<RecordID> = []
    /// The lines of trials that FrACT10 writes after a result of a full history.
    private var trials = FrACTTrials()
    private var events: [String] = []
    /// The letters of these events that are shown, and whose line is not finished; nil for none.
    private var unfinished: RecordedEvent.Shown?
    /// Whether the person has chosen another language since: the same line is then shown again.
    private var isLanguageNew = false
    /// Whether a line of these events is finished.
    private var hasLine = false
    /// The numbers of the events that show other letters of the first line: a test that began after one
    /// without a result, unless the person moved.
    private var doubtful: [Int] = []
    /// The number of tests whose result is missing, before the last events.
    private var cutOff = 0
    /// The test that the last line is about; nil if it has none.
    package private(set) var current: RecordID?
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
    /// - Throws: `RecordLineFault` for a line that is not from an export, `RecordError`.
    package mutating func take(_ line: String) throws {
        guard line.contains(where: { !$0.isWhitespace }) else { return }
        current = nil
        guard !trials.take(line) else { return }
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

    /// Splits a line at its carriage returns: some programs end lines with only a carriage return,
    /// which JSON never contains.
    package static func lines(of line: String) -> [String] {
        guard line.utf8.contains(UInt8(ascii: "\r")) else { return [line] }
        return line.unicodeScalars.split(separator: "\r").map { String($0) }
    }

    /// Whether an error of `take` is about only its line, so that the import can continue with the
    /// next. If the first line is not understood, the file is of another kind.
    package func canGoOn(after error: any Error) -> Bool {
        switch error {
        case RecordError.invalid, RecordError.notFound, RecordError.taken, RecordError.exists,
            RecordError.stale, is FrACTFault:
            true
        case is RecordLineFault: added + known + people.count + refusedPeople.count > 0
        default: false
        }
    }

    /// The number of tests that are left out because their result is missing.
    package var testsCutOff: Int { cutOff + (events.isEmpty ? 0 : 1) }

    private mutating func take(_ line: FrACTLine) throws {
        var test = line.test
        test.person =
            try person
            ?? line.person.flatMap {
                try PersonEntry(id: $0).person(in: store, by: author, at: now())?.key
            }
        // A line has no identifier, but no eye is tested twice in a second.
        let day = test.began.day
        let known = try store.tests(
            TestQuery(person: test.person, from: day, through: day, limit: 10_000)
        ).contains {
            $0.person == test.person && $0.began == test.began && $0.eye == test.eye
                && $0.record.setup.procedure == test.record.setup.procedure
        }
        try test.checkPossible(at: now())
        count(try !known && store.add(test, events: [], by: author))
    }

    private mutating func take(_ line: RecordLine) throws {
        switch line.record {
        case .person:
            guard let person = line.person else { throw RecordLineFault() }
            do { people[person.key] = try key(of: person) } catch {
                refusedPeople.insert(person.key)
                throw error
            }
        case .test:
            guard var test = line.test, let events = line.events else { throw RecordLineFault() }
            current = test.id
            if let key = test.person, refusedPeople.contains(key) {
                throw RecordError.invalid("the person of this test was refused above.")
            }
            test.person = test.person.map { people[$0] ?? $0 } ?? person
            let isShown = repairTimes(of: &test, events)
            try repairSitting(of: &test)
            test.circumstances = test.circumstances.withoutControls
            try test.checkPossible(at: now(), mayBeAhead: isShown)
            try StoredEvent.check(events)
            let former = (line.former ?? []).map { version in
                var version = version
                version.test.person = version.test.person.map { people[$0] ?? $0 }
                return version
            }
            count(
                try store.add(
                    test, events: events, former: former, sound: line.sound.map { Array($0) },
                    by: author))
        case .signature:
            guard let signature = line.signature else { throw RecordLineFault() }
            try store.add(signature, isImported: true, by: author)
        case .trail:
            guard let entries = line.trail else { throw RecordLineFault() }
            _ = try store.keep(trail: entries, by: author)
        }
    }

    /// Corrects the times of a test during which the clock was set. The recorded length of the test
    /// is right in any case.
    ///
    /// - Returns: whether the test's own events confirm its times: the first is near its beginning,
    ///   and the last near its end. If the times are impossible, the clock was then wrong, not the
    ///   file.
    private func repairTimes(of test: inout StoredTest, _ events: [StoredEvent]) -> Bool {
        guard let first = events.first?.at, let last = events.last?.at, let ended = test.ended,
            isNear(first, test.began), isNear(last, ended)
        else { return false }
        let isBehind = ended < test.began
        if isBehind, isAhead(test.began), !isAhead(ended) {
            test.began = ended.after(.zero - test.record.duration)
        } else if isBehind {
            test.ended = test.end
        }
        return true
    }

    private func isAhead(_ moment: Moment) -> Bool {
        moment.isAhead(of: now())
    }

    /// Whether two times are as near as an event may be to the beginning or the end of its test.
    private func isNear(_ one: Moment, _ other: Moment) -> Bool {
        abs(one.milliseconds - other.milliseconds) < Self.eventSpace
    }

    /// The longest time from the beginning to the first event, or from the last to the end, ms: ten
    /// minutes. Aloud's own choice.
    private static let eventSpace: Int64 = 600_000

    /// Gives a test a new sitting if the store has only tests of other people in its sitting.
    private func repairSitting(of test: inout StoredTest) throws {
        let others = try store.tests(TestQuery(sitting: test.sitting, limit: 100))
        let person = test.person
        if others.contains(where: { $0.person != person }),
            !others.contains(where: { $0.person == person })
        {
            test.sitting = test.sitting.sitting(with: person)
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
        var cleaned = person.saved(as: 0)
        cleaned.name = person.name?.escapingControls(keepingLines: false)
        return try store.save(cleaned, by: author).key
    }

    /// Leaves out the events of a test without a result if an event begins the next one. Within a
    /// test, an unfinished line is only followed by the same line with other letters, or, in another
    /// language, with the same ones.
    private mutating func leaveOut(before event: RecordedEvent) {
        var isNext = false
        switch event {
        case .present(let shown):
            if let unfinished, !isLanguageNew {
                isNext = shown.line != unfinished.line || shown == unfinished
                if !isNext, !hasLine { doubtful.append(events.count) }
            } else {
                isNext = unfinished.map { $0.line != shown.line } ?? false
            }
            unfinished = shown
            isLanguageNew = false
        case .warmUp:
            isNext = unfinished != nil
            unfinished = nil
        case .line:
            hasLine = true
            unfinished = nil
        case .result(let record):
            // Only a person whose distance is followed gets other letters.
            if record.setup.viewing == nil, let start = doubtful.last {
                events.removeFirst(start)
                cutOff += doubtful.count
            }
            unfinished = nil
        case .language(let offered): isLanguageNew = isLanguageNew || offered.isAccepted
        case .answer, .correction, .override, .askAgain, .pause, .resume, .trouble, .recovered,
            .soundMissing, .other:
            break
        }
        guard isNext else { return }
        endTest()
        cutOff += 1
    }

    /// Forgets the events of a test.
    private mutating func endTest() {
        events = []
        doubtful = []
        hasLine = false
        isLanguageNew = false
    }

    /// Whether the store has a test with this result, by this or another import or from its lane.
    ///
    /// - Throws: `RecordError`, also if that test is of another person than the import.
    private func has(_ record: TestRecord, on day: CalendarDay) throws(RecordError) -> Bool {
        var found: [StoredTest] = []
        for test in try store.tests(TestQuery(from: day, through: day, limit: 10_000)) {
            let isKept = try isKeptWithoutResult(record, as: test)
            if isKept || test.record == record { found.append(test) }
        }
        guard let other = found.first else { return false }
        if let person, !found.contains(where: { $0.person == person }) {
            throw .invalid(
                "this test is in the records without a person or with another one. To move it, use"
                    + " 'aloud records amend \(other.id) --to-person ID --reason WORDS'.")
        }
        return true
    }

    /// Whether a test has the events that end with this result. A lane keeps an interrupted test
    /// without its result, and rebuilds the record from the events.
    private func isKeptWithoutResult(
        _ record: TestRecord, as test: StoredTest
    ) throws(RecordError) -> Bool {
        guard record.end == .interrupted, test.state == .interrupted,
            test.eye == record.setup.eye
        else { return false }
        return try store.events(of: test.id).map(\.text) == Array(events.dropLast())
    }

    private mutating func take(_ event: RecordedEvent, _ line: String) throws {
        leaveOut(before: event)
        events.append(line.trimmingCharacters(in: .whitespacesAndNewlines))
        guard case .result(let record) = event else { return }
        defer { endTest() }
        let imported = now()
        let began = record.setup.time.flatMap { Moment($0) } ?? imported
        let ended = began.after(record.duration)
        // The same events have the same identifier, so that a second import finds the test.
        let id = RecordID(ofTexts: events)
        let test = StoredTest(
            id: id, person: person, sitting: id,
            state: record.end == .interrupted ? .interrupted : .finished, began: began,
            ended: ended, circumstances: Circumstances(), record: record)
        let kept = events.enumerated().map {
            StoredEvent(number: $0.offset, at: began, text: $0.element)
        }
        try test.checkPossible(at: now())
        count(try !has(record, on: began.day) && store.add(test, events: kept, by: author))
    }
}

/// A line that belongs to no export.
package struct RecordLineFault: Error, CustomStringConvertible {
    /// The fault and the way out.
    package var description: String {
        "this line is not of 'aloud records export', 'aloud test --events' or FrACT10. Name"
            + " such a file."
    }
}
