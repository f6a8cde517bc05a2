import Acuity
import Foundation
import RecordExports
import RecordStore
import Records
import TestTraits
import Testing

/// A sitting, its report and its numbers belong to one person, also after a test was moved.
@Suite("Sittings and numbers of a person", .listening)
struct SittingTests {
    private static let author = Author("tester", reason: "wrong person chosen")

    /// Both eyes of the first of two people.
    private struct Kept {
        let records: any RecordKeeping
        let first: Person
        let second: Person
        let right: SampleTest
        let left: SampleTest

        init(in records: any RecordKeeping) throws {
            self.records = records
            func person(_ id: String, _ name: String) throws -> Person {
                try records.save(
                    Person(key: RecordID(at: SampleClock.start), id: id, name: name), by: author)
            }
            first = try person("P-0042", "Adams, Ann")
            second = try person("P-0043", "Brown, Bob")
            right = try SampleTest(eye: .right, person: first.key)
            left = try SampleTest(
                eye: .left, person: first.key,
                began: Moment(milliseconds: SampleClock.start.milliseconds + 100_000),
                sitting: right.test.sitting)
            try right.keep(in: records)
            try left.keep(in: records)
        }

        @discardableResult func move(_ sample: SampleTest, to person: Person?) throws -> StoredTest
        {
            var test = try #require(try records.test(sample.test.id))
            test.person = person?.key
            return try records.amend(test, by: author)
        }

        func exported() throws -> [ExportedTest] {
            var reader = ExportReader(records)
            return try reader.tests(TestQuery())
        }
    }

    @Test("a moved test gets a sitting of its new person", arguments: StoreKind.allCases)
    func moved(kind: StoreKind) throws {
        try kind.with { records, _ in
            let kept = try Kept(in: records)
            let sitting = kept.right.test.sitting
            let left = try kept.move(kept.left, to: kept.second)
            #expect(left.sitting != sitting)
            #expect(try records.test(kept.right.test.id)?.sitting == sitting)
            // The other eye follows, and comes back.
            #expect(try kept.move(kept.right, to: kept.second).sitting == left.sitting)
            #expect(try kept.move(kept.left, to: nil).sitting != left.sitting)
            #expect(try kept.move(kept.left, to: kept.first).sitting == sitting)
            #expect(try records.verify() == [])
        }
    }

    @Test("no export of a moved test names the first person, or has their identifiers")
    func exports() throws {
        try StoreKind.sqlite.with { records, _ in
            let kept = try Kept(in: records)
            let before = FHIRBundle.bundles(try kept.exported())
            try kept.move(kept.left, to: kept.second)
            try check(kept, before: before[0].jsonText)
        }
    }

