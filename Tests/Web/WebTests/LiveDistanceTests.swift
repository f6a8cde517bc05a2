import Acuity
import Dialogue
import Foundation
import TestBrowser
import TestTraits
import Testing
import WebServer

@testable import TestPages

/// The live distance: the rules of a test that follows it, and its measurement on a fake camera.
@Suite("The live distance", .listening)
struct LiveDistanceTests {
    private typealias Measured = DistanceWatch.Measured

    private func measured(_ metres: Double) throws -> Measured {
        Measured(distance: try Distance(metres: metres), deviation: 0.015)
    }

    private func watch(_ metres: Double) throws -> DistanceWatch {
        DistanceWatch(from: try measured(metres), at: .zero)
    }

    @Test("A test pauses a tenth beyond its range, and resumes after a second within it")
    func range() throws {
        var watch = try watch(0.4)
        watch.take(try measured(0.23), at: .seconds(1))
        #expect(watch.trouble(at: .seconds(1)) == nil)
        watch.take(try measured(0.22), at: .seconds(2))
        #expect(watch.trouble(at: .seconds(2))?.hasPrefix("Move back. You are 22 cm away") == true)
        watch.take(try measured(0.67), at: .seconds(3))
        #expect(watch.trouble(at: .seconds(3))?.hasPrefix("Come nearer.") == true)
        watch.take(try measured(0.5), at: .seconds(4))
        #expect(watch.trouble(at: .seconds(4)) == "Good. Stay there.")
        watch.take(try measured(0.5), at: .seconds(4.9))
        #expect(watch.trouble(at: .seconds(4.9)) != nil)
        watch.take(try measured(0.5), at: .seconds(5))
        #expect(watch.trouble(at: .seconds(5)) == nil)
        // From 1 to 4 m in a far test.
        var far = try self.watch(4)
        far.take(try measured(4.3), at: .seconds(1))
        #expect(far.trouble(at: .seconds(1)) == nil)
        far.take(try measured(0.8), at: .seconds(2))
        #expect(far.trouble(at: .seconds(2))?.contains("1.0 m to 4.0 m") == true)
    }

    @Test("A fixed distance outside of the usual ranges is right")
    func fixedRange() throws {
        for metres in [0.2, 0.7, 6] {
            for isFixed in [true, false] {
                var watch = DistanceWatch(
                    from: try measured(metres), isFixed: isFixed, at: .zero)
                #expect((watch.trouble(at: .seconds(1)) == nil) == isFixed, "\(metres) m")
            }
        }
    }

    @Test("With a fixed distance the camera is offered at the start, and the distance stays", .long)
    func fixed() throws {
        let (lane, browser) = try FakeCamera.lane(
            offers: StartFormOptions(isDistanceFixed: true))
        try browser.calibrateDistance(in: "start")
        try FakeCamera.place(50, in: browser)
        try browser.wait(until: "!document.getElementById('live-use').disabled")
        try browser.click("#live-use")
        try browser.wait(until: "!document.getElementById('begin').disabled")
        try browser.click("#begin")
        guard case .begin(let begin) = lane.pages.nextRequest(within: 60) else {
            Issue.record("the test does not begin")
            return
        }
        #expect(begin.followsDistance && begin.distance == .fourMetres)
        #expect(begin.fixed(at: .fourMetres).followsDistance)
        // Farther away the camera may not find a face.
        let far = try Distance(metres: 6)
        #expect(!begin.fixed(at: far).followsDistance)
        #expect(try browser.holds("!document.getElementById('live-open').hidden"))
        lane.pages.show(
            .waiting(
                eye: .right, distance: far, chooses: true,
                offers: StartFormOptions(isDistanceFixed: true)))
        try browser.wait(until: "document.getElementById('live-open').hidden")
    }

