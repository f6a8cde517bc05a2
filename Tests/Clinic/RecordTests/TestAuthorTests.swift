import Accounts
import Acuity
import Foundation
import HTTP
import RecordREST
import RecordStore
import Records
import Sealing
import TestTraits
import Testing

@Suite("The author of a running test", .listening)
struct TestAuthorTests {
    private struct Desk {
        let clinic: SampleClinic
        let interface: RecordInterface

        /// - Parameter store: the store of the interface; nil for that of the clinic.
        init(_ store: (any RecordKeeping)? = nil) throws {
            let clinic = try SampleClinic()
            try clinic.add("anna", .admin)
            self.clinic = clinic
            interface = RecordInterface(
                store ?? clinic.store, callers: clinic.signIns, next: NextTest { .zero },
                digest: BLAKE2b.digest, hearing: { _, _ in .exact },
                now: { clinic.clock.now })
        }

        /// A token of a new account.
        func token(_ login: String, _ scopes: Set<Permission> = [.writeTests]) throws -> String {
            let program = try clinic.accounts.add(
                login, name: nil, role: .clinician, hasPassword: false, by: clinic.admin
            ).account
            return try clinic.accounts.addToken(
                named: "t", of: program, scopes: scopes, days: 1, by: clinic.admin)
        }

        func ask(
            _ method: String, _ path: String, _ body: String = "", by token: String,
            accept: String? = nil
        ) -> (status: Int, text: String) {
            var headers = ["authorization": "Bearer \(token)", "content-type": "application/json"]
            headers["accept"] = accept
            let content = interface.content(
                Request(method, "/api/v1" + path, headers: headers, body: Array(body.utf8)))
            return (content.status, String(decoding: content.body, as: UTF8.self))
        }
    }

    private func ending(_ sample: SampleTest) -> String {
        #"{"state":"finished","at":"\#(sample.ended)","record":\#(sample.result.jsonText)}"#
    }

    @Test("a name typed at the lane needs the permission to read people") func enteredName() throws
    {
        let desk = try Desk()
        var sample = try SampleTest()
        sample.test.circumstances.enteredName = "Bob Jones"
        try sample.keep(in: desk.clinic.store)
        var test = try #require(try desk.clinic.store.test(sample.test.id))
        test.circumstances.correction = .pinhole
        _ = try desk.clinic.store.amend(test, by: Author("anna", reason: "worn"))
        let few = try desk.token("few", [.readTests])
        let all = try desk.token("all", [.readTests, .readPeople])
        let place = "/tests/\(sample.test.id)"
        for path in ["/tests", place, place + "/versions"] {
            #expect(desk.ask("GET", path, by: all).text.contains("Bob Jones"), "\(path)")
            let hidden = desk.ask("GET", path, by: few)
            #expect(hidden.status == 200 && !hidden.text.contains("Bob Jones"), "\(path)")
        }
    }

    @Test("only the program that began a test adds to it", arguments: StoreKind.allCases)
    func programs(kind: StoreKind) throws {
        try kind.with { records, _ in
            let desk = try Desk(records)
            let (own, hostile) = (try desk.token("own"), try desk.token("hostile"))
            let sample = try SampleTest()
            let place = "/tests/\(sample.test.id)"
            let begin = #"{"test":\#(sample.test.jsonText)}"#
            #expect(desk.ask("PUT", place, begin, by: own).status == 201)
            func event(_ number: Int, _ text: String) -> String {
                ["at": SampleClock.start.description, "text": text].jsonText
            }
            let forged = desk.ask("PUT", "\(place)/events/0", event(0, "{}"), by: hostile)
            #expect(forged.status == 403 && forged.text.contains("notOwn"))
            #expect(desk.ask("PUT", place + "/result", ending(sample), by: hostile).status == 403)
            let taken = desk.ask("PUT", place, begin, by: hostile)
            #expect(taken.status == 409 && !taken.text.contains("outcome"))
            for number in sample.events.indices {
                let body = event(number, sample.events[number].text)
                #expect(desk.ask("PUT", "\(place)/events/\(number)", body, by: own).status == 204)
            }
            let other = desk.ask("PUT", "\(place)/events/1", event(1, "{}"), by: own)
            #expect(other.status == 409 && other.text.contains("otherEvent"))
            #expect(desk.ask("PUT", place + "/result", ending(sample), by: own).status == 200)
            #expect(desk.ask("PUT", place + "/result", ending(sample), by: own).status == 200)
            #expect(try records.events(of: sample.test.id).map(\.text) == sample.events.map(\.text))
        }
    }

    @Test("nobody can add to a lane's test over REST, not even its conductor")
    func lane() throws {
        let desk = try Desk()
        let sample = try SampleTest()
        let token = try desk.token("otto")
        try desk.clinic.store.begin(sample.test, by: Author("otto"))
        let place = "/tests/\(sample.test.id)"
        let event = ["at": SampleClock.start.description, "text": "{}"].jsonText
        #expect(desk.ask("PUT", "\(place)/events/0", event, by: token).status == 403)
        #expect(desk.ask("PUT", place + "/result", ending(sample), by: token).status == 403)
        #expect(try desk.clinic.store.test(sample.test.id)?.state == .running)
        #expect(try desk.clinic.store.events(of: sample.test.id).isEmpty)
        let refusals = try desk.clinic.store.trail(after: 0, limit: 100).filter {
            $0.action == .refuse && $0.object == sample.test.id
        }
        #expect(refusals.count == 1)
    }

