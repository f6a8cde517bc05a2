import Foundation
import TestProgram
import TestSpeech
import Testing

/// A lane of a trial whose page has begun a test of the subject 012-0007, by its requests.
struct TrialLane {
    let page: Page
    /// The key of the records page.
    let key: String
    private let operatorKey: String
    private let running: [Process]
    private let folder: TemporaryFolder

    /// Begins the test, and presses "Go on" at each rest.
    ///
    /// - Parameter test: an interrupted test to resume; nil for a new one.
    init(
        on lane: RunningAloud, in folder: TemporaryFolder, resuming test: String? = nil
    ) throws {
        self.folder = folder
        key = try Self.part(#/#([0-9a-f]{32})/#, of: lane.message(after: "The records: "))
        let address = try Self.part(
            #/(http:[^ ]*)\/operator/#, of: lane.message(after: "The operator's page: "))
        operatorKey = try Self.part(
            #/operator#([0-9a-f]+)/#, of: lane.message(after: "The operator's page: "))
        page = Page(address: address, folder: folder)
        let person = try Self.part(
            #/"key":"([^"]*)"/#,
            of: page.send("POST", "/api/v1/people/search", "{\"text\":\"012\"}", key: key))
        let wanted = test.map { "{\"goesOn\":\"\($0)\"}" } ?? "{\"person\":\"\(person)\"}"
        let chosen = try page.send("PUT", "/api/v1/next", wanted, key: key)
        #expect(chosen.contains("012-0007"))
        let session = try Self.part(
            #/"session":"([^"]*)"/#, of: page.send("POST", "/session"))
        let streams = [
            try page.stream("/events?session=\(session)", to: "patient.txt"),
            try page.stream("/operator/events?key=\(operatorKey)", to: "operator.txt"),
        ]
        _ = try page.send(
            "POST", "/screen?session=\(session)", "{\"screen\":\"s\",\"perMillimetre\":3.78}")
        let begin = """
            {"distance":1,"largest":1.7,"smallest":0.3,"width":400,"isMeasured":true,\
            "perMillimetre":3.78,"ratio":1,"eyes":["right"],"correction":"glasses","choice":1,\
            "language":"en"}
            """
        #expect(try page.send("POST", "/begin?session=\(session)", begin).contains("true"))
        running = streams + [try page.goOn(session)]
    }

    /// Ends the requests.
    func end() { for process in running where process.isRunning { process.terminate() } }

    /// The operator answers that a letter of a line is not seen.
    func override(line: Int, position: Int) throws {
        let act = "{\"act\":\"override\",\"shown\":\(line),\"position\":\(position)}"
        _ = try page.send("POST", "/operator/act?key=\(operatorKey)", act)
    }

    /// Waits until the operator's page shows a line of this number, from 1.
    func wait(forLines number: Int) throws {
        let deadline = Date(timeIntervalSinceNow: 240)
        while Date() < deadline {
            let seen = try String(contentsOf: folder.url("operator.txt"), encoding: .utf8)
            if seen.contains("\"shown\":\(number)") { return }
            Thread.sleep(forTimeInterval: 0.1)
        }
        Issue.record("no line \(number)")
    }

    /// The part of an answer after some words.
    static func part(_ pattern: Regex<(Substring, Substring)>, of text: String) throws -> String {
        String(try #require(text.firstMatch(of: pattern)?.1, "\(text)"))
    }

    /// A page of the lane, by its requests.
    struct Page {
        let address: String
        let folder: TemporaryFolder

        /// Sends a request, and returns its answer.
        func send(_ method: String, _ path: String, _ body: String = "{}", key: String = "") throws
            -> String
        {
            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/curl")
            process.arguments = [
                "-s", "-m", "60", "-X", method, "-H", "Origin: \(address)", "-H",
                "Content-Type: application/json", "-H", "Authorization: Bearer \(key)", "-b",
                folder.file("jar"), "-c", folder.file("jar"), "-d", body, address + path,
            ]
            let output = Pipe()
            process.standardOutput = output
            try process.run()
            let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
            process.waitUntilExit()
            return String(decoding: bytes, as: UTF8.self)
        }

        /// Presses "Go on" again and again.
        func goOn(_ session: String) throws -> Process {
            let process = Process()
            process.executableURL = URL(filePath: "/bin/sh")
            process.arguments = [
                "-c",
                "while sleep 0.5; do curl -s -m 5 -X POST -H 'Origin: \(address)'"
                    + " '\(address)/go-on?session=\(session)'; done",
            ]
            process.standardOutput = FileHandle.nullDevice
            try process.run()
            return process
        }

        /// Opens a stream, whose text a file takes.
        func stream(_ path: String, to name: String) throws -> Process {
            try folder.write("", to: name)
            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/curl")
            process.arguments = [
                "-s", "-N", "-m", "600", "-b", folder.file("jar"), address + path,
            ]
            process.standardOutput = FileHandle(forWritingAtPath: folder.file(name))
            try process.run()
            return process
        }
    }
}
