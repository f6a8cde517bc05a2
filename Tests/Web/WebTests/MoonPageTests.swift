import Foundation
import HTTP
import TestBrowser
import TestPages
import TestTraits
import Testing
import WebServer

/// The page of the moon in a browser with a camera that shows a test picture.
@Suite("Moon page", .listening)
struct MoonPageTests {
    private static let fakeCamera = ["--use-fake-device-for-media-stream"]

    private func page(flags: [String] = fakeCamera) throws -> (browser: Browser, lane: Lane) {
        let browser = try Browser(width: 390, height: 844, flags: flags)
        let lane = try Lane()
        try browser.open(lane.address + "/moon")
        try browser.wait(until: "document.documentElement.dataset.view === 'camera-step'")
        return (browser, lane)
    }

    private func wait(_ browser: Browser, for view: String) throws {
        try browser.wait(until: "document.documentElement.dataset.view === '\(view)'")
    }

    private func tilt(_ browser: Browser, alpha: Double = 10, beta: Double) throws {
        try browser.devTools(
            "DeviceOrientation.setDeviceOrientationOverride",
            ["alpha": alpha, "beta": beta, "gamma": 0])
    }

    @Test(
        "Without camera, sensor and place the moon can be dragged, with general facts", .long)
    func nothing() throws {
        let (browser, lane) = try page()
        defer { lane.cut() }
        try browser.click("#skip-camera")
        try wait(browser, for: "place-step")
        try browser.click("#skip-place")
        try wait(browser, for: "view")
        try browser.wait(until: "document.documentElement.dataset.drawn")
        let left = "document.getElementById('moon').getBoundingClientRect().left"
        let before = try browser.number(left)
        try browser.run(
            """
            const moon = document.getElementById('moon');
            const send = (name, x) => moon.dispatchEvent(new PointerEvent(
              name, { bubbles: true, clientX: x, clientY: 300 }));
            send('pointerdown', 200); send('pointermove', 240); send('pointerup', 240);
            moon.click();
            """)
        // A drag is not a tap.
        #expect(try browser.holds("!document.getElementById('view').hidden"))
        #expect(abs(try browser.number(left) - before - 40) < 1)
        try browser.click("#moon")
        try wait(browser, for: "facts-sheet")
        let facts = try browser.text("#facts")
        #expect(facts.contains("Distance from the earth’s centre"))
        #expect(facts.contains("days since new moon"))
        #expect(!facts.contains("Azimuth"))
        #expect(try browser.text("#place-words").hasPrefix("The moon is "))
    }

    @Test("A blocked camera or location is explained, and can be requested again", .long)
    func denied() throws {
        let (browser, lane) = try page()
        try browser.permit("camera", "denied", for: lane.address)
        try browser.permit("geolocation", "denied", for: lane.address)
        try browser.click("#allow-camera")
        try browser.wait(until: "document.getElementById('camera-trouble').innerText !== ''")
        #expect(try browser.text("#camera-trouble").contains("blocked"))
        try browser.permit("camera", "granted", for: lane.address)
        try browser.click("#allow-camera")
        try wait(browser, for: "place-step")
        try browser.click("#allow-place")
        try browser.wait(until: "document.getElementById('place-trouble').innerText !== ''")
        #expect(try browser.text("#place-trouble").contains("blocked"))
        try browser.permit("geolocation", "granted", for: lane.address)
        try browser.devTools(
            "Emulation.setGeolocationOverride",
            ["latitude": 47.3769, "longitude": 8.5417, "accuracy": 10])
        try browser.click("#allow-place")
        try wait(browser, for: "view")
        // No house is given away.
        #expect(
            try browser.run("return sessionStorage.getItem('place');") as? String
                == #"{"latitude":47.4,"longitude":8.5}"#)
        try browser.click("#change")
        try wait(browser, for: "camera-step")
    }

    @Test("A typed place gives distance, direction and times; a wrong one is explained", .long)
    func typedPlace() throws {
        let (browser, lane) = try page()
        defer { lane.cut() }
        try browser.click("#skip-camera")
        try wait(browser, for: "place-step")
        func type(_ latitude: String, _ longitude: String) throws {
            try browser.run(
                """
                document.getElementById('latitude').value = '\(latitude)';
                document.getElementById('longitude').value = '\(longitude)';
                document.forms['typed-place'].requestSubmit();
                """)
        }
        for (latitude, longitude) in [("91", "0"), ("", "8"), ("10", "181")] {
            try type(latitude, longitude)
            #expect(try browser.text("#place-trouble").contains("Type a latitude"))
        }
        try type("-33.9", "151.2")
        try wait(browser, for: "view")
        try browser.wait(until: "document.documentElement.dataset.drawn")
        try browser.click("#show-facts")
        let facts = try browser.text("#facts")
        for name in ["Distance from you", "Where to look", "Azimuth", "Sets", "Next full moon"] {
            #expect(facts.contains(name))
        }
    }

