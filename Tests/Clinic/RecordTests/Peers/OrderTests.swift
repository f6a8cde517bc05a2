import Accounts
import Acuity
import Foundation
import Peers
import RecordStore
import TestTraits
import Testing

@Suite("Orders from peers", .listening)
struct OrderTests {
    private static let now = SampleClock.start

    private func receiver(_ peers: SamplePeers) -> HL7Receiver {
        HL7Receiver(
            Peer(
                name: "adt", kind: .hl7Orders, address: "127.0.0.1:0", since: Self.now,
                settings: SamplePeers.hl7), into: peers.store, by: SampleTest.author,
            now: { Self.now })
    }

    /// Sends a message, and returns MSA-1 with the code of ERR.
    private func send(_ lines: [String], _ peers: SamplePeers, processing: String = "P") -> String {
        let head =
            "MSH|^~\\&|EPR|HOSPITAL|ALOUD|EYE|20260131||"
            + "\(lines[0])|M\(lines.count)|\(processing)|2.5.1"
        let text = ([head] + lines.dropFirst()).map { $0 + "\r" }.joined()
        let bytes = receiver(peers).answer(Array(text.utf8))
        guard let answer = HL7Message(String(decoding: bytes, as: UTF8.self)),
            answer.field("MSA", 2) == "M\(lines.count)", answer.field("MSH", 5) == "EPR"
        else { return "none" }
        let error = HL7Message.components(answer.field("ERR", 3)).first ?? ""
        return answer.field("MSA", 1) + (error.isEmpty ? "" : " " + error)
    }

    private func order(
        _ control: String, number: String = "A7", person: String = "1042", day: String = "20260131"
    ) -> [String] {
        [
            "OMG^O19^OMG_O19",
            "PID|1||99^^^OTHER^MR~\(person)^^^HOSPITAL&1.2.3&ISO^MR||Müller^Anna||19570823|F",
            "PV1|1|O", "ORC|\(control)|\(number)^EPR||||||||||12345^Roth^Eva",
            "TQ1|1||||||\(day)091500+0100", "OBR|1|\(number)^EPR||VA^Visual acuity^99C",
        ]
    }

    @Test("an order fills today's list, and a cancelled one stays cancelled") func orders()
        throws
    {
        let peers = try SamplePeers()
        #expect(send(order("NW"), peers) == "AA")
        let expected = try #require(try peers.store.expectedPeople(on: Self.now.day).first)
        #expect(expected.person == peers.person.key && expected.time == "09:15")
        #expect(expected.order?.placer == "A7^EPR" && expected.order?.physician == "12345^Roth^Eva")
        #expect(expected.order?.stepDescription == "Visual acuity")
        // The same order once more is the same entry.
        #expect(send(order("NW"), peers) == "AA")
        #expect(try peers.store.expectedPeople(on: Self.now.day).count == 1)
        #expect(send(order("CA"), peers) == "AA")
        #expect(try peers.store.expectedPeople(on: Self.now.day).isEmpty)
        #expect(send(order("NW"), peers) == "AA")
        #expect(try peers.store.expectedPeople(on: Self.now.day).isEmpty)
        #expect(try peers.store.verify() == [])
    }

    @Test("the null value of HL7 leaves a field empty") func null() throws {
        let peers = try SamplePeers()
        let sent = send(
            [
                "OMG^O19^OMG_O19", #"PID|1||7^^^HOSPITAL^MR||Roth^Eva^""||"""#, "PV1|1|O",
                #"ORC|NW|""||||||||||"""#, #"TQ1|1||||||"""#,
                #"OBR|1|A8^EPR||VA^Visual acuity||||||||||||||""|"""#,
            ], peers)
        #expect(sent == "AA")
        let person = try #require(try peers.store.person(withID: "7"))
        #expect(person.name == "Roth, Eva" && person.birthDate == nil)
        let expected = try peers.store.expectedPeople(on: Self.now.day)
        let order = try #require(expected.first { $0.person == person.key }?.order)
        #expect(order.placer == "A8^EPR")
        #expect(order.accession == nil && order.physician == nil)
    }

    @Test("an order of tomorrow waits for its day") func tomorrow() throws {
        let peers = try SamplePeers()
        _ = try peers.store.save(
            Person(key: RecordID(at: Self.now), id: "5", name: "Doe, Jo"), by: SampleTest.author)
        #expect(send(order("NW", person: "5", day: "20260201"), peers) == "AE 207")
        #expect(send(order("NW", day: "20260201"), peers) == "AA")
        #expect(try peers.store.expectedPeople(on: Self.now.day).isEmpty)
        let intake = OrderIntake(peers.store, from: "adt", by: SampleTest.author)
        try intake.openDay(at: Self.now)
        #expect(try peers.store.expectedPeople(on: Self.now.day).isEmpty)
        let next = Self.now.adding(minutes: 24 * 60)
        try intake.openDay(at: next)
        #expect(try peers.store.expectedPeople(on: next.day).first?.order?.placer == "A7^EPR")
        // Nothing is left of a person who was erased.
        #expect(send(order("NW", number: "A8", day: "20260203"), peers) == "AA")
        _ = try peers.store.erase(
            peers.person.key, by: Author("tester", reason: "asked for"))
        try intake.openDay(at: next)
        #expect(try peers.store.setting("orderBook")?.contains("A8") == false)
    }

