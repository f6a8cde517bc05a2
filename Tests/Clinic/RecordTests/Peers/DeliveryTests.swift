import Accounts
import Foundation
import Peers
import PostgreSQLRecords
import RecordSQL
import RecordStore
import Sealing
import TestTraits
import Testing

@Suite("Deliveries to peers", .listening)
struct DeliveryTests {
    @Test(
        "a test has its deliveries as soon as it has ended, in every store",
        arguments: StoreKind.allCases)
    func enqueues(kind: StoreKind) throws {
        try kind.with { records, _ in
            let author = SampleTest.author
            try SampleTest().keep(in: records)
            try records.changePeers(by: author) { peers in
                peers.append(
                    Peer(name: "a", kind: .folder, address: "/x", since: SamplePeers.before))
                peers.append(
                    Peer(name: "b", kind: .worklist, address: "h:1", since: SamplePeers.before))
            }
            #expect(try records.deliveries(DeliveryQuery()).isEmpty)
            let sample = try SampleTest()
            try records.begin(sample.test, by: author)
            for event in sample.events { try records.append(event, to: sample.test.id) }
            #expect(try records.deliveries(DeliveryQuery()).isEmpty)
            try records.finish(
                sample.test.id, as: .finished, with: sample.result, circumstances: nil,
                at: sample.ended, by: author)
            let first = try #require(try records.deliveries(DeliveryQuery()).first)
            #expect(first.peer == "a" && first.test == sample.test.id && first.version == 1)
            #expect(first.state == .waiting && first.tries == 0)

            var test = try #require(try records.test(sample.test.id))
            test.state = .voided
            _ = try records.amend(test, by: Author("tester", reason: "a mistake"))
            let both = try records.deliveries(DeliveryQuery())
            #expect(both.map(\.state) == [.replaced, .waiting] && both.map(\.version) == [1, 2])

            var sent = both[1]
            sent.state = .acknowledged
            sent.answer = "AA"
            #expect(try records.change(both[1], to: sent, noting: "sent", by: author))
            // Another lane was faster.
            #expect(try !records.change(both[1], to: sent, noting: "sent", by: author))
            #expect(try records.deliveries(DeliveryQuery(states: [.acknowledged])) == [sent])
            let entry = try #require(try records.trail(after: 0, limit: 1_000).last)
            #expect(entry.action == .deliver && entry.author.reason == "a, version 2: sent")
            #expect(try records.verify() == [])

            _ = try records.erase(test.id, by: Author("tester", reason: "asked for"))
            #expect(try records.deliveries(DeliveryQuery()).isEmpty)
        }
    }

    @Test("peers take turns, so that a slow one does not hold up the others")
    func turns() throws {
        let peers = try SamplePeers()
        let receivers = [ResultReceiver(), ResultReceiver()]
        let ports = try receivers.map { try $0.port }
        defer { for port in ports { port.stop() } }
        for (name, port) in zip(["a", "b"], ports) {
            try peers.add(name, .hl7, "127.0.0.1:\(port.port)", SamplePeers.hl7)
        }
        for minutes in [0, 30, 60] { try peers.test(after: minutes) }
        peers.clock.advance(hours: 2)
        var pauses = DeliverySending.Pauses()
        pauses.turn = 0
        let clock = peers.clock
        let sending = DeliverySending(
            from: peers.store, by: SampleTest.author, pauses: pauses, now: { clock.now },
            say: { _ in })
        for sent in 1...3 {
            let pass = try sending.send()
            #expect(pass.acknowledged == 2 && pass.isUnfinished == (sent < 3))
            #expect(receivers.map(\.all.count) == [sent, sent])
        }
        #expect(try peers.states.allSatisfy { $0 == .acknowledged })
    }

    @Test("a message is resent until it is accepted; a person's messages stay in order")
    func retries() throws {
        let peers = try SamplePeers()
        let receiver = ResultReceiver(["AR", "garbage"])
        let port = try receiver.port
        defer { port.stop() }
        try peers.add("epr", .hl7, "127.0.0.1:\(port.port)", SamplePeers.hl7)
        try peers.test()
        try peers.test(after: 30)
        let sending = peers.sending
        #expect(try sending.send(isForced: true).later == 1)
        #expect(try sending.send(isForced: true).later == 1)
        #expect(try peers.states == [.waiting, .waiting])
        #expect(try sending.send(isForced: true).acknowledged == 2)
        #expect(try peers.states == [.acknowledged, .acknowledged])
        let controls = receiver.all.map { $0.field("MSH", 10) }
        #expect(controls[0] == controls[1] && controls[1] == controls[2])
        #expect(receiver.all[0] == receiver.all[2])
        #expect(controls[3] != controls[2])
        #expect(receiver.taken.count == 2)
    }

