internal import HTTP
internal import RecordStore
internal import Records
internal import Synchronization

/// A person for today's list as a page sends it: one of the records by the key, or one by name.
private struct ExpectedFields: Decodable {
    var person: RecordID?
    var id: String?
    var name: String?
    var birthDate: CalendarDay?
    var time: String?
    var correction: Correction?
}

/// A table as a page sends it.
private struct ExpectedText: Decodable {
    var text: String
}

/// The callers who have read today's list lately. A page reads it every few seconds, and the audit
/// trail has one entry for each caller in five minutes. Any thread.
final class ListReaders: Sendable {
    private let last = Mutex<[String: Int64]>([:])

    /// The time between two entries, milliseconds.
    private static let pause: Int64 = 300_000

    /// Whether this reading needs an entry in the audit trail.
    func isNews(_ name: String, at now: Moment) -> Bool {
        last.withLock { last in
            let milliseconds = now.milliseconds
            if let before = last[name], (0..<Self.pause).contains(milliseconds - before) {
                return false
            }
            last[name] = milliseconds
            return true
        }
    }
}

extension RecordInterface {
    /// The routes of today's list.
    static let expectedRoutes: [DescribedRoute] = [
        DescribedRoute(
            method: "GET", path: "/expected", name: "listExpected",
            summary: "The people who are expected today, with the results of today",
            permission: .readPeople, answer: "Expected", act: expected),
        DescribedRoute(
            method: "POST", path: "/expected", name: "expectPerson",
            summary: "Expect a person today, who is added if the records do not have them",
            permission: .writePeople, body: "ExpectedFields", answer: "Expected"
        ) { call in
            let fields: ExpectedFields = try call.read()
            let now = call.desk.now()
            let time = try fields.time.map { text in
                guard let time = ExpectedPerson.time(text) else {
                    throw Refusal(
                        status: 422, code: "invalid", title: "Write the time as 09:30.")
                }
                return time
            }
            try Person.check(birthDate: fields.birthDate, on: now.day)
            let entry = PersonEntry(
                id: fields.id, name: fields.name, birthDate: fields.birthDate)
            let person =
                try fields.person.map { key in
                    guard let known = try call.store.person(key) else {
                        throw RecordError.notFound
                    }
                    return known
                } ?? entry.person(in: call.store, by: call.author, at: now)
            guard let person else {
                throw Refusal(
                    status: 422, code: "invalid", title: "Give an identifier or a name.")
            }
            try call.store.expect(
                [ExpectedPerson(person: person.key, time: time, correction: fields.correction)],
                on: now.day, by: call.author)
            return try expected(call)
        },
        DescribedRoute(
            method: "POST", path: "/expected/import", name: "importExpected",
            summary: "Expect the people of a table: CSV with a heading",
            permission: .writePeople, body: "ExpectedText", answer: "ExpectedImport"
        ) { call in
            let sent: ExpectedText = try call.read()
            let table: ExpectedTable
            do throws(ExpectedTable.Fault) { table = try ExpectedTable(sent.text) } catch {
                throw Refusal(status: 422, code: "invalid", title: error.reason)
            }
            let (added, refused) = try table.expect(
                in: call.store, by: call.author, at: call.desk.now())
            return call.answer(
                [
                    "added": added,
                    "refused": refused.map {
                        ["line": $0.line, "reason": $0.reason] as JSONObject
                    },
                ] as JSONObject)
        },
        DescribedRoute(
            method: "DELETE", path: "/expected/{person}", name: "expectNoMore",
            summary: "Remove a person from today's list; the person stays in the records",
            permission: .writePeople, answer: "Expected"
        ) { call in
            try call.store.expectNoMore(
                try call.key("person"), on: call.desk.now().day, by: call.author)
            return try expected(call)
        },
    ]

    private static func expected(_ call: RESTCall) throws -> Reply.Content {
        let (desk, store) = (call.desk, call.store)
        let now = desk.now()
        let list = try store.expectedPeople(on: now.day)
        if desk.readers.isNews(call.caller.name, at: now) {
            try store.note(.search, of: nil, by: call.author)
        }
        let mayReadTests = call.caller.may(.readTests)
        let tests =
            list.isEmpty || !mayReadTests
            ? []
            : try store.tests(TestQuery(from: now.day, through: now.day, limit: 2_000))
        let ofPerson = Dictionary(grouping: tests) { $0.person }
        let chosen = desk.next.current?.choice.person
        let own = desk.lane()
        let lanes = try store.openLanes(at: now).filter { $0.name != own }
        let items = try list.compactMap { expected -> JSONObject? in
            // A person who was erased is no longer expected.
            guard let person = try store.person(expected.person) else { return nil }
            let taken = (ofPerson[person.key] ?? []).reversed()
            let finished = taken.filter { $0.state == .finished }
            let sentTo = lanes.first { $0.sent?.person == person.key }?.name
            // The lane that has the person next, unless a test of theirs began since.
            let atLane = lanes.first { lane in
                lane.awaited.map { awaited in
                    awaited.person == person.key
                        && !taken.contains {
                            $0.began.milliseconds >= awaited.since.milliseconds
                        }
                } ?? false
            }
            let state =
                taken.contains { $0.state == .running }
                ? "running"
                : chosen == person.key
                    ? "chosen"
                    : sentTo != nil
                        ? "sent"
                        : atLane != nil ? "taken" : finished.isEmpty ? "waiting" : "tested"
            return [
                "person": person, "time": orNull(expected.time),
                "correction": orNull(expected.correction), "state": state,
                "sentTo": sentTo ?? (state == "taken" ? atLane?.name : nil),
                "since": state == "taken" ? atLane?.awaited?.since.hourAndMinute : nil,
                "tests": finished.map { TestSummary($0, seesNames: true) },
            ]
        }
        let on = Set(try store.peers().filter(\.isOn).map(\.name))
        let old = try store.orderLists().filter { on.contains($0.key) && $0.value.trouble != nil }
            .sorted { $0.key < $1.key }
        return call.answer(
            [
                "lists": old.map { peer, list in
                    ["peer": peer, "at": orNull(list.at), "trouble": list.trouble ?? ""]
                        as JSONObject
                },
                "day": now.day.description, "lane": orNull(own), "lanes": lanes.map(\.name),
                "items": items,
            ] as JSONObject)
    }
}
