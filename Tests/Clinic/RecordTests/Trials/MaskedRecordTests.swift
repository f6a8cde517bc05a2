import Acuity
import Foundation
import HTTP
import Peers
import RecordExports
import RecordREST
import RecordStore
import Records
import Sealing
import TestTraits
import Testing
import TrialRecords
import Trials

/// A store with a study, and a subject's test in it.
struct TrialStore {
    /// The study of all tests here.
    static let study = "XYZ-301"

    /// Puts a protocol into force.
    static func activate(in records: any RecordKeeping, masked: Bool = true) throws {
        let path = FileManager.default.temporaryDirectory
            .appendingPathComponent("key-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let key = try SigningKey(at: path)
        var rules = TrialProtocol.template(of: study, seed: 42, software: "0.1.0")
        rules.masked = masked
        var file = ProtocolFile(rules)
        file.sign(as: "A. Example", "sponsor", with: key, at: "2026-11-29T10:00:00Z")
        try records.changeStudies(as: .changeTrial, by: SampleTest.author) { book in
            var made = Study(name: study)
            try made.activate(file, trusting: key.publicKey)
            _ = try made.enrol("012-0007", strata: [:], at: "2026-11-29T10:00:00Z")
            book[study] = made
        }
    }

    /// A test of a subject.
    ///
    /// - Parameter lines: how many lines are read without a fault.
    static func test(
        lines: Int, of person: RecordID? = nil, masked: Bool = true,
        deviations: [TrialDeviation] = []
    ) throws -> SampleTest {
        var sample = try SampleTest(lines: lines, person: person)
        sample.test.circumstances.trial = TrialVisit(
            study: study, version: 1, digest: String(repeating: "a", count: 64),
            subject: "012-0007", visit: "BASELINE", arm: "right first", isMasked: masked,
            deviations: deviations)
        return sample
    }
}

@Suite("Masked trials", .listening)
struct MaskedRecordTests {
    /// The caller with all permissions.
    private struct Everybody: CallerFinding {
        func caller(cookie: String?, authorization: String?) -> Caller? {
            Caller(name: "Kim", role: .admin)
        }

        func note(refusalOf permission: Permission, to caller: Caller, for object: RecordID?) {}
    }

    /// Everything that a site can read of the test of a subject who reads some lines.
    ///
    /// - Parameter isMasked: false for what it would read without a mask.
    private func readable(lines: Int, isMasked: Bool = true) throws -> [String: String] {
        let clock = SampleClock()
        let kept = try TemporaryStore(now: { clock.now })
        try TrialStore.activate(in: kept.records)
        let person = try kept.records.save(
            Person(key: RecordID(at: SampleClock.start), id: "012-0007"), by: SampleTest.author)
        let sample = try TrialStore.test(lines: lines, of: person.key)
        try sample.keep(in: kept.records)
        try kept.records.keep(sound: [1, 2, 3], of: sample.test.id, by: SampleTest.author)
        let masked = isMasked ? MaskedRecords(kept.records) : kept.records
        var found: [String: String] = [:]
        let interface = RecordInterface(
            masked, callers: Everybody(), next: NextTest { .zero }, digest: BLAKE2b.digest,
            hearing: { _, _ in .exact }, now: { SampleClock.start })
        let id = sample.test.id.text
        for path in [
            "/tests", "/tests/\(id)", "/tests/\(id)/events", "/tests/\(id)/result",
            "/tests/\(id)/sound", "/people/\(person.key)/history", "/people/\(person.key)/tests",
        ] {
            let content = interface.content(
                Request("GET", "/api/v1" + path, headers: ["authorization": "Bearer x"]))
            found[path.replacing(id, with: "ID").replacing(person.key.text, with: "KEY")] =
                "\(content.status) " + String(decoding: content.body, as: UTF8.self)
        }
        for table in [TableExport.tests, .letters, .redcap] {
            var text = ""
            _ = try table.write(TestQuery(), of: masked) { text += $0 }
            found["\(table)"] = text
        }
        var lines = ""
        _ = try masked.export(TestQuery()) { lines += $0 }
        found["jsonl"] = lines
        var reader = ExportReader(masked)
        let tests = try reader.tests(TestQuery())
        found["fhir"] = FHIRBundle.bundles(tests).map(\.jsonText).joined()
        found["page"] = SittingPage.document(tests, head: nil)
        found["dicom"] = AcuityObject.objects(tests).objects.map(\.dump).joined()
        found["outcome"] = tests.map(\.test.outcome).joined()
        found["report"] = tests.map(\.test.record.text).joined()
        return found.mapValues { text in
            var text = text
            for part in [id, sample.test.sitting.text, person.key.text] {
                text = text.replacing(part, with: "ID")
            }
            // The end of the trail, and the salt of UUIDs, differ by nature.
            return text.replacing(#/[0-9a-f-]{16,}/#, with: "X").replacing(
                #/[0-9]+:[0-9a-f]{16}/#, with: "X")
        }
    }

    @Test("a site cannot distinguish a subject who sees well from one who does not")
    func blind() throws {
        let (well, badly) = (try readable(lines: 9), try readable(lines: 2))
        #expect(well.count == badly.count && well.count > 12)
        for (place, text) in well { #expect(badly[place] == text, "\(place)") }
        // The comparison finds a result where there is no mask.
        let (open, worse) = try (
            readable(lines: 9, isMasked: false), readable(lines: 2, isMasked: false)
        )
        #expect(open.filter { worse[$0.key] != $0.value }.count > 10)
        #expect(well["outcome"] == "Masked")
        #expect(well["report"]?.contains("masked: this test is part of a trial") == true)
        #expect(well["fhir"]?.contains("\"masked\"") == true)
        #expect(well["/tests"]?.hasPrefix("200 ") == true)
    }

    @Test("a site sees the results only after an unmasking")
    func unmasked() throws {
        let kept = try TemporaryStore()
        try TrialStore.activate(in: kept.records)
        let sample = try TrialStore.test(lines: 5)
        try sample.keep(in: kept.records)
        let masked = MaskedRecords(kept.records)
        #expect(try masked.test(sample.test.id)?.record.isMasked == true)
        #expect(try masked.events(of: sample.test.id).isEmpty)
        try kept.records.changeStudies(as: .unmaskTrial, by: SampleTest.author) {
            $0[TrialStore.study]?.isUnmasked = true
        }
        #expect(try masked.test(sample.test.id)?.record == sample.result)
        #expect(try masked.events(of: sample.test.id) == sample.events)
    }

    @Test("a change through the masked view keeps the result") func amended() throws {
        let kept = try TemporaryStore()
        try TrialStore.activate(in: kept.records)
        let findings = [
            TrialDeviation(
                .wrongDistance, "The camera measured 1.15 m; the protocol has 1.0 m ± 5 %."),
            TrialDeviation(.soundLost, "A piece of the sound was lost."),
        ]
        let sample = try TrialStore.test(lines: 5, deviations: findings)
        try sample.keep(in: kept.records)
        let masked = MaskedRecords(kept.records)
        var test = try #require(try masked.test(sample.test.id))
        // Eyes that see well are not tested at 1 m.
        #expect(
            test.circumstances.trial?.deviations.map(\.finding)
                == ["The camera measured another distance.", findings[1].finding])
        test.state = .voided
        let author = Author("tester", reason: "the wrong eye was covered")
        #expect(try masked.amend(test, by: author).record.isMasked)
        let there = try #require(try kept.records.test(sample.test.id))
        #expect(there.state == .voided && there.record == sample.result)
        #expect(there.circumstances.trial?.deviations == findings)
        #expect(try kept.records.verify() == [])
        // A masked copy never replaces a result.
        let copy = try #require(try masked.test(sample.test.id))
        #expect(throws: RecordError.self) {
            try TemporaryStore().records.add(copy, events: [], by: SampleTest.author)
        }
    }

