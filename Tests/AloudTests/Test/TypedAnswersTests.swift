import Foundation
import TestProgram
import TestTraits
import Testing

/// The real program with lines of text instead of sound.
@Suite("aloud test --answers", .listening)
struct TypedAnswersTests {
    private static let words = ["test", "--events", "--start", "20/63", "--answers", "-"]

    @Test("a line of text answers a line shown, and a request to repeat")
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
        let time = try #require(try test.result().part("setup")["time"] as? String)
        let began = try #require(ISO8601DateFormatter().date(from: time), "\(time)")
        #expect(began <= .now && began.timeIntervalSinceNow > -3_600)
        #expect(try test.result().part("setup")["sitting"] == nil)
    }

    @Test(
        "with directions, words that sound like letters are not answers",
        arguments: [
            ("tumbling-e", ["it is an E", "O", "see", "are you sure", "C"]),
            ("landolt-8", ["see", "it is an E", "cue", "are", "O"]),
        ])
    func noDirections(procedure: String, lines: [String]) throws {
        for line in lines {
            let run = try AloudBinary.run(
                ["test", "--procedure", procedure, "--seed", "3", "--events", "--answers", "-"],
                input: line + "\nstop\n")
            let test = try TestRun(run.output)
            #expect(test.events("answer").isEmpty, "\(line)")
            #expect(test.events("askAgain").count == 1, "\(line)")
        }
    }

    @Test(
        "directions are typed as words or as their letters",
        arguments: [
            ("tumbling-e", "up", "U"), ("tumbling-e", "r", "R"), ("tumbling-e", "DOWN.", "D"),
            ("landolt-8", "down, right", "C"), ("landolt-8", "C", "C"), ("landolt-8", "l", "L"),
        ])
    func directions(procedure: String, line: String, letter: String) throws {
        let run = try AloudBinary.run(
            ["test", "--procedure", procedure, "--seed", "3", "--events", "--answers", "-"],
            input: line + "\n")
        let answers = try TestRun(run.output).events("answer")
        #expect(answers.map { $0["letter"] as? String } == [letter])
    }

    /// The flags of a test that these lines are typed to, with all that it printed.
    private func flags(typing lines: [String]) throws -> (flags: [String], run: AloudBinary.Run) {
        let run = try AloudBinary.run(
            ["test", "--answers", "-", "--json"], input: lines.joined(separator: "\n") + "\n")
        #expect(run.status == 0, "\(run.messages)")
        let result = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
        let estimate = (result as? [String: Any])?.part("estimate")
        return (estimate?["flags"] as? [String] ?? [], run)
    }

    @Test("a position without a typed answer is asked for again, and is not unclear")
    func oneByOne() throws {
        let (flags, run) = try flags(typing: Array(repeating: "I can't see it", count: 5))
        #expect(flags == ["atFloor"])
        #expect(run.messages.contains("Asked again    9\n"))
        #expect(!run.messages.contains("No score"))
    }

    @Test("an unclear typed answer gets no advice about the microphone")
    func unclear() throws {
        let (flags, run) = try flags(
            typing: Array(repeating: "C or D", count: 33))
        #expect(flags.contains("tooManyUnclear"))
        #expect(run.messages.contains("No score: too many answers were unclear. Test again, with"))
        #expect(!run.messages.contains("microphone"))
    }

    @Test("typing only nonsense gives a result without a score after ten letters")
    func nonsense() throws {
        let lines = ["", "hello there", "VVVKX", "mmm"]
        let typed = (0..<40).map { lines[$0 % lines.count] }
        let run = try AloudBinary.run(
            Self.words, input: typed.joined(separator: "\n") + "\n")
        let test = try TestRun(run.output)
        #expect(test.events("askAgain").count == 27)
        #expect(test.events("askAgain").allSatisfy { $0["unclear"] == nil })
        #expect(try test.result()["ended"] as? String == "notUnderstood")
        #expect(try test.result().part("score")["logMAR"] is NSNull)
    }

    @Test(
        "options of hearing are refused with typed answers",
        arguments: [
            ["--accept", "0.8"], ["--wrong-at-most", "1%"], ["--model", "/tmp"],
            ["--english-letters"],
        ], ["test", "serve"])
    func heardByNobody(option: [String], verb: String) throws {
        let run = try AloudBinary.run([verb, "--answers", "/nowhere"] + option)
        #expect(run.status == 64)
        #expect(run.messages.hasPrefix("Error: '\(option[0])' is for spoken answers; leave it out"))
    }

    @Test("bytes that are not text are not an answer, whatever letters they contain")
    func noText() throws {
        let garbage = String(decoding: [0x64, 0x20, 0x6B, 0x01, 0x02, 0x73], as: UTF8.self)
        let run = try AloudBinary.run(
            Self.words, input: "\(garbage)\nsee \u{FFFD} zee\n")
        #expect(run.status == 1)
        let test = try TestRun(run.output)
        #expect(test.story == ["present 6", "ask 01234", "ask 01234", "result"])
        #expect(run.messages.contains("Warning: A line of the answers is not text"))
        #expect(run.messages.contains("Error: The answers ended before the test did."))
    }

    @Test(
        "on a full disk the person gets the measurement and the error",
        arguments: [[], ["--json"], ["--events"]])
    func fullDisk(form: [String]) throws {
        let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
        let run = try AloudBinary.run(
            ["test", "--answers", "-"] + form, input: "N C K Z O\nnothing\n", output: full)
        #expect(run.status == 1)
        #expect(run.messages.contains("Letters right  \(form == ["--events"] ? 0 : 5)\n"))
        #expect(run.messages.contains("Error: Cannot write to standard output"))
    }

    @Test("a failed output of events ends the test with its measurement")
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
