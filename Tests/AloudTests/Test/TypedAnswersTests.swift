import Foundation
import Testing

/// The real program with lines of text in place of sound.
@Suite("aloud test --answers")
struct TypedAnswersTests {
    private static let words = ["test", "--events", "--start", "20/63", "--answers", "-"]

    @Test("a line of text is the answer to a line shown, and to an asking")
    func wholeTest() throws {
        let run = try AloudBinary.run(
            Self.words, input: "dee kay yes en\nvee\nsee zee are aitch yes\nnothing\n")
        #expect(run.status == 0, "\(run.messages)")
        let test = try TestRun(run.output)
        #expect(
            test.story == [
                "present 6", "0D", "1K", "2S", "3N", "ask 4", "4V", "right 5",
                "present 7", "0C", "1Z", "2R", "3H", "4S", "right 0", "result",
            ])
        #expect(try test.result()["complete"] as? Bool == true)
    }

    @Test("bytes that are no text are no answer, however many letters they happen to hold")
    func noText() throws {
        let garbage = String(decoding: [0x64, 0x20, 0x6B, 0x01, 0x02, 0x73], as: UTF8.self)
        let run = try AloudBinary.run(
            Self.words, input: "\(garbage)\nsee \u{FFFD} zee\n")
        #expect(run.status == 1)
        let test = try TestRun(run.output)
        #expect(test.story == ["present 6", "ask 01234", "ask 01234", "result"])
        #expect(run.messages.contains("Warning: A line of the answers is no text"))
        #expect(run.messages.contains("Error: The answers ended before the test did."))
    }

    @Test(
        "a full disk: what was measured is told to the person, and the error",
        arguments: [[], ["--json"], ["--events"]])
    func fullDisk(form: [String]) throws {
        let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
        let run = try AloudBinary.run(
            ["test", "--answers", "-"] + form, input: "N C K Z O\nnothing\n", output: full)
        #expect(run.status == 1)
        #expect(run.messages.contains("Letters right  \(form == ["--events"] ? 0 : 5)\n"))
        #expect(run.messages.contains("Error: Cannot write to standard output"))
    }

    @Test("events that can be printed no more end the test, and what was measured is told")
    func readerLeaves() throws {
        let pipe = Pipe()
        let program = try RunningAloud(["test", "--events", "--answers", "-"], output: pipe)
        program.write(Data("N C K Z O\n".utf8), ends: false)
        try program.wait(for: #""event":"line""#)
        try pipe.fileHandleForReading.close()
        program.write(Data("R H S D K\n".utf8), ends: false)
        let run = try program.end()
        #expect(run.messages.contains("Letters right  "))
        #expect(!run.wasEndedBySignal && run.status != 0)
    }
}
