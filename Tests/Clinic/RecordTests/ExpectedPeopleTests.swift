import Acuity
import Foundation
import HTTP
import RecordExports
import RecordREST
import RecordStore
import Records
import Sealing
import Synchronization
import TestTraits
import Testing

@Suite("Today's list", .listening)
struct ExpectedPeopleTests {
    private static let author = Author("tester")
    private static let today = SampleClock.start.day

    @Test("people are on the list of their day only, by time; the seal covers the list")
    func list() throws {
        let kept = try TemporaryStore()
        let store = kept.records
        var keys: [RecordID] = []
        for name in ["Anna", "Bert", "Cora"] {
            let new = Person(key: RecordID(at: SampleClock.start), name: name)
            keys.append(try store.save(new, by: Self.author).key)
        }
        try store.expect(
            [
                ExpectedPerson(person: keys[0]), ExpectedPerson(person: keys[1], time: "14:00"),
                ExpectedPerson(person: keys[2], time: "09:30", correction: .glasses),
            ], on: Self.today, by: Self.author)
        // Again, with another time: nobody is on the list twice.
        try store.expect(
            [ExpectedPerson(person: keys[1], time: "08:00")], on: Self.today, by: Self.author)
        let list = try store.expectedPeople(on: Self.today)
        #expect(list.map(\.person) == [keys[1], keys[2], keys[0]])
        #expect(list[1].correction == .glasses)
        try store.expectNoMore(keys[2], on: Self.today, by: Self.author)
        #expect(try store.expectedPeople(on: Self.today).count == 2)
        #expect(try store.verify() == [])
        let tomorrow = try #require(CalendarDay("2026-02-01"))
        #expect(try store.expectedPeople(on: tomorrow).isEmpty)
        try store.expect([ExpectedPerson(person: keys[2])], on: tomorrow, by: Self.author)
        #expect(try store.expectedPeople(on: Self.today).count == 2)
        // The trail has who changed it, and no name.
        let trail = try store.trail(after: 0, limit: 100)
        #expect(trail.count { $0.action == .expect } == 4)
        #expect(!"\(trail)".contains("Anna"))
    }

    @Test("a lane with a wrong date leaves the lists of other days as they are")
    func wrongDate() throws {
        let kept = try TemporaryStore()
        let store = kept.records
        let new = Person(key: RecordID(at: SampleClock.start), name: "Anna")
        let anna = ExpectedPerson(person: try store.save(new, by: Self.author).key)
        // A former version keeps one list.
        struct FormerDay: Codable {
            let day: String
            let people: [ExpectedPerson]
        }
        func setting() throws -> String? { try store.setting("expectedPeople") }
        func setFormer(_ day: String) throws {
            try store.set(
                "expectedPeople", from: .value(setting()),
                to: FormerDay(day: day, people: [anna]).jsonText, as: .expect, by: Self.author)
        }
        try setFormer("\(Self.today)")
        func expect(on text: String) throws {
            try store.expect([anna], on: try #require(CalendarDay(text)), by: Self.author)
        }
        for day in ["2026-01-30", "2031-01-31"] { try expect(on: day) }
        #expect(try store.expectedPeople(on: Self.today) == [anna])
        // The list that was not changed for longest goes first.
        for day in 1...5 { try expect(on: "2026-02-0\(day)") }
        #expect(try store.expectedPeople(on: Self.today).isEmpty)
        let last = try #require(CalendarDay("2026-02-05"))
        #expect(try store.expectedPeople(on: last) == [anna])
        // A former version reads the list that was changed last, and replaces all.
        let text = try #require(try setting())
        let former = try JSONDecoder().decode(FormerDay.self, from: Data(text.utf8))
        #expect(former.day == "2026-02-05" && former.people == [anna])
        try setFormer(former.day)
        #expect(try store.expectedPeople(on: last) == [anna])
    }

    @Test("lanes that change the list at once lose nobody", arguments: StoreKind.allCases)
    func atOnce(kind: StoreKind) throws {
        try kind.with { store, _ in
            let keys = try (0..<24).map { number in
                let new = Person(key: RecordID(at: SampleClock.start), name: "Person \(number)")
                return try store.save(new, by: Self.author).key
            }
            let failures = Mutex<[String]>([])
            DispatchQueue.concurrentPerform(iterations: 4) { lane in
                for key in keys[(lane * 6)..<(lane * 6 + 6)] {
                    do {
                        try store.expect(
                            [ExpectedPerson(person: key)], on: Self.today, by: Self.author)
                    } catch { failures.withLock { $0.append("\(error)") } }
                }
            }
            #expect(failures.withLock(\.self) == [])
            let list = try store.expectedPeople(on: Self.today)
            #expect(Set(list.map(\.person)) == Set(keys) && list.count == 24)
        }
    }

    @Test(
        "a setting that another lane has changed is not overwritten", arguments: StoreKind.allCases)
    func stale(kind: StoreKind) throws {
        try kind.with { store, _ in
            try store.set("a", from: .value(nil), to: "1", as: .expect, by: Self.author)
            for former in [FormerSetting.value(nil), .value("0")] {
                let error = #expect(throws: RecordError.self) {
                    try store.set("a", from: former, to: "2", as: .expect, by: Self.author)
                }
                guard case .stale? = error else {
                    Issue.record("\(String(describing: error))")
                    return
                }
            }
            #expect(try store.setting("a") == "1")
            try store.set("a", from: .value("1"), to: "2", as: .expect, by: Self.author)
            #expect(try store.setting("a") == "2")
            #expect(try store.verify() == [])
        }
    }

