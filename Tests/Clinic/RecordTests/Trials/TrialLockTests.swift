import Acuity
import Foundation
import FoundationXML
import RecordExports
import RecordStore
import Records
import TestTraits
import Testing
import TrialRecords
import Trials

@Suite("Locked trials", .listening)
struct TrialLockTests {
    private static let reasoned = Author("tester", reason: "a check")

    private func lock(_ isLocked: Bool, in records: any RecordKeeping) throws {
        try records.changeStudies(
            as: isLocked ? .lockTrial : .unlockTrial, by: Self.reasoned
        ) { $0[TrialStore.study]?.isLocked = isLocked }
    }

    private func isRefused(_ act: () throws -> Void) -> Bool {
        do { try act() } catch RecordError.locked { return true } catch { return false }
        return false
    }

    @Test(
        "nothing of a locked study changes, in each store",
        arguments: [StoreKind.sqlite, .sent, .postgresql])
    func lock(_ kind: StoreKind) throws {
        try kind.with { records, _ in
            try TrialStore.activate(in: records)
            let person = try records.save(
                Person(key: RecordID(at: SampleClock.start), id: "012-0007"),
                by: SampleTest.author)
            let sample = try TrialStore.test(lines: 5, of: person.key)
            try sample.keep(in: records)
            let running = try TrialStore.test(lines: 3, of: person.key)
            try records.begin(running.test, by: SampleTest.author)
            let outside = try SampleTest(lines: 4)
            try outside.keep(in: records)
            try lock(true, in: records)
            var voided = try #require(try records.test(sample.test.id))
            voided.state = .voided
            #expect(isRefused { _ = try records.amend(voided, by: Self.reasoned) })
            #expect(isRefused { _ = try records.erase(sample.test.id, by: Self.reasoned) })
            #expect(isRefused { _ = try records.erase(person.key, by: Self.reasoned) })
            #expect(
                isRefused {
                    try records.keep(sound: [1], of: sample.test.id, by: SampleTest.author)
                })
            let other = try TrialStore.test(lines: 6)
            #expect(isRefused { try records.begin(other.test, by: SampleTest.author) })
            #expect(
                isRefused {
                    try records.add(other.finished, events: other.events, by: SampleTest.author)
                })
            // A test cannot be moved into the study either.
            var moved = try #require(try records.test(outside.test.id))
            moved.circumstances.trial = sample.test.circumstances.trial
            #expect(isRefused { _ = try records.amend(moved, by: Self.reasoned) })
            #expect(try records.test(sample.test.id)?.version == 1)
            // A test that runs is not lost, and one outside of the study may change.
            for event in running.events { try records.append(event, to: running.test.id) }
            try records.finish(
                running.test.id, as: .finished, with: running.result, circumstances: nil,
                at: running.ended, by: SampleTest.author)
            _ = try records.erase(outside.test.id, by: Self.reasoned)
            try lock(false, in: records)
            #expect(try records.amend(voided, by: Self.reasoned).version == 2)
            let trail = try records.trail(after: 0, limit: 100).map(\.action)
            #expect(trail.contains(.lockTrial) && trail.contains(.unlockTrial))
            #expect(try records.verify() == [])
        }
    }

    @Test("the exports of a study have the results, the deviations and their reasons")
    func exports() throws {
        let kept = try TemporaryStore()
        try TrialStore.activate(in: kept.records)
        let deviation = TrialDeviation(
            .override, "An operator answered in the person's place.",
            reason: "a <cough> & \"noise\"")
        let samples = try [
            TrialStore.test(lines: 9, deviations: [deviation]), TrialStore.test(lines: 0),
        ]
        for sample in samples { try sample.keep(in: kept.records) }
        let author = Author("Dr. \u{1}\"B\" <x>", reason: "glasses & not <none>")
        var amended = try #require(try kept.records.test(samples[0].test.id))
        amended.circumstances.correction = .contactLenses
        _ = try kept.records.amend(amended, by: author)
        let study = try #require(try kept.records.studies()[TrialStore.study])
        let tests = try kept.records.tests(ofStudy: TrialStore.study)
        #expect(tests.count == 2)
        let examinations = OETable.examinations(tests, of: study).text
        let letters = try #require(samples[0].result.score.letterScore)
        #expect(examinations.contains("VACSCORE,Visual Acuity Score"))
        #expect(examinations.contains("\(letters),LETTERS"))
        #expect(examinations.contains("XYZ-301-012-0007") && examinations.contains("RIGHT"))
        // Contact lenses and glasses are not known to be the best correction.
        #expect(!examinations.contains("CORRECTED VISUAL ACUITY"))
        #expect(OETable.deviations(tests).text.contains("OVERRIDE,aloud"))
        var former: [RecordID: FormerTest] = [:]
        former[amended.id] = try kept.records.formerVersions(of: amended.id).last
        let document = try #require(
            ODMDocument(
                study, tests, former: former, at: SampleClock.start, software: "0.1.0"))
        let counter = ElementCounter()
        let parser = XMLParser(data: Data(document.text.utf8))
        parser.delegate = counter
        #expect(parser.parse(), "\(String(describing: parser.parserError))")
        #expect(counter.values["IT.ORRES"]?.contains("\(letters)") == true)
        #expect(counter.values["IT.DVREAS"] == ["a <cough> & \"noise\""])
        #expect(counter.elements["AuditRecord"] == 1)
        #expect(counter.elements["SubjectData"] == 1)
        // Each reference has its definition: ODM 1.3.2, section 2.5.
        #expect(counter.references.subtracting(counter.definitions) == [])
    }

    @Test("SDTM OE has a negative result without the apostrophe of a text") func negative() throws {
        var sample = try TrialStore.test(lines: 1)
        sample.result = TestRecord(
            setup: sample.result.setup,
            score: AcuityScore(
                logMAR: LogMAR(1.8), lettersRight: 1, lettersCredited: 0, lines: [], end: nil,
                remarks: []), lettersAskedAgain: 0, duration: .seconds(60),
            end: .finished(.allLettersShown))
        let study = Study(name: TrialStore.study)
        let table = OETable.examinations([sample.finished], of: study).text
        #expect(table.contains(",-5,LETTERS,-5,-5,LETTERS,"))
    }

    /// Counts the elements of an ODM document, and gathers its values and references.
    private final class ElementCounter: NSObject, XMLParserDelegate {
        var elements: [String: Int] = [:]
        var values: [String: [String]] = [:]
        var references: Set<String> = []
        var definitions: Set<String> = []

        func parser(
            _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
            qualifiedName: String?, attributes: [String: String] = [:]
        ) {
            elements[name, default: 0] += 1
            if let oid = attributes["OID"] { definitions.insert(oid) }
            for (key, oid) in attributes where key.hasSuffix("OID") && key.count > 3 {
                if key != "FileOID" { references.insert(oid) }
            }
            if name == "ItemData", let item = attributes["ItemOID"] {
                values[item, default: []].append(attributes["Value"] ?? "")
            }
        }
    }
}
