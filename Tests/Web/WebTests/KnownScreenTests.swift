import Acuity
import Foundation
import TestBrowser
import TestPages
import TestTraits
import Testing

/// The patient's page in a real browser and its screen: how large that is, and what it can show.
@Suite("The measured screen", .listening)
struct KnownScreenTests {
    /// The number that a page keeps for its screen.
    private static let kept = """
        Number(localStorage.getItem(document.documentElement.dataset.screen))
        """

    @Test("A screen's measurement is kept; another screen needs a new one")
    func calibration() throws {
        let browser = try Browser(width: 1_000, height: 800, scale: 2)
        let lane = try Lane()
        try lane.open(browser, pixelsPerMillimetre: nil)
        #expect(try browser.text("#size-words").hasPrefix("This screen has not been measured"))
        try browser.click("#calibrate")
        // With the keyboard alone: the slider has the focus.
        try browser.wait(until: "document.activeElement.id === 'card-size'")
        let before = try browser.number("document.getElementById('card').getAttribute('width')")
        for _ in 0..<4 { try browser.press("ArrowRight") }
        let after = try browser.number("document.getElementById('card').getAttribute('width')")
        #expect(abs(after - before - 1) < 1e-6)
        // ID-1 of ISO/IEC 7810.
        let height = try browser.number(
            "document.querySelector('#card rect').getAttribute('height')")
        #expect(abs(after / height - 85.6 / 53.98) < 1e-4)
        try browser.click("#calibrated")
        #expect(abs(try browser.number(Self.kept) - after * 2 / 85.6) < 1e-6)
        #expect(try browser.text("#size-words").hasPrefix("This screen has been measured"))

        // Two fingers make the shape larger on the screen than the page knows of.
        try browser.click("#calibrate")
        try browser.devTools("Emulation.setPageScaleFactor", ["pageScaleFactor": 1.5])
        try browser.wait(until: "Math.abs(visualViewport.scale - 1.5) < 0.01")
        let shape = try browser.number("document.getElementById('card').getAttribute('width')")
        try browser.run("document.getElementById('calibrated').click();")
        #expect(abs(try browser.number(Self.kept) - shape * 2 * 1.5 / 85.6) < 0.05)
        try browser.devTools("Emulation.setPageScaleFactor", ["pageScaleFactor": 1])
        try browser.wait(until: "visualViewport.scale === 1")

        // A ruler gives what the person reads.
        try browser.click("#calibrate")
        try browser.click("#by-ruler")
        try browser.click("#calibrated")
        #expect(try browser.text("#measure-error") != "")
        try browser.run("document.getElementById('bar-length').value = '150.5';")
        let bar = try browser.number("document.getElementById('bar').getAttribute('width')")
        try browser.click("#calibrated")
        #expect(abs(try browser.number(Self.kept) - bar * 2 / 150.5) < 1e-6)

        // Loaded again it is still known; on another screen it is not.
        try browser.open(lane.address + "/")
        try browser.wait(until: "!document.getElementById('setup').hidden")
        #expect(try browser.text("#size-words").hasPrefix("This screen has been measured"))
        try browser.screen(width: 1_280, height: 720, scale: 1)
        try browser.wait(
            until: "document.getElementById('size-words').innerText.includes('not been measured')")
        // In a test it hides the letters, since nobody knows their size.
        try browser.screen(width: 1_000, height: 800, scale: 2)
        try lane.show(.letters([.c, .d], LogMAR(0.5), at: .fourMetres), in: browser)
        #expect(try browser.holds("document.querySelectorAll('#chart path').length === 2"))
        try browser.screen(width: 1_280, height: 720, scale: 1)
        try browser.wait(until: "document.querySelectorAll('#chart path').length === 0")
        #expect(try browser.text("#prompt").hasPrefix("The screen has changed."))
    }