    @Test("the report of a sitting is withdrawn if all its tests have moved")
    func withdrawnReport() throws {
        try StoreKind.sqlite.with { records, _ in
            let kept = try Kept(in: records)
            let before = try BundleCheck(FHIRBundle.bundles(try kept.exported())[0].jsonText)
            let first = try #require(
                before.first("DiagnosticReport")?["identifier"] as? [[String: String]])
            try kept.move(kept.left, to: kept.second)
            let between = FHIRBundle.bundles(try kept.exported()).map(\.jsonText)
            #expect(!between.contains { $0.contains("entered-in-error") })
            try kept.move(kept.right, to: kept.second)
            let after = try BundleCheck(FHIRBundle.bundles(try kept.exported())[0].jsonText)
            #expect(after.faults == [])
            #expect(after.statuses("DiagnosticReport") == ["amended", "entered-in-error"])
            let withdrawn = try #require(after.last("DiagnosticReport"))
            #expect(withdrawn["identifier"] as? [[String: String]] == first)
            #expect(withdrawn["result"] == nil && withdrawn["presentedForm"] == nil)
        }
    }

    private func check(_ kept: Kept, before: String) throws {
        let tests = try kept.exported()
        try checkSeparate(tests)
        let bundle = try #require(FHIRBundle.bundles(tests).last).jsonText
        for text in ["P-0042", "Adams", kept.first.key.text, kept.right.test.id.text] {
            #expect(!bundle.contains(text))
        }
        let report = try #require(
            (try BundleCheck(before).first("DiagnosticReport"))?["identifier"] as? [[String: Any]])
        let identifier = try #require(report.first?["value"] as? String)
        #expect(!bundle.contains(identifier))
        #expect(bundle.contains("first kept with another person"))
        #expect(try BundleCheck(bundle).statuses("Observation") == ["amended"])
    }

    /// Each person has a bundle, a page and an object of their own, without a common identifier.
    private func checkSeparate(_ tests: [ExportedTest]) throws {
        let bundles = FHIRBundle.bundles(tests)
        try #require(bundles.count == 2)
        let identifiers = try bundles.map { bundle in
            let check = try BundleCheck(bundle.jsonText)
            #expect(check.faults == [])
            #expect(check.kinds.count { $0 == "Patient" } == 1)
            #expect(check.kinds.count { $0 == "Observation" } == 1)
            return Set(
                bundle.jsonText.matches(of: #/urn:[a-z]+:[0-9a-f.-]{20,}/#).map { "\($0.0)" })
        }
        // Aloud's own codes are the same everywhere.
        #expect(
            identifiers[0].intersection(identifiers[1]).allSatisfy {
                $0.hasPrefix("urn:oid:2.25.1158")
            })
        let pages = SittingPage.pages(tests, head: nil)
        #expect(Set(pages.map(\.fileName)).count == 2)
        #expect(pages[0].html.contains("Adams") && !pages[0].html.contains("Brown"))
        #expect(pages[1].html.contains("Brown") && !pages[1].html.contains("Adams"))
        let objects = AcuityObject.objects(tests).objects
        try #require(objects.count == 2)
        for tag in ["0008,0018", "0020,000d", "0020,000e", "0020,0010", "0010,0020"] {
            let values = objects.map { object in
                object.dump.split(separator: "\n").first { $0.hasPrefix("(\(tag))") }
            }
            #expect(values[0] != nil && values[0] != values[1], "\(tag)")
        }
        #expect(Set(objects.map(\.fileName)).count == 2)
    }

    // The numbers of REDCap.

    @Test("a test keeps its number after later changes", arguments: StoreKind.allCases)
    func numbers(kind: StoreKind) throws {
        try kind.with { records, _ in
            let kept = try Kept(in: records)
            func number(_ sample: SampleTest) throws -> Int? {
                try records.test(sample.test.id)?.instance
            }
            #expect(try number(kept.right) == 1)
            #expect(try number(kept.left) == 2)
            let earlier = try SampleTest(
                person: kept.first.key,
                began: Moment(milliseconds: SampleClock.start.milliseconds - 86_400_000))
            #expect(try records.add(earlier.finished, events: [], by: Self.author))
            #expect(try number(earlier) == 3)
            var voided = try #require(try records.test(kept.left.test.id))
            voided.state = .voided
            _ = try records.amend(voided, by: Self.author)
            #expect(try number(kept.left) == 2)
            // Nobody gets the number of a test that was moved or erased.
            try kept.move(kept.right, to: kept.second)
            #expect(try number(kept.right) == 1)
            _ = try records.erase(earlier.test.id, by: Self.author)
            let next = try SampleTest(person: kept.first.key)
            try next.keep(in: records)
            #expect(try number(next) == 4)
            try kept.move(kept.right, to: kept.first)
            #expect(try number(kept.right) == 1)
            _ = try records.erase(kept.first.key, by: Self.author)
            #expect(try records.verify() == [])
        }
    }

    @Test("an import keeps the numbers of the export") func imported() throws {
        try StoreKind.sqlite.with { records, _ in
            let kept = try Kept(in: records)
            _ = try records.erase(kept.right.test.id, by: Self.author)
            var lines: [String] = []
            _ = try records.export(TestQuery()) { lines.append($0) }
            try StoreKind.sqlite.with { other, _ in
                var importing = RecordImport(
                    into: other, person: nil, by: Self.author, now: { SampleClock.start })
                for line in lines { try importing.take(line) }
                #expect(try other.test(kept.left.test.id)?.instance == 2)
            }
        }
    }
}
