import Foundation
import Glibc
import Peers
import Platform
import RecordStore
import TestPorts
import TestTraits
import Testing

/// A program that serves a port of this machine until the end of its test.
private final class ServedProgram {
    let port: Int
    private let running: RunningProgram

    /// - Parameter arguments: the arguments for a port that is free.
    init(_ program: String, _ arguments: (Int) -> [String], in folder: String) throws {
        port = try OwnPort.find()
        let found = try #require(Program(named: program))
        running = try found.start(arguments(port), in: folder, keepsOutput: false)
        // A connection shows that the program has opened its port.
        let deadline = ContinuousClock.now + .seconds(120)
        while ContinuousClock.now < deadline, !isOpen { usleep(20_000) }
    }

    deinit { running.end() }

    private func address(_ port: Int) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }

    private var isOpen: Bool {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = address(port)
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }
}

@Suite(
    "DICOM peers", .listening, .enabled(if: Program(named: "storescp") != nil),
    .enabled(if: Program(named: "wlmscpfs") != nil))
struct DICOMPeerTests {
    private var titles: Peer.Settings {
        var settings = Peer.Settings()
        settings.ownTitle = "ALOUD1"
        settings.peerTitle = "CLINIC"
        return settings
    }

    @Test("an archive stores a result under its order, and a repeated one once") func store() throws
    {
        try RecordFolder.with { folder in
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true)
            let archive = try ServedProgram(
                "storescp", { ["-od", folder, "-aet", "CLINIC", "\($0)"] }, in: folder)
            let peers = try SamplePeers()
            try peers.add("pacs", .dicom, "127.0.0.1:\(archive.port)", titles)
            var order = Order(peer: "ris")
            order.accession = "ACC7"
            order.study = "1.2.3.4.5"
            order.procedure = "RP1"
            order.step = "STEP1"
            order.physician = "12345^Roth^Eva"
            let id = try peers.test(order: order)
            #expect(try peers.sending.send().acknowledged == 1)
            let peer = try #require(try peers.store.peers().first)
            let test = try #require(
                try DeliveredTest.read(id, for: "pacs", in: peers.store))
            #expect(try peer.link().send(test) == .acknowledged("Success"))
            #expect(try peer.link().check().allSatisfy(\.works))
            let files = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(files.count == 1)
            let file = folder + "/" + (try #require(files.first))
            let dump = try #require(Program(named: "dcmdump")).run([file], within: 20).text
            for part in [
                "[ACC7]", "[1.2.3.4.5]", "[RP1]", "[STEP1]", "[Roth^Eva]", "[1042]", "(0040,0275)",
            ] {
                #expect(dump.contains(part), "\(part)")
            }
            if let check = Program(named: "dciodvfy") {
                let end = try check.run([file], within: 20)
                #expect(end.isSuccess && !end.text.contains("Error"))
            }
            // A voided test has no message, and an archive that is down loses nothing.
            var voided = try #require(try peers.store.test(id))
            voided.state = .voided
            _ = try peers.store.amend(voided, by: Author("anna", reason: "a mistake"))
            #expect(try peers.sending.send().refused == 1)
            // Once the study is corrected there, a release ends that, also after an answer of an
            // earlier version.
            let refused = try #require(
                try peers.store.deliveries(DeliveryQuery(states: [.refused])).first)
            #expect(refused.needsCorrection)
            var aside = refused
            aside.answer =
                "DICOM has no message for a test that was declared a mistake: have the study"
                + " corrected at the archive."
            #expect(
                try peers.store.change(refused, to: aside, noting: nil, by: SampleTest.author))
            #expect(aside.needsCorrection)
            #expect(
                try peers.store.sendAgain(aside, by: SampleTest.author, at: SampleClock.start))
            #expect(try peers.sending.send().acknowledged == 1)
            #expect(try peers.store.deliveryCounts().first?.refused == 0)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == files)
        }
    }

    @Test("an archive gets no result without a number, and a moved one is set aside")
    func people() throws {
        try RecordFolder.with { folder in
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true)
            let archive = try ServedProgram(
                "storescp", { ["-od", folder, "-aet", "CLINIC", "\($0)"] }, in: folder)
            let peers = try SamplePeers()
            try peers.add("pacs", .dicom, "127.0.0.1:\(archive.port)", titles)
            func files() throws -> Int {
                try FileManager.default.contentsOfDirectory(atPath: folder).count
            }
            func move(_ id: RecordID, to person: Person?) throws {
                var test = try #require(try peers.store.test(id))
                try test.move(to: person?.key, in: peers.store)
                _ = try peers.store.amend(test, by: Author("anna", reason: "the wrong person"))
            }
            func answer() throws -> String? {
                try peers.store.deliveries(DeliveryQuery(states: [.refused])).last?.answer
            }
            func person(_ number: String?) throws -> Person {
                try peers.store.save(
                    Person(key: RecordID(at: SampleClock.start), id: number, name: "Doe, Jo"),
                    by: SampleTest.author)
            }
            let id = try peers.test()
            #expect(try peers.sending.send().acknowledged == 1)
            #expect(try files() == 1)
            try move(id, to: person("7"))
            #expect(try peers.sending.send().refused == 1)
            #expect(try files() == 2)
            #expect(try answer()?.contains("former person") == true)
            // Back with the first person, the archive has it under the second one.
            try move(id, to: peers.person)
            #expect(try peers.sending.send().refused == 1)
            #expect(try files() == 3)
            #expect(try answer()?.contains("former person") == true)
            // Once it is corrected there, a release ends that, also for later versions.
            func sendAgain() throws -> DeliverySending.Pass {
                let refused = try peers.store.deliveries(DeliveryQuery(states: [.refused]))
                for delivery in refused {
                    #expect(
                        try peers.store.sendAgain(
                            delivery, by: SampleTest.author, at: SampleClock.start))
                }
                return try peers.sending.send()
            }
            #expect(try sendAgain().acknowledged == 1)
            #expect(try peers.store.deliveryCounts().first?.refused == 0)
            var noted = try #require(try peers.store.test(id))
            noted.circumstances.note = "a later version"
            _ = try peers.store.amend(noted, by: Author("anna", reason: "a note"))
            #expect(try peers.sending.send().acknowledged == 1)
            #expect(try files() == 4)
            try move(id, to: nil)
            #expect(try peers.sending.send().refused == 1)
            #expect(try answer()?.hasPrefix("Nobody is named") == true)
            #expect(try answer()?.contains("former person") == true)
            try move(id, to: person(nil))
            #expect(try peers.sending.send().refused == 1)
            #expect(try answer()?.hasPrefix("The person has no number") == true)
            #expect(try files() == 4)
            // The archive merges the numbers of one person itself.
            try peers.test(after: 30)
            #expect(try peers.sending.send().acknowledged == 1)
            let intake = OrderIntake(peers.store, from: "adt", by: SampleTest.author)
            #expect(
                try intake.merge("1042", into: PersonEntry(id: "8"), at: SampleClock.start) == 1)
            #expect(try peers.sending.send().acknowledged == 1)
            #expect(try files() == 6)
            // The archive has nothing of a version that was never sent.
            let early = try peers.test(after: 60)
            try move(early, to: person("9"))
            #expect(try peers.sending.send().acknowledged == 1)
            #expect(try files() == 7)
        }
    }

    @Test("an archive that is down keeps the result waiting") func down() throws {
        let peers = try SamplePeers()
        try peers.add("pacs", .dicom, "127.0.0.1:9", titles)
        try peers.test()
        #expect(try peers.sending.send().later == 1)
        let answer = try peers.store.deliveries(DeliveryQuery()).first?.answer
        #expect(answer?.contains("Association Request Failed") == true)
    }

    private static let entry = """
        (0008,0005) CS [ISO_IR 192]
        (0008,0050) SH [ACC7]
        (0008,0090) PN [Roth^Eva]
        (0010,0010) PN [Müller^Anna]
        (0010,0020) LO [1042]
        (0010,0030) DA [19570823]
        (0010,0040) CS [F]
        (0020,000d) UI [1.2.3.4.5]
        (0032,1060) LO [Visual acuity]
        (0040,0100) SQ
        (fffe,e000) na
        (0008,0060) CS [VA]
        (0040,0001) AE [ALOUD1]
        (0040,0002) DA [20260131]
        (0040,0003) TM [091500]
        (0040,0007) LO [Acuity of both eyes]
        (0040,0009) SH [STEP1]
        (fffe,e00d) na
        (fffe,e0dd) na
        (0040,1001) SH [RP1]

        """

    @Test("a worklist fills today's list") func worklist() throws {
        try RecordFolder.with { folder in
            let list = folder + "/CLINIC"
            try FileManager.default.createDirectory(
                atPath: list, withIntermediateDirectories: true)
            _ = FileManager.default.createFile(atPath: list + "/lockfile", contents: nil)
            let dump = folder + "/e.dump"
            let maker = try #require(Program(named: "dump2dcm"))
            for (number, day) in ["20260131", "20260201"].enumerated() {
                try Self.entry.replacing("20260131", with: day).write(
                    toFile: dump, atomically: true, encoding: .utf8)
                #expect(
                    try maker.run(
                        ["-q", "-g", dump, list + "/\(number).wl"], within: 20
                    ).isSuccess)
            }
            let server = try ServedProgram(
                "wlmscpfs", { ["-csk", "-dfp", folder, "\($0)"] }, in: folder)
            let peers = try SamplePeers()
            try peers.add("ris", .worklist, "127.0.0.1:\(server.port)", titles)
            let peer = try #require(try peers.store.peers().first)
            let fetching = OrderFetching(
                into: peers.store, by: SampleTest.author, now: { SampleClock.start },
                say: { _ in })
            #expect(try fetching.fetch(from: peer).taken == 1)
            #expect(try fetching.fetch(from: peer).taken == 1)
            let people = try peers.store.expectedPeople(on: SampleClock.start.day)
            let expected = try #require(people.first)
            #expect(people.count == 1 && expected.person == peers.person.key)
            #expect(expected.time == "09:15")
            let order = try #require(expected.order)
            #expect(order.accession == "ACC7" && order.study == "1.2.3.4.5")
            #expect(order.procedure == "RP1" && order.step == "STEP1")
            #expect(order.physician == "Roth^Eva")
            #expect(order.stepDescription == "Acuity of both eyes")
            // The list stays when the worklist is down.
            let gone = Peer(
                name: "ris", kind: .worklist, address: "127.0.0.1:9", since: SampleClock.start,
                settings: titles)
            #expect(try peers.store.orderLists()["ris"] == OrderList(at: SampleClock.start))
            for _ in 0..<2 {
                #expect(throws: (any Error).self) { _ = try fetching.fetch(from: gone) }
            }
            #expect(try peers.store.expectedPeople(on: SampleClock.start.day) == people)
            let last = try #require(try peers.store.orderLists()["ris"])
            #expect(last.at == SampleClock.start && last.trouble != nil)
            #expect(last.words?.contains(SampleClock.start.dayAndMinute) == true)
            #expect(try fetching.fetch(from: peer).taken == 1)
            #expect(try peers.store.orderLists()["ris"]?.trouble == nil)
            let notes = try peers.store.trail(after: 0, limit: 1_000)
            #expect(notes.filter { $0.action == .orderList }.count == 3)
        }
    }
}
