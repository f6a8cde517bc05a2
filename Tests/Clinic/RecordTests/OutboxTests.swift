import Acuity
import Foundation
import PostgreSQLRecords
import RecordSQL
import RecordStore
import Records
import SQLiteRecords
import Sealing
import Synchronization
import TestTraits
import Testing

@Suite("A lane that loses the network", .listening)
struct OutboxTests {
    private let author = SampleTest.author

    /// A store over a network that a test cuts.
    private final class Network: Sendable {
        let isCut = Mutex(false)
        private let kept: TemporaryStore
        var records: any RecordKeeping { kept.records }

        init(_ clock: SampleClock) throws {
            kept = try TemporaryStore(now: { clock.now })
        }

        var reached: RefusingRecords {
            RefusingRecords(records) { _ throws(RecordError) in
                guard !self.isCut.withLock({ $0 }) else { throw .unreachable("it is cut.") }
            }
        }

        func cut(_ isCut: Bool) { self.isCut.withLock { $0 = isCut } }
    }

    private func with(
        _ act: (OutboxRecords, SQLiteRecords, Network) throws -> Void
    ) throws {
        let clock = SampleClock()
        let network = try Network(clock)
        try RecordFolder.with { folder in
            let outbox = try SQLiteRecords(
                folder + "/outbox.db", digest: BLAKE2b.digest, now: { clock.now })
            defer { outbox.close() }
            try act(
                OutboxRecords(
                    outbox: outbox, shared: network.reached, sender: author, now: { clock.now }),
                outbox, network)
        }
    }

    /// A person with a test, entered while the network was cut; meanwhile another lane added the same
    /// person.
    private func enterTwice(
        _ records: OutboxRecords, _ network: Network
    ) throws -> (here: Person, elsewhere: Person) {
        let anna = { Person(key: RecordID(at: SampleClock.start), id: "7", name: "Anna") }
        network.cut(true)
        let here = try records.save(anna(), by: author)
        try SampleTest(person: here.key).keep(in: records)
        let elsewhere = try network.records.save(anna(), by: author)
        network.cut(false)
        return (here, elsewhere)
    }

    @Test(
        "sends a test once, after the network returns, whenever it was lost",
        arguments: [0, 1, 5, 20, 1_000])
    func cutAfter(events: Int) throws {
        try with { records, outbox, network in
            let person = try records.save(
                Person(key: RecordID(at: SampleClock.start), id: "7", name: "Anna"), by: author)
            let sample = try SampleTest(person: person.key)
            // The person is known only to the shared store.
            if events == 0 { network.cut(true) }
            try records.begin(sample.test, by: author)
            for event in sample.events {
                if event.number == events { network.cut(true) }
                try records.append(event, to: sample.test.id)
            }
            network.cut(events < 1_000)
            try records.finish(
                sample.test.id, as: .finished, with: sample.result, circumstances: nil,
                at: sample.ended, by: author)
            #expect(try records.waitingTests().count == (events < 1_000 ? 1 : 0))
            network.cut(false)
            try records.send()
            try records.send()
            let shared = network.records
            #expect(try shared.test(sample.test.id)?.state == .finished)
            #expect(try shared.events(of: sample.test.id) == sample.events)
            #expect(try shared.tests(TestQuery()).count == 1)
            #expect(try outbox.tests(TestQuery()).isEmpty)
            #expect(try outbox.people(PersonQuery()).isEmpty)
            #expect(try shared.verify() == [])
            #expect(try outbox.verify() == [])
        }
    }

    @Test("closes the test that a program left running, while the network is cut")
    func leftRunning() throws {
        try with { records, outbox, network in
            let sample = try SampleTest()
            try records.begin(sample.test, by: author)
            for event in sample.events.prefix(9) { try records.append(event, to: sample.test.id) }
            network.cut(true)
            let closed = try records.closeLeft(
                [sample.test.id], at: SampleClock.start, by: author
            ) { _, _ in .exact }
            #expect(closed.map(\.id) == [sample.test.id])
            #expect(try outbox.test(sample.test.id)?.state == .interrupted)
            network.cut(false)
            try records.send()
            #expect(try network.records.test(sample.test.id)?.state == .interrupted)
            #expect(try outbox.tests(TestQuery()).isEmpty)
        }
    }

