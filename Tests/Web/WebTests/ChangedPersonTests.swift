import Acuity
import Foundation
import TestBrowser
import TestSpeech
import TestTraits
import Testing

/// A person whose acuity falls, tested by the real program on a measured screen.
@Suite("The result page of a changed person", .listening)
struct ChangedPersonTests {
    private let folder: TemporaryFolder
    private let answers = Pipe()
    private let process: AloudProcess
    private let records: Browser
    private let lane: Browser

    /// A server with Carla in its records.
    init() throws {
        folder = try TemporaryFolder()
        process = try AloudProcess(
            ["serve", "--answers", "-", "--chart", "1", "--port", "0", "--voice", "off"],
            variables: ["ALOUD_RECORDS": folder.file("a.db")], input: answers)
        var (test, address): (String?, String?)
        while address == nil, let message = process.message() {
            test = message.firstMatch(of: #/test is at (http:\S+)/#).map { String($0.1) } ?? test
            address = message.firstMatch(of: #/http:\S+/records#\S+/#).map { String($0.0) }
        }
        records = try Browser(width: 1_200, height: 900)
        try records.open(try #require(address))
        try records.wait(until: "!document.getElementById('search-view').hidden")
        try records.run("document.getElementById('new-name').value = 'Carla'")
        try records.run("document.getElementById('new-person').requestSubmit()")
        try records.wait(until: "document.getElementById('person').textContent === 'Carla'")
        lane = try Browser(width: 1_366, height: 768)
        try lane.open(try #require(test))
        try lane.wait(until: "!document.getElementById('setup').hidden")
        try lane.run("localStorage.setItem(document.documentElement.dataset.screen, '3.6');")
        try lane.open(try #require(test))
    }

    /// Tests both eyes of Carla together; she reads a number of lines.
    private func test(lines: Int) throws {
        try records.click("#test-now .main")
        try lane.wait(until: "!document.getElementById('who-chosen').hidden")
        try lane.click("#next")
        try lane.click("#eyes .tile:nth-child(2)")
        for _ in 0..<3 { try lane.click("#next") }
        try lane.wait(until: "document.getElementById('setup').dataset.step === 'start'")
        try lane.click("#begin")
        var reading = ChartReading(chart: Chart(.one))
        while let shown = reading.next {
            let isRead = shown.line <= lines
            let words = isRead ? shown.letters.map { "\($0)" }.joined(separator: " ") : nil
            try answers.fileHandleForWriting.write(
                contentsOf: Data("\(words ?? "I can't see any")\n".utf8))
            try reading.take(shown.letters.map { Answer(isRead ? .named($0) : .missed) })
        }
        try lane.wait(until: "!document.getElementById('result').hidden")
    }

    @Test("the page shows change and next step after each test, as in the records")
    func changed() throws {
        let steps = [
            (9, "", "The next tests show"), (9, "No change beyond chance", "Test again as planned"),
            (5, "Worse than before, beyond chance. Test again.", "Test again on another day"),
            (5, "Worse than before. More than one test shows it.", "for an appointment now"),
        ]
        for (index, (lines, change, step)) in steps.enumerated() {
            if index > 0 {
                try lane.anotherTest()
                try lane.wait(until: "!document.getElementById('setup').hidden")
            }
            try test(lines: lines)
            #expect(try lane.text(".report .next-step").contains(step))
            if change.isEmpty {
                #expect(try lane.holds("!document.querySelector('.report .earlier')"))
            } else {
                #expect(try lane.text(".report .earlier").contains(change))
            }
        }
        try records.run("location.reload()")
        try records.wait(until: "document.querySelectorAll('#eyes tbody tr').length === 4")
        try records.click("#eyes tbody button")
        try records.wait(until: "document.querySelectorAll('.report').length === 1")
        for part in [".earlier", ".next-step"] {
            #expect(try records.text(part) == lane.text(part))
        }
        process.interrupt()
    }
}
