import Acuity
import Foundation
import Peers
import RecordStore
import Records
import TestTraits
import Testing

@Suite("Results as HL7", .listening)
struct ResultMessageTests {
    private func messages(_ act: (SamplePeers, RecordID) throws -> Void) throws -> [HL7Message] {
        let peers = try SamplePeers()
        let receiver = ResultReceiver()
        let port = try receiver.port
        defer { port.stop() }
        try peers.add("epr", .hl7, "127.0.0.1:\(port.port)", SamplePeers.hl7)
        var order = Order(peer: "adt")
        order.placer = "A1000234^EPR"
        order.accession = "ACC7"
        order.physician = "12345^Roth^Eva"
        let id = try peers.test(order: order)
        #expect(try peers.sending.send().acknowledged == 1)
        try act(peers, id)
        _ = try peers.sending.send()
        return receiver.all
    }

    @Test("a result has person, order, acuity and its own status") func result() throws {
        let message = try #require(try messages { _, _ in }.first)
        #expect(message.field("MSH", 9) == "ORU^R01^ORU_R01")
        #expect(message.field("MSH", 5) == "EPR" && message.field("MSH", 6) == "HOSPITAL")
        #expect(message.field("MSH", 10).count == 20)
        #expect(message.field("MSH", 11) == "P" && message.field("MSH", 12) == "2.5.1")
        #expect(message.field("PID", 3) == "1042^^^HOSPITAL^MR")
        #expect(message.field("PID", 5) == "Müller^Anna")
        #expect(message.field("PID", 7) == "19570823")
        #expect(message.field("ORC", 2) == "A1000234^EPR")
        #expect(message.field("OBR", 16) == "12345^Roth^Eva" && message.field("OBR", 18) == "ACC7")
        #expect(message.field("OBR", 7) == "20260131140509+0100")
        #expect(message.field("OBR", 25) == "F")
        let values = message.segments.filter { $0.name == "OBX" }
        #expect(values[0][3].hasPrefix("VA-LOGMAR-OD^"))
        #expect(values[0][2] == "NM" && values[0][6] == "logMAR^logMAR^99ALOUD")
        let decimal = try #require(values.first { $0[3].hasPrefix("98499-7^") })
        let logMAR = try #require(Double(values[0][5]))
        let value = try #require(Double(decimal[5]))
        #expect(abs(value - pow(10, -logMAR)) < 0.01)
        #expect(values.allSatisfy { $0[11] == "F" && $0[14] == "20260131140509+0100" })
        #expect(values.contains { $0[16] == "^Dr. Øre \"B\"" })
    }

    @Test("a test of contrast has its own codes, and goes only to peers that support it")
    func contrast() throws {
        let peers = try SamplePeers()
        let receiver = ResultReceiver()
        let port = try receiver.port
        defer { port.stop() }
        try peers.add("epr", .hl7, "127.0.0.1:\(port.port)", SamplePeers.hl7)
        try peers.add("archive", .dicom, "127.0.0.1:1")
        try peers.add("study", .redcap, "http://127.0.0.1:1/api/")
        try peers.contrastTest()
        #expect(try peers.sending.send().acknowledged == 1)
        #expect(try peers.states == [.acknowledged])
        let message = try #require(receiver.all.first)
        #expect(message.field("OBR", 4).hasPrefix("VA-CONTRAST^"))
        let figures = message.segments.filter { $0.name == "OBX" && $0[6] == "logCS^logCS^99ALOUD" }
        #expect(figures.map { $0[5] } == ["1.50", "1.400^-^1.600"])
        #expect(!message.text.contains("Visual acuity") && !message.text.contains("LOGMAR"))
    }

    @Test("an eye that hardly reads the darkest letters is sent as worse than they are")
    func worseContrast() throws {
        let peers = try SamplePeers()
        let receiver = ResultReceiver()
        let port = try receiver.port
        defer { port.stop() }
        try peers.add("epr", .hl7, "127.0.0.1:\(port.port)", SamplePeers.hl7)
        try peers.contrastTest(worseThan: LogCS(0))
        #expect(try peers.sending.send().acknowledged == 1)
        let message = try #require(receiver.all.first)
        let figures = message.segments.filter { $0.name == "OBX" && $0[6] == "logCS^logCS^99ALOUD" }
        #expect(figures.map { $0[2] } == ["SN"] && figures.map { $0[5] } == ["<^0.00"])
    }

