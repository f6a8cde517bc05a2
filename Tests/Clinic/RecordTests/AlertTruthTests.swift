import Acuity
import Exam
import Foundation
import Platform
import RecordStore
import Synchronization
import TestTraits
import Testing

@Suite("Alerts of records that change", .listening)
struct AlertTruthTests {
    private let clinic: SampleClinic
    private var store: any RecordKeeping { clinic.store }
    private static let author = Author("tester", reason: "a test")
    private static let changed = [("01-01", 9), ("01-08", 9), ("01-15", 5), ("01-22", 5)]

    init() throws { clinic = try SampleClinic() }

    private func sending(
        to receiver: WebReceiver, pauses: AlertSending.Pauses = .init()
    ) throws -> AlertSending {
        let clock = clinic.clock
        return AlertSending(
            to: try AlertWebhook(
                "http://127.0.0.1:\(receiver.port)/", secret: Array("secret".utf8), isNamed: true),
            from: store, by: Self.author, pauses: pauses, now: { clock.now }, say: { _ in })
    }

    /// Waits for requests, at most a minute.
    private func wait(for count: Int, at receiver: WebReceiver) {
        for _ in 0..<6_000 where receiver.requests.count < count { usleep(10_000) }
    }

    private func confirming(_ person: Person) throws -> StoredTest {
        try #require(try store.tests(TestQuery(person: person.key, limit: 1)).first)
    }

    @Test("a test erased, voided or moved during a request is not sent afterwards") func during()
        throws
    {
        let people = try ["1", "2", "3", "4"].map {
            try SampleSeries(Self.changed, id: $0, in: store).person
        }
        let other = try SampleSeries([], id: "5", in: store).person
        let tests = try people.map(confirming)
        let records = store
        let requests = Mutex(0)
        let failure = Mutex<(any Error)?>(nil)
        let receiver = try WebReceiver(answering: []) { request in
            requests.withLock { $0 += 1 }
            guard requests.withLock({ $0 == 1 }) else { return }
            do {
                let rest = tests.indices.filter { !request.body.contains(tests[$0].id.text) }
                _ = try records.erase(people[rest[0]].key, by: Self.author)
                var voided = tests[rest[1]]
                voided.state = .voided
                _ = try records.amend(voided, by: Self.author)
                var moved = tests[rest[2]]
                moved.person = other.key
                _ = try records.amend(moved, by: Self.author)
            } catch { failure.withLock { $0 = error } }
        }
        #expect(try store.changeAlerts(from: tests[0].began.day).count == 4)
        #expect(try sending(to: receiver).send() == 0)
        #expect(failure.withLock { $0 == nil })
        #expect(receiver.requests.count == 1)
        #expect(try sending(to: receiver).send() == 0)
        #expect(receiver.requests.count == 1)
        #expect(try store.verify() == [])
    }