    @Test("A face that is lost for 1.5 s pauses the test")
    func lost() throws {
        var watch = try watch(0.4)
        watch.take(try measured(0.4), at: .seconds(1))
        watch.take(nil, at: .seconds(2.5))
        #expect(watch.trouble(at: .seconds(2.5)) == nil)
        #expect(watch.trouble(at: .seconds(2.6))?.hasPrefix("Your face cannot be seen") == true)
        watch.take(try measured(0.4), at: .seconds(3))
        #expect(watch.trouble(at: .seconds(3)) == "Good. Stay there.")
        #expect(watch.advice == "Good. Stay there.")
        watch.take(try measured(0.4), at: .seconds(4))
        #expect(watch.trouble(at: .seconds(4)) == nil)
    }

    @Test("Moving by more than 5 % for half a second asks for another letter, once")
    func moved() throws {
        var watch = try watch(0.4)
        func moved(to metres: Double? = nil, at seconds: Double) throws -> Bool {
            if let metres { watch.take(try measured(metres), at: .seconds(seconds)) }
            return watch.takeMove(at: .seconds(seconds))
        }
        watch.showsLetters()
        #expect(try !moved(to: 0.41, at: 1))
        #expect(try !moved(at: 9))
        #expect(try !moved(to: 0.43, at: 10))
        #expect(try !moved(at: 10.4))
        #expect(try moved(at: 10.5))
        // From here on the new place counts.
        #expect(try !moved(at: 11.5))
        #expect(try !moved(to: 0.4, at: 12))
        // Back in time.
        #expect(try !moved(to: 0.43, at: 12.3))
        #expect(try !moved(at: 13))
        #expect(try !moved(to: 0.4, at: 14))
        watch.showsLetters()
        #expect(try !moved(at: 15))
    }

    @Test("The wrong cover is announced after two seconds, briefly and rarely")
    func cover() throws {
        let here = try measured(0.4)
        var watch = DistanceWatch(of: .right, from: here, at: .zero)
        func trouble(_ covered: CoveredEyes?, at seconds: Double) -> String? {
            watch.take(here, covered: covered, at: .seconds(seconds))
            return watch.trouble(at: .seconds(seconds))
        }
        #expect(trouble(.left, at: 1) == nil)
        #expect(trouble(.right, at: 2) == nil)
        #expect(trouble(nil, at: 3) == nil)
        #expect(trouble(.right, at: 4) == "Your right eye is covered. Cover your left eye.")
        #expect(trouble(.right, at: 9) != nil)
        // The camera may be wrong: the test continues.
        #expect(trouble(.right, at: 10.5) == "Good. Stay there.")
        #expect(trouble(.right, at: 11.6) == nil)
        #expect(trouble(.neither, at: 12) == "No eye is covered. Cover your left eye.")
        #expect(trouble(.left, at: 13) == "Good. Stay there.")
        #expect(trouble(.left, at: 14.1) == nil)
    }

    @Test("A drawing shows how the sheet is held, with the length of what is held")
    func drawing() throws {
        let page = try FakeCamera.lane()
        let browser = page.browser
        try browser.go(to: "distance")
        try browser.click("#live-open")
        #expect(try browser.holds("document.getElementById('live-how').hidden"))
        try browser.click("#live .camera button")
        try browser.wait(until: "!document.getElementById('live-how').hidden")
        try browser.wait(until: "document.getElementById('live-drawing')")
        let length = "document.querySelector('#live-drawing text').textContent"
        #expect(try browser.holds("\(length) === '29.7 cm'"))
        #expect(try browser.number("document.getElementById('live-drawing').clientHeight") > 60)
        try browser.run(
            """
            const way = document.getElementById('live-way');
            way.value = 'ruler';
            way.dispatchEvent(new Event('change'));
            """)
        #expect(try browser.holds("\(length) === '40.0 cm'"))
        #expect(try browser.holds("document.documentElement.scrollWidth <= innerWidth"))
    }

