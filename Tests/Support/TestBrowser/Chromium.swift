internal import Foundation
internal import Synchronization

/// A running Chromium, which tests use one after the other: its start takes longer than most tests with
/// it. Each has a new tab, without cookies, cache and storage of the one before.
final class Chromium: Sendable {
    private let driver: WebDriver
    private let session: String
    /// The number of its process.
    let process: Int32
    /// Its arguments and settings.
    private let kind: [String]
    private let isReleased = Mutex(false)

    /// Those that nobody uses, the latest last.
    private static let idle = Mutex<[Chromium]>([])
    /// The most that wait for their next user: tests run four at once, mostly with two sizes of window.
    private static let mostIdle = 6

    /// One that nobody uses, of this kind.
    static func ready(_ arguments: [String], blocksSiteData: Bool) throws -> Chromium {
        let kind = arguments + ["\(blocksSiteData)"]
        let found = idle.withLock { idle in
            idle.lastIndex { $0.kind == kind }.map { idle.remove(at: $0) }
        }
        if let found {
            found.isReleased.withLock { $0 = false }
            return found
        }
        return try Chromium(arguments, blocksSiteData: blocksSiteData, kind: kind)
    }

    private init(_ arguments: [String], blocksSiteData: Bool, kind: [String]) throws {
        driver = try WebDriver.running()
        self.kind = kind
        var options: [String: Any] = ["args": arguments]
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

    /// Sends a command of its session.
    func command(_ method: String, _ path: String, _ body: Any? = nil) throws -> Any? {
        try driver.command(method, "session/\(session)/\(path)", body)
    }

    /// Ends its use.
    ///
    /// - Parameter origins: the origins whose storage is removed for the next user; nil to end it.
    func release(_ origins: Set<String>?) {
        guard
            isReleased.withLock({ isReleased in
                defer { isReleased = true }
                return !isReleased
            })
        else { return }
        guard let origins, (try? clean(origins)) != nil else { return end() }
        let oldest = Self.idle.withLock { idle in
            idle.append(self)
            return idle.count > Self.mostIdle ? idle.removeFirst() : nil
        }
        oldest?.end()
    }

    private func end() { _ = try? driver.command("DELETE", "session/\(session)") }

    /// Replaces its tabs by a new one, and forgets what pages kept.
    private func clean(_ origins: Set<String>) throws {
        let old = try command("GET", "window/handles") as? [String] ?? []
        let new = try command("POST", "window/new", ["type": "tab"]) as? [String: Any]
        guard let new = new?["handle"] as? String else { throw BrowserError.answer("no tab") }
        for tab in old {
            _ = try command("POST", "window", ["handle": tab])
            _ = try command("DELETE", "window")
        }
        _ = try command("POST", "window", ["handle": new])
        for name in ["Network.clearBrowserCookies", "Network.clearBrowserCache"] {
            try devTools(name, [:])
        }
        for origin in origins {
            try devTools(
                "Storage.clearDataForOrigin", ["origin": origin, "storageTypes": "all"])
        }
    }

    private func devTools(_ name: String, _ parameters: [String: Any]) throws {
        _ = try command("POST", "goog/cdp/execute", ["cmd": name, "params": parameters])
    }
}
