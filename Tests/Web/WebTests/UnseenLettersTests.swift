import Acuity
import Dialogue
import Foundation
import PhoneticMapping
import TestBrowser
import TestPages
import TestTraits
import Testing

/// Letters that nobody can see: no answer counts, and the page says why.
@Suite("Unseen letters", .listening)
struct UnseenLettersTests {
    /// A source that plays a list of events, and then waits.
    private final class Source: AnswerSource {
        var events: [AnswerEvent]
        init(_ events: [AnswerEvent]) { self.events = events }
        func next(_ awaited: ExpectedAnswer) -> AnswerEvent {
            events.isEmpty ? .idle : events.removeFirst()
        }
    }

    private func said(_ kinds: SpokenAnswer.Kind...) -> AnswerEvent {
        .utterance(Utterance(kinds.map { SpokenAnswer($0) }, isFinal: false))
    }

    @Test("Only \"stop\" counts, and a lost microphone is reported afterwards")
    func answers() throws {
        let source = Source([
            said(.letter(.c)), said(.letter(.d)), .trouble("No microphone."), .settled,
            said(.letter(.h), .command(.stop)), said(.letter(.k)), .recovered, said(.letter(.n)),
        ])
        var trouble: String?
        let answers = AttendedAnswers(
            source, operatorSession: PageController(.over(title: "", words: "")).operatorSession,
            screenTrouble: { trouble })
        func next() throws -> AnswerEvent { try answers.next(.answers(5, again: false)) }
        #expect(try next() == said(.letter(.c)))
        trouble = "No screen."
        #expect(try next() == .trouble("No screen."))
        #expect(
            try (0..<4).map { _ in try next() } == [.idle, .idle, .settled, said(.command(.stop))])
        trouble = nil
        #expect(try next() == .trouble("No microphone."))
        #expect(try next() == said(.letter(.k)))
        #expect(try next() == .recovered)
        #expect(try next() == said(.letter(.n)))
    }

    @Test("Buffered answers wait until the letters can be seen again")
    func kept() throws {
        let source = Source([said(.letter(.c)), said(.letter(.d))])
        var trouble: String?
        let answers = AttendedAnswers(
            source, operatorSession: PageController(.over(title: "", words: "")).operatorSession,
            areKept: true,
            screenTrouble: { trouble })
        func next() throws -> AnswerEvent { try answers.next(.answers(5, again: false)) }
        #expect(try next() == said(.letter(.c)))
        trouble = "No screen."
        #expect(try (0..<3).map { _ in try next() } == [.trouble("No screen."), .idle, .idle])
        trouble = nil
        #expect(try (0..<2).map { _ in try next() } == [.recovered, said(.letter(.d))])
    }

    private func wait(for trouble: String?, on pages: PageController) {
        #expect(Waiting.until { pages.screenTrouble == trouble }, "\(trouble ?? "no trouble")")
    }

    /// The page before a test, on a screen that was measured.
    private func opened() throws -> (Lane, Browser) {
        let lane = try Lane()
        let browser = try Browser(width: 1_000, height: 700)
        try lane.open(browser, pixelsPerMillimetre: 3)
        try browser.open(lane.address + "/")
        try browser.wait(until: "!document.getElementById('setup').hidden")
        return (lane, browser)
    }

    @Test("The test gets a report of a page that is closed or too small for the letters")
    func pages() throws {
        let (lane, browser) = try opened()
        #expect(lane.pages.screenTrouble == nil)
        lane.pages.show(.letters([.c, .d], LogMAR(0.9), at: .fourMetres))
        let drawn = "document.querySelectorAll('#chart path').length === 2"
        try browser.wait(until: drawn)
        #expect(lane.pages.screenTrouble == nil)
        try browser.screen(width: 400, height: 200, scale: 1)
        wait(for: "The letters cannot be seen on the screen.", on: lane.pages)
        #expect(try browser.text("#prompt") != "Please read the line.")
        try browser.screen(width: 1_000, height: 700, scale: 1)
        wait(for: nil, on: lane.pages)
        try browser.open("about:blank")
        wait(for: "The screen is not connected.", on: lane.pages)
        try browser.open(lane.address + "/")
        try browser.wait(until: drawn)
        wait(for: nil, on: lane.pages)
    }

    @Test("A lost connection is reported on the page, and the letters are hidden")
    func cut() throws {
        let (lane, browser) = try opened()
        lane.pages.show(.letters([.c, .d], LogMAR(0.5), at: .fourMetres))
        try browser.wait(until: "document.querySelectorAll('#chart path').length === 2")
        lane.cut()
        try browser.wait(until: "!document.getElementById('connection').hidden")
        #expect(
            try browser.holds(
                """
                (() => {
                  const box = document.getElementById('connection').getBoundingClientRect();
                  return document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
                    === document.getElementById('connection');
                })()
                """))
        try browser.wait(until: "document.querySelectorAll('#chart path').length === 0")
    }

    @Test("A page zoomed by pinching asks to zoom out, and hides the letters")
    func magnified() throws {
        let (lane, browser) = try opened()
        lane.pages.show(.letters([.c, .d], LogMAR(0.5), at: .fourMetres))
        try browser.wait(until: "document.querySelectorAll('#chart path').length === 2")
        try browser.devTools("Emulation.setPageScaleFactor", ["pageScaleFactor": 1.5])
        wait(for: "The letters cannot be seen on the screen.", on: lane.pages)
        try browser.wait(
            until: "document.getElementById('prompt').textContent.includes('zoomed in')")
        try browser.devTools("Emulation.setPageScaleFactor", ["pageScaleFactor": 1])
        wait(for: nil, on: lane.pages)
        try browser.wait(until: "document.querySelectorAll('#chart path').length === 2")
    }
}
