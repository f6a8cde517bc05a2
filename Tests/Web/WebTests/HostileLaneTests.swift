import Foundation
import TestBrowser
import TestSpeech
import TestTraits
import Testing

@Suite("Another lane's program attacks a running test", .listening)
struct HostileLaneTests {
    private struct Event: Decodable {
        var event: String
        var letters: String?
    }

    private struct Page: Decodable {
        struct Test: Decodable {
            var id: String
            var state: String
        }
        var items: [Test]
    }

    private struct Events: Decodable {
        struct Entry: Decodable { var text: String }
        var items: [Entry]
    }

    @Test("a test keeps its letters and its result, whatever another program sends")
    func forged() throws {
        let clinic = try Clinic()
        try clinic.aloud("accounts", "add", "robot", "--program", "--role", "admin")
        let token = try #require(
            try clinic.aloud(
                "accounts", "token", "add", "robot", "--name", "t", "--scopes",
                "readTests,writeTests,amend"
            ).last?.split(separator: " ").last)
        func ask(_ method: String, _ path: String, _ body: String = "") throws -> RawAnswer {
            try clinic.request(
                method, "/api/v1" + path, body,
                headers: ["Origin": "", "Authorization": "Bearer \(token)"])
        }
        let input = Pipe()
        let lane = try AloudProcess(
            ["test", "--answers", "-", "--events", "--chart", "1"],
            variables: ["ALOUD_RECORDS": clinic.folder.file("a.db")], input: input)
        var (printed, attacks): ([String], [Int]) = ([], [])
        var id = ""
        while let line = lane.line() {
            printed.append(line)
            let event = try JSONDecoder().decode(Event.self, from: Data(line.utf8))
            guard event.event == "present" else { continue }
            if attacks.isEmpty {
                let running = try ask("GET", "/tests?state=running").decoded(Page.self)
                id = try #require(running.items.first).id
                let place = "/tests/\(id)"
                let content = try JSONSerialization.jsonObject(with: ask("GET", place).body)
                let test = try #require((content as? [String: Any])?["test"] as? [String: Any])
                let at = "2026-01-31T12:00:00+00:00"
                let result: [String: Any] = [
                    "state": "finished", "at": at,
                    "record": try #require(test["record"]),
                ]
                attacks = [
                    try ask("PUT", place + "/events/0", #"{"at":"\#(at)","text":"{}"}"#),
                    try ask("PUT", place + "/events/99", #"{"at":"\#(at)","text":"{}"}"#),
                    try ask(
                        "PUT", place + "/result",
                        String(
                            decoding: JSONSerialization.data(withJSONObject: result), as: UTF8.self)
                    ),
                    try ask("POST", place + "/closing", #"{"reason":"mine"}"#),
                ].map(\.status)
            }
            let answer =
                printed.count < 40
                ? (event.letters ?? "").map(String.init).joined(separator: " ") : "I can't see any"
            try input.fileHandleForWriting.write(contentsOf: Data((answer + "\n").utf8))
        }
        #expect(lane.end() == 0)
        #expect(attacks == [403, 403, 403, 422])
        let kept = try ask("GET", "/tests/\(id)/events").decoded(Events.self)
        #expect(kept.items.map(\.text) == printed)
        #expect(try ask("GET", "/tests?state=finished").decoded(Page.self).items.map(\.id) == [id])
        #expect(try clinic.aloud("records", "verify").isEmpty == false)
    }
}

extension RawAnswer {
    fileprivate func decoded<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try JSONDecoder().decode(type, from: Data(text.utf8))
    }
}
