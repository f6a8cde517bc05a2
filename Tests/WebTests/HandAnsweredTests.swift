import Foundation
import TestBrowser
import Testing

/// The tumbling E in the real program and a real browser, answered with the arrow keys.
@Suite("A test answered by hand")
struct HandAnsweredTests {
    private struct Event: Decodable {
        var event: String
        var line: Int?
        var letters: String?
        var logMAR: Double?
        var procedure: String?
        var complete: Bool?
    }

    @Test("Six in a row go a line smaller, until one is wrong")
    func tumblingE() throws {
        let aloud = try AloudProcess([
            "test", "--display", "web", "--port", "0", "--events", "--procedure", "tumbling-e",
            "--distance", "2m", "--start", "20/50", "--seed", "5",
        ])
        let address = try #require(aloud.address())
        let browser = try Browser(width: 1_200, height: 900)
        try browser.open(address)
        try browser.wait(until: "!document.getElementById('setup').hidden")
        try browser.click("#begin")
        let keys = ["U": "ArrowUp", "D": "ArrowDown", "L": "ArrowLeft", "R": "ArrowRight"]
        let wrong = ["U": "ArrowDown", "D": "ArrowUp", "L": "ArrowRight", "R": "ArrowLeft"]
        var shown = 0
        while true {
            let text = try #require(aloud.line(), "it ended without a result")
            let event = try JSONDecoder().decode(Event.self, from: Data(text.utf8))
            if event.event == "result" {
                // Six right at 20/50 and at 20/40; the first one at 20/32 wrong.
                #expect(event.logMAR == 0.3)
                #expect(event.procedure == "tumbling-e")
                #expect(event.complete == true)
                break
            }
            guard event.event == "present", let letter = event.letters else { continue }
            shown += 1
            try browser.wait(
                until: "document.getElementById('chart').dataset.line === '\(shown)'")
            #expect(try browser.text("#prompt") == "Which way does it point?")
            try browser.press((shown == 13 ? wrong : keys)[letter] ?? "")
        }
        #expect(shown == 13)
        #expect(aloud.end() == 0)
        try browser.wait(until: "!document.getElementById('result').hidden")
        #expect(try browser.text("#result").contains("20/40"))
    }
}
