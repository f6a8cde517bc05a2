import Acuity
import Foundation
import SoundFiles
import TestProgram
import TestSpeech
import TestTraits
import Testing

/// The real program with a recording of a person who reads a warm-up and then gives up.
@Suite("aloud test --warm-up", .listening)
struct WarmUpCommandTests {
    private func run(_ reading: ReadingAloud, _ words: String...) throws -> TestRun {
        let folder = try TemporaryFolder()
        let file = folder.file("read.wav")
        try SoundFile.write(reading.samples, to: file)
        let run = try AloudBinary.run(["test", "--events", "--input", file, "--warm-up"] + words)
        return try TestRun(run.output)
    }

    /// The letters of a seed's warm-up, in their order.
    private func order(seed: Int) throws -> [Letter] {
        let test = try run(ReadingAloud(), "--seed", "\(seed)")
        let begin = try #require(test.events("warmUp").first)
        #expect(begin["step"] as? String == "begin" && begin["seed"] as? Int == seed)
        return try #require(begin["letters"] as? String).compactMap { Letter($0) }
    }

    private func steps(_ test: TestRun, _ step: String) -> [[String: Any]] {
        test.events("warmUp").filter { $0["step"] as? String == step }
    }

    @Test("ten letters are read and understood, then the test begins")
    func wholeWarmUp() throws {
        let letters = try order(seed: 5)
        #expect(Set(letters) == Set(Letter.sloan))
        var reading = ReadingAloud()
        for letter in letters { try reading.read([letter], then: 1) }
        try reading.say("I can't see any")
        let test = try run(reading, "--seed", "5")
        let shown = steps(test, "show").compactMap { $0["letter"] as? String }
        #expect(shown == letters.map(\.description))
        // The synthetic voice is understood at once but for a letter or two.
        #expect(steps(test, "again").count <= 3)
        let end = try #require(steps(test, "end").first)
        #expect(end["end"] as? String == "finished")
        #expect(try #require(end["lettersUnderstood"] as? Int) >= 8)
        // The lines of the test come after.
        #expect(test.events("present").count == 1)
        #expect(try test.result()["complete"] as? Bool == true)
    }

    /// While letters are read, nothing heard depends on which ones are shown: the same recording
    /// is heard alike, to the last digit, whatever the order.
    @Test("answers of the warm-up do not depend on the letters shown")
    func shownAndHeard() throws {
        var reading = ReadingAloud()
        let letters: [Letter] = [.k, .d, .n, .s, .h, .o]
        for letter in letters { try reading.read([letter], then: 1) }
        let heard = try (1...3).map { seed in
            let test = try run(reading, "--seed", "\(seed)")
            return steps(test, "heard").map {
                "\($0["as"] ?? "") \($0["confidence"] ?? "") \($0["heard"] ?? "")"
            }
        }
        #expect(heard[0].count == letters.count)
        #expect(heard[1] == heard[0] && heard[2] == heard[0])
    }

    @Test("contradictory options are refused; recordings have a warm-up on request only")
    func options() throws {
        for words in [
            ["--warm-up", "--no-warm-up"], ["--warm-up", "--answers", "-"],
            ["--warm-up", "--procedure", "tumbling-e", "--answers", "-"],
        ] {
            let run = try AloudBinary.run(["test"] + words)
            #expect(run.status == 64 && run.messages.contains("'--warm-up'"), "\(run.messages)")
        }
        let folder = try TemporaryFolder()
        let file = folder.file("read.wav")
        try SoundFile.write(ReadingAloud().samples, to: file)
        let run = try AloudBinary.run(["test", "--events", "--input", file])
        #expect(!run.output.contains("warmUp"))
    }
}
