import Foundation
import HTTP
import TestBrowser
import TestPages
import TestTraits
import Testing
import WebServer

/// The modules of the pages that ask the network and the device: `network.js` and `camera.js`.
@Suite("Network and camera of a page", .listening)
struct DeviceModuleTests {
    /// Flags of Chromium for a camera with a moving test picture.
    private static let fakeCamera = ["--use-fake-device-for-media-stream"]

    private func page(flags: [String] = []) throws -> (browser: Browser, lane: Lane) {
        let browser = try Browser(width: 600, height: 600, flags: flags)
        let lane = try Lane()
        try lane.open(browser, pixelsPerMillimetre: nil)
        return (browser, lane)
    }

    @Test("A failed request has a kind, a status and words")
    func requests() throws {
        let (browser, lane) = try page()
        func failure(_ call: String) throws -> String {
            try browser.run(
                """
                return import('/network.js').then(({ request }) => request(\(call))).then(
                  () => 'none', ({ kind, status, refused }) => `${kind} ${status} ${refused}`);
                """) as? String ?? ""
        }
        #expect(try failure("'/style.css', { format: 'bytes' }") == "none")
        #expect(try failure("'/style.css'") == "unreadable 0 undefined")
        #expect(try failure("'/nowhere'") == "refused 404 notFound")
        #expect(try failure("'/begin', { body: {} }") == "refused 401 unknownSession")
        #expect(try failure("'/style.css', { wait: 0 }") == "late 0 undefined")
        #expect(
            try failure("'/style.css', { signal: AbortSignal.abort() }")
                == "cancelled 0 undefined")
        lane.cut()
        #expect(try failure("'/style.css'") == "unreachable 0 undefined")
    }

    @Test("The camera gives frames after a permission, and none after it is stopped")
    func frames() throws {
        let (browser, lane) = try page(flags: Self.fakeCamera)
        try browser.permit("camera", "granted", for: lane.address)
        let result =
            try browser.run(
                """
                    return import('/camera.js').then(async ({ Camera }) => {
                      const states = [];
                      const camera = new Camera();
                      camera.onChange = ({ state }) => states.push(state);
                      const isOn = await camera.start({ width: 640, height: 480 });
                      const { width, height, data } = camera.frame();
                      const brightest = data.reduce((one, other) => Math.max(one, other));
                      const identity = camera.identity.split('/')[1];
                      camera.stop();
                      return `${isOn} ${width} ${height} ${brightest} ${identity} ${camera.frame()}`
                    + ` ${camera.reason} ${states}`;
                });
                """)
        #expect(
            result as? String == "true 640 480 255 640x480 null null starting,on,off")
    }

    @Test(
        "The camera gives a reason if there is no picture",
        arguments: [("denied", true), ("missing", false)])
    func reasons(reason: String, hasCamera: Bool) throws {
        let (browser, lane) = try page(flags: hasCamera ? Self.fakeCamera : [])
        try browser.permit("camera", hasCamera ? "denied" : "granted", for: lane.address)
        let result = try browser.run(
            """
            return import('/camera.js').then(async ({ Camera }) => {
              const camera = new Camera();
              const isOn = await camera.start();
              return `${isOn} ${camera.state} ${camera.reason} ${camera.words.length > 20}`;
            });
            """)
        #expect(result as? String == "false failed \(reason) true")
    }

    @Test("A permission that is granted later is noticed")
    func grantedLater() throws {
        let (browser, lane) = try page(flags: Self.fakeCamera)
        try browser.permit("camera", "denied", for: lane.address)
        try browser.run(
            """
            window.seen = [];
            return import('/camera.js').then(({ watchPermission }) => {
              watchPermission('camera', (state) => window.seen.push(state));
            });
            """)
        try browser.wait(until: "window.seen.length === 1")
        try browser.permit("camera", "granted", for: lane.address)
        try browser.wait(until: "window.seen.join() === 'denied,granted'")
    }

    @Test("An insecure page has no camera, and reports it")
    func insecure() throws {
        let browser = try Browser(
            width: 600, height: 600,
            flags: ["--host-resolver-rules=MAP aloud.test 127.0.0.1"] + Self.fakeCamera)
        let lane = try Lane()
        let port = lane.server.port
        lane.pages.open(to: AllowedHosts(port: port, names: ["aloud.test"]))
        try browser.open("http://aloud.test:\(port)/")
        let result = try browser.run(
            """
            return import('/camera.js').then(async ({ Camera }) => {
              const camera = new Camera();
              await camera.start();
              return camera.reason;
            });
            """)
        #expect(result as? String == "insecure")
    }
}
