package import Foundation
internal import Glibc

/// A headless Chromium with one page.
package final class Browser {
    private let driver: WebDriver
    private let session: String
    private let process: Int32

    /// Starts one.
    ///
    /// - Parameters:
    ///   - width: width of the screen and of the window, in CSS pixels.
    ///   - scale: device pixels per CSS pixel.
    ///   - isWhole: whether it has cameras, microphones, sensors and permissions, which take it four
    ///     times as long to start; with a server, blocked site data or flags it always has them.
    ///   - blocksSiteData: whether its settings block cookies and all other storage of sites.
    ///   - hasScrollbars: whether what does not fit has a scrollbar that takes room.
    ///   - server: shows it on this X server; nil for a browser without a window.
    ///   - flags: further flags of Chromium, such as a fake camera.
    package init(
        width: Int = 1_280, height: Int = 800, scale: Double = 1, isWhole: Bool = false,
        blocksSiteData: Bool = false, hasScrollbars: Bool = false, on server: XServer? = nil,
        flags: [String] = []
    ) throws {
        driver = try WebDriver.running()
        let isWhole = isWhole || server != nil || blocksSiteData || !flags.isEmpty
        let arguments =
            [
                server.map { "--display=\($0.display)" }
                    ?? (isWhole ? "--headless=new" : "--headless"),
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage", "--force-device-scale-factor=\(scale)",
                "--screen-info={\(Int(Double(width) * scale))x\(Int(Double(height) * scale))"
                    + " devicePixelRatio=\(scale)}",
                "--window-size=\(width),\(height)",
            ] + (hasScrollbars ? [] : ["--hide-scrollbars"]) + flags
        // The programs themselves: their shell scripts would outlive them.
        let program = isWhole ? "chromium" : "chromium-headless-shell"
        var options: [String: Any] = [
            "args": arguments, "binary": "/usr/lib/chromium/" + program,
        ]
        if blocksSiteData {
            options["prefs"] = ["profile.default_content_setting_values.cookies": 2]
        }
        let wanted = [
            "capabilities": [
                "alwaysMatch": ["browserName": "chrome", "goog:chromeOptions": options]
            ]
        ]
        let answer = try driver.command("POST", "session", wanted)
        guard let answer = answer as? [String: Any],
            let session = answer["sessionId"] as? String,
            let told = answer["capabilities"] as? [String: Any],
            let process = told["goog:processID"] as? NSNumber
        else { throw BrowserError.answer("no session") }
        self.session = session
        self.process = process.int32Value
    }

    deinit { close() }

    /// Ends it.
    package func close() { _ = try? driver.command("DELETE", "session/\(session)") }

    private func command(_ method: String, _ path: String, _ body: Any? = nil) throws -> Any? {
        try driver.command(method, "session/\(session)/\(path)", body)
    }

    /// Opens an address.
    package func open(_ address: String) throws {
        _ = try command("POST", "url", ["url": address])
    }

    /// Reloads the page.
    package func reload() throws { _ = try command("POST", "refresh", [String: Any]()) }

    /// Opens an address in a further tab, and does not wait for it.
    package func newTab(_ address: String) throws {
        try devTools("Target.createTarget", ["url": address, "background": true])
    }

    /// How many tabs are open.
    package func tabs() throws -> Int {
        let answer = try devTools("Target.getTargets")
        let targets = (answer as? [String: Any])?["targetInfos"] as? [[String: Any]]
        return targets?.count { $0["type"] as? String == "page" } ?? 0
    }

    /// Kills it in the middle of whatever it does, so that it can say no farewell.
    package func kill() { Glibc.kill(process, SIGKILL) }

    /// Runs a function body of JavaScript.
    @discardableResult
    package func run(_ script: String) throws -> Any? {
        try command("POST", "execute/sync", ["script": script, "args": [Any]()])
    }

    /// Whether an expression of JavaScript holds.
    package func holds(_ expression: String) throws -> Bool {
        try run("return Boolean(\(expression));") as? Bool ?? false
    }

    /// The number that an expression of JavaScript gives.
    package func number(_ expression: String) throws -> Double {
        guard let number = try run("return Number(\(expression));") as? NSNumber else {
            throw BrowserError.answer("no number for \(expression)")
        }
        return number.doubleValue
    }

    /// The text of an element, as it is seen.
    package func text(_ selector: String) throws -> String {
        try run("return document.querySelector('\(selector)').innerText;") as? String ?? ""
    }

    /// Clicks an element as a person does, who scrolls where something lies before it: it has to be
    /// visible.
    package func click(_ selector: String) throws {
        try goToStep(of: selector)
        try run(
            """
            const element = document.querySelector('\(selector)');
            const box = element?.getBoundingClientRect();
            const top = element && document.elementFromPoint(
              box.left + box.width / 2, box.top + box.height / 2);
            if (element && !element.contains(top)) element.scrollIntoView({ block: 'center' });
            """)
        _ = try command("POST", "element/\(try element(selector))/click", [String: Any]())
    }

    /// Types text into a field, key by key.
    package func type(_ text: String, into selector: String) throws {
        _ = try command("POST", "element/\(try element(selector))/value", ["text": text])
    }

    /// The name that the driver gives an element.
    private func element(_ selector: String) throws -> Any {
        let found = try command(
            "POST", "element", ["using": "css selector", "value": selector])
        guard let element = (found as? [String: Any])?.values.first else {
            throw BrowserError.answer("no element \(selector)")
        }
        return element
    }

    /// Goes through the steps of a set-up, as a person does, until an element of them is seen.
    private func goToStep(of selector: String) throws {
        try run(
            """
            const element = document.querySelector('\(selector)');
            const setup = document.getElementById('setup');
            if (!element || !setup || setup.hidden || element.checkVisibility()) return;
            const press = (...ids) => ids.map((id) => document.getElementById(id))
              .find((button) => button.checkVisibility() && !button.disabled)?.click();
            for (const ids of [['back'], ['next', 'waive']]) {
              for (let step = 0; step < 8 && !element.checkVisibility(); step += 1) press(...ids);
            }
            """)
    }

    /// Waits until an expression of JavaScript holds. The page itself looks, because fifty questions a
    /// second of each waiting test would take the machine from the others.
    package func wait(until expression: String, seconds: Double = 60) throws {
        let deadline = Date(timeIntervalSinceNow: seconds)
        while try !comesToHold(expression) {
            guard Date() < deadline else { throw BrowserError.timedOut(expression) }
        }
    }

    /// Whether an expression of JavaScript holds within half a second, on the page as it is now.
    private func comesToHold(_ expression: String) throws -> Bool {
        let script = """
            const [done] = arguments;
            const end = performance.now() + 500;
            (async function look() {
              let holds;
              try { holds = Boolean(\(expression)); } catch (error) { return done(`${error}`); }
              if (holds || performance.now() > end) done(holds); else setTimeout(look, 20);
            })();
            """
        let answer: Any?
        do {
            answer = try command("POST", "execute/async", ["script": script, "args": [Any]()])
        } catch BrowserError.answer(let reason)
            where ["unloaded", "navigation", "context"].contains(where: reason.contains)
        {
            // Another page was opened meanwhile.
            return false
        }
        if let fault = answer as? String { throw BrowserError.answer(fault) }
        return answer as? Bool ?? false
    }

    /// A picture of the window, pixel by pixel of the screen, as a PNG.
    ///
    /// - Parameter isSmall: whether to take time for a smaller file.
    package func screenshot(isSmall: Bool = false) throws -> Data {
        let answer = try devTools(
            "Page.captureScreenshot", ["format": "png", "optimizeForSpeed": !isSmall])
        guard let text = (answer as? [String: Any])?["data"] as? String,
            let png = Data(base64Encoded: text)
        else { throw BrowserError.answer("no screenshot") }
        return png
    }

    /// Presses a key, and lets it go.
    ///
    /// - Parameter code: where it is on the keyboard, if its name there is another.
    package func press(_ key: String, code: String? = nil) throws {
        try press([key], codes: [code ?? key])
    }

    /// Presses keys one after the other, and lets them go when all are down.
    package func press(together keys: [String]) throws { try press(keys, codes: keys) }

    private func press(_ keys: [String], codes: [String]) throws {
        for isDown in [true, false] {
            for (key, code) in zip(keys, codes) {
                // A button is pressed by the character of its key.
                let text = ["Enter": "\r", " ": " "][key]
                var event: [String: Any] = [
                    "type": isDown ? text == nil ? "rawKeyDown" : "keyDown" : "keyUp",
                    "key": key, "code": code, "windowsVirtualKeyCode": Self.codes[key] ?? 0,
                ]
                if isDown { event["text"] = text }
                try devTools("Input.dispatchKeyEvent", event)
            }
        }
    }

    /// Draws a finger over the screen, in pixels of the page.
    package func stroke(from start: (x: Double, y: Double), to end: (x: Double, y: Double)) throws {
        func touch(_ type: String, _ points: [(x: Double, y: Double)]) throws {
            try devTools(
                "Input.dispatchTouchEvent",
                ["type": type, "touchPoints": points.map { ["x": $0.x, "y": $0.y] }])
        }
        try touch("touchStart", [start])
        try touch("touchMove", [((start.x + end.x) / 2, (start.y + end.y) / 2)])
        try touch("touchMove", [end])
        try touch("touchEnd", [])
    }

    /// The numbers that Chromium knows some keys by.
    private static let codes = [
        " ": 32, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40, "Enter": 13,
        "Tab": 9,
    ]

    /// How many pages of paper the page makes, printed as its style sheet says.
    package func pagesOnPaper() throws -> Int {
        // Each page is an object of this type (ISO 32000-1, 7.7.3.3).
        String(decoding: try printed(), as: UTF8.self).matches(of: #/\/Type \/Page\b/#).count
    }

    /// The page printed as its style sheet says, as a PDF.
    package func printed() throws -> Data {
        let answer = try devTools(
            "Page.printToPDF", ["preferCSSPageSize": true, "printBackground": true])
        guard let text = (answer as? [String: Any])?["data"] as? String,
            let pdf = Data(base64Encoded: text)
        else { throw BrowserError.answer("no PDF") }
        return pdf
    }

    /// Puts the page on another screen.
    package func screen(width: Int, height: Int, scale: Double) throws {
        try devTools(
            "Emulation.setDeviceMetricsOverride",
            [
                "width": width, "height": height, "screenWidth": width, "screenHeight": height,
                "deviceScaleFactor": scale, "mobile": false,
            ])
    }

    /// Sets the browser's size of text, in CSS pixels; 16 is usual.
    package func setTextSize(_ size: Int) throws {
        try devTools(
            "Page.setFontSizes",
            ["fontSizes": ["standard": size, "fixed": size] as [String: Any]])
    }

    /// Shows the page as on a medium ("print"), or with media features such as
    /// "forced-colors": "active"; without arguments as usual.
    package func emulate(medium: String = "", features: [String: String] = [:]) throws {
        try devTools(
            "Emulation.setEmulatedMedia",
            ["media": medium, "features": features.map { ["name": $0.key, "value": $0.value] }])
    }

    /// Sets the browser's own zoom, as its settings do; the page has to be opened again.
    package func zoom(_ factor: Double) throws {
        try open("chrome://settings/")
        try run("chrome.settingsPrivate.setDefaultZoom(\(factor));")
    }

    /// Decides on a permission of the page, such as "camera" or "microphone".
    package func permit(_ name: String, _ setting: String, for address: String) throws {
        try devTools(
            "Browser.setPermission",
            ["permission": ["name": name], "setting": setting, "origin": address])
    }

    /// Sends a command of the DevTools protocol.
    @discardableResult
    package func devTools(_ name: String, _ parameters: [String: Any] = [:]) throws -> Any? {
        try command("POST", "goog/cdp/execute", ["cmd": name, "params": parameters])
    }
}
