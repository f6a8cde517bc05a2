import Acuity
import Foundation
import TestProgram
import TestTraits
import Testing

/// The real program with raw sound on its standard input.
@Suite("aloud test --input -", .listening)
struct PipedTestTests {
    private static let words = ["test", "--events", "--start", "20/63", "--input", "-"]

    /// Runs a test on all of some sound.
    private func run(_ sound: Data) throws -> (AloudBinary.Run, TestRun) {
        let program = try RunningAloud(Self.words)
        program.write(sound, ends: true)
        let run = try program.end()
        return (run, try TestRun(run.output))
    }

    @Test("raw sound from a pipe runs a whole test")
    func wholeTest() throws {
        let reading = try ReadingAloud(chart(.one, from: 6, count: 1))
        let (run, test) = try run(reading.rawPCM)
        #expect(run.status == 0, "\(run.messages)")
        #expect(test.heard == "DKSNV-----")
        #expect(try test.result()["complete"] as? Bool == true)
    }

    @Test("sound that ends within a sample is used up to there; status 1")
    func oddByte() throws {
        var reading = ReadingAloud()
        try reading.read([.d, .k, .s, .n, .v])
        let (run, test) = try run(reading.rawPCM + Data([7]))
        #expect(run.status == 1)
        #expect(
            run.messages.contains(
                "Error: standard input: the sound ended in the middle of a sample"))
        #expect(test.heard == "DKSNV")
        let result = try test.result()
        #expect(
            result["complete"] as? Bool == false
                && result.part("score")["lettersRight"] as? Int == 5)
    }

    @Test(
        "a letter cut off at the end of a line is heard, and the line counts")
    func cutOff() throws {
        var reading = ReadingAloud()
        try reading.read([.d, .k, .s, .n], then: 0.5)
        try reading.say("oh", 0.02)
        let (run, test) = try run(reading.rawPCM + Data([7]))
        #expect(run.status == 1)
        #expect(test.heard == "DKSNO")
        #expect(try test.result().part("score")["lettersRight"] as? Int == 4)
    }

    @Test("an empty pipe gives advice, status 1 and an empty result")
    func empty() throws {
        let (run, test) = try run(Data())
        #expect(run.status == 1)
        #expect(run.messages.contains("Error: standard input: no sound came; pipe raw PCM into it"))
        #expect(try test.result()["complete"] as? Bool == false)
        #expect(test.heard == "")
    }

    @Test("sound that ends in mid-test gives advice and the results so far; status 1")
    func endsEarly() throws {
        var reading = ReadingAloud()
        try reading.read([.d, .k, .s, .n, .v])
        try reading.say("zed")
        let (run, test) = try run(reading.rawPCM)
        #expect(run.status == 1)
        #expect(run.messages.contains("Error: The recording ended before the test did."))
        #expect(try test.result().part("score")["lettersRight"] as? Int == 5)
    }

    @Test(
        "a signal with a silent pipe keeps the results so far; status 0",
        arguments: [SIGINT, SIGTERM])
    func signal(_ number: Int32) throws {
        var reading = ReadingAloud()
        try reading.read([.d, .k, .s, .n, .v])
        let program = try RunningAloud(Self.words)
        program.write(reading.rawPCM, ends: false)
        try program.wait(for: #""event":"line""#)
        program.signal(number)
        // The pipe stays open: only the signal can end it.
        let run = try program.end()
        #expect(run.status == 0 && !run.wasEndedBySignal, "\(run.messages)")
        #expect(!run.messages.contains("Error"))
        let result = try TestRun(run.output).result()
        #expect(
            result["complete"] as? Bool == false
                && result.part("score")["lettersRight"] as? Int == 5)
    }

    @Test("a signal before any sound is not an error")
    func signalAtOnce() throws {
        let program = try RunningAloud(Self.words)
        try program.wait(for: #""event":"present""#)
        program.signal(SIGINT)
        let run = try program.end()
        #expect(run.status == 0 && !run.messages.contains("Error"), "\(run.messages)")
        #expect(try TestRun(run.output).result()["complete"] as? Bool == false)
    }
}
