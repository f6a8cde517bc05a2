import Acuity
import Audio
import Dialogue
import Foundation
import TestBrowser
import TestTraits
import Testing

@testable import TestPages

/// A microphone or a camera of the page that ends in a test: the page says why, and starts it again.
@Suite("A lost device of the page", .listening)
struct LostDeviceTests {
    private static let notice = "document.getElementById('microphone-notice')"

    /// A page in a test, heard through a real browser's fake microphone.
    private func heard() throws -> (Browser, Lane, PageMicrophone) {
        let lane = try Lane(
            .waiting(eye: .right, distance: .fourMetres, chooses: true),
            device: PageDevice(hears: true))
        let browser = try Browser(
            width: 500, height: 900,
            flags: [
                "--use-fake-device-for-media-stream",
                "--autoplay-policy=no-user-gesture-required",
            ])
        try browser.devTools(
            "Page.addScriptToEvaluateOnNewDocument",
            [
                "source": """
                const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
                window.refusal = null;
                window.tries = 0;
                navigator.mediaDevices.getUserMedia = async (wanted) => {
                  window.tries += 1;
                  if (window.refusal) throw new DOMException('', window.refusal);
                  window.stream = await ask(wanted);
                  return window.stream;
                };
                window.lose = () => {
                  for (const track of stream.getTracks()) {
                    track.stop();
                    track.dispatchEvent(new Event('ended'));
                  }
                };
                """
            ])
        try browser.permit("microphone", "granted", for: lane.address)
        try lane.open(browser, pixelsPerMillimetre: 15)
        let microphone = try #require(lane.pages.device.sound).open()
        try browser.go(to: "sound")
        try browser.click("#microphone-try")
        try state("on", in: browser)
        lane.pages.show(.letters([.k], LogMAR(0.8), at: .fourMetres))
        try browser.wait(until: "!document.getElementById('test').hidden")
        return (browser, lane, microphone)
    }

    private func state(_ state: String, in browser: Browser) throws {
        try browser.wait(until: "document.documentElement.dataset.microphone === '\(state)'")
    }

    /// Waits for an event of the microphone, through whatever comes before it.
    private func wait(for event: CaptureEvent, of microphone: PageMicrophone) -> Bool {
        Waiting.until { microphone.hasNews(within: 0.1) && microphone.next() == event }
    }

    @Test("A microphone that ends during a test is reported lost, and restarts by itself")
    func microphoneEnds() throws {
        let (browser, lane, microphone) = try heard()
        defer { lane.cut() }
        try browser.run("window.refusal = 'NotReadableError'; window.lose();")
        try state("busy", in: browser)
        #expect(try browser.text("#microphone-notice").contains("in use by another program"))
        #expect(wait(for: .lost(reason: "the page sends no sound"), of: microphone))
        // Nothing can be heard meanwhile; the page keeps trying.
        let tries = try browser.number("window.tries")
        try browser.wait(until: "window.tries > \(tries)")
        #expect(!microphone.hasNews(within: 0))
        try browser.run("window.refusal = null;")
        try state("on", in: browser)
        #expect(wait(for: .returned, of: microphone))
        try browser.wait(until: "\(Self.notice).hidden")
    }

    @Test("A button restarts the microphone; a new device is used at once", .long)
    func microphoneByHand() throws {
        let (browser, lane, microphone) = try heard()
        defer { lane.cut() }
        try browser.run("window.refusal = 'NotAllowedError'; window.lose();")
        try state("denied", in: browser)
        #expect(wait(for: .lost(reason: "the page sends no sound"), of: microphone))
        #expect(try browser.text("#microphone-notice").contains("blocked"))
        #expect(try browser.text("#microphone-notice button") == "Use the microphone again")
        // A blocked microphone is not asked for over and over.
        let tries = try browser.number("window.tries")
        try browser.run("navigator.mediaDevices.dispatchEvent(new Event('devicechange'));")
        #expect(try browser.number("window.tries") == tries)
        try browser.run("window.refusal = null;")
        try browser.click("#microphone-notice button")
        try state("on", in: browser)
        #expect(wait(for: .returned, of: microphone))
        try browser.run("window.refusal = 'NotFoundError'; window.lose();")
        try state("missing", in: browser)
        #expect(wait(for: .lost(reason: "the page sends no sound"), of: microphone))
        // Late in the row of tries the pauses are long: the event does not wait for them.
        try browser.wait(until: "window.tries > \(tries) + 4")
        try browser.run(
            """
            window.refusal = null;
            navigator.mediaDevices.dispatchEvent(new Event('devicechange'));
            """)
        try state("on", in: browser)
        #expect(wait(for: .returned, of: microphone))
    }

