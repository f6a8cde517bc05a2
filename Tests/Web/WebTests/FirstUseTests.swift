import Acuity
import Foundation
import TestBrowser
import TestPages
import TestTraits
import Testing

/// The set-up in a browser that Aloud has not been used in.
@Suite("First use of a browser", .listening)
struct FirstUseTests {
    /// A lane that asks for the distance, and a browser before its sheet.
    private func lane(width: Int, height: Int) throws -> (Lane, Browser) {
        let browser = try Browser(width: 1_000, height: 700)
        try browser.screen(width: width, height: height, scale: 1)
        let lane = try Lane(
            .waiting(
                eye: .right, distance: .fourMetres, chooses: true,
                offers: StartFormOptions(isDistanceAsked: true)))
        try lane.open(browser, pixelsPerMillimetre: 4)
        try browser.open(lane.address + "/")
        try browser.wait(until: "!document.getElementById('setup').hidden")
        return (lane, browser)
    }

    /// Goes to the question about the distance.
    private func askDistance(_ browser: Browser) throws {
        for step in ["eyes", "correction", "distance"] {
            try browser.click("#next")
            try browser.wait(until: "document.getElementById('setup').dataset.step === '\(step)'")
        }
    }

    @Test("No distance is preselected, and Enter does not skip the question")
    func noDistance() throws {
        let (lane, browser) = try lane(width: 1_366, height: 768)
        try askDistance(browser)
        #expect(try browser.holds("document.getElementById('distance').value === ''"))
        #expect(
            try browser.number("document.querySelectorAll('#presets [aria-pressed=true]').length")
                == 0)
        #expect(try browser.holds("document.getElementById('next').disabled"))
        #expect(try browser.text("#limits") == "Choose how far your eyes are from the screen.")
        try browser.run(
            "dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));")
        #expect(try browser.holds("document.getElementById('setup').dataset.step === 'distance'"))
        try browser.click("#presets button:nth-child(3)")
        try browser.click("#next")
        try browser.wait(until: "document.getElementById('setup').dataset.step === 'start'")
        try browser.click("#begin")
        guard case .begin(let begin)? = lane.pages.nextRequest(within: 60) else {
            Issue.record("nobody began")
            return
        }
        #expect(begin.distance.metres == 3)
        // The next test in this browser is at the same distance.
        try browser.open(lane.address + "/")
        try browser.wait(until: "!document.getElementById('setup').hidden")
        #expect(try browser.holds("document.getElementById('distance').value === '300'"))
    }

    @Test("Escape goes back")
    func escape() throws {
        let (_, browser) = try lane(width: 1_366, height: 768)
        let escape =
            "dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));"
        try askDistance(browser)
        try browser.run(escape)
        #expect(try browser.holds("document.getElementById('setup').dataset.step === 'screen'"))
        try browser.run("document.getElementById('calibrate').click();")
        try browser.run(escape)
        #expect(try browser.holds("document.getElementById('calibration').hidden"))
        #expect(try browser.holds("!document.getElementById('setup').hidden"))
    }

    @Test("A phone proposes 40 cm")
    func phone() throws {
        let (_, browser) = try lane(width: 390, height: 844)
        try askDistance(browser)
        #expect(try browser.holds("document.getElementById('distance').value === '40'"))
        #expect(try browser.holds("!document.getElementById('next').disabled"))
    }

    /// Sets the width of the card's shape, CSS pixels.
    private func slide(to width: Double, in browser: Browser) throws {
        try browser.run(
            """
            document.getElementById('card-size').value = '\(width)';
            document.getElementById('card-size').dispatchEvent(new Event('input'));
            """)
    }

    @Test(
        "A phone can be measured with a card held upright",
        arguments: [(375, 58.4), (390, 64.6), (393, 64.6), (412, 67.4), (430, 71.5)])
    func card(width: Int, millimetres: Double) throws {
        let (_, browser) = try lane(width: width, height: 844)
        try browser.click("#next")
        try browser.run("document.getElementById('calibrate').click();")
        try browser.wait(until: "!document.getElementById('calibration').hidden")
        // The short side of a card (ISO/IEC 7810) has to fit the slider, with both edges in sight.
        let needed = 53.98 * Double(width) / millimetres
        #expect(try browser.number("Number(document.getElementById('card-size').max)") >= needed)
        try slide(to: needed, in: browser)
        let card = "document.getElementById('card').getBoundingClientRect()"
        #expect(try browser.number("\(card).left") >= 0)
        #expect(try browser.number("\(card).right") <= Double(width))
        #expect(try browser.number("\(card).height / \(card).width") > 1.5)
        try browser.click("#card-turn")
        #expect(try browser.number("\(card).height / \(card).width") < 0.7)
        try browser.click("#card-turn")
        try slide(to: needed, in: browser)
        try browser.click("#calibrated")
        try browser.wait(until: "document.getElementById('calibration').hidden")
        let kept = try browser.number(
            "Number(localStorage.getItem(document.documentElement.dataset.screen))")
        #expect(abs(kept / (Double(width) / millimetres) - 1) < 0.005)
    }
}
