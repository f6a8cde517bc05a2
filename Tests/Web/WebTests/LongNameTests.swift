import Foundation
import TestBrowser
import TestSpeech
import TestTraits
import Testing

/// Names as people have them and as programs dislike them: long, from right to left, with emoji.
@Suite("Unusual names on the pages", .listening)
struct LongNameTests {
    private static let names = [
        String(repeating: "X", count: 200), "אברהם בן־דוד", "مُحَمَّد العربي",
        "👩‍🔬 Zoë 🌈 Ångström",
    ]

    @Test("a name is shown as it was typed, and widens no page of a phone", .long, arguments: names)
    func shown(name: String) throws {
        Waiting.untilDayLasts()
        let folder = try TemporaryFolder()
        let process = try AloudProcess(
            ["serve", "--answers", "-", "--port", "0", "--voice", "off"],
            variables: ["ALOUD_RECORDS": folder.file("a.db")], input: Pipe())
        defer { process.interrupt() }
        var (records, test): (String?, String?)
        while records == nil, let message = process.message() {
            records = message.firstMatch(of: #/http:\S+/records#\S+/#).map { String($0.0) }
            test = test ?? message.firstMatch(of: #/test is at (http:\S+)/#).map { String($0.1) }
        }
        let address = try #require(records)
        let desk = try Browser(width: 390, height: 844)
        try desk.screen(width: 390, height: 844, scale: 1)
        func check(_ browser: Browser, _ page: String) throws {
            let width = try browser.number("document.scrollingElement.scrollWidth")
            #expect(width <= 390, "\(page)")
        }
        let encoded = String(decoding: try JSONEncoder().encode([name]), as: UTF8.self)
        try desk.open(address.replacing("/records#", with: "/today#"))
        try desk.wait(until: "document.getElementById('heading').textContent !== ''")
        try desk.run(
            """
            document.getElementById('words').value = \(encoded)[0];
            document.getElementById('expect').requestSubmit();
            """)
        try desk.wait(until: "document.querySelectorAll('#expected tbody tr').length === 1")
        try desk.run(
            """
            const words = document.getElementById('words');
            words.value = \(encoded)[0].slice(0, 3);
            words.dispatchEvent(new Event('input'));
            """)
        try desk.wait(until: "document.querySelector('#found button')")
        #expect(
            try desk.holds("document.querySelector('#found button').textContent === \(encoded)[0]"))
        try check(desk, "today")
        try desk.open(address.replacing("/records#", with: "/home#"))
        try desk.wait(until: "document.querySelector('#members h2')")
        try check(desk, "home")
        try desk.open(address)
        try desk.wait(until: "document.querySelectorAll('#people tbody tr').length === 1")
        try check(desk, "people")
        try desk.click("#people button")
        try desk.wait(until: "!document.getElementById('history-view').hidden")
        try desk.click("#test-now .main")
        try desk.wait(until: "!document.getElementById('next').hidden")
        try check(desk, "history")
        let lane = try Browser(width: 390, height: 844)
        try lane.screen(width: 390, height: 844, scale: 1)
        try lane.open(try #require(test))
        try lane.wait(until: "!document.getElementById('who-chosen').hidden")
        #expect(try lane.holds("document.getElementById('who-name').textContent === \(encoded)[0]"))
        try check(lane, "lane")
        // The last question shows all answers, the name among them.
        try lane.run(
            """
            const setup = document.getElementById('setup');
            for (let count = 0; count < 9 && setup.dataset.step !== 'start'; count += 1) {
              ['waive', 'next'].map((id) => document.getElementById(id))
                .find((button) => button.checkVisibility()).click();
            }
            """)
        #expect(
            try lane.holds("document.querySelector('#summary .chip').textContent === \(encoded)[0]")
        )
        try check(lane, "begin")
    }
}
