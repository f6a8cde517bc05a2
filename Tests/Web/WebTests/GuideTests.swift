import Acuity
import EyeFinder
import Foundation
import TestBrowser
import TestPages
import TestTraits
import Testing

/// The setup guide: its state machine, and its sheet with a tilted device and a fake camera.
@Suite("The setup guide", .listening)
struct GuideTests {
    /// Runs events through the state machine; gives a member of the last state after each.
    private func run(_ events: String, _ member: String, in browser: Browser) throws -> String {
        try browser.run(
            """
            return import('/guide-machine.js').then(({ next, start, tiltOf, miss }) => {
              const tilt = (tilt, at) => ({ type: 'tilt', tilt, at });
              const face = (found) => ({ type: 'face', found });
              const camera = (camera) => ({ type: 'camera', camera });
              const go = { type: 'next' };
              let state = start;
              return [\(events)].map((event) => {
                state = next(state, event);
                return String(\(member));
              }).join(' ');
            });
            """) as? String ?? ""
    }

    @Test("The state machine obeys every rule of the guide")
    func machine() throws {
        let browser = try Browser(width: 500, height: 500)
        let lane = try Lane()
        try lane.open(browser, pixelsPerMillimetre: nil)
        func check(_ events: String, _ member: String, _ expected: String) throws {
            let result = try run(events, member, in: browser)
            #expect(result == expected, "\(events)")
        }
        // The angle counts after three seconds within it, from its first moment on.
        try check(
            "tilt(69, 0), tilt(70, 1), tilt(110, 3.9), tilt(90, 4), tilt(90, 5)", "state.canGoOn",
            "false false false true true")
        // A moment outside begins the count again.
        try check(
            "tilt(80, 0), tilt(80, 2), tilt(113, 2.5), tilt(80, 3), tilt(80, 5), tilt(80, 6)",
            "state.canGoOn", "false false false false false true")
        try check("tilt(80, 0), tilt(80, 1.5)", "state.held", "0 0.5")
        // A hand trembles: what was within the range may leave it a little, and only then.
        try check(
            "tilt(69, 0), tilt(71, 1), tilt(68.5, 2), tilt(69, 4), tilt(68.5, 5), tilt(67.9, 6),"
                + " tilt(68.5, 9)",
            "state.canGoOn", "false false false true true false false")
        try check(
            "tilt(80, 0), tilt(80, 3), go, tilt(111.5, 4), tilt(112.1, 5)", "state.step",
            "angle angle face face angle")
        // "Next" before the time has no effect.
        try check("tilt(80, 0), go, tilt(80, 3), go", "state.step", "angle angle angle face")
        // Three of the last five pictures.
        let toFace = "tilt(80, 0), tilt(80, 3), go, camera('on'), "
        try check(
            toFace
                + "face(true), face(true), face(false), face(true), face(false), face(false), go",
            "state.canGoOn",
            "false true false false false false false true true false false")
        try check(
            toFace + "face(true), face(true), face(true), go", "state.step",
            "angle angle face face face face face done")
        // Ten seconds without a face lead past it, by the word as well.
        func time(_ seconds: Double) -> String { "{ type: 'time', at: \(seconds) }" }
        try check(
            toFace + "\(time(20)), face(false), \(time(29.9)), \(time(30)), go",
            "`${state.isTooLong}-${state.step}`",
            "false-angle false-angle false-face false-face false-face false-face false-face"
                + " true-face true-done")
        try check(
            toFace
                + "\(time(20)), face(true), face(true), face(true), \(time(31)), face(false),"
                + " face(false), face(false), \(time(32)), \(time(41))",
            "state.isTooLong", Array(repeating: "false", count: 14).joined(separator: " "))
        // A lost camera takes the face with it.
        try check(
            toFace + "face(true), face(true), face(true), camera('ended')", "state.canGoOn",
            "false true false false false false true false")
        // Leaving the angle while the face is awaited: back, with the reason until it is right.
        try check(
            toFace + "tilt(60, 9), tilt(50, 10), tilt(80, 11), tilt(80, 13.9), tilt(80, 14)",
            "`${state.step}-${state.cameBack}`",
            "angle-false angle-false face-false face-false angle-true angle-true angle-true"
                + " angle-true angle-false")
        // No sensor: the face is the only step, and nothing leads back from it.
        try check(
            "{ type: 'noSensor' }, camera('denied'), camera('on'), face(true), face(true),"
                + " face(true), { type: 'back' }, go",
            "state.step", "face face face face face face face done")
        // A sensor that works after all.
        try check("{ type: 'noSensor' }, tilt(20, 1)", "state.step", "face angle")
        try check(toFace + "{ type: 'back' }", "state.step", "angle angle face face angle")
    }

    @Test("The tilt follows the screen, however the device is turned")
    func tilt() throws {
        let browser = try Browser(width: 500, height: 500)
        let lane = try Lane()
        try lane.open(browser, pixelsPerMillimetre: nil)
        let tilts = try browser.run(
            """
            return import('/guide-machine.js').then(({ tiltOf }) => [
              [0, 0], [90, 0], [0, 90], [0, -90], [45, 0], [180, 0], [-90, 0], [110, 0],
            ].map(([beta, gamma]) => Math.round(tiltOf({ beta, gamma }))).join(' '));
            """)
        #expect(tilts as? String == "0 90 90 90 45 180 90 110")
        // A tilt outside the range is never shown as one within it.
        let shown = try browser.run(
            """
            return import('/guide-machine.js').then(({ shownTilt }) =>
              [69.6, 69.99, 70, 70.4, 109.6, 110, 110.3].map(shownTilt).join(' '));
            """)
        #expect(shown as? String == "69 69 70 70 110 110 111")
    }

