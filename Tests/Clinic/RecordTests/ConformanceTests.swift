import Acuity
import Foundation
import RecordStore
import Records
import TestTraits
import Testing

@Suite("Every store of records keeps the same promises", .listening)
struct ConformanceTests {
    private let author = SampleTest.author

    private func person(
        _ id: String? = nil, _ name: String? = nil, _ birth: String? = nil
    ) -> Person {
        Person(
            key: RecordID(at: SampleClock.start), id: id, name: name,
            birthDate: birth.flatMap { CalendarDay($0) })
    }

    @Test("a saved person is read back unchanged", arguments: StoreKind.allCases)
    func personIsKept(kind: StoreKind) throws {
        try kind.with { records, _ in
            let new = person("A-17", "Zoë O'Hara; DROP TABLE person", "1957-08-23")
            let saved = try records.save(new, by: author)
            #expect(saved.version == 1)
            #expect(try records.person(saved.key) == saved)
            #expect(try records.person(withID: "A-17") == saved)
            #expect(try records.person(withID: "a-17") == nil)
            #expect(try records.person(RecordID(at: SampleClock.start)) == nil)
            var changed = saved
            changed.name = nil
            changed.birthDate = nil
            let again = try records.save(changed, by: author)
            #expect(again.version == 2)
            #expect(try records.person(saved.key) == again)
        }
    }

    @Test("two changes of the same version of a person conflict", arguments: StoreKind.allCases)
    func stalePerson(kind: StoreKind) throws {
        try kind.with { records, _ in
            let saved = try records.save(person("1"), by: author)
            _ = try records.save(saved, by: author)
            #expect(throws: RecordError.stale) { _ = try records.save(saved, by: author) }
            #expect(throws: RecordError.taken) { _ = try records.save(person("1"), by: author) }
            #expect(try records.people(PersonQuery()).count == 1)
        }
    }

    @Test("texts that cannot be kept are refused", arguments: ["", " a", "a\u{0}b", "a\nb"])
    func badTexts(text: String) throws {
        try StoreKind.sqlite.with { records, _ in
            #expect(throws: RecordError.self) { _ = try records.save(person(text), by: author) }
        }
    }

