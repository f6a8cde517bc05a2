internal import EyeFinder
internal import Foundation
internal import TestBrowser
internal import TestPages

/// The pages that use the device: its setup guide, the distance by its camera, and the moon.
extension PageStates {
    /// A camera that shows a moving test picture without a face.
    private static let fakeCamera = [
        "--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream",
    ]

    /// A camera that the person has refused.
    private static let refusedCamera = [
        "--use-fake-device-for-media-stream", "--deny-permission-prompts",
    ]

    private func tilt(_ browser: Browser, to degrees: Double) throws {
        try browser.devTools(
            "DeviceOrientation.setDeviceOrientationOverride",
            ["alpha": 0, "beta": degrees, "gamma": 0])
    }

    /// The setup guide and the measurement of the distance, with a camera and without one.
    func devicePages(_ width: Int, _ height: Int, _ names: inout [String]) throws {
        for (kind, flags) in [
            ("", Self.fakeCamera), ("-no-camera", []), ("-refused", Self.refusedCamera),
        ] {
            let lane = try BrowserLane(
                Self.setUp, width: width, height: height, pixelsPerMillimetre: nil,
                device: PageDevice(eyeNets: EyeFinder.nets), flags: flags)
            let browser = lane.browser
            try browser.emulate(features: features)
            func begin() throws {
                try prepare(browser, isMeasured: true)
                try browser.open(lane.address + "/")
                try browser.wait(until: "!document.getElementById('setup').hidden")
            }
            try begin()
            try tilt(browser, to: 30)
            try browser.run(Self.step("start") + "document.getElementById('guide-open').click();")
            if kind.isEmpty {
                try browser.wait(
                    until: "document.getElementById('guide-words').innerText.includes('30')")
                try save(browser, "guide-tilt", width, height, &names)
            }
            try tilt(browser, to: 85)
            try browser.wait(until: "!document.getElementById('guide-next').disabled")
            if kind.isEmpty { try save(browser, "guide-upright", width, height, &names) }
            try browser.run("document.getElementById('guide-next').click();")
            try browser.run(
                "document.querySelector('#guide .camera button:not([hidden])')?.click();")
            try browser.wait(
                until:
                    "['on', 'missing', 'denied'].includes(document.querySelector('#guide .camera').dataset.state)"
            )
            try save(browser, "guide-face" + kind, width, height, &names)
            try begin()
            try browser.run(Self.step("distance") + "document.getElementById('live-open').click();")
            try browser.run(
                "document.querySelector('#live .camera button:not([hidden])')?.click();")
            try browser.wait(
                until:
                    "['on', 'missing', 'denied'].includes(document.querySelector('#live .camera').dataset.state)"
            )
            try save(browser, "distance-camera" + kind, width, height, &names)
        }
    }

    /// The moon: both questions, the view and the facts.
    func moonPages(_ lane: BrowserLane, _ width: Int, _ height: Int, _ names: inout [String]) throws
    {
        let browser = try Browser(width: width, height: height)
        try browser.screen(width: width, height: height, scale: 1)
        try browser.emulate(features: features)
        try browser.open(lane.address + "/moon")
        try browser.run("localStorage.setItem('language', '\(language)');")
        try browser.open(lane.address + "/moon")
        try browser.wait(until: "document.documentElement.dataset.view === 'camera-step'")
        try save(browser, "moon-camera", width, height, &names)
        try browser.click("#skip-camera")
        try browser.wait(until: "document.documentElement.dataset.view === 'place-step'")
        try save(browser, "moon-place", width, height, &names)
        try browser.run(
            """
            document.getElementById('latitude').value = '47.4';
            document.getElementById('longitude').value = '8.5';
            document.forms['typed-place'].requestSubmit();
            """)
        try browser.wait(until: "document.documentElement.dataset.drawn")
        try save(browser, "moon-view", width, height, &names)
        try browser.click("#show-facts")
        try save(browser, "moon-facts", width, height, &names)
    }

    /// The step of the screen in a browser that keeps nothing.
    func blocked(_ width: Int, _ height: Int, _ names: inout [String]) throws {
        let lane = try BrowserLane(
            Self.setUp, width: width, height: height, pixelsPerMillimetre: nil, blocksSiteData: true
        )
        let browser = lane.browser
        try browser.emulate(features: features)
        try browser.run(Self.step("screen"))
        try save(browser, "blocked-cookies", width, height, &names)
    }
}
