import Acuity
import Exam
import Foundation
import HTTP
import RecordExports
import RecordREST
import RecordStore
import Records
import Sealing
import TestTraits
import Testing

@Suite("The statement of a change", .listening)
struct ChangeStatementTests {
    /// Any caller may do everything.
    private struct Admin: CallerFinding {
        func caller(cookie: String?, authorization: String?) -> Caller? {
            Caller(name: "Kim", role: .admin)
        }
        func note(refusalOf permission: Permission, to caller: Caller, for object: RecordID?) {}
    }

    private let kept: TemporaryStore
    private var store: any RecordKeeping { kept.records }
    private let person: Person

    /// A person whose right eye read 9, 9, 5 and 5 lines, a month apart.
    init() throws {
        kept = try TemporaryStore()
        person = try SampleSeries(
            [("01-03", 9), ("02-03", 9), ("03-03", 5), ("04-03", 5)], in: kept.records
        ).person
    }

    private func interface() -> RecordInterface {
        RecordInterface(
            store, callers: Admin(), next: NextTest { .zero }, digest: BLAKE2b.digest,
            hearing: { _, _ in .exact }, now: { SampleClock.start })
    }

    private func get(_ path: String) throws -> [String: Any] {
        let answer = interface().content(Request("GET", "/api/v1" + path))
        let json = try JSONSerialization.jsonObject(with: Data(answer.body))
        return try #require(json as? [String: Any])
    }

