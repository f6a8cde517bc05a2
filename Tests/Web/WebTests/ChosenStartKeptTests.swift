import Foundation
import TestBrowser
import TestSpeech
import TestTraits
import Testing

/// The records of a test that starts at a chosen size, after a power cut.
@Suite("A killed test with a chosen start", .listening)
struct ChosenStartKeptTests {
    private struct Event: Decodable {
        var event: String
        var line: Int?
        var letters: String?
    }

    private struct Kept: Decodable {
        struct Result: Decodable {
            struct Score: Decodable { var logMAR: Double? }
            struct Estimate: Decodable { var letters: Int }

            var score: Score
            var estimate: Estimate?
        }

        var state: String
        var record: Result
    }

    @Test("The score and the estimate are rebuilt from the finished lines") func rebuilt() throws {
        let folder = try TemporaryFolder()
        let variables = ["ALOUD_RECORDS": folder.file("a.db")]
        let aloud = try AloudProcess(
            [
                "serve", "--port", "0", "--voice", "off", "--distance", "2m", "--events",
                "--device", "none", "--chart", "random",
            ], variables: variables)
        let browser = try aloud.page()
        try browser.run("document.forms.choices.eyes.value = 'both';")
        try browser.run("document.getElementById('by-touch').click();")
        try browser.run("document.getElementById('choose-size').click();")
        try browser.click("#begin")
        try browser.wait(until: "document.querySelector('#sizes-letters button')")
        let smallest = Int(
            try browser.number(
                "Number([...document.querySelectorAll('#sizes-letters button')].at(-1)"
                    + ".dataset.number)"))
        try browser.click("#sizes-letters [data-number=\"\(smallest)\"]")
        try readTwoLines(of: aloud, in: browser)
        aloud.kill()
        _ = aloud.end()
        let list = try AloudProcess(["records", "list", "--json"], variables: variables)
        let kept = try list.next(Kept.self)
        #expect(list.end() == 0)
        #expect(kept.state == "interrupted")
        #expect(kept.record.score.logMAR != nil)
        #expect(kept.record.estimate?.letters == 10)
    }

    /// Taps all letters of the first two lines, until the third line is shown.
    private func readTwoLines(of aloud: AloudProcess, in browser: Browser) throws {
        var lines = 0
        while true {
            let event = try aloud.next(Event.self)
            guard event.event == "present", let letters = event.letters, let line = event.line
            else { continue }
            lines += 1
            guard lines <= 2 else { return }
            try browser.wait(until: "document.getElementById('chart').dataset.line === '\(line)'")
            for letter in letters {
                try browser.click("#pad [data-letter=\"\(letter)\"]")
                Thread.sleep(forTimeInterval: 0.05)
            }
        }
    }
}
