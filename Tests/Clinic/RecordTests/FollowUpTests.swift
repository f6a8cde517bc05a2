import Accounts
import Acuity
import Foundation
import RecordStore
import Records
import TestTraits
import Testing

@Suite("The follow-up of people", .listening)
struct FollowUpTests {
    private let kept: TemporaryStore
    private var store: any RecordKeeping { kept.records }

    init() throws { kept = try TemporaryStore() }

    private func day(_ text: String) throws -> CalendarDay {
        try #require(CalendarDay("2026-\(text)"))
    }

    @Test("both eyes have the limits of the better eye") func bothEyes() {
        let followUp = FollowUp(right: .lateAMD, left: .drusen)
        #expect(followUp.condition(of: .left) == .drusen)
        #expect(followUp.condition(of: .right) == .lateAMD)
        #expect(followUp.condition(of: .both) == .drusen)
        #expect(FollowUp(right: .amd).condition(of: .both) == .healthy)
    }

    @Test(
        "a test is due on the first day, then after each test until the plan ends",
        arguments: [
            (FollowUpPlan.Rhythm.weekly, "", "03-01" as String?), (.weekly, "02-20", "03-01"),
            (.weekly, "03-10", "03-17"), (.monthly, "03-10", "04-09"),
            (.afterTreatment, "03-10", "03-17"), (.afterTreatment, "03-28", nil),
        ])
    func due(rhythm: FollowUpPlan.Rhythm, last: String, due: String?) throws {
        let until = rhythm == .afterTreatment ? try day("04-01") : nil
        let plan = FollowUpPlan(rhythm, from: try day("03-01"), until: until)
        let last = last.isEmpty ? nil : try day(last)
        #expect(plan.due(after: last) == (try due.map { try day($0) }))
    }

    @Test("the list has the due tests, the earliest first, and marks late ones")
    func list() throws {
        let weekly = FollowUp(plan: FollowUpPlan(.weekly, from: try day("02-01")))
        let monthly = FollowUp(plan: FollowUpPlan(.monthly, from: try day("02-01")))
        _ = try SampleSeries([("03-01", 9)], id: "1", followUp: weekly, in: store)
        _ = try SampleSeries([("02-08", 9)], id: "2", followUp: monthly, in: store)
        _ = try SampleSeries([], id: "3", followUp: weekly, in: store)
        _ = try SampleSeries([("01-01", 9)], id: "4", in: store)
        _ = try SampleSeries([("03-09", 9)], id: "5", followUp: weekly, in: store)
        let due = try store.dueTests(on: try day("03-10"))
        #expect(due.map(\.person.id) == ["3", "1", "2"])
        #expect(due.map(\.due.description) == ["2026-02-01", "2026-03-08", "2026-03-10"])
        #expect(due.map(\.isLate) == [true, false, false])
        #expect(due.map(\.last?.description) == [nil, "2026-03-01", "2026-02-08"])
        #expect(try store.dueTests(on: try day("03-11")).map(\.isLate) == [true, true, false])
    }

    @Test("a plan counts the latest test with an acuity, not those without one") func withoutScore()
        throws
    {
        let weekly = FollowUp(plan: FollowUpPlan(.weekly, from: try day("02-01")))
        let series = try SampleSeries([("03-01", 9)], followUp: weekly, in: store)
        // More than a page of tests in which nothing was measured.
        for minute in 0..<25 {
            let began = try #require(Moment("2026-03-08T10:00:00.000Z")).adding(minutes: minute)
            var sample = try SampleTest(person: series.person.key, began: began)
            sample.result = TestRecord(
                setup: sample.result.setup, score: TestRecord.empty(sample.result.setup).score,
                lettersAskedAgain: 0, duration: .zero, end: .finished(.stopRuleMet))
            try sample.keep(in: store)
        }
        let due = try #require(try store.dueTests(on: try day("03-08")).first)
        #expect(due.due.description == "2026-03-08" && due.last?.description == "2026-03-01")
        // A person who reads nothing has a bound of the acuity.
        try series.keep([("03-09", 0)], in: store)
        #expect(try store.dueTests(on: try day("03-09")).isEmpty)
    }

