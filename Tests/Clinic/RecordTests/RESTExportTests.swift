import Acuity
import Foundation
import HTTP
import Platform
import RecordExports
import RecordREST
import RecordStore
import Records
import TestTraits
import Testing

@Suite("Exports over REST", .listening)
struct RESTExportTests {
    @Test(
        "a test has the form requested by Accept",
        arguments: [
            ("*/*", "application/json", #"{"events":"#),
            ("text/*;q=0.5, application/jsonl", "application/jsonl", #"{"events":"#),
            ("text/csv", "text/csv", "test_id,"),
            ("text/csv; profile=\"letters\"", "text/csv;profile=letters", "test_id,person_id,eye"),
            ("text/csv;profile=redcap", "text/csv;profile=redcap", "record_id,"),
            ("application/fhir+json", "application/fhir+json", #"{"entry":"#),
            ("image/png, text/csv;q=0", "application/problem+json", #"{"code":"notAcceptable""#),
        ])
    func formats(accept: String, type: String, beginning: String) throws {
        let desk = try RESTDesk()
        let sample = try SampleTest()
        try sample.keep(in: desk.records)
        let content = desk.interface.content(
            Request(
                "GET", "/api/v1/tests/\(sample.test.id)",
                headers: ["authorization": "Bearer clinician", "accept": accept]))
        #expect(content.type == type)
        #expect(String(decoding: content.body, as: UTF8.self).hasPrefix(beginning))
        let last = try #require(try desk.records.trail(after: 0, limit: 100).last)
        if type != "application/json", content.status == 200 { #expect(last.action == .export) }
    }

    @Test("FHIR has both eyes of the sitting, for either test") func sitting() throws {
        let desk = try RESTDesk()
        let sitting = RecordID(at: SampleClock.start)
        let right = try SampleTest(eye: .right, sitting: sitting)
        let left = try SampleTest(eye: .left, sitting: sitting)
        try right.keep(in: desk.records)
        try left.keep(in: desk.records)
        let bundle = desk.ask(
            "GET", "/tests/\(left.test.id)", headers: ["accept": "application/fhir+json"])
        #expect(bundle.text.contains(right.test.id.text))
        #expect(bundle.text.contains(left.test.id.text))
    }

    @Test("FHIR leaves out its PDFs on request") func withoutPDF() throws {
        let desk = try RESTDesk()
        let sample = try SampleTest()
        try sample.keep(in: desk.records)
        for (path, type) in [
            ("/tests", "application/fhir+ndjson"),
            ("/tests/\(sample.test.id)", "application/fhir+json"),
        ] {
            func ask(_ query: [String: String]) -> (status: Int, hasPDF: Bool) {
                let answer = desk.ask("GET", path, query: query, headers: ["accept": type])
                return (answer.status, answer.text.contains("presentedForm"))
            }
            #expect(ask(["pdf": "false"]) == (200, false))
            #expect(ask([:]) == (200, FileProgram.pdf.isThere))
            #expect(ask(["pdf": "no"]) == (400, false))
        }
    }

    @Test("the export of a moved test has no data of the former person")
    func movedSitting() throws {
        let desk = try RESTDesk()
        let people = try ["Adams", "Brown"].map {
            try desk.records.save(
                Person(key: RecordID(at: SampleClock.start), id: $0), by: Author("tester"))
        }
        let sitting = RecordID(at: SampleClock.start)
        var right = try SampleTest(eye: .right, person: people[0].key, sitting: sitting)
        var left = try SampleTest(eye: .left, person: people[0].key, sitting: sitting)
        var orders = [Order(peer: "ris"), Order(peer: "ris")]
        orders[0].accession = "ACC7"
        orders[1].accession = "ACC8"
        orders[1].eyes = [.right, .left]
        right.test.circumstances.order = orders[0]
        left.test.circumstances.order = orders[0]
        try desk.records.expect(
            [ExpectedPerson(person: people[1].key, order: orders[1])],
            on: SampleClock.start.day, by: Author("tester"))
        for sample in [right, left] {
            try sample.keep(in: desk.records)
            let move = #"{"person":"\#(people[1].key)","reason":"wrong person"}"#
            let moved = desk.ask(
                "PATCH", "/tests/\(sample.test.id)", move, headers: ["if-match": "\"1\""])
            #expect(moved.status == 200)
        }
        for sample in [right, left] {
            #expect(try desk.records.test(sample.test.id)?.circumstances.order == orders[1])
        }
        for sample in [right, left] {
            let bundle = desk.ask(
                "GET", "/tests/\(sample.test.id)", headers: ["accept": "application/fhir+json"])
            #expect(bundle.status == 200 && bundle.text.contains("Brown"))
            #expect(!bundle.text.contains("Adams"))
            #expect(
                bundle.text.contains(right.test.id.text) && bundle.text.contains(left.test.id.text))
        }
    }

    @Test("each listed format is answered, for a test and for a list")
    func listedFormats() throws {
        struct Listed: Decodable {
            struct File: Decodable {
                var mediaType: String
                var ending: String?
            }
            struct Item: Decodable {
                var name: String
                var test: File?
                var list: File?
            }
            var items: [Item]
        }
        let desk = try RESTDesk()
        let sample = try SampleTest()
        try sample.keep(in: desk.records)
        let answer = desk.ask("GET", "/formats")
        #expect(answer.status == 200)
        let items = try JSONDecoder().decode(Listed.self, from: Data(answer.text.utf8)).items
        #expect(items.map(\.name) == ExportFormat.allCases.map(\.rawValue))
        for item in items where !["dicom", "pdf"].contains(item.name) {
            for (file, path) in [(item.test, "/tests/\(sample.test.id)"), (item.list, "/tests")] {
                guard let file else { continue }
                #expect(file.ending != nil)
                let status = desk.ask("GET", path, headers: ["accept": file.mediaType]).status
                #expect(status == 200, "\(path) as \(file.mediaType)")
            }
        }
        #expect(items.count { $0.test != nil } == 7 && items.count { $0.list != nil } == 7)
        let refused = desk.ask("GET", "/tests", headers: ["accept": "audio/flac"])
        #expect(refused.status == 406)
    }

    @Test(
        "a list of tests goes to a file, and its export ends when the page has left",
        arguments: ["text/csv", "application/jsonl", "application/fhir+ndjson"])
    func leftExport(accept: String) throws {
        let desk = try RESTDesk()
        let sample = try SampleTest()
        try sample.keep(in: desk.records)
        let request = Request(
            "GET", "/api/v1/tests",
            headers: ["authorization": "Bearer admin", "accept": accept])
        guard case .export(let export) = try desk.interface.answer(request) else {
            Issue.record("not answered as an export")
            return
        }
        #expect(throws: Refusal.ending) { try export { true } }
        #expect(try desk.records.trail(after: 0, limit: 500).allSatisfy { $0.action != .export })
        let content = try export { false }
        #expect(content.status == 200 && content.file != nil && content.body.isEmpty)
        #expect(try desk.records.trail(after: 0, limit: 500).last?.action == .export)
    }
}
