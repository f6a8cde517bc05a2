import Acuity
import Foundation
import Records
import TestBrowser
import TestPages
import TestTraits
import Testing

/// The result page, on the screen and on paper.
@Suite("Result page", .listening)
struct ResultPageTests {
    private static func result(_ eyes: [Eye], at date: String) throws -> PatientView {
        let reports = try eyes.map { eye in
            var reading = ChartReading(chart: Chart(.one))
            while let shown = reading.next {
                try reading.take(
                    shown.letters.map { Answer(shown.line < 8 ? .named($0) : .missed) })
            }
            return TestRecord(
                setup: TestSetup(eye: eye, chart: .one, isCalibrated: true), score: reading.score,
                lettersAskedAgain: 0, duration: .seconds(64), end: .finished(.stopRuleMet))
        }
        return .result(reports, notes: [], date: date, chooses: true)
    }

    @Test(
        "The person gets one sentence and one figure, in the language's notation",
        arguments: [
            ("en", "reads from 2.5 times as far.", "20/50"), ("de", "aus 2,5-facher", "0,40"),
            ("es", "desde 2,5 veces", "0,40"), ("fr", "de 2,5 fois plus loin", "0,40"),
            ("hi", "2.5 गुना", "6/15"),
        ])
    func plainWords(language: String, words: String, figure: String) throws {
        let lane = try Lane()
        let browser = try Browser(width: 1_366, height: 768)
        try lane.open(browser, pixelsPerMillimetre: nil)
        try browser.run("localStorage.setItem('language', '\(language)');")
        try lane.open(browser, pixelsPerMillimetre: nil)
        try lane.show(try Self.result([.right], at: "2026-01-31, 10:20"), in: browser)
        #expect(try browser.text(".plain-words").contains(words))
        #expect(try browser.text(".report .figure") == figure)
        #expect(try browser.holds("!document.querySelector('.report details').open"))
        try browser.click(".report summary")
        #expect(try browser.text(".report .numbers").contains("20/50 · 6/15"))
    }

    @Test(
        "The result names its procedure in the language of the page",
        arguments: [
            ("adaptive", "adaptiv, E-Haken"), ("landolt-8", "Landoltringe, acht Richtungen"),
        ])
    func procedure(procedure: String, words: String) throws {
        let lane = try Lane()
        let browser = try Browser(width: 1_366, height: 768)
        try lane.open(browser, pixelsPerMillimetre: nil)
        try browser.run("localStorage.setItem('language', 'de');")
        try lane.open(browser, pixelsPerMillimetre: nil)
        guard
            case .result(var reports, let notes, let date, _, _, _, _, _, _) =
                try Self.result([.right], at: "2026-01-31")
        else {
            Issue.record("no result")
            return
        }
        reports[0].setup = TestSetup(
            eye: .right, seed: 7, procedure: procedure,
            optotypes: procedure == "adaptive" ? .tumblingE : nil)
        try lane.show(.result(reports, notes: notes, date: date, chooses: true), in: browser)
        let shown = "[...document.querySelectorAll('#about dd')].map((one) => one.textContent)"
        #expect(try browser.holds("\(shown).includes('\(words)')"))
    }

