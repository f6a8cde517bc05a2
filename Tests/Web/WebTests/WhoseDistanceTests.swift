import Acuity
import Dialogue
import Foundation
import TestBrowser
import TestTraits
import Testing

@testable import TestPages

/// A distance is measured for one person: another face is not, and a calibration has an owner.
@Suite("Whose distance is measured", .listening)
struct WhoseDistanceTests {
    private func page() throws -> (Browser, Lane) {
        let (lane, browser) = try FakeCamera.lane(isPermitted: true)
        return (browser, lane)
    }

    /// Types a name into the form.
    private func name(_ name: String, in browser: Browser) throws {
        try browser.run("document.getElementById('person').value = '\(name)';")
    }

    private func openSheet(_ browser: Browser) throws {
        try browser.go(to: "distance")
        try browser.click("#live-open")
        try browser.wait(
            until: """
                document.querySelector('#live .camera').dataset.state === 'on'
                  && (!document.getElementById('live-capture').hidden
                      && !document.getElementById('live-capture').disabled
                    || !document.getElementById('live-use').hidden)
                """)
    }

    private func isHidden(_ id: String, in browser: Browser) throws -> Bool {
        try browser.holds("document.getElementById('\(id)').hidden")
    }

    @Test("A calibration belongs to a person, without their name")
    func owner() throws {
        let (browser, lane) = try page()
        try name("Ada Lovelace", in: browser)
        try browser.calibrateDistance()
        try FakeCamera.place(40, in: browser)
        try browser.wait(until: "!document.getElementById('live-use').disabled")
        try browser.click("#live-use")
        // Another person does not begin with it.
        try name("Blaise", in: browser)
        try browser.go(to: "start")
        try browser.click("#begin")
        try browser.wait(until: "!document.getElementById('setup-trouble').hidden")
        #expect(try browser.text("#setup-error").contains("calibrated for another person"))
        #expect(lane.pages.nextRequest(within: 0) == nil)
        try openSheet(browser)
        #expect(try browser.text("#live-words").hasPrefix("This camera was calibrated for another"))
        #expect(try isHidden("live-use", in: browser) && isHidden("live-mine", in: browser))
        try browser.click("#live-leave")
        // The first one does, whatever the case of the name.
        try name("ada  lovelace", in: browser)
        try openSheet(browser)
        #expect(try !isHidden("live-use", in: browser))
        try browser.click("#live-leave")
        // Somebody without a name is asked.
        lane.pages.show(.result([], notes: [], date: "2026-01-31", chooses: true))
        try browser.wait(until: "!document.getElementById('result').hidden")
        lane.pages.show(.waiting(eye: .right, distance: .fourMetres, chooses: true))
        try browser.wait(until: "!document.getElementById('setup').hidden")
        try name("", in: browser)
        try openSheet(browser)
        #expect(try browser.text("#live-words").hasPrefix("This camera was calibrated before"))
        #expect(try isHidden("live-use", in: browser))
        try browser.click("#live-mine")
        try browser.wait(until: "!document.getElementById('live-use').hidden")
        #expect(
            try browser.holds(
                """
                !/lovelace/i.test(JSON.stringify({ ...localStorage, ...sessionStorage }))
                """))
    }

    @Test("The pupil distance of one person does not change the calibration of the next")
    func pupils() throws {
        let (browser, lane) = try page()
        try name("Ada Lovelace", in: browser)
        try browser.calibrateDistance()
        try browser.run("document.getElementById('live-pupils').value = '70';")
        try browser.wait(until: "!document.getElementById('live-use').disabled")
        try browser.click("#live-use")
        lane.pages.show(.result([], notes: [], date: "2026-01-31", chooses: true))
        try browser.wait(until: "!document.getElementById('result').hidden")
        lane.pages.show(.waiting(eye: .right, distance: .fourMetres, chooses: true))
        try browser.wait(until: "!document.getElementById('setup').hidden")
        try name("Blaise", in: browser)
        try openSheet(browser)
        #expect(try browser.holds("document.getElementById('live-pupils').value === ''"))
    }

    @Test("Of two faces the one in the earlier place is measured, eye covered or not")
    func otherFace() throws {
        let (browser, lane) = try page()
        try browser.calibrateDistance()
        try FakeCamera.place(40, in: browser)
        try browser.wait(
            until: "Math.abs(document.documentElement.dataset.distance - 0.407) < 0.016")
        try browser.click("#live-use")
        let device = lane.pages.device
        device.follow(
            from: DistanceWatch.Measured(
                distance: try Distance(metres: 0.407), deviation: 0.02))
        lane.pages.show(.letters([.k], LogMAR(0.8), at: .fourMetres))
        #expect(Waiting.until { device.distanceTrouble == nil })
        try browser.run(
            """
            window.measured = [];
            window.unmeasured = 0;
            new MutationObserver(() => {
              const metres = document.documentElement.dataset.distance;
              if (metres) window.measured.push(Number(metres));
              else window.unmeasured += 1;
            }).observe(document.documentElement, { attributeFilter: ['data-distance'] });
            """)
        try FakeCamera.placeOther(65, in: browser)
        try FakeCamera.place(40, covering: "left", in: browser)
        try browser.wait(until: "window.measured.length > 20")
        try FakeCamera.place(38, covering: "left", in: browser)
        try browser.wait(until: "window.measured.length > 40")
        let far = try browser.number("Math.max(...window.measured)")
        #expect(far < 0.5, "\(far) m was measured")
        // The other one stays alone, and is not measured; the first one returns, and is.
        try FakeCamera.place(nil, in: browser)
        try browser.wait(until: "document.documentElement.dataset.distance === ''")
        try browser.run("window.measured = []; window.unmeasured = 0;")
        try browser.wait(until: "window.unmeasured > 40")
        #expect(try browser.holds("window.measured.length === 0"))
        try FakeCamera.place(38, covering: "left", in: browser)
        try browser.wait(until: "window.measured.length > 20")
        let returned = try browser.number("Math.max(...window.measured)")
        #expect(returned < 0.5, "\(returned) m was measured")
    }
}
