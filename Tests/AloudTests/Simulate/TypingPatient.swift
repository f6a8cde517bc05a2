import Foundation

/// A patient that knows nothing of Aloud but its command line: it starts the program, reads the
/// letters from its events, and types what it sees.
///
/// Its eye is written anew here, with the system's error function and a generator of its own, so that
/// a fault in the simulated observer of the bench does not hide itself.
struct TypingPatient {
    /// The size at which a letter is seen half of the time, logMAR.
    var threshold: Double
    /// The standard deviation of the curve, logMAR.
    var sigma = 0.08
    private var state: UInt64

    init(threshold: Double, seed: UInt64) {
        self.threshold = threshold
        state = seed &* 2 &+ 1
    }

    /// The result event of a test, and how many letters were typed rightly.
    struct Outcome {
        var result: [String: Any]
        var letters: Int
        var right: Int
        /// All that the program printed.
        var events: String
    }

    /// What went wrong with the program.
    struct Failure: Error {
        var messages: String
    }

    /// Takes a whole test.
    mutating func take(_ words: [String]) throws -> Outcome {
        let process = Process()
        let (input, output, messages) = (Pipe(), Pipe(), FileHandle.nullDevice)
        process.executableURL = AloudBinary.url
        process.arguments = ["test", "--answers", "-", "--events"] + words
        process.standardInput = input
        process.standardOutput = output
        process.standardError = messages
        try process.run()
        defer {
            try? input.fileHandleForWriting.close()
            process.waitUntilExit()
        }
        var (letters, right) = (0, 0)
        var pending = Data()
        var events = ""
        while true {
            let data = output.fileHandleForReading.availableData
            guard !data.isEmpty else { throw Failure(messages: "no result was printed") }
            pending += data
            while let end = pending.firstIndex(of: 0x0A) {
                let line = pending[pending.startIndex..<end]
                pending = Data(pending[pending.index(after: end)...])
                events += String(decoding: line, as: UTF8.self) + "\n"
                guard let event = try JSONSerialization.jsonObject(with: line) as? [String: Any]
                else { throw Failure(messages: "an event is no object") }
                switch event["event"] as? String {
                case "present":
                    let answer = look(at: event)
                    letters += answer.count
                    right += answer.count { $0.shown == $0.said }
                    let text = answer.map { String($0.said) }.joined(separator: " ") + "\n"
                    try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
                case "result":
                    return Outcome(
                        result: event, letters: letters, right: right, events: events)
                default: break
                }
            }
        }
    }

    private mutating func look(at event: [String: Any]) -> [(shown: Character, said: Character)] {
        let shown = Array(event["letters"] as? String ?? "")
        let size = event["logMAR"] as? Double ?? 0
        let sizes = event["sizes"] as? [Double] ?? shown.map { _ in size }
        let choices = Self.choices(event["optotypes"] as? String)
        return zip(shown, sizes).map { letter, size in
            let seeing = 0.5 * erfc(-(size - threshold) / sigma / 2.0.squareRoot())
            let guess = 1 / Double(choices.count)
            let isRight = fraction() < 0.01 * guess + 0.99 * (guess + (1 - guess) * seeing)
            let others = choices.filter { $0 != letter }
            let other = others[Int(fraction() * Double(others.count))]
            return (letter, isRight ? letter : other)
        }
    }

    /// What it knows to choose from.
    private static func choices(_ optotypes: String?) -> [Character] {
        switch optotypes {
        case "hotv": Array("HOTV")
        case "tumbling-e": Array("UDLR")
        default: Array("CDHKNORSVZ")
        }
    }

    /// A number from 0 up to 1: the upper half of a linear congruential generator (Knuth DE. The
    /// art of computer programming, volume 2, section 3.3.4, the multiplier of MMIX).
    private mutating func fraction() -> Double {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Double(state >> 33) / Double(1 << 31)
    }
}