    @Test("an erased person is on no list, even if the records fail after the erasure")
    func erased() throws {
        let kept = try TemporaryStore()
        let isErased = Mutex(false)
        let store = RefusingRecords(kept.records) { call throws(RecordError) in
            guard !isErased.withLock({ $0 }) else { throw .unreachable("it is cut.") }
            if call is EraseObject { isErased.withLock { $0 = true } }
        }
        let people = try ["Anna", "Bert"].map { name in
            let new = Person(key: RecordID(at: SampleClock.start), name: name)
            return try store.save(new, by: Self.author).key
        }
        let days = try ["2026-02-01", "2026-02-02"].map { try #require(CalendarDay($0)) }
        for day in days {
            try store.expect(
                people.map { ExpectedPerson(person: $0) }, on: day, by: Self.author)
        }
        _ = try store.erase(people[0], by: Author("tester", reason: "asked for"))
        for day in days {
            #expect(try kept.records.expectedPeople(on: day).map(\.person) == [people[1]])
        }
        #expect(try kept.records.verify() == [])
    }

    @Test("a table gives its people, and names the rows that it cannot read") func table() throws {
        let table = try ExpectedTable(
            """
            Time;Name;ID;Birth_Date;Correction;
            9:30;"Müller, Anna";17;1957-08-23;glasses;2
            25:00;Bert;18;;;
            10.15;Cora;;;;
            ;;19;23.8.1957;;
            ;Dora;;;spectacles;
            ;;;;glasses;
            """)
        #expect(table.rows.map(\.line) == [2, 4])
        #expect(table.rows[0].entry.name == "Müller, Anna" && table.rows[0].time == "09:30")
        #expect(table.rows[0].correction == .glasses && table.rows[1].time == "10:15")
        #expect(table.faults.map(\.line) == [3, 5, 6, 7])
        // A fault does not repeat the contents of the row.
        #expect(!table.faults.map(\.reason).joined().contains("spectacles"))
        for text in ["", "a,b\nc,d\n", "name\n\"Anna\n"] {
            #expect(throws: ExpectedTable.Fault.self, "\(text)") { try ExpectedTable(text) }
        }
    }

    @Test("an unknown column is named, with the possible ones; no row is repeated")
    func unknownColumn() throws {
        for (heading, name) in [("Name,Tme", "Tme"), ("id,room,time", "room")] {
            let fault = #expect(throws: ExpectedTable.Fault.self) {
                try ExpectedTable("\(heading)\nAnna,17,10:00\n")
            }
            let reason = try #require(fault?.reason)
            #expect(reason.hasPrefix("The column '\(name)' is unknown."), "\(reason)")
            #expect(reason.contains("birth_date") && !reason.contains("Anna"))
        }
        // Without a heading, the first row has a person.
        let rows = #expect(throws: ExpectedTable.Fault.self) { try ExpectedTable("Anna,17\n") }
        #expect(rows?.reason.contains("Anna") == false)
    }

