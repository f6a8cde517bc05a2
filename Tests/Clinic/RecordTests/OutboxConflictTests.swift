import Accounts
import Acuity
import Foundation
import RecordSQL
import RecordStore
import Records
import SQLiteRecords
import Sealing
import Synchronization
import TestTraits
import Testing

/// Tests that wait in an outbox while others change the shared store.
@Suite("Waiting tests that conflict with the shared store", .listening)
struct OutboxConflictTests {
    private let author = SampleTest.author

    /// A store that refuses one test, and one that a test cuts off.
    private final class Shared: Sendable {
        let isCut = Mutex(false)
        let refused = Mutex<RecordID?>(nil)
        private let kept: TemporaryStore
        var records: any RecordKeeping { kept.records }

        init(_ clock: SampleClock) throws { kept = try TemporaryStore(now: { clock.now }) }

        var reached: RefusingRecords {
            RefusingRecords(records) { call throws(RecordError) in
                guard !self.isCut.withLock({ $0 }) else { throw .unreachable("it is cut.") }
                if let add = call as? AddTest, add.test.id == self.refused.withLock({ $0 }) {
                    throw .refused("it takes no such test.")
                }
            }
        }

        func cut(_ isCut: Bool) { self.isCut.withLock { $0 = isCut } }
    }

    private struct Lane {
        let records: OutboxRecords
        let outbox: SQLiteRecords
        let shared: Shared
        let news: News
    }

    private final class News: Sendable {
        private let all = Mutex<[OutboxNews]>([])
        func add(_ news: OutboxNews) { all.withLock { $0.append(news) } }
        var list: [OutboxNews] { all.withLock { $0 } }
    }

    private func with(_ act: (Lane) throws -> Void) throws {
        let clock = SampleClock()
        let (shared, news) = (try Shared(clock), News())
        try RecordFolder.with { folder in
            let outbox = try SQLiteRecords(
                folder + "/outbox.db", digest: BLAKE2b.digest, now: { clock.now })
            let records = OutboxRecords(
                outbox: outbox, shared: shared.reached, sender: author,
                report: { news.add($0) }, now: { clock.now })
            defer { records.close() }
            try act(Lane(records: records, outbox: outbox, shared: shared, news: news))
            #expect(try shared.records.verify() == [])
            #expect(try outbox.verify() == [])
        }
    }

    private func person(_ id: String, _ name: String) -> Person {
        Person(key: RecordID(at: SampleClock.start), id: id, name: name)
    }

    @Test("a test that somebody else has ended is kept as a second test, once")
    func endedByOthers() throws {
        try with { lane in
            let sample = try SampleTest()
            try lane.records.begin(sample.test, by: author)
            for event in sample.events {
                if event.number == 20 {
                    lane.shared.cut(true)
                    try lane.shared.records.closeInterrupted([sample.test.id], by: author) {
                        _, _ in .exact
                    }
                }
                try lane.records.append(event, to: sample.test.id)
            }
            try lane.records.finish(
                sample.test.id, as: .finished, with: sample.result, circumstances: nil,
                at: sample.ended, by: author)
            let waiting = try #require(try lane.outbox.test(sample.test.id))
            lane.shared.cut(false)
            try lane.records.send()
            // A kill after the test was sent, before the outbox forgot it.
            _ = try lane.outbox.add(waiting, events: sample.events, by: author)
            try lane.records.send()
            let tests = try lane.shared.records.tests(TestQuery())
            #expect(tests.count == 2)
            let other = try #require(tests.first { $0.id == sample.test.id })
            #expect(other.state == .interrupted)
            #expect(try lane.shared.records.events(of: other.id).count == 20)
            let own = try #require(tests.first { $0.id != sample.test.id })
            #expect(own.state == .finished)
            #expect(own.record.jsonText == sample.result.jsonText)
            #expect(own.circumstances.note?.contains(sample.test.id.text) == true)
            #expect(try lane.shared.records.events(of: own.id) == sample.events)
            #expect(lane.news.list.contains(.keptBeside(sample.test.id, as: own.id)))
            #expect(try lane.outbox.tests(TestQuery()).isEmpty)
        }
    }