    @Test("a lane whose clock is ahead leaves the orders of other days in the plan")
    func clockAhead() throws {
        let peers = try SamplePeers()
        #expect(send(order("NW", day: "20260203"), peers) == "AA")
        let intake = OrderIntake(peers.store, from: "adt", by: SampleTest.author)
        try intake.openDay(at: Self.now.adding(minutes: 400 * 24 * 60))
        let day = Self.now.adding(minutes: 3 * 24 * 60)
        try intake.openDay(at: day)
        #expect(try peers.store.expectedPeople(on: day.day).first?.order?.placer == "A7^EPR")
    }

    @Test("two orders of a person for one day both stay, each for its eye") func twoOrders() throws
    {
        let peers = try SamplePeers()
        let intake = OrderIntake(peers.store, from: "ris", by: SampleTest.author)
        func order(_ accession: String, _ eyes: [Eye]?) -> ReceivedOrder {
            var order = Order(peer: "ris")
            order.accession = accession
            order.eyes = eyes
            return ReceivedOrder(person: PersonEntry(id: "1042"), order: order)
        }
        func accession(_ eye: Eye) throws -> String? {
            try peers.store.orders(of: peers.person.key, on: Self.now.day).order(for: eye)?
                .accession
        }
        let both = [order("R1", [.right]), order("L1", [.left])]
        for _ in 0..<2 {
            #expect(try intake.take(both, at: Self.now).taken == 2)
            let people = try peers.store.expectedPeople(on: Self.now.day)
            #expect(people.map(\.orders) == [both.map(\.order)])
            #expect(people.first?.eyes == [.right, .left])
        }
        #expect(try accession(.right) == "R1")
        #expect(try accession(.left) == "L1")
        // Without eyes, the last one comes first, and each once.
        #expect(try intake.take([order("B1", nil)], at: Self.now).taken == 1)
        try intake.cancel(both[0].order, at: Self.now)
        try intake.cancel(both[1].order, at: Self.now)
        #expect(try intake.take([order("B2", nil)], at: Self.now).taken == 1)
        #expect(try accession(.right) == "B2")
        // A sitting keeps the orders of its beginning, without the store.
        let begun = try peers.store.orders(of: peers.person.key, on: Self.now.day)
        try peers.test(order: order("B2", nil).order)
        #expect(begun.order(for: .right)?.accession == "B2")
        #expect(begun.order(for: .left)?.accession == "B2")
        #expect(try accession(.right) == "B1")
        #expect(try accession(.left) == "B2")
        try intake.cancel(order("B1", nil).order, at: Self.now)
        try intake.cancel(order("B2", nil).order, at: Self.now)
        #expect(try peers.store.expectedPeople(on: Self.now.day).isEmpty)
        #expect(try peers.store.verify() == [])
    }

    @Test("an order that is moved to another day leaves its former day") func movedOrder() throws {
        let peers = try SamplePeers()
        #expect(send(order("NW"), peers) == "AA")
        #expect(send(order("XO", day: "20260201"), peers) == "AA")
        #expect(try peers.store.expectedPeople(on: Self.now.day).isEmpty)
        #expect(send(order("XO"), peers) == "AA")
        #expect(try peers.store.expectedPeople(on: Self.now.day).count == 1)
        let next = Self.now.adding(minutes: 24 * 60)
        try OrderIntake(peers.store, from: "adt", by: SampleTest.author).openDay(at: next)
        #expect(try peers.store.expectedPeople(on: next.day).isEmpty)
    }