    /// The interface of a store, for callers of each role.
    private final class Desk {
        private struct Callers: CallerFinding {
            func caller(cookie: String?, authorization: String?) -> Caller? {
                Role(rawValue: authorization ?? "").map { Caller(name: "Kim", role: $0) }
            }
            func note(refusalOf: Permission, to: Caller, for: RecordID?) {}
        }

        let kept: TemporaryStore
        let next = NextTest { .zero }
        let interface: RecordInterface

        init() throws {
            let clock = SampleClock()
            kept = try TemporaryStore(now: { clock.now })
            interface = RecordInterface(
                kept.records, callers: Callers(), next: next, lane: { "lane 2" },
                digest: BLAKE2b.digest, hearing: { _, _ in .exact }, now: { clock.now })
        }

        func ask(
            _ method: String, _ path: String, _ body: String? = nil, as role: Role = .operator
        ) throws -> (status: Int, json: [String: Any]) {
            var headers = ["authorization": role.rawValue]
            if body != nil { headers["content-type"] = "application/json" }
            let answer = interface.content(
                Request(
                    method, "/api/v1" + path, headers: headers, body: Array((body ?? "").utf8)))
            let json = try JSONSerialization.jsonObject(with: Data(answer.body))
            return (answer.status, json as? [String: Any] ?? [:])
        }
    }