    @Test(
        "Browser zoom changes neither the measurement nor the size of letters")
    func zoom() throws {
        let browser = try Browser(width: 1_280, height: 800, isWhole: true)
        let lane = try Lane()
        try lane.open(browser, pixelsPerMillimetre: 4)
        let size = LogMAR(0.4).letterHeightInMillimetres(at: .fourMetres) * 4
        for zoom in [1, 2, 1.5, 0.9] {
            try browser.zoom(zoom)
            try browser.open(lane.address + "/")
            try browser.wait(until: "!document.getElementById('setup').hidden")
            #expect(abs(try browser.number("devicePixelRatio") - zoom) < 0.01)
            #expect(try browser.text("#size-words").hasPrefix("This screen has been measured"))
            lane.pages.show(.letters([.k, .h], LogMAR(0.4), at: .fourMetres))
            try browser.wait(until: "!document.getElementById('test').hidden")
            try browser.wait(until: "document.querySelectorAll('#chart path').length === 2")
            // Pixels of the screen, as the browser lays it out.
            let height = try browser.number(
                "document.querySelector('#chart path').getBoundingClientRect().height"
                    + " * devicePixelRatio")
            #expect(abs(height - size) < 0.5, "\(height) instead of \(size) at \(zoom)")
            lane.pages.show(.waiting(eye: .right, distance: .fourMetres, chooses: false))
        }
    }

    @Test("The largest size of single optotypes fits the screen with crowding bars")
    func largestAlone() throws {
        let browser = try Browser(width: 1_000, height: 700)
        let lane = try Lane(
            .waiting(
                eye: .right, distance: .fourMetres, chooses: false,
                offers: StartFormOptions(areAlone: true)))
        try lane.open(browser, pixelsPerMillimetre: 3.7)
        try browser.open(lane.address + "/")
        try browser.wait(until: "!document.getElementById('setup').hidden")
        try browser.click("#begin")
        guard case .begin(let begin)? = lane.pages.nextRequest(within: 60) else {
            Issue.record("nobody began")
            return
        }
        // A person may sit much nearer than the distance they gave.
        for (index, metres) in [4, 1, 0.4, 6].enumerated() {
            let here = begin.at(try Distance(metres: metres))
            let presentation = Presentation(
                line: index + 1, size: here.range.largest, letters: [.q], optotypes: .landolt8)
            lane.pages.show(.line(presentation, at: here.distance))
            try browser.wait(
                until: "document.querySelector('[data-line=\"\(index + 1)\"]') !== null")
            try browser.wait(until: "document.querySelectorAll('#chart path').length === 2")
            let boxes = try browser.ink().boxes
            let height =
                (boxes.map(\.bottom).max() ?? 0) - (boxes.map(\.top).min() ?? 0) + 1
            let room = try browser.number(
                "document.getElementById('chart').getBoundingClientRect().height * devicePixelRatio"
            )
            #expect(abs(Double(height) - room) <= 2, "\(height) of \(room) at \(metres) m")
        }
    }

    @Test("The smallest size offered can be shown on screens with fine pixels")
    func smallestOffered() throws {
        let view = PatientView.waiting(
            eye: .right, distance: .fortyCentimetres, chooses: false,
            offers: StartFormOptions(areAlone: true))
        let browser = try Browser(width: 1_000, height: 700)
        let lane = try Lane(view)
        // Of these a millionth of a millimetre, rounded away, is more than a millionth of a pixel.
        for (index, density) in [10.4, 18.7, 21, 22, 27, 30].enumerated() {
            lane.pages.show(view)
            try lane.open(browser, pixelsPerMillimetre: density)
            try browser.open(lane.address + "/")
            try browser.wait(until: "!document.getElementById('setup').hidden")
            try browser.click("#begin")
            guard case .begin(let begin)? = lane.pages.nextRequest(within: 60) else {
                Issue.record("nobody began")
                return
            }
            let presentation = Presentation(
                line: index + 1, size: begin.range.smallest, letters: [.c])
            lane.pages.show(.line(presentation, at: begin.distance))
            try browser.wait(until: "document.getElementById('prompt').innerText !== ''")
            let drawn = try browser.number("document.querySelectorAll('#chart path').length")
            let words = try browser.text("#prompt")
            #expect(drawn == 2, "\(density) to the millimetre: \(words)")
        }
    }

