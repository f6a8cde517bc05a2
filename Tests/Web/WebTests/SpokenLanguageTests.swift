import Foundation
import TestBrowser
import TestTraits
import Testing

/// The real program and a real browser whose page is in German: a synthetic German voice reads letters,
/// and a person who speaks English is offered English.
@Suite("Spoken answers in the language of the page", .listening)
struct SpokenLanguageTests {
    private struct Event: Decodable {
        var event: String
        var line: Int?
        var letters: String?
        var right: Int?
        var language: String?
        var accepted: Bool?
        var by: String?
        var ended: String?
        var setup: Setup?

        struct Setup: Decodable { var hearing: Hearing? }
        struct Hearing: Decodable { var language: String? }
    }

    /// A test on a page whose language was chosen in this browser before.
    private func lane(in language: String) throws -> SpokenLane {
        let lane = try SpokenLane([
            "test", "--display", "web", "--events", "--eye", "both", "--chart", "random", "--seed",
            "7", "--start", "20/50",
        ])
        try lane.browser.run("localStorage.setItem('language', '\(language)');")
        try lane.calibrateAnyLanguage(pixelsPerMillimetre: 4)
        return lane
    }

    private func next(_ names: Set<String>, of lane: SpokenLane) throws -> Event {
        while true {
            let event = try lane.next(Event.self)
            if names.contains(event.event) { return event }
        }
    }

    /// Letters as a person reads them, with a pause between.
    private func spelled(_ letters: String) -> String {
        letters.filter(\.isLetter).map(String.init).joined(separator: ". ") + "."
    }

    @Test("A page in German hears German, and the record names the language", .long)
    func german() throws {
        let lane = try lane(in: "de")
        try lane.browser.click("#begin")
        var line = try next(["present"], of: lane)
        try lane.wait(forLine: try #require(line.line))
        #expect(try lane.browser.text("#prompt").contains("Zeile"))
        var (right, lines) = (0, 0)
        while lines < 2 {
            try lane.say(spelled(try #require(line.letters)), inVoice: "de+m3", after: 0.4)
            let event = try next(["line", "askAgain"], of: lane)
            guard event.event == "line" else { continue }
            right += event.right ?? 0
            lines += 1
            line = try next(["present"], of: lane)
            try lane.wait(forLine: try #require(line.line))
        }
        // A synthetic voice that the net has learnt from.
        #expect(right >= 7, "\(right) of 10")
        try lane.say("stopp", inVoice: "de+m3", after: 0.4)
        let result = try next(["result"], of: lane)
        #expect(result.setup?.hearing?.language == "de")
        #expect(result.ended == "stoppedByPerson")
    }

    @Test("After two unclear readings English is offered once, and accepted", .long)
    func offer() throws {
        let lane = try lane(in: "de")
        try lane.browser.click("#begin")
        let line = try next(["present"], of: lane)
        try lane.wait(forLine: try #require(line.line))
        try lane.say("good morning everybody how are you today", after: 0.4)
        _ = try next(["askAgain"], of: lane)
        let isOffered =
            "!document.getElementById('rest').hidden"
            + " && document.getElementById('rest-names').childElementCount"
        // On a busy machine a reading may be lost.
        for _ in 0..<3 where try !lane.browser.holds(isOffered) {
            try lane.say("good morning everybody how are you today", after: 0.4)
            try? lane.browser.wait(until: isOffered, seconds: 30)
        }
        try lane.browser.wait(until: isOffered)
        let title = "document.getElementById('rest-title').innerText"
        try lane.browser.wait(until: "\(title) === 'English?'")
        #expect(try lane.browser.text("#rest-words").contains("Englisch"))
        #expect(try lane.browser.text("#rest-offer").contains("English"))
        #expect(try lane.browser.text("#rest-names").contains("Deutsch"))
        // In both languages; a synthetic "yes" is hardly heard.
        let isEnglish = "document.documentElement.lang === 'en'"
        for _ in 0..<3 where try !lane.browser.holds(isEnglish) {
            try lane.say("okay")
            try? lane.browser.wait(until: isEnglish, seconds: 30)
        }
        try lane.browser.wait(until: isEnglish)
        let offer = try next(["language"], of: lane)
        #expect(offer.language == "en" && offer.accepted == true && offer.by == "voice")
        let again = try next(["present"], of: lane)
        try lane.wait(forLine: try #require(again.line))
        try lane.say(spelled(try #require(again.letters)), after: 0.4)
        let read = try next(["line", "askAgain"], of: lane)
        #expect(read.event == "askAgain" || (read.right ?? 0) >= 4)
        try lane.browser.click("#stop")
        // English has no name in a record.
        let result = try next(["result"], of: lane)
        #expect(result.setup?.hearing != nil && result.setup?.hearing?.language == nil)
    }
}
