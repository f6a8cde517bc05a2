import Foundation
import Glibc
import TestBrowser
import Testing

/// The real program while it runs, with what it prints line by line.
final class AloudProcess {
    private let process = Process()
    private let output = Pipe()
    private let messages = Pipe()
    private var outputRest = ""
    private var messagesRest = ""

    /// Its path: SwiftPM puts the program next to the bundle of this code.
    private static let url = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().appendingPathComponent("aloud")

    /// Starts it without records. A served test is at 4 m unless the words or the variables say
    /// otherwise, so that no page asks for a distance first.
    ///
    /// - Parameter output: where standard output goes, if not to `line`.
    init(
        _ words: [String], variables: [String: String] = [:], input: Pipe? = nil,
        output: FileHandle? = nil
    ) throws {
        process.executableURL = Self.url
        process.arguments = words
        var usual = ["ALOUD_RECORDS": "off", "ALOUD_CHART": "by-eye"]
        if words.first == "serve",
            !["--distance", "--procedure", "--one-metre"].contains(where: words.contains)
        {
            usual["ALOUD_DISTANCE"] = "4m"
        }
        process.environment = ProcessInfo.processInfo.environment
            .merging(usual) { $1 }.merging(variables) { $1 }
        process.standardOutput = output ?? self.output
        process.standardError = messages
        process.standardInput = input ?? FileHandle.nullDevice
        try process.run()
    }

    deinit {
        if process.isRunning { process.terminate() }
    }

    /// The next line of standard output; nil at its end.
    func line() -> String? { Self.line(of: output.fileHandleForReading, &outputRest) }

    /// The next line of standard error; nil at its end.
    func message() -> String? { Self.line(of: messages.fileHandleForReading, &messagesRest) }

    /// All further lines of standard error, to the end of the program and of all that it has started.
    func messagesToTheEnd() -> [String] {
        var messages: [String] = []
        while let message = message() { messages.append(message) }
        return messages
    }

    /// The address of the test, which it says when it starts.
    func address() -> String? {
        while let message = message() {
            if let match = message.firstMatch(of: #/http:\S+/#) { return String(match.0) }
        }
        return nil
    }

    /// The next line of standard output, as what it is decoded to.
    func next<Event: Decodable>(_ type: Event.Type) throws -> Event {
        let line = try #require(self.line(), "it ended without a result")
        return try JSONDecoder().decode(Event.self, from: Data(line.utf8))
    }

    /// A browser with the page that it says, once the sheet before a test is there.
    func page(width: Int = 1_200, height: Int = 900) throws -> Browser {
        let address = try #require(self.address())
        let browser = try Browser(width: width, height: height)
        try browser.open(address)
        try browser.wait(until: "!document.getElementById('setup').hidden")
        return browser
    }

    /// Waits for its end; gives its status.
    func end() -> Int32 {
        process.waitUntilExit()
        return process.terminationStatus
    }

    /// Its number.
    var processIdentifier: Int32 { process.processIdentifier }

    func interrupt() { process.interrupt() }

    /// Ends it as a power cut does.
    func kill() { Glibc.kill(process.processIdentifier, SIGKILL) }

    private static func line(of handle: FileHandle, _ rest: inout String) -> String? {
        while true {
            if let end = rest.firstIndex(of: "\n") {
                let line = String(rest[..<end])
                rest.removeSubrange(...end)
                return line
            }
            let bytes = handle.availableData
            guard !bytes.isEmpty else { return nil }
            rest += String(decoding: bytes, as: UTF8.self)
        }
    }
}