    @Test("people are added, changed and merged; a former number finds the merged person")
    func people() throws {
        let peers = try SamplePeers()
        let id = try peers.test()
        let other = "PID|1||2077^^^HOSPITAL^MR||Mueller^Anna Maria||1957"
        #expect(send(["ADT^A04^ADT_A01", "EVN||20260131", other, "PV1|1|O"], peers) == "AA")
        let added = try #require(try peers.store.person(withID: "2077"))
        #expect(added.name == "Mueller, Anna Maria" && added.birthDate == nil)
        #expect(
            send(
                ["ADT^A08^ADT_A01", "PID|1||2077^^^HOSPITAL^MR||Müller^Anna||19570823"], peers)
                == "AA")
        #expect(try peers.store.person(withID: "2077")?.name == "Müller, Anna")
        let merge = [
            "ADT^A40^ADT_A39", "EVN||20260131", "PID|1||2077^^^HOSPITAL^MR||Müller^Anna||19570823",
            "MRG|1042^^^HOSPITAL^MR",
        ]
        #expect(send(merge, peers) == "AA")
        #expect(send(merge, peers) == "AA")
        #expect(try peers.store.test(id)?.person == added.key)
        #expect(try peers.store.formerVersions(of: id).first?.test.person == peers.person.key)
        let late = ["ADT^A08^ADT_A01", "PID|1||1042^^^HOSPITAL^MR||Old^Name||19570823"]
        #expect(send(late, peers) == "AA")
        #expect(try peers.store.person(withID: "1042")?.name == "Müller, Anna")
        // An order for the former number is one for the present person.
        #expect(send(order("NW"), peers) == "AA")
        #expect(
            try peers.store.expectedPeople(on: Self.now.day).map(\.person) == [added.key])
    }

    @Test("a merge moves the conditions of the eyes and the plan") func followUp() throws {
        let peers = try SamplePeers()
        let (store, day) = (peers.store, Self.now.day)
        var old = peers.person
        old.followUp = FollowUp(right: .amd, leftFrom: day, plan: FollowUpPlan(.weekly, from: day))
        _ = try store.save(old, by: SampleTest.author)
        let new = try store.save(
            Person(
                key: RecordID(at: Self.now), id: "2077", followUp: FollowUp(right: .lateAMD)),
            by: SampleTest.author)
        let merge = [
            "ADT^A40^ADT_A39", "EVN||20260131", "PID|1||2077^^^HOSPITAL^MR||Müller^Anna||19570823",
            "MRG|1042^^^HOSPITAL^MR",
        ]
        #expect(send(merge, peers) == "AA")
        #expect(send(merge, peers) == "AA")
        #expect(try store.dueTests(on: day).map(\.person.key) == [new.key])
        let merged = try #require(try store.person(new.key)?.followUp)
        #expect(merged.right == .lateAMD && merged.leftFrom == day)
        #expect(try store.person(old.key)?.followUp == nil)
    }

    @Test("a message that is not understood is refused with its reason") func refusals() throws {
        let peers = try SamplePeers()
        let pid = "PID|1||1042^^^HOSPITAL^MR||Müller^Anna"
        #expect(send(["SIU^S12", pid], peers) == "AR 200")
        #expect(send(["ADT^A01^ADT_A01", pid], peers) == "AR 201")
        #expect(send(["ADT^A04^ADT_A01", pid], peers, processing: "T") == "AR 202")
        let other = "PID|1||1042^^^OTHER^MR||Müller^Anna"
        #expect(send(["ADT^A04^ADT_A01", other], peers) == "AE 101")
        #expect(send(["ADT^A04^ADT_A01"], peers) == "AE 101")
        #expect(send(["OMG^O19", pid], peers) == "AE 101")
        #expect(send(order("XX"), peers) == "AE 101")
        let garbage = receiver(peers).answer([0xFF, 0xFE, 0x41])
        #expect(String(decoding: garbage, as: UTF8.self).contains("MSA|AR"))
        let long = receiver(peers).answer(
            Array("MSH|^~\\&".utf8) + [UInt8](repeating: 0x7C, count: 1_000_000))
        #expect(String(decoding: long, as: UTF8.self).contains("MSA|AR"))
    }

    @Test("a message of a million fields, or without an end, is refused")
    func hostile() throws {
        let peers = try SamplePeers()
        let peer = Peer(
            name: "epr", kind: .hl7Orders, address: "127.0.0.1:0", since: SampleClock.start,
            settings: {
                var settings = Peer.Settings()
                settings.patientSystem = "HOSPITAL"
                return settings
            }())
        let receiver = HL7Receiver(
            peer, into: peers.store, by: SampleTest.author, now: { SampleClock.start })
        let many =
            "MSH|^~\\&|EPR|H|A|E|20260131||OMG^O19|M|P|2.5.1\rPID"
            + String(repeating: "|", count: 1_000_000)
        let answer = String(decoding: receiver.answer(Array(many.utf8)), as: UTF8.self)
        #expect(answer.contains("MSA|AR") && answer.contains("ERR|"))
        var frames = MLLPFrames()
        let block = [UInt8](repeating: 0x41, count: 1 << 20)
        #expect(try frames.take([0x0B]).isEmpty)
        #expect(throws: (any Error).self) {
            for _ in 0..<8 { _ = try frames.take(block) }
        }
        #expect(try peers.store.expectedPeople(on: SampleClock.start.day).isEmpty)
    }

    @Test("the port for orders listens on this machine only") func loopback() {
        #expect(throws: HL7PortFault.notLoopback) {
            _ = try HL7Port(host: "0.0.0.0", port: 0) { $0 }
        }
    }
}