    @Test(
        "a test moved during or after its alert is sent once for its new person",
        arguments: [false, true])
    func moved(during: Bool) throws {
        let first = try SampleSeries(Self.changed, id: "1", in: store).person
        let second = try SampleSeries(Array(Self.changed.prefix(3)), id: "2", in: store).person
        let test = try confirming(first)
        let (records, clock) = (store, clinic.clock)
        @Sendable func move() throws {
            var moved = test
            moved.person = second.key
            _ = try records.amend(moved, by: Self.author)
            clock.pass(seconds: 1)
        }
        let requests = Mutex(0)
        let receiver = try WebReceiver(answering: []) { _ in
            requests.withLock { $0 += 1 }
            if during, requests.withLock({ $0 == 1 }) { try? move() }
        }
        let alerts = try sending(to: receiver)
        #expect(alerts.send() == 0)
        clock.pass(seconds: 1)
        if !during { try move() }
        for _ in 0..<2 { #expect(alerts.send() == 0) }
        try #require(receiver.requests.count == 2)
        let (before, after) = (receiver.requests[0].body, receiver.requests[1].body)
        #expect(before.contains(first.key.text) && !before.contains(second.key.text))
        #expect(after.contains(second.key.text) && after.contains(test.id.text))
        #expect((try store.time(of: .alert, on: first.key) != nil) == during)
        // Another amendment changes nothing.
        var noted = try #require(try store.test(test.id))
        noted.circumstances.note = "Asked again."
        _ = try store.amend(noted, by: Self.author)
        #expect(alerts.send() == 0)
        #expect(receiver.requests.count == 2)
    }

    @Test("a running server sends an older change added later, and a new one at once")
    func added() throws {
        let receiver = try WebReceiver(answering: [])
        let alerts = try sending(
            to: receiver, pauses: .init(first: 60, longest: 60, idle: 0.1))
        #expect(alerts.send() == 0)
        alerts.start()
        let old = try SampleSeries(Self.changed, id: "1", in: store).person
        wait(for: 1, at: receiver)
        alerts.stop()
        #expect(receiver.requests.map { $0.body.contains(old.key.text) } == [true])
        let awoken = try sending(to: receiver, pauses: .init(first: 60, longest: 60, idle: 3_600))
        #expect(awoken.send(.latest) == 0)
        let days = [("01-10", 9), ("01-17", 9), ("01-24", 5), ("01-31", 5)]
        let new = try SampleSeries(days, id: "2", in: store).person
        #expect(awoken.send(.latest) == 0)
        #expect(receiver.requests.last?.body.contains(new.key.text) == true)
    }

    @Test("sending with a time limit stops at the first failure or at the limit") func limited()
        throws
    {
        for id in ["1", "2", "3"] { _ = try SampleSeries(Self.changed, id: id, in: store) }
        let receiver = try WebReceiver(answering: [503, 500])
        let alerts = try sending(to: receiver)
        #expect(alerts.send(within: 20) == 3)
        #expect(receiver.requests.count == 1)
        #expect(alerts.send(within: 0) == 3)
        #expect(receiver.requests.count == 1)
        // Without a limit each is tried.
        #expect(alerts.send() == 1)
        #expect(receiver.requests.count == 4)
        #expect(alerts.send(within: 20) == 0)
    }

    @Test("a request that exceeds the time limit is cut off, and its alert waits")
    func hanging() throws {
        _ = try SampleSeries(Self.changed, in: store)
        // The receiver is fast enough for the usual limit of requests.
        let receiver = try WebReceiver(answering: []) { _ in usleep(4_000_000) }
        #expect(try sending(to: receiver).send(within: 1.5) == 1)
    }

    @Test("the alerts of one change always have the same identifier")
    func identity() throws {
        let days = [
            ("01-01", 9), ("01-04", 9), ("01-07", 9), ("01-10", 7), ("01-13", 7), ("01-16", 5),
            ("01-19", 5), ("01-22", 5), ("01-25", 5),
        ]
        var person = try SampleSeries(days, in: store).person
        let from = try #require(CalendarDay("2026-01-01"))
        func alert(in store: any RecordKeeping) throws -> (day: String, since: String, id: String) {
            let alerts = try store.changeAlerts(from: from)
            #expect(alerts.count == 1)
            let alert = try #require(alerts.first)
            let body = try #require(
                try JSONSerialization.jsonObject(with: Data(alert.body(isNamed: false).utf8))
                    as? [String: Any])
            #expect(body["person"] as? String == person.key.text)
            return (
                alert.test.began.day.description, alert.change.since.description,
                try #require(body["changeID"] as? String)
            )
        }
        let healthy = try alert(in: store)
        person.followUp = FollowUp(right: .lateAMD)
        person = try store.save(person, by: Self.author)
        let late = try alert(in: store)
        #expect(late.day > healthy.day && late.since > healthy.since)
        #expect(late.id == healthy.id)
        var voided = try #require(
            try store.tests(TestQuery(person: person.key)).first {
                $0.began.day.description == late.day
            })
        voided.state = .voided
        _ = try store.amend(voided, by: Self.author)
        let next = try alert(in: store)
        #expect(next.day > late.day && next.id == healthy.id)
        let elsewhere = try TemporaryStore()
        let clock = clinic.clock
        var importing = RecordImport(
            into: elsewhere.records, person: nil, by: Self.author, now: { clock.now })
        var lines: [String] = []
        _ = try store.export(TestQuery(), complete: true) { lines.append($0) }
        for line in lines { try importing.take(line) }
        #expect(try alert(in: elsewhere.records) == next)
    }

    @Test("a new change after a recovery has its own identifier") func another() throws {
        _ = try SampleSeries(
            [("01-01", 9), ("01-04", 9), ("01-07", 9), ("01-10", 5), ("01-13", 5)]
                + [("01-16", 10), ("01-19", 9), ("01-22", 5), ("01-25", 5)], in: store)
        let alerts = try store.changeAlerts(from: try #require(CalendarDay("2026-01-01")))
        #expect(alerts.count == 2)
        #expect(Set(alerts.map(\.change.onset)).count == 2)
    }
}
