import Acuity
import Foundation
import TestBrowser
import TestPages
import TestTraits
import Testing

/// The page with measures that nobody can have meant, and with unusual screens.
@Suite("Measuring a screen", .listening)
struct ScreenMeasureTests {
    private static let kept = "localStorage.getItem(document.documentElement.dataset.screen)"

    /// The sheet for measuring, on a screen that nobody has measured.
    private func opened() throws -> (Lane, Browser) {
        let browser = try Browser(width: 1_000, height: 800)
        let lane = try Lane(.waiting(eye: .right, distance: .fourMetres, chooses: true))
        try lane.open(browser, pixelsPerMillimetre: nil)
        try browser.click("#calibrate")
        return (lane, browser)
    }

    /// Types a length as a person does, so that the page notices each change.
    private func type(_ length: Double, in browser: Browser) throws {
        try browser.run(
            """
            const input = document.getElementById('bar-length');
            input.value = '\(length)';
            input.dispatchEvent(new Event('input'));
            """)
    }

    @Test(
        "An unlikely length is confirmed with the width of the screen",
        arguments: [0.2, 0.25, 3])
    func askedBack(times: Double) throws {
        let (lane, browser) = try opened()
        defer { withExtendedLifetime(lane) {} }
        try browser.click("#by-ruler")
        let bar = try browser.number("document.getElementById('bar').getAttribute('width')")
        // The screen is as it is assumed: 96 pixels to the inch.
        let length = bar / 96 * 25.4
        try #require(length * times >= 20)
        try type(length * times, in: browser)
        try browser.click("#calibrated")
        let width = 1_000 / 96 * 25.4 * times
        #expect(
            try browser.text("#measure-error")
                == "That would make the screen \(Int(width.rounded())) mm wide. Is that correct?")
        #expect(try browser.holds("\(Self.kept) === null"))
        #expect(try browser.holds("!document.getElementById('calibration').hidden"))
        // Another length is another question.
        try type(length, in: browser)
        #expect(try browser.text("#measure-error") == "")
        try type(length * times, in: browser)
        try browser.click("#calibrated")
        #expect(try browser.holds("\(Self.kept) === null"))
        #expect(try browser.text("#calibrated") == "Yes, that is correct")
        try browser.click("#calibrated")
        #expect(abs(try browser.number(Self.kept) / (96 / 25.4 / times) - 1) < 1e-6)
        #expect(try browser.text("#size-words").hasPrefix("This screen has been measured"))
    }

    @Test("A likely length is accepted at once", arguments: [0.4, 1.9])
    func takenAtOnce(times: Double) throws {
        let (lane, browser) = try opened()
        defer { withExtendedLifetime(lane) {} }
        try browser.click("#by-ruler")
        let bar = try browser.number("document.getElementById('bar').getAttribute('width')")
        try type(bar / 96 * 25.4 * times, in: browser)
        try browser.click("#calibrated")
        #expect(try browser.text("#size-words").hasPrefix("This screen has been measured"))
    }

    @Test("A projected picture can be measured", arguments: [0.1, 0.3])
    func projector(pixelsPerMillimetre: Double) throws {
        let (lane, browser) = try opened()
        try browser.run("localStorage.setItem(\(Self.screen), '\(pixelsPerMillimetre)');")
        try browser.open(lane.address + "/")
        try browser.wait(until: "!document.getElementById('setup').hidden")
        #expect(try browser.text("#size-words").hasPrefix("This screen has been measured"))
        // No card of that size fits the slider: the shape that is shown is not what was measured.
        try browser.click("#summary button:last-child")
        try browser.click("#calibrate")
        #expect(try browser.holds("document.getElementById('calibrated').disabled"))
        try browser.click("#calibration-cancel")
        try browser.run("document.forms.choices.eyes.value = 'both';")
        // From farther away, its coarse letters are those of a chart.
        try browser.run(
            """
            const input = document.getElementById('distance');
            input.value = '2000';
            input.dispatchEvent(new Event('input'));
            """)
        try browser.click("#begin")
        guard case .begin(let begin)? = lane.pages.nextRequest(within: 60) else {
            Issue.record("nobody began")
            return
        }
        #expect(begin.isCalibrated && begin.pixelsPerMillimetre == pixelsPerMillimetre)
    }

    private static let screen = "document.documentElement.dataset.screen"

    @Test("An impossible length is refused with its reason")
    func refused() throws {
        let (lane, browser) = try opened()
        defer { withExtendedLifetime(lane) {} }
        // A bar of less than 300 pixels cannot be three metres long.
        try browser.screen(width: 320, height: 640, scale: 1)
        try browser.click("#by-ruler")
        try type(3_000, in: browser)
        for _ in 0..<2 { try browser.click("#calibrated") }
        let words = try browser.text("#measure-error")
        #expect(words.hasSuffix("wide, which is impossible. Please measure again."), "\(words)")
        #expect(try browser.holds("\(Self.kept) === null"))
    }

    @Test("An unchanged shape is not accepted, and the keyboard can change it")
    func untouched() throws {
        let (lane, browser) = try opened()
        #expect(try browser.holds("document.getElementById('calibrated').disabled"))
        try browser.run("document.getElementById('calibrated').click();")
        #expect(try browser.holds("\(Self.kept) === null"))
        try browser.press("ArrowRight")
        #expect(try browser.holds("!document.getElementById('calibrated').disabled"))
        // Back and again, it is as nobody has left it.
        try browser.click("#calibration-cancel")
        try browser.click("#calibrate")
        #expect(try browser.holds("document.getElementById('calibrated').disabled"))
        try browser.click("#card-more")
        try browser.click("#calibrated")
        #expect(try browser.text("#size-words").hasPrefix("This screen has been measured"))
        // An earlier measurement already changed it.
        try browser.click("#calibrate")
        #expect(try browser.holds("!document.getElementById('calibrated').disabled"))
        withExtendedLifetime(lane) {}
    }
}
