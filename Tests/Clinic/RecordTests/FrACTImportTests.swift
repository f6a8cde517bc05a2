import Acuity
import Foundation
import RecordStore
import Records
import TestTraits
import Testing

/// Results of FrACT10, which exports them as names and values separated by tabs.
@Suite("Import of FrACT10", .listening)
struct FrACTImportTests {
    private let kept: TemporaryStore
    private var store: any RecordKeeping { kept.records }

    init() throws { kept = try TemporaryStore() }

    private static func line(_ changes: [String: String?] = [:]) -> String {
        var fields: [(String, String)] = [
            ("vsExpFormat", "6"), ("vsFrACT", "2026-08-11"), ("decimalMark", ","), ("ID", "77"),
            ("eyeCondition", "OD"), ("dateOfRunStart", "2026-02-03"),
            ("timeOfRunStart", "14:05:09"), ("testName", "Acuity_LandoltC"),
            ("resultValue", "-0,123"), ("resultUnit", "LogMAR"), ("distanceInCm", "399,0"),
            ("contrastWeber", "100,0"), ("resultUnit2", "%"), ("nTrials", "24"),
            ("rangeLimitStatus", "rangeOK"), ("crowdingType", "0"), ("halfCI95", "0,080"),
        ]
        fields = fields.compactMap { name, value in
            guard let change = changes[name] else { return (name, value) }
            return change.map { (name, $0) }
        }
        return fields.map { "\($0)\t\($1)" }.joined(separator: "\t") + "\r\n"
    }

    private func imported(_ line: String) throws -> RecordImport {
        var importing = RecordImport(
            into: store, person: nil, by: Author("tester"),
            now: { Moment("2026-02-04T09:00:00.000+01:00")! })
        try importing.take(line)
        return importing
    }

    @Test("A result becomes a test of its person, and is not added twice")
    func result() throws {
        #expect(try imported(Self.line()).added == 1)
        #expect(try imported(Self.line()).known == 1)
        let person = try #require(try store.person(withID: "77"))
        let test = try #require(try store.tests(TestQuery(person: person.key)).first)
        #expect(test.eye == .right)
        #expect(test.record.score.logMAR == LogMAR(-0.123))
        #expect(test.record.setup.distance.metres == 3.99)
        #expect(test.record.setup.optotypes == .landolt8)
        #expect(test.record.setup.procedure == "FrACT10")
        #expect(test.record.estimate?.letters == 24)
        #expect(test.record.estimate?.ifReliable?.interval95.upperBound == LogMAR(-0.123 + 0.08))
        #expect(test.began.day == CalendarDay("2026-02-03"))
        #expect(test.began.hourAndMinute == "14:05")
    }

    @Test("Older export formats, a decimal acuity and a decimal point are understood")
    func former() throws {
        let line =
            "Vs\t3\tvsFrACT\t2021-05-02\tdecimalMark\t.\tdate\t2021-05-02\ttime\t09-08-07"
            + "\ttest\tAcuity_Letters\tvalue\t0.5\tunit1\tdecVA\tdistanceInCm\t400.0"
            + "\tnTrials\t18\teyeCondition\tOS"
        #expect(try imported(line).added == 1)
        let test = try #require(try store.tests(TestQuery()).first)
        #expect(test.eye == .left)
        #expect(test.person == nil)
        #expect(abs((test.record.score.logMAR?.value ?? 9) - 0.301) < 0.001)
    }

    @Test("An acuity at FrACT's limit is a bound")
    func limits() throws {
        _ = try imported(Self.line(["rangeLimitStatus": "atFloor"]))
        let test = try #require(try store.tests(TestQuery()).first)
        #expect(test.record.score.logMAR == nil)
        #expect(test.record.estimate?.ifReliable?.isOpenBelow == true)
    }

    @Test(
        "An impossible number of trials or half of an interval counts as left out",
        arguments: [
            ("nTrials", "NaN"), ("nTrials", "inf"), ("nTrials", "1e30"), ("nTrials", "-3"),
            ("halfCI95", "NaN"), ("halfCI95", "inf"), ("halfCI95", "1e300"), ("halfCI95", "-0,1"),
        ])
    func oddNumbers(name: String, value: String) throws {
        #expect(try imported(Self.line([name: value])).added == 1)
        let test = try #require(try store.tests(TestQuery()).first)
        #expect(test.record.score.logMAR == LogMAR(-0.123))
        #expect(test.record.estimate?.letters == (name == "nTrials" ? 0 : nil))
        #expect(try store.verify() == [])
    }

    @Test(
        "An unreadable line names the reason",
        arguments: [
            ("eyeCondition", "eyeNA", "names no eye"),
            ("testName", "Contrast_LandoltC", "no acuity of letters"),
            ("resultValue", "NaN", "no acuity in logMAR"),
            ("resultValue", "inf", "no acuity in logMAR"),
            ("resultUnit", "arcsec", "no acuity in logMAR"),
            ("distanceInCm", "1", "no distance"), ("dateOfRunStart", "3.2.2026", "no date"),
        ])
    func faults(name: String, value: String, words: String) throws {
        let error = #expect(throws: FrACTFault.self) {
            try self.imported(Self.line([name: value]))
        }
        #expect(error?.description.contains(words) == true)
    }
}
