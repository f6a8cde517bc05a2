internal import Foundation

/// The conversation of `aloud test --answers - --events` with a program outside: it reads the events
/// line by line, and types an answer to each presentation.
package struct TypedConversation {
    package var status: Int32
    /// The event of the result; empty where none was printed.
    package var result: [String: Any] = [:]
    /// The events of what was shown.
    package var shown: [[String: Any]] = []
    /// All that the program printed.
    package var events = ""

    /// Takes a test to its end.
    ///
    /// - Parameters:
    ///   - words: options of `aloud test`.
    ///   - answer: the words typed for an event `present`.
    package init(_ words: [String], answer: ([String: Any]) -> String) throws {
        let process = Process()
        let (input, output) = (Pipe(), Pipe())
        process.executableURL = AloudBinary.url
        process.arguments = ["test", "--answers", "-", "--events"] + words
        process.environment = ProcessInfo.processInfo.environment
            .merging(["ALOUD_RECORDS": "off"]) { _, new in new }
        process.standardInput = input
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        status = -1
        try process.run()
        defer {
            try? input.fileHandleForWriting.close()
            process.waitUntilExit()
            status = process.terminationStatus
        }
        var pending = Data()
        while true {
            let data = output.fileHandleForReading.availableData
            if data.isEmpty { break }
            pending += data
            while let end = pending.firstIndex(of: 0x0A) {
                let line = pending[pending.startIndex..<end]
                pending = Data(pending[pending.index(after: end)...])
                events += String(decoding: line, as: UTF8.self) + "\n"
                let event = try JSONSerialization.jsonObject(with: line) as? [String: Any] ?? [:]
                switch event["event"] as? String {
                case "present":
                    shown.append(event)
                    let typed = Data((answer(event) + "\n").utf8)
                    try input.fileHandleForWriting.write(contentsOf: typed)
                case "result": result = event
                default: break
                }
            }
        }
    }

    /// The letters of an event `present`, each with its size in logMAR.
    package static func letters(of event: [String: Any]) -> [(letter: Character, size: Double)] {
        let letters = Array(event["letters"] as? String ?? "")
        let size = event["logMAR"] as? Double ?? 0
        let sizes = event["sizes"] as? [Double] ?? letters.map { _ in size }
        return zip(letters, sizes).map { (letter: $0, size: $1) }
    }
}
