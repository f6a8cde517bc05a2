import Acuity
import Foundation
import Platform
import RecordStore
import Records
import Synchronization
import TestTraits
import Testing

@Suite("The REST interface", .listening)
struct RESTTests {
    @Test("a person is added once, changed once, and erased") func people() throws {
        let desk = try RESTDesk()
        let key = ["idempotency-key": "0123456789abcdef"]
        let body = #"{"id":"17","name":"Anna","birthDate":"1957-08-23"}"#
        let added = desk.ask("POST", "/people", body, headers: key)
        #expect(added.status == 201)
        #expect(added.headers["ETag"] == "\"1\"")
        let again = desk.ask("POST", "/people", body, headers: key)
        #expect(again.status == 201)
        #expect(again.text == added.text)
        #expect(desk.ask("POST", "/people", #"{"name":"Bert"}"#, headers: key).status == 422)
        #expect(desk.ask("POST", "/people", body).status == 409)
        let place = "/people/" + (try #require(added.json["key"] as? String))
        #expect(desk.ask("PUT", place, body).status == 428)
        let changed = desk.ask("PUT", place, #"{"name":"Anne"}"#, headers: ["if-match": "\"1\""])
        #expect(changed.status == 200)
        #expect(changed.headers["ETag"] == "\"2\"")
        #expect(desk.ask("PUT", place, body, headers: ["if-match": "\"1\""]).status == 412)
        let found = desk.ask("POST", "/people/search", #"{"text":"ann"}"#)
        #expect((found.json["items"] as? [Any])?.count == 1)
        #expect(desk.ask("POST", place + "/erasure", "{}").status == 400)
        #expect(desk.ask("POST", place + "/erasure", #"{"reason":"asked for"}"#).status == 200)
        #expect(desk.ask("GET", place).status == 404)
    }

    @Test("a search has at most 200 characters") func longSearch() throws {
        let desk = try RESTDesk()
        func search(_ count: Int) -> (status: Int, text: String) {
            let body = ["text": String(repeating: "x", count: count)].jsonText
            let found = desk.ask("POST", "/people/search", body)
            return (found.status, found.text)
        }
        #expect(search(200).status == 200)
        for count in [201, 50_000] {
            let long = search(count)
            #expect(long.status == 400 && long.text.contains("/text"), "\(long.text)")
        }
        // One character with very many marks is long, too.
        let marks = ["text": "x" + String(repeating: "\u{301}", count: 30_000)].jsonText
        #expect(desk.ask("POST", "/people/search", marks).status == 400)
        #expect(throws: RecordError.self) {
            try desk.records.people(PersonQuery(text: String(repeating: "x", count: 201)))
        }
        let document = try #require(
            (desk.ask("GET", "/openapi.json").json["components"] as? [String: Any])?["schemas"]
                as? [String: Any])
        #expect("\(document["Search"] ?? "")".contains("maxLength"))
    }

    @Test("a future birthday is refused") func futureBirth() throws {
        let desk = try RESTDesk()
        let future = #"{"name":"Anna","birthDate":"2026-02-01"}"#
        let refused = desk.ask("POST", "/people", future)
        #expect(refused.status == 422 && refused.text.contains("in the future"))
        let today = #"{"name":"Anna","birthDate":"2026-01-31"}"#
        let added = desk.ask("POST", "/people", today)
        #expect(added.status == 201)
        let place = "/people/" + (try #require(added.json["key"] as? String))
        #expect(desk.ask("PUT", place, future, headers: ["if-match": "\"1\""]).status == 422)
    }

    @Test("lists are paged, each item once") func pages() throws {
        let desk = try RESTDesk()
        for name in ["Bert", "Anna", "Cleo", "Anna", "Emil"] {
            #expect(desk.ask("POST", "/people", #"{"name":"\#(name)"}"#).status == 201)
        }
        var names: [String] = []
        var query = ["limit": "2"]
        while true {
            let page = desk.ask("GET", "/people", query: query)
            names += try #require(page.json["items"] as? [[String: Any]])
                .compactMap { $0["name"] as? String }
            #expect((page.headers["Link"] != nil) == (page.json["next"] is String))
            guard let next = page.json["next"] as? String else { break }
            query["after"] = next
        }
        #expect(names == ["Anna", "Anna", "Bert", "Cleo", "Emil"])
        #expect(
            desk.ask("GET", "/people", query: ["after": RecordID(at: SampleClock.start).text])
                .status == 404)
    }

    @Test("a program begins a test, sends its events twice, and gives its result")
    func running() throws {
        let desk = try RESTDesk()
        let sample = try SampleTest()
        let place = "/tests/\(sample.test.id)"
        let begin = #"{"test":\#(sample.test.jsonText)}"#
        #expect(desk.ask("PUT", place, begin).status == 201)
        #expect(desk.ask("PUT", place, begin).status == 200)
        for event in sample.events + sample.events {
            let body = ["at": event.at.description, "text": event.text].jsonText
            #expect(desk.ask("PUT", "\(place)/events/\(event.number)", body).status == 204)
        }
        let late = ["at": sample.ended.description, "text": "{}"].jsonText
        #expect(desk.ask("PUT", "\(place)/events/9999", late).status == 409)
        let ending =
            #"{"state":"finished","at":"\#(sample.ended)","record":\#(sample.result.jsonText)}"#
        #expect(desk.ask("PUT", place + "/result", ending).status == 200)
        #expect(desk.ask("PUT", place + "/result", ending).status == 200)
        #expect(try desk.records.test(sample.test.id)?.state == .finished)
        #expect(try desk.records.events(of: sample.test.id) == sample.events)
        #expect(try desk.records.verify().isEmpty)
        let void = #"{"state":"voided","reason":"wrong eye covered"}"#
        #expect(desk.ask("PATCH", place, void, headers: ["if-match": "\"1\""]).status == 200)
        #expect(desk.ask("PATCH", place, void, headers: ["if-match": "\"1\""]).status == 412)
        // The same change again changes nothing.
        #expect(desk.ask("PATCH", place, void, headers: ["if-match": "\"2\""]).status == 200)
        let versions = desk.ask("GET", place + "/versions")
        #expect((versions.json["items"] as? [Any])?.count == 1)
    }

    @Test("the example in docs/rest.md begins a test") func documented() throws {
        let root = (0..<4).reduce(URL(filePath: #filePath)) { url, _ in
            url.deletingLastPathComponent()
        }
        let page = try String(contentsOf: root.appending(path: "docs/rest.md"), encoding: .utf8)
        let example = page.split(separator: "\n")
            .drop { !$0.hasPrefix("    {\"test\":") }.prefix { $0.hasPrefix("    ") }
            .joined(separator: "\n")
        let id = try #require(example.firstMatch(of: #/"id": "([0-9a-f-]+)"/#)?.1)
        let desk = try RESTDesk()
        let begun = desk.ask("PUT", "/tests/\(id)", example)
        #expect(begun.status == 201, "\(begun.text)")
        let key = try #require(RecordID(String(id)))
        #expect(try desk.records.test(key)?.state == .running)
    }

    @Test("a running test that its lane left is closed with its answers, an hour later")
    func closing() throws {
        let desk = try RESTDesk()
        let sample = try SampleTest()
        let place = "/tests/\(sample.test.id)"
        _ = desk.ask("PUT", place, #"{"test":\#(sample.test.jsonText)}"#)
        for event in sample.events.dropLast() {
            let body = ["at": event.at.description, "text": event.text].jsonText
            #expect(desk.ask("PUT", "\(place)/events/\(event.number)", body).status == 204)
        }
        let reason = #"{"reason":"the lane was switched off"}"#
        let early = desk.ask("POST", place + "/closing", reason)
        #expect(early.status == 422 && early.text.contains("may still run"))
        desk.clock.advance(hours: 2)
        #expect(desk.ask("POST", place + "/closing", "{}").status == 400)
        #expect(desk.ask("POST", place + "/closing", reason, as: .operator).status == 403)
        #expect(desk.ask("POST", place + "/closing", reason).status == 200)
        #expect(try desk.records.test(sample.test.id)?.state == .interrupted)
        #expect(desk.ask("POST", place + "/closing", reason).status == 409)
        #expect(try desk.records.verify().isEmpty)
    }

    @Test("an estimate with an open end has neither that end nor a figure")
    func openEnd() throws {
        let desk = try RESTDesk()
        var sample = try SampleTest(lines: 2)
        sample.result.estimate = .measured(
            AcuityEstimate(
                logMAR: LogMAR(1.1), median: LogMAR(1.1), interval95: LogMAR(0.98)...LogMAR(1.3),
                letters: 10, isOpenAbove: true))
        try sample.keep(in: desk.records)
        let answer = desk.ask("GET", "/tests/\(sample.test.id)").json["summary"] as? [String: Any]
        let summary = try #require(answer)
        #expect(summary["low"] as? Double == 0.98)
        #expect(summary["high"] is NSNull && summary["estimate"] is NSNull)
    }

    @Test("requests without a token or a permission are refused")
    func permissions() throws {
        let desk = try RESTDesk()
        let sample = try SampleTest()
        try sample.keep(in: desk.records)
        let place = "/tests/\(sample.test.id)"
        #expect(desk.ask("GET", place, as: nil).status == 401)
        #expect(desk.ask("GET", place, as: .viewer).status == 200)
        #expect(desk.ask("GET", place, as: .viewer, headers: ["accept": "text/csv"]).status == 403)
        let reason = #"{"reason":"asked for"}"#
        #expect(desk.ask("POST", place + "/erasure", reason, as: .clinician).status == 403)
        #expect(desk.ask("GET", "/trail", as: .operator).status == 403)
        #expect(desk.callers.refusals.withLock { $0 } == [.export, .erase, .administer])
        #expect(desk.ask("GET", "/openapi.json", as: nil).status == 200)
    }

    @Test("reading the audit trail leaves an entry in it")
    func trail() throws {
        let desk = try RESTDesk()
        let before = try desk.records.head().number
        #expect(desk.ask("GET", "/trail", as: .admin).status == 200)
        let entry = try #require(try desk.records.trail(after: before, limit: 10).first)
        #expect(entry.action == .view && entry.object == nil)
    }

    @Test("mistakes in a request are named by their place, without values")
    func faults() throws {
        let desk = try RESTDesk()
        let bad = desk.ask("POST", "/people", #"{"name":7,"birthDate":"1957-02-31","x":1}"#)
        #expect(bad.status == 400)
        let errors = try #require(bad.json["errors"] as? [[String: String]])
        #expect(errors.compactMap { $0["pointer"] } == ["/name", "/birthDate", ""])
        #expect(!bad.text.contains("1957-02-31"))
        #expect(desk.ask("POST", "/people", "{").status == 400)
        #expect(
            desk.ask("POST", "/people", "{}", headers: ["content-type": "text/plain"]).status == 415
        )
        #expect(desk.ask("GET", "/people", query: ["limit": "0"]).status == 400)
        #expect(desk.ask("GET", "/people", query: ["name": "Anna"]).status == 400)
        let wrong = desk.ask("DELETE", "/people")
        #expect(wrong.status == 405)
        #expect(wrong.headers["Allow"] == "GET, POST, HEAD")
        #expect(desk.ask("GET", "/people/17").status == 404)
        #expect(desk.ask("GET", "/elsewhere").status == 404)
    }

    @Test("the description defines every referenced form, and each operation once")
    func description() throws {
        let document = try RESTDesk().ask("GET", "/openapi.json")
        let components = try #require(document.json["components"] as? [String: Any])
        let schemas = try #require(components["schemas"] as? [String: Any])
        for match in document.text.matches(of: #/#\/components\/schemas\/(\w+)/#) {
            #expect(schemas[String(match.1)] != nil, "\(match.1)")
        }
        let paths = try #require(document.json["paths"] as? [String: [String: [String: Any]]])
        let names = paths.values.flatMap(\.values).compactMap { $0["operationId"] as? String }
        #expect(names.count > 15)
        #expect(Set(names).count == names.count)
    }
}