    @Test("The moon appears when the device points steadily at the floor, and stays there", .long)
    func view() throws {
        let (browser, lane) = try page()
        try browser.permit("camera", "granted", for: lane.address)
        try tilt(browser, beta: 90)
        try browser.reload()
        try wait(browser, for: "camera-step")
        try browser.click("#allow-camera")
        try wait(browser, for: "place-step")
        try browser.click("#skip-place")
        func waitFor(_ words: String, swinging beta: Double? = nil, alpha: Double = 10) throws {
            for index in 0..<1_200 {
                if let beta {
                    // The browser sends an event only for another angle.
                    try tilt(browser, alpha: alpha, beta: beta + 0.2 * Double(index % 2))
                }
                if try browser.text("#hint").hasPrefix(words) { return }
                Thread.sleep(forTimeInterval: 0.05)
            }
            throw BrowserError.timedOut(words)
        }
        try waitFor("Point the device")
        #expect(try browser.holds("document.getElementById('moon').hidden"))
        try waitFor("Hold it still", swinging: 45)
        // A device at rest sends nothing more.
        try waitFor("Tap the moon")
        let left = "document.getElementById('moon').getBoundingClientRect().left"
        let before = try browser.number(left)
        // The device turns to the left, so the moon goes to the right.
        try tilt(browser, alpha: 20, beta: 45)
        try browser.wait(until: "\(left) > \(before) + 30")
        try tilt(browser, alpha: 80, beta: 45)
        try waitFor("The moon is out of sight. Turn the device right")
        try browser.click("#put")
        try waitFor("Tap the moon")
        #expect(abs(try browser.number(left) - before) < 2)
    }

    @Test("A partial place, an impossible one, and a time beyond the series are refused")
    func refusals() throws {
        let lane = try Lane()
        let headers = ["host": "127.0.0.1:\(lane.server.port)", "origin": lane.address]
        func answer(_ body: String) throws -> (status: Int, text: String) {
            let reply = lane.pages.respond(
                to: Request("POST", "/moon", headers: headers, body: Array(body.utf8)))
            guard case .later(let work) = reply else { return (0, "") }
            let content: Reply.Content
            do throws(Refusal) { content = try work() } catch { content = error.content }
            return (content.status, String(decoding: content.body, as: UTF8.self))
        }
        for body in [
            "", "[]", #"{"latitude":1}"#, #"{"latitude":91,"longitude":0}"#, #"{"at":-5}"#,
            #"{"at":9e99}"#, #"{"latitude":"1","longitude":"2"}"#,
        ] {
            #expect(try answer(body).status == 400, "\(body)")
        }
        // 2026-11-26, 00:00 UTC, Zurich; skyfield gives 353,414.5 km.
        let known = try answer(#"{"at":1795651200,"latitude":47.4,"longitude":8.5}"#)
        let json = try #require(
            JSONSerialization.jsonObject(with: Data(known.text.utf8)) as? [String: Any])
        let sky = try #require(json["sky"] as? [String: Any])
        #expect(known.status == 200)
        #expect(json["phase"] as? String == "waningGibbous")
        #expect((sky["kilometres"] as? Double).map { abs($0 - 353_414.5) < 20 } == true)
        #expect(sky["isUp"] as? Bool == true)
        let everywhere = try answer(#"{"at":1795651200}"#)
        #expect(everywhere.status == 200)
        #expect(!everywhere.text.contains("\"sky\""))
    }

    @Test("Every view of the moon page meets WCAG 2.2 AA", .long)
    func accessibility() throws {
        let (browser, lane) = try page()
        defer { lane.cut() }
        let check = PageCheck(browser: browser)
        for (width, height, scale) in [(1_280, 800, 1.0), (390, 844, 2), (320, 568, 2)] {
            try browser.screen(width: width, height: height, scale: scale)
            try browser.run("sessionStorage.clear();")
            try browser.reload()
            try wait(browser, for: "camera-step")
            for click in ["", "#skip-camera", "#skip-place", "#show-facts"] {
                if !click.isEmpty { try browser.click(click) }
                if click == "#skip-place" {
                    try browser.wait(until: "document.documentElement.dataset.drawn")
                }
                try check.prepare()
                try check.picture("moon \(click) \(width)")
                for fault in try check.faults() + check.faultsOfFocus() + check.faultsOfSpacing() {
                    Issue.record("\(click) \(width): \(fault)")
                }
            }
        }
    }
}