    @Test("a masked result is not sent to peers, and joins no series") func kept() throws {
        let sample = try TrialStore.test(lines: 5)
        let peer = Peer(
            name: "a", kind: .folder, address: "/tmp", since: Moment(milliseconds: 0))
        #expect(!peer.takes(sample.finished, at: SampleClock.start))
        let open = try TrialStore.test(lines: 5, masked: false)
        #expect(peer.takes(open.finished, at: SampleClock.start))
        let history = AcuityHistory([open.finished, sample.finished])
        #expect(history.eyes.flatMap(\.points).allSatisfy { $0.series == nil })
    }

    @Test("a program cannot add a test to a trial by REST") func byProgram() throws {
        let kept = try TemporaryStore()
        try TrialStore.activate(in: kept.records)
        let interface = RecordInterface(
            kept.records, callers: Everybody(), next: NextTest { .zero }, digest: BLAKE2b.digest,
            hearing: { _, _ in .exact }, now: { SampleClock.start })
        func put(_ test: StoredTest) -> Int {
            interface.content(
                Request(
                    "PUT", "/api/v1/tests/\(test.id)",
                    headers: [
                        "authorization": "Bearer x", "content-type": "application/json",
                    ], body: Array("{\"test\":\(test.jsonText)}".utf8))
            ).status
        }
        #expect(put(try TrialStore.test(lines: 5).finished) == 409)
        #expect(put(try SampleTest(lines: 5).finished) == 201)
        try kept.records.changeStudies(as: .changeTrial, by: SampleTest.author) {
            $0.chosen = TrialStore.study
        }
        #expect(put(try SampleTest(lines: 6).finished) == 409)
    }

    @Test("a test of a trial stays with its subject, and a merge of its person keeps the number")
    func subject() throws {
        let kept = try TemporaryStore()
        try TrialStore.activate(in: kept.records)
        let people = try ["012-0007", "012-0008"].map {
            try kept.records.save(
                Person(key: RecordID(at: SampleClock.start), id: $0), by: SampleTest.author)
        }
        let sample = try TrialStore.test(lines: 5, of: people[0].key)
        try sample.keep(in: kept.records)
        let interface = RecordInterface(
            kept.records, callers: Everybody(), next: NextTest { .zero }, digest: BLAKE2b.digest,
            hearing: { _, _ in .exact }, now: { SampleClock.start })
        func amend(_ change: String) -> Int {
            interface.content(
                Request(
                    "PATCH", "/api/v1/tests/\(sample.test.id)",
                    headers: [
                        "authorization": "Bearer x", "content-type": "application/json",
                        "if-match": "\"1\"",
                    ], body: Array("{\(change),\"reason\":\"wrong subject\"}".utf8))
            ).status
        }
        #expect(amend(#""person":"\#(people[1].key)""#) == 422)
        #expect(amend(#""person":null"#) == 422)
        #expect(try kept.records.test(sample.test.id)?.person == people[0].key)
        let intake = OrderIntake(kept.records, from: "adt", by: SampleTest.author)
        let count = try intake.merge(
            "012-0007", into: PersonEntry(id: "012-0008", name: nil, birthDate: nil),
            at: SampleClock.start)
        #expect(count == 1)
        let merged = try #require(try kept.records.test(sample.test.id))
        #expect(merged.person == people[1].key)
        #expect(merged.circumstances.trial?.subject == "012-0007")
    }
}