    @Test("over REST: each step of an expected person needs the permission for people")
    func rest() throws {
        let desk = try Desk()
        #expect(try desk.ask("POST", "/expected", #"{"name":"Anna"}"#, as: .viewer).status == 403)
        #expect(try desk.ask("POST", "/expected", #"{"time":"9"}"#).status == 422)
        #expect(try desk.ask("POST", "/expected", "{}").status == 422)
        let added = try desk.ask(
            "POST", "/expected", #"{"name":"Anna","id":"17","time":"9:30","correction":"glasses"}"#)
        #expect(added.status == 200 && added.json["lane"] as? String == "lane 2")
        func first(as role: Role = .viewer) throws -> [String: Any]? {
            try (desk.ask("GET", "/expected", as: role).json["items"] as? [[String: Any]])?.first
        }
        let anna = try #require(try first())
        #expect(anna["time"] as? String == "09:30" && anna["state"] as? String == "waiting")
        let text = try #require((anna["person"] as? [String: Any])?["key"] as? String)
        let key = try #require(RecordID(text))
        #expect(try desk.ask("PUT", "/next", #"{"person":"\#(text)"}"#).status == 200)
        #expect(try first()?["state"] as? String == "chosen")
        desk.next.choose(nil, by: "Kim")
        // Another lane has taken the person, and has not begun.
        let (store, author) = (desk.kept.records, Author("Kim"))
        try store.openLane("lane 3", by: author, at: SampleClock.start)
        try store.enter(next: key, at: "lane 3", by: author, at: SampleClock.start)
        let taken = try #require(try first())
        #expect(taken["state"] as? String == "taken" && taken["sentTo"] as? String == "lane 3")
        #expect(taken["since"] as? String == SampleClock.start.hourAndMinute)
        try SampleTest(person: key).keep(in: desk.kept.records)
        let tested = try #require(try first())
        #expect(tested["state"] as? String == "tested")
        #expect((tested["tests"] as? [Any])?.count == 1)
        let table = try desk.ask(
            "POST", "/expected/import",
            #"{"text":"name,id,time\nAnna,17,10:00\nBert,18,\nCora,,noon\n"}"#)
        #expect(table.json["added"] as? Int == 2)
        #expect((table.json["refused"] as? [[String: Any]])?.first?["line"] as? Int == 4)
        let removed = try desk.ask("DELETE", "/expected/\(text)")
        #expect((removed.json["items"] as? [Any])?.count == 1)
        #expect(try desk.ask("DELETE", "/expected/\(text)", as: .viewer).status == 403)
        // A person who is erased is no longer expected.
        let bert = try #require(try desk.kept.records.person(withID: "18"))
        _ = try desk.kept.records.erase(bert.key, by: Author("Kim", reason: "asked for"))
        #expect(try first() == nil)
        #expect(try desk.kept.records.verify() == [])
    }

    @Test("over REST: choosing a person sets the eyes and the correction of their order")
    func order() throws {
        let desk = try Desk()
        let store = desk.kept.records
        let author = Author("Kim")
        let person = try store.save(
            Person(key: RecordID(at: SampleClock.start), id: "17"), by: author)
        var order = Order(peer: "ris")
        order.accession = "ACC7"
        order.eyes = [.left, .right]
        try store.expect(
            [ExpectedPerson(person: person.key, correction: .glasses, order: order)],
            on: SampleClock.start.day, by: author)
        #expect(try desk.ask("PUT", "/next", #"{"person":"\#(person.key)"}"#).status == 200)
        let choice = try #require(desk.next.current?.choice)
        #expect(choice.eyes == [.left, .right] && choice.correction == .glasses)
        // A row of a table about the same person leaves the order as it is.
        _ = try desk.ask("POST", "/expected", #"{"id":"17","time":"10:00"}"#)
        #expect(try store.orders(of: person.key, on: Self.today).order(for: .left) == order)
        var sample = try SampleTest(person: person.key)
        sample.test.circumstances.order = order
        try sample.keep(in: store)
        let path = "/tests/\(sample.test.id)"
        func kept(as role: Role) throws -> [String: Any]? {
            let test = try desk.ask("GET", path, as: role).json["test"] as? [String: Any]
            return (test?["circumstances"] as? [String: Any])?["order"] as? [String: Any]
        }
        #expect(try kept(as: .viewer)?["accession"] as? String == "ACC7")
        var reader = ExportReader(store)
        let table = try TestTable.table(reader.tests(TestQuery())).text
        #expect(table.contains("order_accession") && table.contains("ACC7"))
    }

    @Test("over REST: an admin sees what was set aside, and sends it again") func peers() throws {
        let desk = try Desk()
        let store = desk.kept.records
        let author = Author("Kim")
        try store.changePeers(by: author) {
            $0.append(
                Peer(
                    name: "epr", kind: .hl7, address: "epr:2575",
                    since: Moment(milliseconds: SampleClock.start.milliseconds - 1)))
        }
        let sample = try SampleTest()
        try sample.keep(in: store)
        let waiting = try #require(try store.deliveries(DeliveryQuery()).first)
        var refused = waiting
        refused.state = .refused
        refused.answer = "It answered AE."
        #expect(try store.change(waiting, to: refused, noting: "set aside", by: author))
        #expect(try desk.ask("GET", "/peers", as: .clinician).status == 403)
        let answer = try desk.ask("GET", "/peers", as: .admin)
        let item = try #require((answer.json["items"] as? [[String: Any]])?.first)
        #expect(item["name"] as? String == "epr" && item["setAside"] as? Int == 1)
        #expect(item["uncorrected"] as? Int == 0)
        #expect(item["isLate"] as? Bool == true)
        let named = try #require((answer.json["refused"] as? [[String: Any]])?.first)
        #expect(named["test"] as? String == sample.test.id.text)
        #expect(try desk.ask("POST", "/peers/epr/send-again", as: .clinician).status == 403)
        #expect(try desk.ask("POST", "/peers/other/send-again", as: .admin).status == 404)
        let again = try desk.ask("POST", "/peers/epr/send-again", as: .admin)
        #expect((again.json["refused"] as? [Any])?.isEmpty == true)
        let released = try #require(try store.deliveries(DeliveryQuery()).first)
        #expect(released.state == .waiting)
        // A mistake stays: the archive is corrected first.
        var aside = released
        aside.state = .refused
        aside.answer = Delivery.voidedAside
        #expect(try store.change(released, to: aside, noting: "set aside", by: author))
        let kept = try desk.ask("POST", "/peers/epr/send-again", as: .admin)
        let left = try #require((kept.json["items"] as? [[String: Any]])?.first)
        #expect(left["setAside"] as? Int == 1 && left["uncorrected"] as? Int == 1)
        #expect(try store.deliveries(DeliveryQuery()) == [aside])
    }
}