    @Test(
        "each store keeps conditions and plans, and finds people with a plan",
        arguments: StoreKind.allCases)
    func kept(kind: StoreKind) throws {
        try kind.with { records, _ in
            let plan = FollowUpPlan(
                .afterTreatment, from: try day("02-01"), until: try day("04-01"))
            let chosen = FollowUp(right: .lateAMD, leftFrom: try day("01-15"), plan: plan)
            let person = try SampleSeries([], id: "1", followUp: chosen, in: records).person
            #expect(try records.person(person.key)?.followUp == chosen)
            #expect(try records.people(PersonQuery(isFollowed: true)).map(\.key) == [person.key])
            #expect(try records.dueTests(on: try day("02-04")).map(\.isLate) == [true])
            var ended = try #require(try records.person(person.key))
            ended.followUp?.plan = nil
            ended = try records.save(ended, by: SampleTest.author)
            #expect(try records.people(PersonQuery(isFollowed: true)).isEmpty)
            #expect(
                try records.person(person.key)?.followUp
                    == FollowUp(right: .lateAMD, leftFrom: try day("01-15")))
            ended.followUp = FollowUp()
            #expect(try records.save(ended, by: SampleTest.author).followUp == nil)
            #expect(try records.time(of: .changePerson, on: person.key) != nil)
            #expect(try records.time(of: .alert, on: person.key) == nil)
            #expect(try records.verify() == [])
        }
    }

    @Test("a condition that another program adds, changes or removes is noticed") func sealed()
        throws
    {
        for (before, after) in [
            (nil, "'{\"right\":\"amd\"}'"), (EyeCondition.amd, "NULL"),
            (.amd, "'{\"right\":\"drusen\"}'"),
        ] {
            try RecordFolder.with { folder in
                let path = folder + "/records.db"
                try StoreFile.make(path) { records in
                    _ = try SampleSeries(
                        [], followUp: before.map { FollowUp(right: $0) }, in: records)
                    #expect(try records.verify() == [])
                }
                try StoreFile.run("UPDATE person SET followUp = \(after)", in: path)
                try StoreFile.make(path) { records in
                    let faults = try records.verify()
                    #expect(!faults.isEmpty)
                }
            }
        }
    }

    @Test("a confirmed change is listed once, by the test that confirmed it")
    func confirmedOnce() throws {
        let series = try SampleSeries(
            [("01-01", 9), ("01-08", 9), ("01-15", 9), ("01-22", 5)], in: store)
        #expect(try store.changeAlerts(from: try day("01-01")).isEmpty)
        try series.keep([("01-29", 5), ("02-05", 5), ("02-12", 5)], in: store)
        let alerts = try store.changeAlerts(from: try day("01-01"))
        #expect(alerts.map(\.test.began.day.description) == ["2026-01-29"])
        let alert = try #require(alerts.first)
        #expect(alert.change.direction == "worse" && alert.taken == nil)
        #expect(try store.changeAlerts(from: try day("01-30")).isEmpty)
        // Back to the former acuity, and worse again: another alert.
        try series.keep(
            [("02-19", 9), ("02-26", 9), ("03-05", 9), ("03-12", 5), ("03-19", 5)], in: store)
        #expect(try store.changeAlerts(from: try day("03-06")).count == 1)
        // An entry of the audit trail marks the alert as taken.
        try store.note(.alert, of: alert.test.id, by: SampleTest.author)
        #expect(try store.changeAlerts(from: try day("01-01")).last?.taken != nil)
        let body = alert.body(isNamed: false)
        #expect(!body.contains("Anna") && !body.contains("\"17\""))
        #expect(body.contains(alert.test.id.text) && body.contains("\"confirmedChange\""))
        #expect(alert.body(isNamed: true).contains("Anna 17"))
    }
}
