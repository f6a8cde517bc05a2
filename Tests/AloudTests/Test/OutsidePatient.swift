import Foundation

/// A program outside that plays the patient: reads the events of a test line by line, and types an
/// answer to each presentation.
struct OutsidePatient {
    /// What came of a test.
    struct Outcome {
        var status: Int32
        var result: [String: Any]
        /// The events of what was shown.
        var shown: [[String: Any]]
    }

    /// The patient names the letters of this size and larger ones, in logMAR, and passes on others.
    let readsFrom: Double
    /// Lines by their numbers of which the first letter is named wrongly.
    var slips: Set<Int> = []

    /// Takes a test to its end.
    ///
    /// - Parameter words: options of `aloud test`.
    func take(_ words: [String]) throws -> Outcome {
        let process = Process()
        process.executableURL = AloudBinary.url
        process.arguments = ["test", "--answers", "-", "--events"] + words
        let (answers, events) = (Pipe(), Pipe())
        process.standardInput = answers
        process.standardOutput = events
        process.standardError = FileHandle.nullDevice
        try process.run()
        var outcome = Outcome(status: -1, result: [:], shown: [])
        var rest = Data()
        while true {
            let more = events.fileHandleForReading.availableData
            if more.isEmpty { break }
            rest += more
            while let end = rest.firstIndex(of: 10) {
                let line = rest[rest.startIndex..<end]
                rest = Data(rest[rest.index(after: end)...])
                let event = try JSONSerialization.jsonObject(with: line) as? [String: Any] ?? [:]
                switch event["event"] as? String {
                case "present":
                    outcome.shown.append(event)
                    try answers.fileHandleForWriting.write(contentsOf: Data(answer(to: event).utf8))
                case "result": outcome.result = event
                default: break
                }
            }
        }
        process.waitUntilExit()
        outcome.status = process.terminationStatus
        return outcome
    }

    private func answer(to event: [String: Any]) -> String {
        let letters = (event["letters"] as? String ?? "").map(String.init)
        let size = event["logMAR"] as? Double ?? 0
        let sizes = event["sizes"] as? [Double] ?? letters.map { _ in size }
        let directions = ["U": "up", "D": "down", "L": "left", "R": "right"]
        let points = event["optotypes"] as? String == "tumbling-e"
        let slips = slips.contains(event["line"] as? Int ?? 0)
        let words = zip(letters, sizes).enumerated().map { index, shown in
            let (letter, size) = shown
            if index == 0, slips { return letter == "K" ? "N" : "K" }
            if size < readsFrom - 0.01 { return "pass" }
            return points ? directions[letter] ?? letter : letter
        }
        return words.joined(separator: " ") + "\n"
    }
}