    @Test("keeps a new person until the network returns, and finds them by identifier")
    func newPerson() throws {
        try with { records, outbox, network in
            let (_, other) = try enterTwice(records, network)
            try records.send()
            #expect(try network.records.tests(TestQuery(person: other.key)).count == 1)
            #expect(try outbox.people(PersonQuery()).isEmpty)
        }
    }

    @Test("finds a person without an identifier once the network returns")
    func nameOnly() throws {
        try with { records, outbox, network in
            let known = try network.records.save(
                Person(key: RecordID(at: SampleClock.start), name: "Anna"), by: author)
            network.cut(true)
            let entered = try #require(
                try PersonEntry(name: "ANNA").person(
                    in: records, by: author, at: SampleClock.start))
            try SampleTest(person: entered.key).keep(in: records)
            network.cut(false)
            try records.send()
            #expect(try network.records.people(PersonQuery()) == [known])
            #expect(try network.records.tests(TestQuery(person: known.key)).count == 1)
        }
    }

    @Test(
        "keeps the other eye with a person whom the shared store knew by another key",
        arguments: [false, true])
    func otherKey(restarts: Bool) throws {
        try with { first, outbox, network in
            let (entered, known) = try enterTwice(first, network)
            try first.send()
            #expect(try outbox.people(PersonQuery()).isEmpty)
            let records =
                restarts
                ? OutboxRecords(
                    outbox: outbox, shared: network.reached, sender: author,
                    now: { SampleClock.start }) : first
            // The lane still has the person by the key of the outbox.
            #expect(try records.person(entered.key)?.key == known.key)
            try SampleTest(eye: .left, person: entered.key).keep(in: records)
            #expect(try network.records.tests(TestQuery(person: known.key)).count == 2)
            #expect(try outbox.people(PersonQuery()).isEmpty)
            #expect(try network.records.verify() == [])
            #expect(try outbox.verify() == [])
        }
    }

    @Test("begins a test of a person whose identifier a waiting person has, too")
    func waitingIdentifier() throws {
        try with { records, outbox, network in
            let (_, known) = try enterTwice(records, network)
            // The first test has not been sent yet.
            try SampleTest(eye: .left, person: known.key).keep(in: records)
            try records.send()
            #expect(try network.records.tests(TestQuery(person: known.key)).count == 2)
            #expect(try outbox.people(PersonQuery()).isEmpty)
            #expect(try outbox.verify() == [])
        }
    }

    @Test(
        "carries the former versions of an amended test",
        arguments: ["new", "running", "cut short"])
    func formerVersions(shared state: String) throws {
        try with { records, outbox, network in
            let sample = try SampleTest()
            network.cut(state == "new")
            try records.begin(sample.test, by: author)
            network.cut(true)
            for event in sample.events { try records.append(event, to: sample.test.id) }
            try records.finish(
                sample.test.id, as: .finished, with: sample.result, circumstances: nil,
                at: sample.ended, by: author)
            var test = try #require(try outbox.test(sample.test.id))
            for note in ["first", "second"] {
                test.circumstances.note = note
                test = try outbox.amend(test, by: Author("tester", reason: note))
            }
            #expect(try records.formerVersions(of: test.id).count == 2)
            let shared = network.records
            if state == "cut short" {
                // The delivery was interrupted after the first of two amendments.
                for event in sample.events { try shared.append(event, to: test.id) }
                let first = try #require(try outbox.formerVersions(of: test.id).first?.test)
                try shared.finish(
                    test.id, as: .finished, with: first.record, circumstances: nil,
                    at: sample.ended, by: author)
                var amended = try #require(try shared.test(test.id))
                amended.circumstances.note = "first"
                _ = try shared.amend(amended, by: Author("tester", reason: "first"))
            }
            network.cut(false)
            try records.send()
            let sent = try #require(try shared.test(test.id))
            #expect(sent.version == 3 && sent.circumstances.note == "second")
            let former = try shared.formerVersions(of: test.id)
            #expect(former.map(\.test.circumstances.note) == [nil, "first"])
            #expect(former.map(\.author.reason) == ["first", "second"])
            #expect(try outbox.tests(TestQuery()).isEmpty)
            #expect(try shared.verify() == [])
        }
    }

    @Test("keeps the author of a test that is sent later", arguments: [true, false])
    func testAuthor(endedByOthers: Bool) throws {
        try with { records, _, network in
            let (sample, anna) = (try SampleTest(), Author("anna"))
            network.cut(!endedByOthers)
            try records.begin(sample.test, by: anna)
            network.cut(true)
            for event in sample.events { try records.append(event, to: sample.test.id) }
            try records.finish(
                sample.test.id, as: .finished, with: sample.result, circumstances: nil,
                at: sample.ended, by: anna)
            if endedByOthers {
                try network.records.closeInterrupted([sample.test.id], by: author) { _, _ in
                    .exact
                }
            }
            network.cut(false)
            try records.send()
            let sent = try network.records.tests(TestQuery(states: [.finished]))
            #expect(sent.count == 1)
            for test in sent {
                #expect(try network.records.origin(of: test.id)?.name == "anna")
            }
        }
    }

    @Test("sends an interrupted test after its next start") func interrupted() throws {
        try with { records, outbox, network in
            let sample = try SampleTest()
            try records.begin(sample.test, by: author)
            for event in sample.events.prefix(9) { try records.append(event, to: sample.test.id) }
            network.cut(true)
            for event in sample.events[9..<12] { try records.append(event, to: sample.test.id) }
            network.cut(false)
            // The program starts anew.
            try outbox.closeInterrupted(by: author) { _, _ in .exact }
            try records.send()
            let kept = try #require(try network.records.test(sample.test.id))
            #expect(kept.state == .interrupted)
            #expect(try network.records.events(of: sample.test.id).count == 12)
        }
    }

    @Test("sends ended tests with their sound while another test runs")
    func whileRunning() throws {
        try with { records, outbox, network in
            let (one, other) = (try SampleTest(), try SampleTest())
            network.cut(true)
            try one.keep(in: records)
            try records.keep(sound: [1, 2], of: one.test.id, by: author)
            try records.begin(other.test, by: author)
            #expect(throws: RecordError.self) { try records.send() }
            network.cut(false)
            #expect(try records.send() == 1)
            #expect(try outbox.test(other.test.id)?.state == .running)
            #expect(try records.send() == 0)
            #expect(try network.records.sound(of: one.test.id) == [1, 2])
            #expect(try outbox.sound(of: one.test.id) == nil)
        }
    }

    @Test("two lanes write to one PostgreSQL, which restarts in between")
    func twoLanes() throws {
        let clock = SampleClock()
        // Restarting the shared server would disturb other tests.
        let server = PostgreSQLServer("restarted")
        defer { server.stop() }
        let address = try server.newDatabase()
        try RecordFolder.with { folder in
            let lanes = try (0..<2).map { lane in
                OutboxRecords(
                    outbox: try SQLiteRecords(
                        folder + "/\(lane).db", digest: BLAKE2b.digest, now: { clock.now }),
                    shared: PostgreSQLRecords(
                        address, digest: BLAKE2b.digest, now: { clock.now }),
                    sender: author, now: { clock.now })
            }
            let samples = try (0..<2).map { _ in try (0..<3).map { _ in try SampleTest() } }
            let group = DispatchGroup()
            let faults = Mutex<[String]>([])
            for (lane, records) in lanes.enumerated() {
                DispatchQueue.global().async(group: group) {
                    do {
                        for sample in samples[lane] { try sample.keep(in: records) }
                    } catch { faults.withLock { $0.append("\(error)") } }
                }
            }
            try server.restart()
            group.wait()
            #expect(faults.withLock { $0 } == [])
            let shared = PostgreSQLRecords(address, digest: BLAKE2b.digest, now: { clock.now })
            defer { shared.close() }
            for (lane, records) in lanes.enumerated() {
                for _ in 0..<600 where try !records.waitingTests().isEmpty {
                    // A pause after a server that did not answer.
                    do { try records.send() } catch { Thread.sleep(forTimeInterval: 0.2) }
                }
                for sample in samples[lane] {
                    #expect(try shared.events(of: sample.test.id) == sample.events)
                    #expect(try shared.test(sample.test.id)?.state == .finished)
                }
                records.close()
            }
            #expect(try shared.tests(TestQuery()).count == 6)
            #expect(try shared.verify() == [])
        }
    }
}
