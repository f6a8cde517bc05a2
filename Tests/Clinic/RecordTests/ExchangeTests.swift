import Acuity
import Foundation
import RecordStore
import Records
import TestTraits
import Testing

@Suite("JSON Lines carry everything", .listening)
struct ExchangeTests {
    private let author = SampleTest.author

    @Test(
        "an import restores versions, sound, people and the trail, and passes the check",
        arguments: [StoreKind.sqlite, .sent, .postgresql], [StoreKind.sqlite, .postgresql])
    func roundTrip(from: StoreKind, to: StoreKind) throws {
        try from.with { source, _ in
            let reason = Author("tester", reason: "wrong person")
            func person(_ id: String) throws -> Person {
                try source.save(Person(key: RecordID(at: SampleClock.start), id: id), by: author)
            }
            let (wrong, right, untested) = (try person("1"), try person("2"), try person("3"))
            let sample = try SampleTest(person: wrong.key)
            try sample.keep(in: source)
            let sound = (0..<10_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
            try source.keep(sound: sound, of: sample.test.id, by: author)
            var test = try #require(try source.test(sample.test.id))
            test.person = right.key
            test = try source.amend(test, by: reason)
            test.circumstances.note = "Asked again."
            let amended = try source.amend(test, by: Author("tester", reason: "a note"))
            var lines: [String] = []
            #expect(try source.export(TestQuery(), complete: true) { lines.append($0) } == 1)
            let trail = try source.trail(after: 0, limit: 100)
            try to.with { target, clock in
                func take() throws -> RecordImport {
                    var importing = RecordImport(
                        into: target, person: nil, by: author, now: { clock.now })
                    for line in lines { try importing.take(line) }
                    return importing
                }
                #expect(try take().added == 1)
                #expect(try target.test(test.id) == amended)
                #expect(try target.events(of: test.id) == sample.events)
                let former = try target.formerVersions(of: test.id)
                #expect(former.map(\.test.version) == [1, 2] && former[0].author == reason)
                #expect(try former == source.formerVersions(of: test.id))
                #expect(try target.sound(of: test.id) == sound)
                #expect(try target.person(withID: "3")?.key == untested.key)
                #expect(try target.importedTrail(after: nil, limit: 100).map(\.entry) == trail)
                #expect(try target.verify() == [])
                // The same once more adds nothing.
                #expect(try take().known == 1)
                #expect(try target.importedTrail(after: nil, limit: 100).count == trail.count)
                var again: [String] = []
                _ = try target.export(TestQuery(), complete: true) { again.append($0) }
                let all = again.joined()
                #expect(all.contains(trail[0].digest) && all.contains(reason.reason ?? "-"))
            }
        }
    }

    @Test("a changed entry of a trail is refused") func forgedTrail() throws {
        try StoreKind.sqlite.with { source, _ in
            try SampleTest().keep(in: source)
            var lines: [String] = []
            _ = try source.export(TestQuery(), complete: true) { lines.append($0) }
            let forged = lines.map { $0.replacing(#""name":"tester""#, with: #""name":"forger""#) }
            #expect(forged != lines)
            try StoreKind.sqlite.with { target, clock in
                var importing = RecordImport(
                    into: target, person: nil, by: author, now: { clock.now })
                #expect(throws: RecordError.self) {
                    for line in forged { try importing.take(line) }
                }
                let kept = try target.importedTrail(after: nil, limit: 1)
                #expect(kept.isEmpty)
            }
        }
    }

    @Test("printed events of an interrupted test are not added to the records that kept it")
    func interrupted() throws {
        let sample = try SampleTest(lines: 9)
        // A line of seven events.
        let texts = Array(sample.events.prefix(7).map(\.text))
        let (own, other) = (try TemporaryStore(), try TemporaryStore())
        try own.records.begin(sample.test, by: author)
        for (number, text) in texts.enumerated() {
            try own.records.append(
                StoredEvent(number: number, at: sample.test.began, text: text),
                to: sample.test.id)
        }
        try own.records.closeInterrupted(by: author) { _, _ in .exact }
        // The printed result is of ten minutes later.
        var result = try #require(try own.records.test(sample.test.id)).record
        result.duration += .seconds(600)
        let lines = texts + [RecordedEvent.result(result).jsonText]
        func added(to records: any RecordKeeping) throws -> Int {
            var importing = RecordImport(
                into: records, person: nil, by: author, now: { SampleClock.start })
            for line in lines { try importing.take(line) }
            return importing.added
        }
        #expect(try added(to: own.records) == 0)
        #expect(try added(to: other.records) == 1)
        #expect(try other.records.tests(TestQuery()).map(\.state) == [.interrupted])
    }

    @Test("tests are exported in one pass, the earliest first", arguments: StoreKind.allCases)
    func earliestFirst(kind: StoreKind) throws {
        try kind.with { records, _ in
            for day in [3, 1, 2] {
                try SampleTest(began: Moment("2026-02-0\(day)T10:00:00.000Z")!).keep(in: records)
            }
            var query = TestQuery(limit: 2)
            query.isEarliestFirst = true
            let first = try records.tests(query)
            query.after = first.last.map { TestQuery.Cursor($0) }
            #expect(
                (first + (try records.tests(query))).map(\.began.day.day) == [1, 2, 3])
        }
    }
}
