internal import Foundation

/// The one chromedriver of a test process, which starts browsers and speaks the WebDriver protocol
/// (W3C WebDriver, https://www.w3.org/TR/webdriver2/).
final class WebDriver: Sendable {
    private let process: Process
    private let life = Pipe()
    private let port: Int

    private static let shared = Result {
        // It ends at once if somebody else takes the port that it chose before it listens there.
        for _ in 0..<2 { if let driver = try? WebDriver() { return driver } }
        return try WebDriver()
    }

    static func running() throws -> WebDriver { try shared.get() }

    private init() throws {
        process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        // It chooses a port and prints it. It lives as long as the other end of the shell's input
        // is open, so that none remains, however the tests end. (It may have been started with
        // all other signals blocked.) The shell lets go of the output, so that it ends where the driver
        // does.
        // Chromium's leftover files are in a folder of this process, which is removed with the driver;
        // a browser that is just ending may write a little longer.
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("aloud-browser-\(UUID().uuidString)")
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        } catch { throw BrowserError.notStarted("\(error.localizedDescription)") }
        process.environment = ProcessInfo.processInfo.environment.merging([
            "TMPDIR": folder.path
        ]) { $1 }
        process.arguments = [
            "-c",
            """
            /usr/bin/chromedriver --port=0 & exec >/dev/null; cat; kill -KILL $!
            for i in 1 2 3 4 5 6 7 8 9 10; do
                rm -rf "$TMPDIR" 2>/dev/null; sleep 1; [ -e "$TMPDIR" ] || break
            done
            """,
        ]
        process.standardInput = life
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        do { try process.run() } catch {
            throw BrowserError.notStarted("\(error.localizedDescription)")
        }
        var text = ""
        while true {
            let bytes = output.fileHandleForReading.availableData
            guard !bytes.isEmpty else { throw BrowserError.notStarted(text) }
            text += String(decoding: bytes, as: UTF8.self)
            if let match = text.firstMatch(of: #/on port (\d+)\./#), let found = Int(match.1) {
                port = found
                break
            }
        }
    }

    /// Sends a command and waits for the answer.
    ///
    /// - Returns: the member `value` of the answer.
    func command(_ method: String, _ path: String, _ body: Any? = nil) throws -> Any? {
        let text = try body.map { try JSONSerialization.data(withJSONObject: $0) } ?? Data()
        let answer = try RawConnection.exchange(
            port: port, method, "/\(path)", headers: ["Content-Type": "application/json"],
            body: String(decoding: text, as: UTF8.self))
        let object = try JSONSerialization.jsonObject(with: answer.body)
        let value = (object as? [String: Any])?["value"]
        if let failed = value as? [String: Any], let name = failed["error"] {
            throw BrowserError.answer("\(name): \(failed["message"] ?? "")")
        }
        return value is NSNull ? nil : value
    }
}