    @Test("history, exports, page, REST and events agree about each test")
    func everywhere() throws {
        let points = try AcuityHistory(of: person, in: store).eyes[0].points
        #expect(points.map { $0.change?.state } == [nil, "unchanged", "once", "confirmed"])
        var reader = ExportReader(store)
        let tests = try reader.tests(TestQuery(person: person.key))
        let header = TestTable.table(tests).header
        let cells = TestTable.table(tests).rows.map { row in
            Dictionary(uniqueKeysWithValues: zip(header, row.map(\.field)))
        }
        let listed = try #require(
            try get("/people/\(person.key)/tests")["items"] as? [[String: Any]])
        for (index, point) in points.enumerated() {
            let test = tests[index]
            #expect(test.test.id == point.test.id && test.change == point.change)
            let cells = cells[index]
            #expect(cells["change_state"] == point.change?.state ?? "")
            #expect(cells["change_direction"] == point.change?.direction ?? "")
            #expect(cells["change_since"] == point.change?.since.description ?? "")
            let redcap = REDCapTable.table([test])
            let code = redcap.rows[0][try #require(redcap.header.firstIndex(of: "va_change"))]
            #expect(code.field == ["", "0", "1", "3"][index])
            let page = SittingPage.document([test], head: nil)
            let words = point.change?.words
            #expect(page.contains(">Change<") == (words != nil))
            #expect(page.contains(words ?? "Visual acuity"))
            let bundle = FHIRBundle.bundles([test])[0].jsonText
            #expect(bundle.contains(words ?? "Observation"))
            #expect(bundle.contains("change-confirmed-worse") == (index == 3))
            #expect(bundle.contains("v3-ObservationInterpretation") == (index == 3))
            #expect(bundle.contains("\"code\":\"change-baseline\"") == (words != nil))
            let summary = try #require(
                try get("/tests/\(point.test.id)")["summary"] as? [String: Any])
            #expect(summary["change"] as? String == words)
            let item = listed[points.count - 1 - index]
            #expect(item["change"] as? String == words)
            #expect(item["changeState"] as? String == point.change?.state)
            guard let change = point.change else { continue }
            let event = change.json.jsonText
            #expect(event.contains("\"state\":\"\(change.state)\""))
            #expect(event.contains("\"words\":\"\(change.words)\""))
        }
        #expect(points[1].change?.words.hasSuffix("since 2026-01-03.") == true)
        #expect(points[3].change?.since == CalendarDay("2026-03-03"))
        #expect(points[3].change?.words.hasSuffix("Confirmed by another test.") == true)
        #expect(cells[3]["change_condition"] == "healthy")
    }

    /// The number of calls of a store.
    ///
    /// `@unchecked Sendable`: only the thread of its test uses it.
    private final class CallCount: @unchecked Sendable {
        var calls = 0
    }

    @Test("a full memory of changes is emptied, and nothing is lost") func fullMemory() throws {
        let other = try SampleSeries(
            [("01-04", 8), ("02-04", 8), ("03-04", 3), ("04-04", 3)], id: "18", in: store
        ).person
        let mine = try AcuityHistory(of: person, in: store).eyes[0].points
        let theirs = try AcuityHistory(of: other, in: store).eyes[0].points
        let points = zip(mine, theirs).flatMap { [$0, $1] }
        func calls(remembering most: Int) throws -> Int {
            let count = CallCount()
            var reader = ChangeReader(
                RefusingRecords(store) { _ throws(RecordError) in count.calls += 1 },
                mostEntries: most)
            for point in points { #expect(try reader.change(of: point.test) == point.change) }
            return count.calls
        }
        let once = try calls(remembering: 200_000)
        #expect(try calls(remembering: 5) == once)
        #expect(try calls(remembering: 1) == 4 * once)
    }

    @Test("a printed result has the change, and reads back as the record") func printed() throws {
        let points = try AcuityHistory(of: person, in: store).eyes[0].points
        let (record, change) = (points[3].test.record, points[3].change)
        let told = ToldResult(record, change: change)
        #expect(told.jsonText.contains("\"change\":{"))
        #expect(told.text.hasSuffix("Confirmed by another test."))
        #expect(!ToldResult(record, change: nil).jsonText.contains("\"change\""))
        let read = try JSONDecoder().decode(RecordedEvent.self, from: Data(told.jsonText.utf8))
        guard case .result(let result) = read else {
            Issue.record("not a result")
            return
        }
        #expect(result == record)
    }

    @Test("the condition of the eye sets the limits, and each export names it") func condition()
        throws
    {
        var followed = person
        followed.followUp = FollowUp(right: .lateAMD)
        let saved = try store.save(followed, by: SampleTest.author)
        #expect(try store.person(person.key)?.followUp == followed.followUp)
        let points = try AcuityHistory(of: saved, in: store).eyes[0].points
        let change = try #require(points[1].change)
        #expect(change.condition == .lateAMD)
        // 1.96 sqrt((t² + s²) (1 + 1/1)) with t = 0.115.
        #expect(change.limit > 1.96 * 0.115 * 2.0.squareRoot())
        var reader = ExportReader(store)
        let test = try #require(try reader.tests(TestQuery(person: person.key)).dropFirst().first)
        #expect(FHIRBundle.bundles([test])[0].jsonText.contains("Limits for: late AMD."))
        #expect(SittingPage.document([test], head: nil).contains("late AMD"))
        #expect(TestTable.table([test]).text.contains("late-amd"))
        let history = try #require(
            try get("/people/\(person.key)/history")["eyes"] as? [[String: Any]])
        #expect(history[0]["condition"] as? String == "late-amd")
        // Erasing and sealing know of it.
        #expect(try store.verify() == [])
    }

    @Test("REST changes a condition and a plan; a new name keeps both")
    func changedByREST() throws {
        func put(_ body: String, _ version: Int) -> Reply.Content {
            interface().content(
                Request(
                    "PUT", "/api/v1/people/\(person.key)",
                    headers: ["content-type": "application/json", "if-match": "\"\(version)\""],
                    body: Array(body.utf8)))
        }
        let plan = #"{"rhythm":"after-treatment","from":"2026-03-01","until":"2026-05-01"}"#
        let set = put(
            #"{"id":"17","name":"Anna","followUp":{"right":"amd","plan":\#(plan)}}"#, 1)
        #expect(set.status == 200, "\(String(decoding: set.body, as: UTF8.self))")
        #expect(put(#"{"id":"17","name":"Anne"}"#, 2).status == 200)
        let changed = try #require(try store.person(person.key))
        #expect(changed.name == "Anne" && changed.followUp?.right == .amd)
        #expect(changed.followUp?.plan?.until == CalendarDay("2026-05-01"))
        #expect(try store.people(PersonQuery(isFollowed: true)).map(\.key) == [person.key])
        // A plan after a treatment has an end, after its beginning.
        for wrong in [
            #"{"plan":{"rhythm":"after-treatment","from":"2026-03-01"}}"#,
            #"{"plan":{"rhythm":"weekly","from":"2026-03-01","until":"2026-02-01"}}"#,
        ] {
            #expect(put(#"{"name":"Anne","followUp":\#(wrong)}"#, 3).status == 422)
        }
        #expect(put(#"{"name":"Anne","followUp":null}"#, 3).status == 200)
        #expect(try store.person(person.key)?.followUp == nil)
        #expect(try store.people(PersonQuery(isFollowed: true)).isEmpty)
    }
}