    @Test("the pause between tries is stored, and grows") func pauses() throws {
        let peers = try SamplePeers()
        let receiver = ResultReceiver(["AR", "AR", "AR", "AR", "AR", "AR"])
        let port = try receiver.port
        defer { port.stop() }
        try peers.add("epr", .hl7, "127.0.0.1:\(port.port)", SamplePeers.hl7)
        try peers.test()
        let sending = peers.sending
        for _ in 0..<60 { _ = try sending.send() }
        // Each look at the clock passes a second: 5, 10, 20 … s.
        let tries = try #require(try peers.store.deliveries(DeliveryQuery()).first).tries
        #expect((2...6).contains(tries))
        #expect(receiver.all.count == tries)
    }

    @Test("a new claim of a lane whose clock is ahead holds; its result raises an alarm")
    func clockAhead() throws {
        let peers = try SamplePeers()
        let receiver = ResultReceiver()
        let port = try receiver.port
        defer { port.stop() }
        let ahead = SampleClock.start.adding(minutes: 365 * 24 * 60)
        // The peer was added while the clock was ahead.
        let peer = Peer(
            name: "epr", kind: .hl7, address: "127.0.0.1:\(port.port)", since: ahead,
            settings: SamplePeers.hl7)
        try peers.store.changePeers(by: SampleTest.author) { $0.append(peer) }
        try peers.test()
        var pauses = DeliverySending.Pauses()
        pauses.claim = 0.05
        let clock = peers.clock
        let sending = DeliverySending(
            from: peers.store, by: SampleTest.author, pauses: pauses, now: { clock.now },
            say: { _ in })
        for tries in 1...2 {
            // The lane whose clock is ahead claims the result.
            let waiting = try #require(try peers.store.deliveries(DeliveryQuery()).first)
            var claimed = waiting.claimed(
                until: ahead.adding(minutes: 10 * tries).milliseconds)
            claimed.at = ahead
            #expect(
                try peers.store.change(waiting, to: claimed, noting: nil, by: SampleTest.author))
            #expect(try sending.send() == DeliverySending.Pass())
            Thread.sleep(forTimeInterval: 2 * pauses.claim)
        }
        let count = try #require(try peers.store.deliveryCounts().first)
        let alarm = count.alarm(at: SampleClock.start)
        #expect(alarm?.hasPrefix("epr: 1 waiting since 2027-01-31") == true)
        // The clocks of two lanes may differ.
        #expect(count.alarm(at: ahead.adding(minutes: -30)) == nil)
        #expect(count.alarm(at: ahead.adding(minutes: 30)) != nil)
        // That lane ended before it sent the result.
        #expect(try sending.send().acknowledged == 1)
        #expect(receiver.all.count == 1)
        let test = try SampleTest().finished
        #expect(!peer.takes(test, at: ahead.adding(minutes: 1)))
    }

    @Test("a refused result is set aside, holds up nothing, and is sent again by hand")
    func refusal() throws {
        let peers = try SamplePeers()
        let receiver = ResultReceiver(["AE"])
        let port = try receiver.port
        defer { port.stop() }
        try peers.add("epr", .hl7, "127.0.0.1:\(port.port)", SamplePeers.hl7)
        try peers.test()
        try peers.test(after: 30)
        let pass = try peers.sending.send()
        #expect(pass.refused == 1 && pass.acknowledged == 1)
        let refused = try #require(
            try peers.store.deliveries(DeliveryQuery(states: [.refused])).first)
        #expect(refused.answer == "It answered AE.")
        let alarm = try peers.store.deliveryCounts().first?.alarm(at: SampleClock.start)
        #expect(alarm == "epr: 1 set aside (It answered AE.)")
        #expect(try peers.store.sendAgain(refused, by: SampleTest.author, at: SampleClock.start))
        #expect(try peers.sending.send().acknowledged == 1)
        #expect(receiver.taken.count == 2)
        let words = try peers.store.trail(after: 0, limit: 1_000)
            .filter { $0.action == .deliver }.compactMap(\.author.reason)
        #expect(
            words == [
                "epr, version 1: set aside: It answered AE.",
                "epr, version 1: sent and acknowledged (AA)", "epr, version 1: released",
                "epr, version 1: sent and acknowledged (AA)",
            ])
    }

    @Test("a kill before a sent message is recorded sends it again, unchanged")
    func killed() throws {
        let peers = try SamplePeers()
        let receiver = ResultReceiver()
        let port = try receiver.port
        defer { port.stop() }
        try peers.add("epr", .hl7, "127.0.0.1:\(port.port)", SamplePeers.hl7)
        let id = try peers.test()
        let waiting = try #require(try peers.store.deliveries(DeliveryQuery()).first)
        // The lane claimed the delivery, sent it, and was killed.
        let claimed = waiting.claimed(until: SampleClock.start.milliseconds + 300_000)
        #expect(try peers.store.change(waiting, to: claimed, noting: nil, by: SampleTest.author))
        let peer = try #require(try peers.store.peers().first)
        let test = try #require(try DeliveredTest.read(id, for: "epr", in: peers.store))
        #expect(try peer.link().send(test) == .acknowledged("AA"))
        // Nobody knows yet that it was killed.
        #expect(try peers.sending.send() == DeliverySending.Pass())
        #expect(try peers.sending.send(isForced: true) == DeliverySending.Pass())
        peers.clock.advance(hours: 1)
        #expect(try peers.sending.send().acknowledged == 1)
        #expect(receiver.all.count == 2 && receiver.taken.count == 1)
    }

    @Test("two lanes that send at once send each result once") func lanes() throws {
        let receiver = ResultReceiver()
        let port = try receiver.port
        defer { port.stop() }
        let clock = SampleClock()
        let address = try PostgreSQLServer.shared.newDatabase()
        func open() -> PostgreSQLRecords {
            PostgreSQLRecords(address, digest: BLAKE2b.digest, now: { clock.now })
        }
        let lanes = [open(), open()]
        defer { for lane in lanes { lane.close() } }
        try lanes[0].changePeers(by: SampleTest.author) {
            $0.append(
                Peer(
                    name: "epr", kind: .hl7, address: "127.0.0.1:\(port.port)",
                    since: SamplePeers.before, settings: SamplePeers.hl7))
        }
        let count = 12
        for number in 0..<count {
            let person = try lanes[number % 2].save(
                Person(key: RecordID(at: SampleClock.start), id: "\(number)"),
                by: SampleTest.author)
            try SampleTest(lines: 2, person: person.key).keep(in: lanes[number % 2])
        }
        DispatchQueue.concurrentPerform(iterations: 2) { index in
            let sending = DeliverySending(
                from: lanes[index], by: SampleTest.author, now: { SampleClock.start },
                say: { _ in })
            _ = try? sending.send()
        }
        #expect(receiver.all.count == count && receiver.taken.count == count)
        let states = try lanes[0].deliveries(DeliveryQuery()).map(\.state)
        #expect(states == Array(repeating: .acknowledged, count: count))
        #expect(try lanes[1].verify() == [])
    }

    @Test("a hostile peer neither loses a test nor exhausts memory", arguments: [0, 1, 2])
    func hostile(kind: Int) throws {
        let peers = try SamplePeers()
        let port = try HL7Port(host: "127.0.0.1", port: 0) { _ in
            switch kind {
            case 0: [UInt8](repeating: 0x41, count: 3 << 20)
            case 1: Array("MSH|^~\\&".utf8) + [UInt8](repeating: 0x7C, count: 1 << 20)
            default: Array("MSH|^~\\&|\rMSA|AA|other\r".utf8)
            }
        }
        defer { port.stop() }
        var settings = SamplePeers.hl7
        settings.usesTLS = kind == 2 ? true : nil
        try peers.add("epr", .hl7, "127.0.0.1:\(port.port)", settings)
        try peers.test()
        #expect(try peers.sending.send().later == 1)
        #expect(try peers.states == [.waiting])
    }
}