    @Test("A permission that is withdrawn and restored is noticed without a click")
    func permission() throws {
        let (browser, lane, microphone) = try heard()
        try browser.permit("microphone", "denied", for: lane.address)
        try browser.run("if (stream.active) window.lose();")
        try state("denied", in: browser)
        #expect(wait(for: .lost(reason: "the page sends no sound"), of: microphone))
        try browser.permit("microphone", "granted", for: lane.address)
        try state("on", in: browser)
        #expect(wait(for: .returned, of: microphone))
    }

    @Test("A lost camera is explained in the test and on the page, and returns", .long)
    func camera() throws {
        let (lane, browser) = try FakeCamera.lane()
        try browser.calibrateDistance()
        try FakeCamera.place(40, in: browser)
        try browser.wait(until: "!document.getElementById('live-use').disabled")
        try browser.click("#live-use")
        let device = lane.pages.device
        device.follow(
            from: DistanceWatch.Measured(
                distance: try Distance(metres: 0.4), deviation: 0.02))
        lane.pages.show(.letters([.k], LogMAR(0.8), at: .fourMetres))
        #expect(Waiting.until { device.distanceTrouble == nil })
        for (error, words) in [
            ("NotReadableError", "Another program uses the camera. Please close that program."),
            ("NotFoundError", "No camera is connected. Please connect it."),
            (
                "NotAllowedError",
                "The camera is blocked. Allow it for this page in the settings of the browser."
            ),
        ] {
            try FakeCamera.refuse(error, in: browser)
            try FakeCamera.unplug(in: browser)
            #expect(Waiting.until { device.distanceTrouble == words }, "\(error)")
            try browser.wait(until: "!document.getElementById('camera-notice').hidden")
            try FakeCamera.refuse(nil, in: browser)
            // Blocked it waits for the person, otherwise it comes back by itself.
            if error == "NotAllowedError" { try browser.click("#camera-notice button") }
            #expect(Waiting.until { device.distanceTrouble == nil }, "\(error)")
            try browser.wait(until: "document.getElementById('camera-notice').hidden")
        }
    }

    @Test(
        "An eye finder that does not load is explained in the test, and can be started again",
        .long,
        arguments: [
            "super(isBroken ? '/nowhere.js' : address, options);",
            """
            super(address, options);
            if (isBroken) setTimeout(() => this.onmessage({ data: { type: 'failed' } }));
            """,
        ])
    func finder(_ start: String) throws {
        let (lane, browser) = try FakeCamera.lane(isPermitted: true)
        try browser.calibrateDistance()
        try FakeCamera.place(40, in: browser)
        try browser.wait(until: "!document.getElementById('live-use').disabled")
        try browser.click("#live-use")
        let device = lane.pages.device
        device.follow(
            from: DistanceWatch.Measured(
                distance: try Distance(metres: 0.4), deviation: 0.02))
        lane.pages.show(.letters([.k], LogMAR(0.8), at: .fourMetres))
        #expect(Waiting.until { device.distanceTrouble == nil })
        try browser.devTools(
            "Page.addScriptToEvaluateOnNewDocument",
            [
                "source": """
                window.isBroken = true;
                const Finder = Worker;
                window.Worker = class extends Finder {
                  constructor(address, options) { \(start) }
                };
                """
            ])
        try browser.open(lane.address + "/")
        try browser.wait(until: "document.getElementById('camera-notice')?.hidden === false")
        let words = "The camera cannot be started. Please call for help."
        #expect(Waiting.until { device.distanceTrouble == words })
        try browser.run("window.isBroken = false;")
        try FakeCamera.place(40, in: browser)
        try browser.click("#camera-notice button")
        #expect(Waiting.until { device.distanceTrouble == nil })
        try browser.wait(until: "document.getElementById('camera-notice').hidden")
    }
}
