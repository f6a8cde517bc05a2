import Acuity
import Audio
import FliteVoice
import Foundation
import SimulatedPatient
import TestBrowser
import TestTraits
import Testing

@testable import TestPages

/// The microphone of the page: from the sound in a browser to a result.
@Suite("The microphone of the page", .listening)
struct PageMicrophoneTests {
    private func piece(_ first: Int, _ count: Int, capture: String = "a") -> SoundPiece {
        SoundPiece(
            capture: capture, first: first, samples: (first..<first + count).map { Float($0) })
    }

    private func events(of microphone: PageMicrophone) -> [CaptureEvent] {
        var events: [CaptureEvent] = []
        while microphone.hasNews(within: 0), let event = microphone.next() { events.append(event) }
        return events
    }

    private func sound(_ samples: Range<Int>) -> CaptureEvent {
        .sound(AudioChunk(samples: samples.map { Float($0) }, sampleRate: 16_000))
    }

    @Test("Missing samples are counted, and samples sent twice are dropped")
    func sequence() {
        let sound = PageSound()
        sound.take(piece(0, 160))
        let microphone = sound.open()
        sound.take(piece(160, 160))
        sound.take(piece(240, 160))
        sound.take(piece(1_600, 160))
        sound.take(piece(1_600, 160))
        #expect(
            events(of: microphone) == [
                self.sound(160..<320), self.sound(320..<400), .dropped(seconds: 0.075),
                self.sound(1_600..<1_760),
            ])
        // The page was loaded again.
        sound.take(piece(500, 160, capture: "b"))
        #expect(events(of: microphone) == [.overrun(count: 1), self.sound(500..<660)])
        #expect(sound.isHeard)
        microphone.stop()
        #expect(microphone.next() == nil && microphone.hasNews(within: 0))
    }

    @Test("A silent page is lost, and returns with its next sound")
    func lost() {
        let sound = PageSound()
        #expect(!sound.isHeard)
        let microphone = sound.open()
        sound.take(piece(0, 160))
        _ = microphone.next()
        #expect(microphone.next() == .lost(reason: "the page sends no sound"))
        #expect(!microphone.hasNews(within: 0) && !sound.isHeard)
        sound.take(piece(160, 160))
        #expect(events(of: microphone) == [.returned, self.sound(160..<320)])
        #expect(microphone.tally.losses == 1)
    }

    @Test("Sound without a session, of half a sample or without numbers is refused")
    func refused() throws {
        let lane = try Lane(device: PageDevice(hears: true))
        func status(_ query: String, _ body: String, to lane: Lane) throws -> Int {
            try RawConnection.exchange(
                port: lane.port, "POST", "/sound?\(query)",
                headers: ["Origin": lane.address, "Sec-Fetch-Site": "same-origin"], body: body
            ).status
        }
        #expect(try status("capture=a&first=0", "abcd", to: lane) == 401)
        let session = try lane.session()
        #expect(try status("session=\(session)&capture=a&first=0", "abcd", to: lane) == 200)
        #expect(try status("session=\(session)&capture=a&first=0", "abc", to: lane) == 400)
        #expect(try status("session=\(session)&capture=a&first=-1", "abcd", to: lane) == 400)
        #expect(try status("session=\(session)&first=0", "abcd", to: lane) == 400)
        let deaf = try Lane()
        let other = try deaf.session()
        #expect(try status("session=\(other)&capture=a&first=0", "abcd", to: deaf) == 409)
    }

    @Test("A browser's microphone is sent without the processing made for calls")
    func realCapture() throws {
        let lane = try Lane(
            .waiting(eye: .right, distance: .fourMetres, chooses: true),
            device: PageDevice(hears: true))
        let browser = try Browser(
            width: 500, height: 900, flags: ["--use-fake-device-for-media-stream"])
        try browser.open(lane.address + "/")
        try browser.wait(until: "document.getElementById('microphone-try')")
        try browser.permit("microphone", "denied", for: lane.address)
        try browser.go(to: "sound")
        try browser.click("#microphone-try")
        try browser.wait(until: "document.documentElement.dataset.microphone === 'denied'")
        #expect(try browser.text("#microphone-words").contains("blocked"))
        // No test begins without sound.
        try browser.go(to: "start")
        try browser.click("#begin")
        try browser.wait(until: "!document.getElementById('setup-trouble').hidden")
        #expect(try browser.text("#setup-error").contains("blocked"))
        try browser.go(to: "sound")
        try browser.run(
            """
            const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
            navigator.mediaDevices.getUserMedia = async (wanted) => {
              const stream = await ask(wanted);
              window.settings = stream.getAudioTracks()[0].getSettings();
              return stream;
            };
            """)
        let microphone = try #require(lane.pages.device.sound).open()
        // It is noticed without another click.
        try browser.permit("microphone", "granted", for: lane.address)
        try browser.wait(until: "document.documentElement.dataset.microphone === 'on'")
        #expect(
            try browser.holds(
                """
                !settings.echoCancellation && !settings.noiseSuppression
                  && !settings.autoGainControl
                """))
        var samples: [Float] = []
        while samples.count < 32_000 {
            // On a busy machine the browser falls silent for a while, and the page counts as lost.
            try #require(microphone.hasNews(within: 120), "The page sends no sound.")
            if case .sound(let chunk) = try #require(microphone.next()) { samples += chunk.samples }
        }
        // The fake device beeps.
        #expect(samples.max() ?? 0 > 0.1)
        #expect(microphone.tally.droppedSeconds == 0)
    }

    @Test("A single phone runs a near test with camera and microphone", .long)
    func wholeCourse() throws {
        let lane = try PageVoiceLane([
            "serve", "--events", "--procedure", "near", "--voice", "off", "--no-warm-up",
            "--start", "20/80", "--microphone", "page",
        ])
        let browser = lane.browser
        try browser.run("document.querySelector('#eyes input[value=both]').click();")
        try browser.calibrateDistance()
        try FakeCamera.place(40, in: browser)
        try browser.wait(
            until: "Math.abs(document.documentElement.dataset.distance - 0.407) < 0.016")
        try browser.click("#live-use")
        try browser.devTools(
            "DeviceOrientation.setDeviceOrientationOverride",
            ["alpha": 0, "beta": 80, "gamma": 0])
        try browser.go(to: "start")
        try browser.click("#guide-open")
        let next = "!document.getElementById('guide-next').disabled"
        try browser.wait(until: next)
        try browser.click("#guide-next")
        try browser.wait(until: "document.getElementById('guide').dataset.step === 'face'")
        try browser.wait(until: next)
        try browser.click("#guide-next")
        let result = try lane.read(as: LogMAR(0.4))
        #expect(result.complete == true)
        #expect(abs(try #require(result.score?.logMAR) - 0.4) <= 0.2)
        let viewing = try #require(result.setup?.viewing)
        #expect(viewing.metres.allSatisfy { abs($0 - 0.407) < 0.016 }, "\(viewing.metres)")
        #expect((0.01...0.04).contains(viewing.deviation))
        // Each answer has its own distance, too.
        #expect(lane.answered.count >= viewing.metres.count)
        #expect(lane.answered.allSatisfy { abs(($0 ?? 0) - 0.407) < 0.016 }, "\(lane.answered)")
        try browser.wait(until: "!document.getElementById('result').hidden")
        #expect(
            try browser.holds(
                "document.getElementById('result-notes').textContent.includes('The camera measured')"
            ))
        lane.aloud.interrupt()
    }

    @Test("A single phone at 40 cm runs a whole spoken near test", .long)
    func nearTest() throws {
        let lane = try PageVoiceLane([
            "test", "--display", "web", "--events", "--procedure", "near", "--distance", "40cm",
            "--eye", "both", "--seed", "7", "--start", "20/80", "--microphone", "page",
        ])
        try lane.browser.click("#begin")
        let result = try lane.read(as: LogMAR(0.4))
        #expect(result.complete == true)
        let measured = try #require(result.score?.logMAR)
        // Chance moves such a short test by a line and more; a hearing error by a letter.
        #expect(abs(measured - 0.4) <= 0.2, "measured \(measured)")
        #expect(lane.aloud.end() == 0)
        try lane.browser.wait(until: "!document.getElementById('result').hidden")
        #expect(try lane.browser.holds("document.documentElement.dataset.microphone === 'off'"))
    }
}