    @Test("A calibration measures other distances, and letters follow them", .long)
    func measuring() throws {
        let (lane, browser) = try FakeCamera.lane()
        try browser.calibrateDistance()
        for centimetres in [30.0, 60, 50] {
            try FakeCamera.place(centimetres, in: browser)
            let expected = Self.toLetters(centimetres / 100)
            try browser.wait(
                until:
                    "Math.abs(document.documentElement.dataset.distance / \(expected) - 1) < 0.02")
        }
        try browser.click("#live-use")
        try browser.go(to: "start")
        try browser.click("#begin")
        guard case .begin(let begin) = lane.pages.nextRequest(within: 60) else {
            Issue.record("the test does not begin")
            return
        }
        #expect(begin.followsDistance)
        #expect(abs(begin.distance.metres - Self.toLetters(0.5)) < 0.01)
        let device = lane.pages.device
        device.follow(from: Measured(distance: begin.distance, deviation: 0.02))
        let display = WebPatientDisplay(on: lane.pages, distance: begin.distance)
        display.show(
            TestView(
                presentation: Presentation(line: 1, size: LogMAR(0.8), letters: [.k, .c]),
                places: [.waiting, .waiting], prompt: .read))
        try browser.wait(until: "!document.getElementById('test').hidden")
        let before = try #require(try browser.ink().boxes.first?.height)
        try FakeCamera.place(40, in: browser)
        #expect(
            Waiting.until {
                // A slow camera may notice the move on the way.
                if device.takeMove() { display.followDistance() }
                guard let boxes = try? browser.ink().boxes, let height = boxes.first?.height else {
                    return false
                }
                let ratio = Self.toLetters(0.4) / Self.toLetters(0.5)
                return abs(Double(height) / Double(before) - ratio) < 0.03
            })
        // Nobody is there; then somebody is.
        try FakeCamera.place(nil, in: browser)
        #expect(Waiting.until { device.distanceTrouble != nil })
        try FakeCamera.place(40, in: browser)
        #expect(Waiting.until { device.distanceTrouble == nil })
        try FakeCamera.place(20, in: browser)
        #expect(Waiting.until { device.distanceTrouble?.hasPrefix("Move back") == true })
        // With one eye covered, too: the face was remembered at 50 cm. This one is flat, which a face
        // is not (see CoveredFaceTests).
        try FakeCamera.place(40, covering: "left", in: browser)
        let covered = Self.toLetters(0.4)
        // Both eyes are tested: the cover is noticed, and which eye it covers. That is said for some
        // seconds only, which may pass before the distance is measured.
        var isCoverSaid = false
        func look() {
            let words = "Your left eye is covered. Keep both eyes open."
            if device.distanceTrouble == words { isCoverSaid = true }
        }
        #expect(
            Waiting.until {
                look()
                return device.viewing.map { abs($0.distance.metres / covered - 1) < 0.04 } ?? false
            })
        #expect(try #require(device.viewing).deviation < 0.04)
        #expect(
            Waiting.until {
                look()
                return isCoverSaid
            })
    }

    @Test(
        "A person who is too near for the smallest letters of the screen is asked to move back",
        .long)
    func tooNear() throws {
        let (lane, browser) = try FakeCamera.lane()
        try browser.calibrateDistance()
        try FakeCamera.place(40, in: browser)
        let distance = "document.documentElement.dataset.distance"
        try browser.wait(until: "Math.abs(\(distance) / \(Self.toLetters(0.4)) - 1) < 0.02")
        try browser.click("#live-use")
        try browser.go(to: "start")
        try browser.click("#begin")
        guard case .begin(let begin) = lane.pages.nextRequest(within: 60) else {
            Issue.record("the test does not begin")
            return
        }
        let device = lane.pages.device
        device.follow(from: Measured(distance: begin.distance, deviation: 0.02))
        let display = WebPatientDisplay(on: lane.pages, distance: begin.distance)
        func show(_ prompt: Prompt) {
            display.show(
                TestView(
                    presentation: Presentation(
                        line: 1, size: begin.range.smallest, letters: [.k]),
                    places: [.waiting], prompt: prompt))
        }
        func trouble() -> String? {
            display.followDistance()
            return lane.pages.screenTrouble ?? device.distanceTrouble
        }
        let isDrawn = "document.querySelectorAll('#chart path').length > 0"
        show(.read)
        try browser.wait(until: isDrawn)
        #expect(Waiting.until { trouble() == nil })
        try FakeCamera.place(36, in: browser)
        #expect(Waiting.until { trouble() == "Move back." })
        #expect(device.distanceAdvice == "Move back.")
        show(.trouble("Move back."))
        try browser.wait(
            until: "!document.getElementById('prompt').textContent.includes('cannot show')")
        try FakeCamera.place(40, in: browser)
        #expect(Waiting.until { trouble() == nil })
        show(.read)
        try browser.wait(until: isDrawn)
    }

    @Test("Letters to be read from 1 m follow a person who is near that distance")
    func atOneMetre() throws {
        let browser = try Browser(width: 1_200, height: 900)
        let lane = try Lane()
        try lane.open(browser, pixelsPerMillimetre: 4)
        let device = lane.pages.device
        device.follow(from: try measured(3.9), isFixed: true)
        let display = WebPatientDisplay(on: lane.pages, distance: .fourMetres)
        display.show(
            TestView(
                presentation: Presentation(
                    line: 1, size: LogMAR(1), letters: [.k, .c], distance: .oneMetre),
                places: [.waiting, .waiting], prompt: .read))
        let height = 4 * LogMAR(1).letterHeightInMillimetres(at: .oneMetre)
        for metres in [3.9, 1.1, 0.95, 3.8] {
            device.follow(from: try measured(metres), isFixed: true)
            display.followDistance()
            let share = metres > 2 ? 1 : metres
            #expect(
                Waiting.until {
                    guard let box = try? browser.ink().boxes.first else { return false }
                    return abs(Double(box.height) / (share * height) - 1) < 0.03
                }, "\(metres) m")
        }
    }

    /// The distance of the eyes from letters 63 mm below the camera: the eyes are 11 mm above its
    /// axis at 40 cm.
    private static func toLetters(_ depth: Double) -> Double {
        let above = 0.030 * (depth + 0.0105) / (640 / tan(.pi / 6) / 1_000)
        return hypot(depth, 0.0629 + above)
    }

    @Test("A report of the distance is checked")
    func refused() throws {
        let lane = try Lane()
        let session = try lane.session()
        func status(_ body: String) throws -> Int {
            try RawConnection.exchange(
                port: lane.port, "POST", "/distance?session=\(session)",
                headers: ["Origin": lane.address, "Sec-Fetch-Site": "same-origin"], body: body
            ).status
        }
        #expect(try status(#"{"metres":0.4,"deviation":0.02}"#) == 200)
        #expect(try status("{}") == 200)
        #expect(try status(#"{"metres":0.4}"#) == 400)
        #expect(try status(#"{"metres":-1,"deviation":0.02}"#) == 400)
        #expect(try status(#"{"metres":0.4,"deviation":2}"#) == 400)
        #expect(try status("[") == 400)
    }
}

extension Browser {
    /// Shows a question of the set-up.
    func go(to step: String) throws {
        try run("return import('/setup.js').then(({ goTo }) => goTo('\(step)'));")
        try wait(until: "document.getElementById('setup').dataset.step === '\(step)'")
    }

    /// Calibrates the distance of the fake camera with a sheet of paper.
    ///
    /// - Parameter step: the step of the set-up that offers the camera.
    func calibrateDistance(in step: String = "distance") throws {
        try go(to: step)
        try click("#live-open")
        // A camera that is allowed starts by itself.
        try run("document.querySelector('#live .camera[data-state=off] button')?.click();")
        try wait(until: "document.querySelector('#live .camera').dataset.state === 'on'")
        try FakeCamera.place(29.7, in: self)
        try wait(until: "document.querySelector('#live .camera-marks span')")
        try click("#live-capture")
        try wait(until: "!document.getElementById('live-use').hidden")
    }
}
