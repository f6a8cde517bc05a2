import Acuity
import Foundation
import TestBrowser
import TestPages
import TestSpeech
import TestTraits
import Testing

/// A result stays with the person whose it is, and no longer.
@Suite("Removal of results from the page", .listening)
struct ResultLeftTests {
    private let folder: TemporaryFolder
    private let answers: String

    init() throws {
        folder = try TemporaryFolder()
        answers = try folder.write("n c k z d\nnothing\n", to: "answers")
    }

    /// The program, showing the result of a test of both eyes together.
    private func result(_ words: [String] = []) throws -> (AloudProcess, Browser, address: String) {
        let aloud = try AloudProcess(
            ["serve", "--port", "0", "--voice", "off", "--answers", answers] + words)
        let address = try #require(aloud.address())
        let browser = try Browser(width: 1_366, height: 768)
        try browser.open(address)
        try browser.wait(until: isShown("setup"))
        // However short a time the result is there, the page itself does not miss it.
        try browser.run(
            """
            document.forms.choices.eyes.value = 'both';
            const result = document.getElementById('result');
            new MutationObserver(() => { window.hadResult ||= !result.hidden; })
              .observe(result, { attributes: true });
            """)
        try browser.click("#begin")
        try browser.wait(until: "window.hadResult")
        return (aloud, browser, address)
    }

    private func isShown(_ view: String) -> String {
        "!document.getElementById('\(view)').hidden"
    }

    @Test("Another test first asks about an unprinted result")
    func unprinted() throws {
        let (aloud, browser, _) = try result()
        try browser.click("#again")
        #expect(try browser.text("#again-question").contains("has not been printed"))
        let check = PageCheck(browser: browser)
        try check.prepare()
        #expect(try check.faults() == [])
        try check.picture("result, not printed")
        try browser.click("#again-not")
        #expect(try browser.text("#again-question").isEmpty)
        #expect(try browser.holds(isShown("result")))
        try browser.click("#again")
        try browser.click("#again-surely")
        try browser.wait(until: isShown("setup"))
        // The next result is not the one that was printed before it.
        for isPrinted in [true, false] {
            try browser.run("document.forms.choices.eyes.value = 'both';")
            try browser.click("#begin")
            try browser.wait(until: isShown("result"))
            if isPrinted { _ = try browser.pagesOnPaper() }
            try browser.click("#again")
            #expect(try browser.holds(isShown("again-surely")) == !isPrinted)
            if isPrinted { try browser.wait(until: isShown("setup")) }
        }
        aloud.interrupt()
        #expect(aloud.end() == 0)
    }

    @Test("A result nobody touches is replaced by the start form")
    func forgotten() throws {
        let (aloud, browser, _) = try result(["--result-minutes", "0.02"])
        try browser.wait(until: isShown("setup"))
        aloud.interrupt()
        #expect(aloud.end() == 0)
    }

    @Test("Touching the page keeps the result longer")
    func touched() throws {
        let lane = try Lane()
        let browser = try Browser(width: 1_000, height: 700)
        try lane.open(browser, pixelsPerMillimetre: nil)
        try lane.show(.result([], notes: [], date: "2026-01-31", chooses: true), in: browser)
        try browser.press("Tab")
        #expect(lane.pages.nextRequest(within: 60) == .touched)
    }

    @Test("A page that takes over from another does not get its result")
    func another() throws {
        let (aloud, browser, address) = try result()
        // The same page, loaded again, keeps it.
        try browser.open(address)
        try browser.wait(until: isShown("result"))
        try browser.open("about:blank")
        let next = try Browser(width: 1_366, height: 768)
        try next.open(address)
        try next.wait(until: isShown("setup"))
        #expect(try next.number("document.getElementById('reports').children.length") == 0)
        aloud.interrupt()
        #expect(aloud.end() == 0)
    }
}