    @Test("the author is known after the store was opened again and by another program")
    func handedOver() throws {
        try StoreKind.sent.with { records, _ in
            let sample = try SampleTest()
            try records.begin(sample.test, by: Author("own", reason: "over the interface"))
            #expect(
                try records.origin(of: sample.test.id)
                    == Author("own", reason: "over the interface"))
            #expect(try records.origin(of: RecordID(at: SampleClock.start)) == nil)
        }
    }

    @Test("the interface refuses what an import refuses")
    func impossible() throws {
        let desk = try Desk()
        let token = try desk.token("own")
        func add(
            _ change: (inout StoredTest) -> Void = { _ in }, events: [StoredEvent] = []
        ) throws -> (status: Int, text: String) {
            var test = try SampleTest().finished
            change(&test)
            let events = String(
                decoding: try JSONEncoder().encode(events), as: UTF8.self)
            return desk.ask(
                "PUT", "/tests/\(test.id)", #"{"test":\#(test.jsonText),"events":\#(events)}"#,
                by: token)
        }
        let (start, later) = (SampleClock.start, SampleClock.start.adding(minutes: 60))
        let event = StoredEvent(number: 0, at: start, text: "{}")
        for refused in [
            try add { $0.began = start.adding(minutes: 3 * 24 * 60) },
            try add { ($0.began, $0.ended) = (later, start) },
            try add(events: [event, event]),
            try add(events: [StoredEvent(number: 3, at: start, text: "{}")]),
            try add(events: [StoredEvent(number: 0, at: start, text: "{}\n{}")]),
        ] {
            #expect(refused.status == 422, "\(refused.text)")
            for word in ["event.", "UNIQUE", "SQL", "INSERT", "constraint"] {
                #expect(!refused.text.contains(word), "\(refused.text)")
            }
        }
        #expect(try add(events: [event]).status == 201)
    }

    @Test("without the permission for people there are no names")
    func names() throws {
        let desk = try Desk()
        let store = desk.clinic.store
        let person = try store.save(
            Person(
                key: RecordID(at: SampleClock.start), id: "1042", name: "Anna Weber",
                birthDate: CalendarDay("1957-08-23")), by: desk.clinic.admin)
        let sample = try SampleTest(person: person.key)
        try sample.keep(in: store)
        let reader = try desk.token("reader", [.readTests, .export])
        let writer = try desk.token("writer")
        let both = try desk.token("both", [.readTests, .readPeople, .export])
        func secrets(of text: String) -> [String] {
            // A number may be among the digits of an identifier.
            let words = text.replacing(#/[0-9a-f-]{32,}/#, with: "ID")
            return ["Weber", "1957", "1042"].filter { words.contains($0) }
        }
        for path in [
            "/people/\(person.key)/history", "/people/\(person.key)/tests", "/tests",
            "/tests/\(sample.test.id)", "/tests/\(sample.test.id)/events",
        ] {
            let answer = desk.ask("GET", path, by: reader)
            #expect(answer.status == 200, "\(path)")
            #expect(secrets(of: answer.text) == [], "\(path)")
        }
        for path in ["/tests", "/tests/\(sample.test.id)", "/people/\(person.key)/tests"] {
            for form in ["application/jsonl", "text/csv"] {
                #expect(desk.ask("GET", path, by: reader, accept: form).status == 403)
                #expect(desk.ask("GET", path, by: both, accept: form).status == 200)
            }
        }
        let chosen = desk.ask("PUT", "/next", #"{"person":"\#(person.key)"}"#, by: writer)
        #expect(chosen.status == 200)
        #expect(secrets(of: chosen.text) == [])
        let looks = { try store.trail(after: 0, limit: 500).count { $0.action == .view } }
        let before = try looks()
        #expect(desk.ask("GET", "/next", by: both).text.contains("Weber"))
        #expect(try looks() == before + 1)
    }

    @Test("no answer contains a message of the database")
    func faults() throws {
        let words = "UNIQUE constraint failed: event.test"
        let clinic = try Desk()
        let broken = RefusingRecords(clinic.clinic.store) { call throws(RecordError) in
            if call is FindTests { throw .failed(words) }
            throw .unreachable("the server at db.clinic.test")
        }
        let interface = RecordInterface(
            broken, callers: clinic.clinic.signIns, next: NextTest { .zero },
            digest: BLAKE2b.digest,
            hearing: { _, _ in .exact }, now: { SampleClock.start })
        let token = try clinic.token("reader", [.readTests, .readPeople])
        for (path, status) in [("/tests", 500), ("/people", 503)] {
            let content = interface.content(
                Request("GET", "/api/v1" + path, headers: ["authorization": "Bearer \(token)"]))
            let text = String(decoding: content.body, as: UTF8.self)
            #expect(content.status == status)
            #expect(!text.contains("UNIQUE") && !text.contains("db.clinic"), "\(text)")
        }
    }
}