    @Test("a count of faint letters that is withheld keeps its code") func withheldCount() throws {
        let peers = try SamplePeers()
        let receiver = ResultReceiver()
        let port = try receiver.port
        defer { port.stop() }
        try peers.add("epr", .hl7, "127.0.0.1:\(port.port)", SamplePeers.hl7)
        try peers.contrastTest(.lowContrast2)
        #expect(try peers.sending.send().acknowledged == 1)
        let message = try #require(receiver.all.first)
        let value = try #require(message.segments.first { $0.name == "OBX" })
        #expect(value[2] == "TX" && value[3].hasPrefix("VA-FAINT-LETTERS-OD^"))
        #expect(value[11] == "X" && !message.text.contains("LOGCS"))
    }

    @Test("an amended, a voided and a moved test are sent as such") func changes() throws {
        let amended = try messages { peers, id in
            var test = try #require(try peers.store.test(id))
            test.circumstances.correction = .glasses
            _ = try peers.store.amend(test, by: Author("anna", reason: "wore glasses"))
        }
        #expect(amended.map { $0.field("OBR", 25) } == ["F", "C"])
        #expect(amended[0].field("OBR", 3) == amended[1].field("OBR", 3))
        #expect(amended[0].field("MSH", 10) != amended[1].field("MSH", 10))
        #expect(!amended[1].text.contains("98499-7"))
        let voided = try messages { peers, id in
            var test = try #require(try peers.store.test(id))
            test.state = .voided
            _ = try peers.store.amend(test, by: Author("anna", reason: "a mistake"))
        }
        #expect(voided.last?.field("OBR", 25) == "D")
        #expect(voided.last?.text.contains("LOGMAR") == false)
        let moved = try messages { peers, id in
            let other = try peers.store.save(
                Person(key: RecordID(at: SampleClock.start), id: "7", name: "Doe, Jo"),
                by: SampleTest.author)
            var test = try #require(try peers.store.test(id))
            try test.move(to: other.key, in: peers.store)
            _ = try peers.store.amend(test, by: Author("anna", reason: "the wrong person"))
        }
        #expect(moved.map { $0.field("OBR", 25) } == ["F", "W", "C"])
        #expect(moved.map { $0.field("ORC", 2) } == ["A1000234^EPR", "A1000234^EPR", ""])
        #expect(moved.map { $0.field("OBR", 18) } == ["ACC7", "ACC7", ""])
        #expect(
            moved.map { $0.field("PID", 3) } == [
                "1042^^^HOSPITAL^MR", "1042^^^HOSPITAL^MR", "7^^^HOSPITAL^MR",
            ])
    }

    @Test(
        "an interval with an open end has one number",
        arguments: [(true, false, "<^1.300"), (false, true, ">^0.980"), (true, true, nil)]
            as [(Bool, Bool, String?)])
    func openInterval(below: Bool, above: Bool, sent: String?) throws {
        let peers = try SamplePeers()
        let receiver = ResultReceiver()
        let port = try receiver.port
        defer { port.stop() }
        try peers.add("epr", .hl7, "127.0.0.1:\(port.port)", SamplePeers.hl7)
        var sample = try SampleTest(lines: 2, person: peers.person.key)
        sample.result.estimate = .measured(
            AcuityEstimate(
                logMAR: LogMAR(1.1), median: LogMAR(1.1), interval95: LogMAR(0.98)...LogMAR(1.3),
                letters: 10, isOpenBelow: below, isOpenAbove: above))
        try sample.keep(in: peers.store)
        #expect(try peers.sending.send().acknowledged == 1)
        let message = try #require(receiver.all.first)
        let interval = message.segments.first { $0[3].hasPrefix("VA-INTERVAL95-OD^") }
        #expect(interval?[5] == sent)
    }

    @Test("an interrupted test is marked as preliminary") func interrupted() throws {
        let peers = try SamplePeers()
        let receiver = ResultReceiver()
        let port = try receiver.port
        defer { port.stop() }
        try peers.add("epr", .hl7, "127.0.0.1:\(port.port)", SamplePeers.hl7)
        let sample = try SampleTest(person: peers.person.key)
        try peers.store.begin(sample.test, by: SampleTest.author)
        for event in sample.events.prefix(20) {
            try peers.store.append(event, to: sample.test.id)
        }
        #expect(
            try peers.store.closeInterrupted(by: SampleTest.author, hearing: { _, _ in .exact })
                .count == 1)
        #expect(try peers.sending.send().acknowledged == 1)
        let message = try #require(receiver.all.first)
        #expect(message.field("OBR", 25) == "P")
        #expect(message.text.contains("The test was interrupted"))
    }

    @Test("a person without a number is never guessed: the result is set aside") func noNumber()
        throws
    {
        let peers = try SamplePeers(number: nil)
        try peers.add("epr", .hl7, "127.0.0.1:9", SamplePeers.hl7)
        try peers.test()
        #expect(try peers.sending.send().refused == 1)
    }

    @Test("HL7 delimiters are escaped, and read back") func escapes() {
        let text = "a|b^c~d\\e&f ü 漢"
        let escaped = HL7Message.escaped(text)
        #expect(escaped == "a\\F\\b\\S\\c\\R\\d\\E\\e\\T\\f ü 漢")
        #expect(HL7Message.plain(escaped) == text)
        #expect(HL7Message.escaped("a\rb\nc") == "a b c")
        #expect(HL7Message.plain("\\H\\x\\N\\ y\\") == "x y\\")
    }

    @Test("an order of FHIR or DICOM does not shift the fields of its result") func plainOrder()
        throws
    {
        let peers = try SamplePeers()
        let receiver = ResultReceiver()
        let port = try receiver.port
        defer { port.stop() }
        try peers.add("epr", .hl7, "127.0.0.1:\(port.port)", SamplePeers.hl7)
        var order = Order(peer: "ehr")
        order.placer = "A|7~8"
        order.accession = "ACC7"
        order.physician = "Dr. Roth | Eye Clinic\rOBX|1"
        try peers.test(order: order)
        #expect(try peers.sending.send().acknowledged == 1)
        let message = try #require(receiver.all.first)
        #expect(message.field("ORC", 2) == #"A\F\7\R\8"#)
        #expect(message.field("OBR", 16) == #"Dr. Roth \F\ Eye Clinic OBX\F\1"#)
        #expect(message.field("OBR", 18) == "ACC7")
        #expect(message.first("OBX")?[3].hasPrefix("VA-LOGMAR-OD^") == true)
    }

    @Test(
        "a field of HL7 is returned as it came",
        arguments: [
            (#"12345^O\T\Neil&von^Eva^^^^^^H&1.2&ISO"#, #"12345^O\T\Neil&von^Eva^^^^^^H&1.2&ISO"#),
            (#"\H\A\N\\X41\\.br\"#, #"\H\A\N\\X41\\.br\"#),
            (#"C:\b\c"#, #"C:\E\b\E\c"#), ("a\r\nb\tc", "a  b c"),
        ]) func returned(field: String, sent: String)
    {
        #expect(HL7Message.returned(field) == sent)
    }

    @Test("frames are read whole, split, joined and among noise") func frames() throws {
        var frames = MLLPFrames()
        #expect(try frames.take([0x41, 0x0B, 0x42]) == [])
        #expect(
            try frames.take([0x43, 0x1C, 0x0D, 0x0D, 0x0B, 0x44, 0x1C]) == [[0x42, 0x43], [0x44]])
        #expect(throws: MLLPTooLong.self) {
            _ = try frames.take([0x0B] + [UInt8](repeating: 0x41, count: MLLPFrames.longest + 1))
        }
    }
}
