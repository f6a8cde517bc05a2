import Foundation
import TestProgram
import TestSpeech
import TestTraits
import Testing

@Suite("kill -9 at a random moment", .listening)
struct KillTests {
    /// The number of kills: 6, or that of `ALOUD_KILLS`.
    private static var kills: Int {
        ProcessInfo.processInfo.environment["ALOUD_KILLS"].flatMap { Int($0) } ?? 6
    }

    private struct Kept: Decodable {
        struct Event: Decodable {
            var text: String
        }
        struct Test: Decodable {
            var id: String
            var state: String
        }
        var test: Test
        var events: [Event]
    }

    /// The letters of an event that shows some.
    private struct Shown: Decodable {
        var event: String
        var letters: String?
    }

    @Test("no printed event is lost, and nothing is damaged") func kill() throws {
        let folder = try TemporaryFolder()
        let variables = ["ALOUD_RECORDS": folder.file("records.db")]
        let seed = UInt64.random(in: 0..<1_000_000)
        var random = SeededNoise(seed: seed)
        for number in 0..<Self.kills {
            let printed = try run(
                killedAfter: Int(random.next() % 50), and: Double(random.next() % 30) / 1_000,
                variables)
            let listed = try AloudBinary.run(
                ["records", "list", "--json", "--limit", "1"], variables: variables)
            let words: Comment = "kill \(number), seed \(seed): \(listed.messages)"
            #expect(listed.status == 0, words)
            guard !printed.isEmpty else { continue }
            let last = try #require(try listed.lines(Kept.Test.self).first, words)
            #expect(["interrupted", "finished"].contains(last.state), words)
            let shown = try AloudBinary.run(
                ["records", "show", last.id, "--json"], variables: variables)
            let kept = try #require(try shown.lines(Kept.self).first, words)
            #expect(Array(kept.events.map(\.text).prefix(printed.count)) == printed, words)
        }
        let verified = try AloudBinary.run(["records", "verify"], variables: variables)
        #expect(verified.status == 0, "seed \(seed): \(verified.output)")
    }

    /// Runs a test until it is killed; returns the events that it printed whole.
    private func run(
        killedAfter lines: Int, and delay: Double, _ variables: [String: String]
    ) throws -> [String] {
        let process = Process()
        let (input, output) = (Pipe(), Pipe())
        process.executableURL = AloudBinary.url
        process.arguments = ["test", "--answers", "-", "--events"]
        process.environment = ProcessInfo.processInfo.environment
            .merging(["ALOUD_CONFIG": "/dev/null"]) { $1 }.merging(variables) { $1 }
        process.standardInput = input
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        var pending = Data()
        var printed: [String] = []
        var isKilled = false
        while true {
            let data = output.fileHandleForReading.availableData
            if data.isEmpty { break }
            pending += data
            while let end = pending.firstIndex(of: 0x0A) {
                let line = pending[pending.startIndex..<end]
                pending = Data(pending[pending.index(after: end)...])
                printed.append(String(decoding: line, as: UTF8.self))
                let shown = try JSONDecoder().decode(Shown.self, from: Data(line))
                if !isKilled, let letters = shown.letters, shown.event == "present" {
                    let typed = letters.map { String($0) }.joined(separator: " ") + "\n"
                    try? input.fileHandleForWriting.write(contentsOf: Data(typed.utf8))
                }
            }
            if printed.count > lines, !isKilled {
                isKilled = true
                Thread.sleep(forTimeInterval: delay)
                Foundation.kill(process.processIdentifier, SIGKILL)
            }
        }
        process.waitUntilExit()
        return printed
    }
}