    @Test("PostgreSQL refuses a text that it would cut short") func cutText() throws {
        try StoreKind.postgresql.with { records, _ in
            let sample = try SampleTest()
            try records.begin(sample.test, by: author)
            #expect(throws: RecordError.self) {
                try records.closeInterrupted(
                    [sample.test.id], by: Author("tester", reason: "a\u{0}b")
                ) { _, _ in .exact }
            }
            #expect(try records.test(sample.test.id)?.state == .running)
            #expect(try records.verify() == [])
        }
    }

    @Test("people are found by name, identifier and day", arguments: StoreKind.allCases)
    func search(kind: StoreKind) throws {
        try kind.with { records, _ in
            let anna = try records.save(person("A-1", "Anna Müller"), by: author)
            let bert = try records.save(person("b%2", "Bert_Ÿ"), by: author)
            let nameless = try records.save(person("a-3"), by: author)
            func found(_ text: String?) throws -> [Person] {
                try records.people(PersonQuery(text: text))
            }
            #expect(try found(nil) == [nameless, anna, bert])
            #expect(try found("MÜLL") == [anna])
            #expect(try found("a-") == [nameless, anna])
            #expect(try found("%") == [])
            #expect(try found("B%") == [bert])
            #expect(try found("t_ÿ") == [bert])
            #expect(try records.people(PersonQuery(limit: 1)) == [nameless])
            // Half past midnight at the place is still the day before in UTC.
            let late = Moment("2026-03-01T00:30:00.000+02:00")!
            try SampleTest(person: bert.key, began: late).keep(in: records)
            func tested(_ from: String, _ through: String) throws -> [Person] {
                try records.people(
                    PersonQuery(from: CalendarDay(from), through: CalendarDay(through)))
            }
            #expect(try tested("2026-03-01", "2026-03-01") == [bert])
            #expect(try tested("2026-02-27", "2026-02-28") == [])
        }
    }

    @Test("a test is kept with every event and its result", arguments: StoreKind.allCases)
    func testIsKept(kind: StoreKind) throws {
        try kind.with { records, _ in
            let known = try records.save(person("7"), by: author)
            let sample = try SampleTest(person: known.key)
            try records.begin(sample.test, by: author)
            #expect(try records.test(sample.test.id)?.state == .running)
            #expect(throws: RecordError.exists) {
                try records.begin(sample.test, by: author)
            }
            for event in sample.events { try records.append(event, to: sample.test.id) }
            try records.finish(
                sample.test.id, as: .finished, with: sample.result, circumstances: nil,
                at: sample.ended, by: author)
            let kept = try #require(try records.test(sample.test.id))
            #expect(kept.record.jsonText == sample.result.jsonText)
            #expect(kept.circumstances == sample.test.circumstances)
            #expect(kept.began.description == sample.test.began.description)
            #expect(kept.ended == sample.ended)
            #expect(kept.state == .finished)
            #expect(kept.record.score.logMAR == sample.result.score.logMAR)
            #expect(try records.events(of: sample.test.id) == sample.events)
            #expect(try records.verify() == [])
        }
    }

    @Test("an ended test refuses further events and results", arguments: StoreKind.allCases)
    func endedIsEnded(kind: StoreKind) throws {
        try kind.with { records, clock in
            let sample = try SampleTest()
            try sample.keep(in: records)
            let late = StoredEvent(number: sample.events.count, at: clock.now, text: "{}")
            #expect(throws: RecordError.notRunning) {
                try records.append(late, to: sample.test.id)
            }
            #expect(throws: RecordError.notRunning) {
                try records.finish(
                    sample.test.id, as: .finished, with: sample.result, circumstances: nil,
                    at: clock.now, by: author)
            }
            // An event that was sent twice is there once.
            try records.append(sample.events[0], to: sample.test.id)
            #expect(try records.events(of: sample.test.id) == sample.events)
        }
    }

    @Test("events are neither skipped nor lost", arguments: StoreKind.allCases)
    func gaps(kind: StoreKind) throws {
        try kind.with { records, _ in
            let sample = try SampleTest()
            #expect(throws: RecordError.notFound) {
                try records.append(sample.events[0], to: sample.test.id)
            }
            try records.begin(sample.test, by: author)
            #expect(throws: RecordError.gap) {
                try records.append(sample.events[1], to: sample.test.id)
            }
            #expect(throws: RecordError.notFound) {
                try records.begin(
                    SampleTest(person: RecordID(at: SampleClock.start)).test, by: author)
            }
        }
    }

    @Test("a whole test is added once", arguments: StoreKind.allCases)
    func addedOnce(kind: StoreKind) throws {
        try kind.with { records, _ in
            let sample = try SampleTest()
            #expect(throws: RecordError.self) {
                _ = try records.add(sample.test, events: sample.events, by: author)
            }
            #expect(try records.add(sample.finished, events: sample.events, by: author))
            #expect(try !records.add(sample.finished, events: sample.events, by: author))
            #expect(try records.events(of: sample.test.id).count == sample.events.count)
            #expect(try records.tests(TestQuery()).map(\.id) == [sample.test.id])
            #expect(try records.verify() == [])
        }
    }

    @Test("tests are listed page by page, the latest first", arguments: StoreKind.allCases)
    func pages(kind: StoreKind) throws {
        try kind.with { records, _ in
            let known = try records.save(person("7"), by: author)
            var made: [RecordID] = []
            for day in 1...7 {
                let sample = try SampleTest(
                    eye: day % 2 == 0 ? .left : .right, person: day > 5 ? nil : known.key,
                    began: Moment("2026-02-0\(day)T10:00:00.000Z")!)
                try sample.keep(in: records)
                made.append(sample.test.id)
            }
            var listed: [RecordID] = []
            var query = TestQuery(limit: 3)
            while let last = try {
                let page = try records.tests(query)
                listed += page.map(\.id)
                return page.last
            }() { query.after = TestQuery.Cursor(last) }
            #expect(listed == made.reversed())
            let ofPerson = try records.tests(TestQuery(person: known.key))
            #expect(ofPerson.map(\.id) == made[..<5].reversed())
            let days = TestQuery(
                from: CalendarDay("2026-02-02"), through: CalendarDay("2026-02-03"))
            #expect(try records.tests(days).map(\.id) == [made[2], made[1]])
            #expect(try records.tests(TestQuery(isOfNobody: true)).count == 2)
            #expect(try records.tests(TestQuery(states: [.running])).isEmpty)
            #expect(try records.tests(TestQuery(sitting: ofPerson[0].sitting)).count == 1)
        }
    }

    @Test("an amended test keeps its former version and its answers", arguments: StoreKind.allCases)
    func amended(kind: StoreKind) throws {
        try kind.with { records, _ in
            let wrong = try records.save(person("7"), by: author)
            let right = try records.save(person("8"), by: author)
            let sample = try SampleTest(person: wrong.key)
            try sample.keep(in: records)
            var test = try #require(try records.test(sample.test.id))
            test.person = right.key
            test.circumstances.correction = Correction.none
            #expect(throws: RecordError.self) { _ = try records.amend(test, by: author) }
            let reason = Author("tester", reason: "wrong person")
            let amended = try records.amend(test, by: reason)
            #expect(amended.version == 2 && amended.isAmended)
            #expect(try records.test(test.id)?.person == right.key)
            #expect(throws: RecordError.stale) { _ = try records.amend(test, by: reason) }
            let former = try records.formerVersions(of: test.id)
            #expect(former.map(\.test.person) == [wrong.key])
            #expect(former.map(\.author) == [reason])
            var forged = amended
            forged.record.score = forged.record.score.withheld
            #expect(throws: RecordError.self) { _ = try records.amend(forged, by: reason) }
            #expect(try records.tests(TestQuery(person: wrong.key)).isEmpty)
            #expect(try records.verify() == [])
        }
    }

    @Test(
        "an erased person is gone with their tests; the trail records it",
        arguments: StoreKind.allCases)
    func erased(kind: StoreKind) throws {
        try kind.with { records, _ in
            let known = try records.save(person("7", "Erika Weg"), by: author)
            let sample = try SampleTest(person: known.key)
            try sample.keep(in: records)
            try SampleTest().keep(in: records)
            #expect(throws: RecordError.self) { _ = try records.erase(known.key, by: author) }
            let reason = Author("tester", reason: "asked for by the person")
            let days = try ["2026-01-30", "2026-01-31"].map { try #require(CalendarDay($0)) }
            let other = try records.save(person("8"), by: author)
            for day in days {
                let both = [known, other].map { ExpectedPerson(person: $0.key, time: "09:30") }
                try records.expect(both, on: day, by: author)
            }
            #expect(try records.erasure(of: known.key) == nil)
            #expect(try records.erase(known.key, by: reason) == 1)
            for day in days {
                #expect(try records.expectedPeople(on: day).map(\.person) == [other.key])
            }
            #expect(try records.erasure(of: known.key) != nil)
            #expect(try records.erasure(of: sample.test.id) != nil)
            #expect(try records.waitingTests().isEmpty)
            #expect(try records.person(known.key) == nil)
            #expect(try records.test(sample.test.id) == nil)
            #expect(try records.events(of: sample.test.id).isEmpty)
            #expect(throws: RecordError.notFound) { _ = try records.erase(known.key, by: reason) }
            let entries = try records.trail(after: 0, limit: 1_000)
            let erased = entries.filter { $0.action == .erase }
            #expect(erased.map(\.object) == [sample.test.id, known.key])
            #expect(erased.allSatisfy { $0.author == reason })
            #expect(try records.verify() == [])
        }
    }

    @Test("the sound of a test is kept, and erased with the person", arguments: StoreKind.allCases)
    func sound(kind: StoreKind) throws {
        try kind.with { records, _ in
            let known = try records.save(person("7"), by: author)
            let sample = try SampleTest(person: known.key)
            try sample.keep(in: records)
            #expect(try records.sound(of: sample.test.id) == nil)
            let sound = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
            try records.keep(sound: [0], of: sample.test.id, by: author)
            try records.keep(sound: sound, of: sample.test.id, by: author)
            #expect(try records.sound(of: sample.test.id) == sound)
            #expect(throws: RecordError.notFound) {
                try records.keep(sound: sound, of: known.key, by: author)
            }
            _ = try records.erase(known.key, by: Author("tester", reason: "asked for"))
            #expect(try records.sound(of: sample.test.id) == nil)
            #expect(try records.verify() == [])
        }
    }

    @Test(
        "the trail has an entry for each change and each read, in one chain",
        arguments: StoreKind.allCases)
    func trail(kind: StoreKind) throws {
        try kind.with { records, clock in
            #expect(try records.head() == .empty)
            let known = try records.save(person("7"), by: author)
            clock.setBack()
            try SampleTest(person: known.key).keep(in: records)
            try records.note(.view, of: known.key, by: author)
            let entries = try records.trail(after: 0, limit: 100)
            #expect(entries.map(\.action) == [.addPerson, .begin, .finish, .view])
            #expect(entries.map(\.number) == [1, 2, 3, 4])
            #expect(try records.head() == entries.last?.head)
            #expect(try records.trail(after: 2, limit: 1) == [entries[2]])
            #expect(try records.verify() == [])
        }
    }

    @Test("a test that was left running is rebuilt from its events", arguments: StoreKind.allCases)
    func rebuilt(kind: StoreKind) throws {
        try kind.with { records, _ in
            let cut = try SampleTest(lines: 9)
            try records.begin(cut.test, by: author)
            // Three lines and a letter: each line is shown, five letters are answered, it ends.
            for event in cut.events.prefix(3 * 7 + 2) { try records.append(event, to: cut.test.id) }
            let late = try SampleTest(lines: 2)
            try records.begin(late.test, by: author)
            for event in late.events { try records.append(event, to: late.test.id) }
            let unread = try SampleTest()
            try records.begin(unread.test, by: author)
            let closed = try records.closeInterrupted(by: author) { _, _ in .exact }
            #expect(Set(closed.map(\.id)) == [cut.test.id, unread.test.id])
            let kept = try #require(try records.test(cut.test.id))
            #expect(kept.state == .interrupted)
            #expect(kept.record.end == .interrupted)
            #expect(kept.record.score.lines.count == 3)
            #expect(kept.record.score.logMAR == LogMAR(hundredths: 110 - 2 * 15))
            #expect(kept.record.score.isBound)
            #expect(kept.record.estimate != nil)
            #expect(kept.ended == cut.events[3 * 7 + 1].at)
            #expect(try records.test(late.test.id)?.state == .finished)
            #expect(try records.test(late.test.id)?.record.jsonText == late.result.jsonText)
            #expect(try records.test(unread.test.id)?.record.score.logMAR == nil)
            #expect(try records.verify() == [])
        }
    }

    @Test(
        "a test over REST continues after a restart, until its last event is an hour away",
        arguments: StoreKind.allCases)
    func overInterface(kind: StoreKind) throws {
        try kind.with { records, clock in
            let ofDevice = try SampleTest()
            try records.begin(
                ofDevice.test, by: Author("device", reason: Author.overInterface))
            try records.append(ofDevice.events[0], to: ofDevice.test.id)
            let ofLane = try SampleTest()
            try records.begin(ofLane.test, by: author)
            func restart() throws -> [RecordID] {
                try records.closeLeft(at: clock.now, by: author) { _, _ in .exact }.map(\.id)
            }
            #expect(try restart() == [ofLane.test.id])
            // The device repeats its last event, and continues.
            for event in ofDevice.events.prefix(9) {
                try records.append(event, to: ofDevice.test.id)
            }
            #expect(try records.test(ofDevice.test.id)?.state == .running)
            clock.advance(hours: 2)
            #expect(try restart() == [ofDevice.test.id])
            #expect(try records.test(ofDevice.test.id)?.state == .interrupted)
            #expect(try records.verify() == [])
        }
    }

    @Test("a closed store refuses everything", arguments: StoreKind.allCases)
    func closed(kind: StoreKind) throws {
        try kind.with { records, _ in
            records.close()
            #expect(throws: RecordError.closed) { _ = try records.head() }
            #expect(throws: RecordError.closed) { _ = try records.save(person("1"), by: author) }
        }
    }
}