    @Test("The page warns of a coarse or small screen, and uses the possible sizes")
    func limits() throws {
        let browser = try Browser(width: 1_000, height: 700)
        let lane = try Lane(
            .waiting(eye: .right, distance: .fourMetres, chooses: true))
        try lane.open(browser, pixelsPerMillimetre: 2)
        try browser.open(lane.address + "/")
        try browser.wait(until: "!document.getElementById('setup').hidden")
        // Ten pixels of 0.5 mm at 4 m: log10(2 atan(2.5 / 4000) / 5') = -0.066.
        #expect(try browser.text("#limits") == "")
        // At 40 cm the same letter subtends ten times as much.
        try browser.click("#presets button:nth-child(1)")
        #expect(
            try browser.text("#limits") == "Too coarse for a near test at 40 cm: this screen cannot"
                + " draw letters smaller than 20/200. Use a phone.")
        // 500 x 294 mm: single letters of 20/200 have 116 mm at 8 m, and 145 mm at 10 m.
        try browser.run("document.getElementById('distance').value = '2000';")
        try browser.run("document.getElementById('distance').dispatchEvent(new Event('input'));")
        #expect(
            try browser.text("#limits").hasPrefix("Too small at 20 m: this screen cannot show"))
        try browser.run(
            """
            const input = document.getElementById('distance');
            input.value = '20';
            input.dispatchEvent(new Event('input'));
            """)
        #expect(
            try browser.text("#limits").contains("this screen cannot show any line of the chart"))
        #expect(try browser.holds("document.getElementById('begin').disabled"))
        try browser.click("#presets button:nth-child(3)")
        try browser.run("document.forms.choices.eyes.value = 'left';")
        try browser.click("#begin")
        guard case .begin(let begin)? = lane.pages.nextRequest(within: 60) else {
            Issue.record("nobody began")
            return
        }
        #expect(begin.distance.metres == 3)
        #expect(begin.eyes == [.left])
        #expect(begin.isCalibrated)
        #expect(begin.pixelsPerMillimetre == 2)
        // 1,000 pixels: five letters of 50 mm with their gaps. Those of 20/200 have 44 mm at 3 m, 58 at 4.
        #expect(begin.width == 500)
        #expect(begin.showsAtOnce(Chart(.one).lines[0]))
        #expect(!begin.at(.fourMetres).showsAtOnce(Chart(.one).lines[0]))
        #expect(begin.at(.fourMetres).showsAtOnce(Chart(.one).lines[1]))
        #expect(abs(begin.range.smallest.value - 0.059) < 0.001)
    }

    @Test("A test begun on a measured screen stops at an unmeasured one")
    func unmeasuredAfterLoading() throws {
        let browser = try Browser(width: 1_000, height: 700)
        let lane = try Lane()
        try lane.open(browser, pixelsPerMillimetre: 3)
        try browser.click("#begin")
        let letters = PatientView.letters([.k, .c], LogMAR(0.8), at: .fourMetres)
        guard case .begin? = lane.pages.nextRequest(within: 60) else {
            Issue.record("nobody began")
            return
        }
        try lane.show(letters, in: browser)
        #expect(try browser.ink().boxes.count == 2)
        // This simulates another device, whose screen is unknown.
        try browser.run("localStorage.clear();")
        try browser.open(lane.address + "/")
        try browser.wait(until: "!document.getElementById('test').hidden")
        #expect(try browser.number("document.querySelectorAll('#chart path').length") == 0)
        #expect(try browser.text("#prompt").hasPrefix("The screen has changed."))
    }
}