    private func tilt(_ browser: Browser, to beta: Double) throws {
        try browser.devTools(
            "DeviceOrientation.setDeviceOrientationOverride",
            ["alpha": 0, "beta": beta, "gamma": 0])
    }

    private func guide(tilt beta: Double?) throws -> (browser: Browser, lane: Lane) {
        let lane = try Lane(
            .waiting(eye: .right, distance: .fourMetres, chooses: true),
            device: PageDevice(eyeNets: EyeFinder.nets))
        let browser = try Browser(width: 500, height: 844, isWhole: true)
        try browser.screen(width: 390, height: 844, scale: 2)
        try FakeCamera.install(in: browser)
        try lane.open(browser, pixelsPerMillimetre: nil)
        if let beta { try tilt(browser, to: beta) }
        try browser.go(to: "start")
        try browser.click("#guide-open")
        return (browser, lane)
    }

    @Test("The guide leads from tilt to face, back after a move, and into the test")
    func course() throws {
        let (browser, lane) = try guide(tilt: 30)
        try browser.wait(until: "document.getElementById('guide-words').innerText.includes('30°')")
        try tilt(browser, to: 69.7)
        try browser.wait(until: "document.getElementById('guide-words').innerText.includes('69°')")
        #expect(try browser.text("#guide-words").hasPrefix("Tilt it up"))
        #expect(try browser.holds("document.getElementById('guide-next').disabled"))
        try tilt(browser, to: 85)
        let next = "!document.getElementById('guide-next').disabled"
        try browser.wait(until: next)
        try browser.click("#guide-next")
        #expect(try browser.text("#guide-title") == "Face the camera")
        #expect(lane.pages.device.guide == .face)
        try browser.click(".camera button")
        try browser.wait(
            until: "document.querySelector('.camera').dataset.state === 'on'")
        #expect(try browser.holds("document.getElementById('guide-next').disabled"))
        // The device is moved.
        try tilt(browser, to: 130)
        try browser.wait(until: "document.getElementById('guide').dataset.step === 'angle'")
        #expect(try browser.text("#guide-back") == "The device was moved. Set the angle again.")
        #expect(Waiting.until { lane.pages.device.guide == .angleAgain })
        try tilt(browser, to: 75)
        try browser.wait(until: next)
        #expect(try browser.text("#guide-back") == "")
        // By voice.
        lane.pages.device.goOnInGuide()
        lane.pages.tellDevice()
        try browser.wait(until: "document.getElementById('guide').dataset.step === 'face'")
        if try browser.holds("document.querySelector('.camera').dataset.state !== 'on'") {
            try browser.click(".camera button")
        }
        try FakeCamera.place(40, in: browser)
        try browser.wait(until: next)
        #expect(try browser.text("#guide-words").hasPrefix("Your face is in the picture"))
        try browser.click("#guide-next")
        guard case .begin = lane.pages.nextRequest(within: 60) else {
            Issue.record("the test does not begin")
            return
        }
        #expect(Waiting.until { lane.pages.device.guide == .closed })
    }

    @Test("The guide skips the tilt without a sensor, and needs no camera")
    func withoutSensor() throws {
        let (browser, lane) = try guide(tilt: nil)
        try browser.wait(until: "document.getElementById('guide').dataset.step === 'face'")
        #expect(try browser.text("#guide-note").contains("no tilt sensor"))
        #expect(try browser.text("#guide-step") == "")
        try browser.run(
            """
            navigator.mediaDevices.getUserMedia = async () => {
              throw new DOMException('', 'NotFoundError');
            };
            """)
        try browser.click(".camera button")
        try browser.wait(
            until: "document.querySelector('.camera').dataset.state === 'missing'")
        #expect(try browser.text(".camera-words").hasPrefix("No camera was found"))
        #expect(try browser.text(".camera button") == "Try again")
        try browser.click("#guide-without")
        guard case .begin = lane.pages.nextRequest(within: 60) else {
            Issue.record("the test does not begin")
            return
        }
    }

    @Test("Escape goes back a step, then to the start form")
    func escape() throws {
        let (browser, _) = try guide(tilt: 85)
        try browser.wait(until: "!document.getElementById('guide-next').disabled")
        try browser.click("#guide-next")
        try browser.wait(until: "document.getElementById('guide').dataset.step === 'face'")
        try browser.press("Escape")
        try browser.wait(until: "document.getElementById('guide').dataset.step === 'angle'")
        #expect(try browser.text("#guide-back") == "")
        try browser.press("Escape")
        try browser.wait(until: "!document.getElementById('setup').hidden")
        #expect(try browser.holds("document.getElementById('setup').dataset.step === 'start'"))
    }

    @Test("Without a face the test can begin after ten seconds", .long)
    func withoutFace() throws {
        let (browser, lane) = try guide(tilt: nil)
        try browser.wait(until: "document.getElementById('guide').dataset.step === 'face'")
        try browser.click("#guide .camera button")
        try browser.wait(until: "document.querySelector('.camera').dataset.state === 'on'")
        #expect(try browser.holds("document.getElementById('guide-without').hidden"))
        try browser.wait(until: "!document.getElementById('guide-without').hidden")
        #expect(try browser.text("#guide-words").hasPrefix("No face was found"))
        // A face that comes after all is taken.
        try FakeCamera.place(40, in: browser)
        try browser.wait(until: "!document.getElementById('guide-next').disabled")
        try FakeCamera.place(nil, in: browser)
        try browser.wait(until: "!document.getElementById('guide-without').hidden")
        try browser.click("#guide-without")
        guard case .begin = lane.pages.nextRequest(within: 60) else {
            Issue.record("the test does not begin")
            return
        }
    }
}
