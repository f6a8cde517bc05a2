import Foundation
import TestProgram
import TestSpeech
import TestTraits
import Testing

@Suite("A test changed while it runs", .listening)
struct TouchedTestTests {
    private struct Kept: Decodable {
        struct Event: Decodable {
            var text: String
        }
        struct Test: Decodable {
            var id: String
            var state: String
        }
        var test: Test
        var events: [Event]
    }

    @Test("a test erased while it runs is kept whole, as a new test")
    func erased() throws {
        let folder = try TemporaryFolder()
        let variables = ["ALOUD_RECORDS": folder.file("a.db")]
        func records(_ words: String...) throws -> AloudBinary.Run {
            try AloudBinary.run(["records"] + words, variables: variables)
        }
        var (count, former) = (0, "")
        let talk = try TypedConversation(["--chart", "1", "--records", folder.file("a.db")]) {
            event in
            count += 1
            if count == 3, let running = try? records("list", "--json").lines(Kept.Test.self).first
            {
                former = running.id
                _ = try? records("erase", former, "--reason", "somebody else's mistake")
            }
            let letters = (event["letters"] as? String ?? "").map(String.init)
            return count < 5 ? letters.joined(separator: " ") : "I can't see any"
        }
        #expect(talk.status == 0 && !former.isEmpty)
        let kept = try records("list", "--json").lines(Kept.Test.self)
        try #require(kept.count == 1)
        #expect(kept[0].state == "finished" && kept[0].id != former)
        let shown = try #require(try records("show", kept[0].id, "--json").lines(Kept.self).first)
        let printed = talk.events.split(separator: "\n").map(String.init)
        #expect(shown.events.map(\.text) == printed)
        #expect(try records("verify").status == 0)
    }
}