    @Test(
        "The result shows the previous one, and whether the change exceeds chance",
        arguments: [
            (SeriesFinding.State.unchanged, "No change beyond chance since Oct 3, 2025."),
            (.once, "Worse than before, beyond chance. Test again."),
            (.confirmed, "Worse than before. More than one test shows it."),
        ])
    func earlier(state: SeriesFinding.State, words: String) throws {
        let lane = try Lane()
        let browser = try Browser(width: 1_366, height: 768)
        try lane.open(browser, pixelsPerMillimetre: nil)
        guard
            case .result(let reports, _, let date, _, _, _, _, _, _) = try Self.result(
                [.right], at: "2026-01-31")
        else {
            Issue.record("no result")
            return
        }
        let last = EarlierResult(
            day: "2025-10-03", acuity: LogMAR(0.32), state: state, since: "2025-10-03",
            isWorse: state != .unchanged)
        try lane.show(
            .result(
                reports, notes: [], date: date, chooses: true, earlier: [.right: last],
                nextSteps: [.right: ["de": "Wie geplant.", "en": "As planned."]]),
            in: browser)
        #expect(
            try browser.text(".report .next-step")
                == "As planned. (Wording, not advice by the program.)")
        let shown = try browser.text(".report .earlier")
        #expect(
            shown.contains("Last time (Oct 3, 2025): 20/40.") && shown.contains(words), "\(shown)")
    }

    @Test("Figures that were opened stay open when the same result is sent again")
    func opened() throws {
        let lane = try Lane()
        let browser = try Browser(width: 1_366, height: 768)
        try lane.open(browser, pixelsPerMillimetre: nil)
        let result = try Self.result([.right], at: "2026-01-31, 10:20")
        try lane.show(result, in: browser)
        try browser.click(".report summary")
        try browser.run("document.querySelector('.report').id = 'before';")
        try lane.show(result, in: browser)
        try browser.wait(until: "document.getElementById('before') === null")
        #expect(try browser.holds("document.querySelector('.report details').open"))
        // Another result is shown without them.
        try lane.show(try Self.result([.left], at: "2026-01-31, 10:25"), in: browser)
        try browser.wait(until: "document.querySelector('.report h2').innerText.includes('Left')")
        #expect(try browser.holds("!document.querySelector('.report details').open"))
    }

    @Test("A test that was stopped early says so once")
    func stoppedEarly() throws {
        let lane = try Lane()
        let browser = try Browser(width: 1_366, height: 768)
        try lane.open(browser, pixelsPerMillimetre: nil)
        let record = TestRecord(
            setup: TestSetup(eye: .right, chart: .one, isCalibrated: true),
            score: ChartReading(chart: Chart(.one)).score, lettersAskedAgain: 0,
            duration: .seconds(12), end: .stoppedByPerson)
        try lane.show(.result([record], notes: [], date: "2026-01-31", chooses: true), in: browser)
        #expect(try browser.text(".plain-words") == "Stopped too early to say.")
        #expect(try browser.number("document.querySelectorAll('.report .figure').length") == 0)
        #expect(try browser.holds("document.getElementById('limiting').hidden"))
    }

    @Test("Print is first in the order of focus")
    func focusOrder() throws {
        let lane = try Lane()
        let browser = try Browser(width: 1_366, height: 768)
        try lane.open(browser, pixelsPerMillimetre: nil)
        try lane.show(try Self.result([.right, .left], at: "2026-01-31, 10:20"), in: browser)
        #expect(try browser.holds("document.activeElement.id === 'print'"))
        // From the beginning of the page.
        try browser.run("document.body.tabIndex = -1; document.body.focus();")
        for id in ["print", "again"] {
            try browser.press("Tab")
            #expect(try browser.holds("document.activeElement.id === '\(id)'"), "\(id)")
        }
    }

    @Test(
        "The printed page has its date on one line",
        arguments: ["en", "de", "es", "fr", "hi"])
    func date(language: String) throws {
        let lane = try Lane()
        // A4 without its margins.
        let browser = try Browser(width: 688, height: 1_017)
        try browser.screen(width: 688, height: 1_017, scale: 1)
        try lane.open(browser, pixelsPerMillimetre: nil)
        try browser.run("localStorage.setItem('language', '\(language)');")
        try lane.open(browser, pixelsPerMillimetre: nil)
        try browser.emulate(medium: "print")
        for eyes in [[Eye.right], [.right, .left], [.right, .left, .both]] {
            lane.pages.show(try Self.result(eyes, at: "2026-09-30, 10:20"))
            try browser.wait(
                until:
                    "document.querySelectorAll('.report').length === \(eyes.count) && document.fonts.status === 'loaded'"
            )
            let lines = try browser.number(
                """
                (() => {
                  const date = [...document.querySelectorAll('#about dd')]
                    .find((one) => one.textContent.includes('2026'));
                  const range = document.createRange();
                  range.selectNodeContents(date);
                  return new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size;
                })()
                """)
            #expect(lines == 1, "\(language), \(eyes.count)")
        }
    }
}