    @Test("a running test with another answer is unchanged, and the lane's own is added")
    func otherAnswers() throws {
        try with { lane in
            let sample = try SampleTest()
            try lane.records.begin(sample.test, by: author)
            for event in sample.events.prefix(9) {
                try lane.records.append(event, to: sample.test.id)
            }
            var forged = sample.events[9]
            forged.text = sample.events[3].text
            try lane.shared.records.append(forged, to: sample.test.id)
            for event in sample.events.dropFirst(9) {
                try lane.records.append(event, to: sample.test.id)
            }
            try lane.records.finish(
                sample.test.id, as: .finished, with: sample.result, circumstances: nil,
                at: sample.ended, by: author)
            try lane.records.send()
            let own = try #require(
                try lane.shared.records.tests(TestQuery()).first { $0.id != sample.test.id })
            #expect(try lane.shared.records.events(of: own.id) == sample.events)
            #expect(try lane.outbox.tests(TestQuery()).isEmpty)
        }
    }

    @Test("a test amended in the shared store meanwhile is not added again")
    func amended() throws {
        try with { lane in
            let sample = try SampleTest()
            try sample.keep(in: lane.records)
            var sent = try #require(try lane.shared.records.test(sample.test.id))
            sent.state = .voided
            _ = try lane.shared.records.amend(sent, by: Author("a", reason: "b"))
            _ = try lane.outbox.add(sample.finished, events: sample.events, by: author)
            try lane.records.send()
            #expect(try lane.shared.records.tests(TestQuery()).map(\.state) == [.voided])
            #expect(try lane.outbox.tests(TestQuery()).isEmpty)
        }
    }

    @Test("a refused test is named, and the others are sent")
    func blocked() throws {
        try with { lane in
            let samples = try (0..<4).map { _ in try SampleTest() }
            lane.shared.cut(true)
            for sample in samples { try sample.keep(in: lane.records) }
            lane.shared.refused.withLock { $0 = samples[0].test.id }
            lane.shared.cut(false)
            #expect(try lane.records.send() == 3)
            #expect(try lane.shared.records.tests(TestQuery()).count == 3)
            let waiting = try lane.records.waitingTests()
            #expect(waiting.map(\.id) == [samples[0].test.id])
            #expect(waiting.first?.trouble == .refused("it takes no such test."))
            // Further tries do not repeat the warning.
            let news = lane.news.list.count
            #expect(try lane.records.send() == 0)
            #expect(lane.news.list.count == news)
            lane.shared.refused.withLock { $0 = nil }
            #expect(try lane.records.send() == 1)
            #expect(try lane.records.waitingTests().isEmpty)
        }
    }

    @Test("a person erased meanwhile is not recreated, and the waiting test is dropped")
    func erasedPerson() throws {
        try with { lane in
            let anna = try lane.records.save(person("7", "Anna"), by: author)
            let before = try SampleTest(person: anna.key)
            try lane.records.begin(before.test, by: author)
            lane.shared.cut(true)
            for event in before.events { try lane.records.append(event, to: before.test.id) }
            try lane.records.finish(
                before.test.id, as: .finished, with: before.result, circumstances: nil,
                at: before.ended, by: author)
            _ = try lane.shared.records.erase(anna.key, by: Author("a", reason: "asked for"))
            lane.shared.cut(false)
            try lane.records.send()
            #expect(try lane.shared.records.people(PersonQuery()).isEmpty)
            #expect(try lane.shared.records.tests(TestQuery()).isEmpty)
            #expect(try lane.outbox.tests(TestQuery()).isEmpty)
            #expect(try lane.outbox.people(PersonQuery()).isEmpty)
            #expect(lane.news.list.contains(.erased(before.test.id)))
        }
    }

    @Test("a test that began after its person was erased is kept without a person")
    func afterErasure() throws {
        try with { lane in
            let anna = try lane.records.save(person("7", "Anna"), by: author)
            lane.shared.cut(true)
            _ = try lane.shared.records.erase(anna.key, by: Author("a", reason: "asked for"))
            let later = try SampleTest(
                person: anna.key, began: SampleClock.start.adding(minutes: 60))
            try later.keep(in: lane.records)
            lane.shared.cut(false)
            try lane.records.send()
            let kept = try #require(try lane.shared.records.tests(TestQuery()).first)
            #expect(kept.person == nil && kept.state == .finished)
            #expect(try lane.shared.records.people(PersonQuery()).isEmpty)
            #expect(try lane.outbox.people(PersonQuery()).isEmpty)
        }
    }

    @Test("an erased test is not sent again")
    func erasedTest() throws {
        try with { lane in
            let sample = try SampleTest()
            try lane.records.begin(sample.test, by: author)
            lane.shared.cut(true)
            for event in sample.events { try lane.records.append(event, to: sample.test.id) }
            try lane.records.finish(
                sample.test.id, as: .finished, with: sample.result, circumstances: nil,
                at: sample.ended, by: author)
            _ = try lane.shared.records.erase(
                sample.test.id, by: Author("a", reason: "asked for"))
            lane.shared.cut(false)
            try lane.records.send()
            #expect(try lane.shared.records.tests(TestQuery()).isEmpty)
            #expect(try lane.outbox.tests(TestQuery()).isEmpty)
        }
    }

    @Test("a test of a person known only to the shared store begins offline")
    func unknownPerson() throws {
        try with { lane in
            let anna = try lane.records.save(person("7", "Anna"), by: author)
            lane.shared.cut(true)
            let sample = try SampleTest(person: anna.key)
            try sample.keep(in: lane.records)
            lane.shared.cut(false)
            try lane.records.send()
            #expect(try lane.shared.records.tests(TestQuery(person: anna.key)).count == 1)
            #expect(try lane.shared.records.person(anna.key)?.name == "Anna")
        }
    }

    @Test("an identifier given to somebody else meanwhile does not mix up two people")
    func takenIdentifier() throws {
        try with { lane in
            lane.shared.cut(true)
            let anna = try lane.records.save(person("7", "Anna"), by: author)
            let sample = try SampleTest(person: anna.key)
            try sample.keep(in: lane.records)
            lane.shared.cut(false)
            let bernd = try lane.shared.records.save(person("7", "Bernd"), by: author)
            try lane.records.send()
            #expect(try lane.shared.records.tests(TestQuery(person: bernd.key)).isEmpty)
            let kept = try #require(try lane.shared.records.tests(TestQuery()).first)
            let own = try #require(
                try kept.person.flatMap { try lane.shared.records.person($0) })
            #expect(own.name == "Anna" && own.id == nil)
            #expect(lane.news.list.contains(.withoutIdentifier(sample.test.id)))
        }
    }

    @Test("unsent tests are erased with their person")
    func erasesWhatWaits() throws {
        try with { lane in
            lane.shared.cut(true)
            let anna = try lane.records.save(person("7", "Anna"), by: author)
            let sample = try SampleTest(person: anna.key)
            try sample.keep(in: lane.records)
            lane.shared.refused.withLock { $0 = sample.test.id }
            lane.shared.cut(false)
            let day = SampleClock.start.day
            try lane.records.expect([ExpectedPerson(person: anna.key)], on: day, by: author)
            #expect(
                try lane.records.erase(anna.key, by: Author("a", reason: "asked for")) == 1)
            #expect(try lane.shared.records.expectedPeople(on: day).isEmpty)
            #expect(try lane.outbox.tests(TestQuery()).isEmpty)
            #expect(try lane.outbox.people(PersonQuery()).isEmpty)
            #expect(try lane.shared.records.people(PersonQuery()).isEmpty)
        }
    }
}
