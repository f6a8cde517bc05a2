import Acuity
import Exam
import Foundation
import TestProgram
import TestSpeech
import TestTraits
import Testing

@testable import CommandLineKit
@testable import Records
@testable import aloud_workbench

@Suite(.listening) struct ReplayTests {
    /// A test whose answers are typed; the lines that it prints.
    private func record(_ words: [String] = [], answers: String) throws -> String {
        let run = try AloudBinary.run(
            ["test", "--answers", "-", "--events"] + words, input: answers)
        #expect(run.status == 0, "\(run.messages)")
        return run.output
    }

    @Test("a result of a newer version is refused plainly") func newer() throws {
        let events = try record(answers: answers)
        #expect(events.contains(#""version":1"#))
        let run = try replay(events.replacing(#""version":1"#, with: #""version":2"#))
        #expect(run.status == 1 && run.messages.contains("version 2 by a newer Aloud"))
    }

    private func replay(_ events: String, _ words: [String] = []) throws -> AloudBinary.Run {
        let folder = try TemporaryFolder()
        let path = try folder.write(events, to: "events.jsonl")
        return try AloudBinary.run(["simulate", "--replay", path] + words)
    }

    /// Chart 1, which the right eye reads, with some letters wrong and some not seen.
    private let answers = """
        N C K Z O
        R H S D K
        D O V, no, S H R
        C Z R H S
        O N H R pass
        no idea
        D K
        can't see any
        can't see any

        """

    @Test("score and estimate match the test") func scoreAndEstimateAreThoseOfTheTest()
        throws
    {
        let events = try record(answers: answers)
        let run = try replay(events, ["--json"])
        #expect(run.status == 0, "\(run.messages)")
        let report = try #require(
            try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
        let line = try #require(events.split(separator: "\n").last)
        let result = try #require(
            try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        #expect(report["agrees"] as? Bool == true)
        #expect(report["score"] as? Double == result.part("score")["logMAR"] as? Double)
        #expect(report["recordedScore"] as? Double == result.part("score")["logMAR"] as? Double)
        let interval = try #require(report["interval95"] as? [Double])
        let estimate = try #require(report["estimate"] as? Double)
        #expect(interval.count == 2 && interval[0] < estimate && estimate < interval[1])
        // Wrong answers that may have been misheard speak less against the eye.
        let unsure = try replay(events, ["--json", "--hearing", "10%"])
        let better = try #require(
            try JSONSerialization.jsonObject(with: Data(unsure.output.utf8)) as? [String: Any])
        #expect(try #require(better["estimate"] as? Double) < estimate)
    }

    /// The hearing that a test assumed is in its result, and a replay takes it from there.
    @Test(
        "the hearing of the test is used",
        arguments: [
            ["--hearing", "20%"], ["--hearing", "grammars/hearing.json"],
            ["--procedure", "adaptive", "--seed", "3", "--hearing", "5%", "--interval", "0.5"],
            ["--procedure", "best-pest", "--seed", "3", "--letters", "9"],
        ])
    func theHearingOfTheTestIsTaken(words: [String]) throws {
        let isChart = !words.contains("--procedure")
        let events = try AloudBinary.run(
            ["test", "--answers", "-", "--events"] + words,
            input: isChart ? answers : String(repeating: "can't see any\n", count: 60)
        ).output
        #expect(events.contains("\"hearing\":{"))
        let run = try replay(events, ["--json"])
        #expect(run.status == 0 && run.output.contains("\"agrees\":true"), "\(run.output)")
    }

    @Test(
        "a changed estimate or interval is reported",
        arguments: ["mean", "interval95"])
    func changedEstimate(key: String) throws {
        let events = try record(["--hearing", "5%"], answers: answers)
        let ranges = try #require(events.range(of: "\"\(key)\":"))
        let digits = try #require(
            events[ranges.upperBound...].range(of: "0.", options: .literal))
        let changed = events.replacingCharacters(in: digits, with: "-1.")
        #expect(changed != events)
        let run = try replay(changed)
        #expect(run.status == 1 && run.output.contains("recorded was"), "\(run.output)")
    }

    @Test("a test is replayed from standard input and from a pipe")
    func piped() throws {
        let events = try record(answers: answers)
        let typed = try AloudBinary.run(["simulate", "--replay", "-"], input: events)
        #expect(typed.status == 0 && typed.output.contains("as recorded"), "\(typed.messages)")
        let folder = try TemporaryFolder()
        let pipe = folder.file("pipe")
        try #require(mkfifo(pipe, 0o600) == 0)
        let reader = try RunningAloud(["simulate", "--replay", pipe])
        // The pipe opens once the program reads it.
        let writer = try #require(FileHandle(forWritingAtPath: pipe))
        try writer.write(contentsOf: Data(events.utf8))
        try writer.close()
        let piped = try reader.end()
        #expect(piped.status == 0 && piped.output == typed.output, "\(piped.messages)")
        let twice = try AloudBinary.run(["simulate", "--replay", "-", "--replay", "-"])
        #expect(twice.status == 64 && twice.messages.contains("can be read only once"))
        let missing = try AloudBinary.run(["simulate", "--replay", "/nowhere.jsonl"])
        #expect(
            missing.status == 1 && missing.messages.contains("Cannot read '/nowhere.jsonl': No"))
    }

    @Test("several tests in one file and all options of the chart are replayed")
    func severalTestsInOneFileAndAllOptionsOfTheChart() throws {
        let random = try record(
            ["--seed", "12", "--start", "20/63", "--stop", "fewer-than-3"],
            answers: String(repeating: "pass pass pass pass pass\n", count: 14))
        let run = try replay(try record(answers: answers) + "\n" + random)
        #expect(run.status == 0, "\(run.messages)")
        // Score and estimate of both.
        #expect(run.output.components(separatedBy: "as recorded").count == 5, "\(run.output)")
    }

    @Test("an operator's answers count as in the test")
    func overrides() throws {
        let events = try record(answers: answers)
        var overridden = events
        for place in [#""line":1,"position":4"#, #""line":5,"missed":true,"position":4"#] {
            let line = try #require(
                events.split(separator: "\n").first {
                    $0.contains(#""event":"answer""#) && $0.contains(place)
                })
            overridden = overridden.replacing(
                line,
                with: line.replacing(#""event":"answer""#, with: #""event":"override""#)
                    .replacing(#""missed":true,"#, with: ""))
        }
        let (run, before) = (try replay(overridden), try replay(events))
        #expect(run.status == 0 && run.output == before.output, "\(run.output)")
    }

    @Test("a replay of a test without a result has no result")
    func nothingFound() throws {
        let letters = String(repeating: "C D H K N O\n", count: 60)
        let recordings = [
            // Stopped between 4 m and 1 m.
            (["--one-metre", "--chart", "1"], "I can't see any\n", "as recorded"),
            (["--chart", "1"], "", "none: nothing was answered"),
            // Several letters for one: never understood.
            (["--procedure", "best-pest", "--seed", "2"], letters, "withheld"),
            (
                ["--procedure", "e-etdrs", "--seed", "2"], String(repeating: "Z\n", count: 90),
                "withheld"
            ),
        ]
        for (options, answers, told) in recordings {
            let events = try AloudBinary.run(
                ["test", "--answers", "-", "--events"] + options, input: answers
            ).output
            let run = try replay(events)
            #expect(run.status == 0 && run.output.contains("as recorded"), "\(run.output)")
            #expect(run.output.contains(told), "\(options) \(run.output)")
            let json = try replay(events, ["--json"])
            let isWithheld = ["\"estimate\":null", "\"interval95\":null"].allSatisfy {
                json.output.contains($0)
            }
            #expect(isWithheld == (told != "as recorded"))
        }
    }

    @Test(
        "a changed recording, and another file, are reported",
        arguments: [
            ("\"letters\":\"RHSDK\"", "\"letters\":\"RHSDO\"", "shows RHSDK"),
            ("\"ended\":", "\"was\":", "no event of"),
            ("\"event\":\"present\",\"letters\":\"DOVHR\"", "\"a\":1", "no event of"),
            ("\"position\":4", "\"position\":5", "for a letter that is not shown"),
            ("\"letter\":\"Z\"", "\"letter\":\"ZZ\"", "'ZZ', which is not a letter"),
            ("\"event\":\"result\"", "\"event\":\"other\"", "has no result of a test"),
        ])
    func faults(change: String, to other: String, told: String) throws {
        let events = try record(answers: answers)
        try #require(events.contains(change))
        let run = try replay(events.replacingOccurrences(of: change, with: other))
        #expect((run.messages + run.output).contains(told), "\(run.messages)")
        #expect((run.status == 0) == (told == "as recorded"))
    }

    @Test("a line of a chart may have any line number", arguments: [0, 15, Int.min, .max])
    func lineNumber(number: Int) throws {
        let events = try record(answers: answers)
        let run = try replay(events.replacing("\"line\":1,", with: "\"line\":\(number),"))
        #expect(run.status == 0 && run.output.contains("as recorded"), "\(run.messages)")
    }

    @Test("an adaptive test is replayed with its own letters and the given hearing")
    func adaptiveHeardOtherwise() throws {
        var patient = TypingPatient(threshold: 0.3, seed: 9)
        let events = try patient.take(["--procedure", "adaptive", "--seed", "7"]).events
        let before = try replay(events, ["--json"])
        let run = try replay(events, ["--json", "--hearing", "10%"])
        #expect(before.status == 0 && run.status == 0, "\(run.messages)")
        #expect(before.output != run.output)
    }

    @Test(
        "Withdrawn and unclear answers count as in the test",
        arguments: [
            ["X no", "X no", "X no"], ["?", "?"], ["X no", "?", "?"],
            ["again", "X again C"],
            ["?", "?", "X no"],
        ])
    func askedAgain(before: [String]) throws {
        let answers = Array(repeating: before + ["C"], count: 40).flatMap(\.self)
        let events = try record(
            ["--procedure", "best-pest", "--seed", "3"],
            answers: answers.joined(separator: "\n") + "\n")
        let run = try replay(events, ["--json"])
        #expect(run.status == 0, "\(run.messages)")
        let report = try JSONDecoder().decode(Replayed.self, from: Data(run.output.utf8))
        let line = try #require(events.split(separator: "\n").last)
        let result = try JSONDecoder().decode(Result.self, from: Data(line.utf8))
        #expect(report.agrees)
        #expect(report.score == result.score.logMAR && report.flags == result.estimate.flags)
        #expect(report.interval95 == result.estimate.interval95)
        // Only what was not understood speaks against the room.
        #expect(result.estimate.flags.contains("tooManyUnclear") == before.contains("?"))
    }

    private struct Replayed: Decodable {
        var agrees: Bool
        var score: Double?
        var flags: [String]
        var interval95: [Double]?
    }

    private struct Result: Decodable {
        var score: Score
        var estimate: Estimate

        struct Score: Decodable { var logMAR: Double? }

        struct Estimate: Decodable {
            var flags: [String]
            var interval95: [Double]?
        }
    }

    @Test("a score other than the recorded one fails") func anotherScoreThanRecordedFails() throws {
        let events = try record(answers: answers)
        let changed = events.replacingOccurrences(
            of: #""logMAR":[0-9.]+,"notation""#, with: #""logMAR":0.1,"notation""#,
            options: .regularExpression)
        try #require(changed != events)
        let run = try replay(changed)
        #expect(run.status == 1)
        #expect(run.output.contains("recorded was 0.10"))
        #expect(run.messages.contains("is not the recorded one"))
    }

    @Test(
        "A test that its screen cut short is replayed with the sizes of that screen",
        arguments: ["adaptive", "e-etdrs", "best-pest", "near", "hotv", "etdrs"])
    func sizesShown(name: String) throws {
        try replay(name, seed: 5, SizeRange(largest: LogMAR(0.84), smallest: LogMAR(0.26)))
    }

    /// Sizes are compared in millionths; at that precision these limits are hundredths.
    @Test(
        "Limits that are off by a rounding error allow the same sizes in a replay",
        arguments: [
            (-0.020000000000000018, -0.17), (-0.02, -0.16999999999999998),
            (0.30000041, 0.09999959), (0.29999951, 0.10000049),
        ])
    func limitsAtHundredths(largest: Double, smallest: Double) throws {
        for seed in 1...5 {
            try replay(
                "adaptive", seed: seed,
                SizeRange(largest: LogMAR(largest), smallest: LogMAR(smallest)))
        }
    }

    /// Takes a test on a screen that shows these sizes, and computes what is recorded of it anew.
    private func replay(_ name: String, seed: Int, _ range: SizeRange) throws {
        var generator = SystemRandomNumberGenerator()
        let plan = TestPlan(
            MeasurementConfiguration(
                procedure: try #require(ProcedureChoice(rawValue: name)), seed: UInt64(seed)),
            hearing: .exact, range: range, using: &generator)
        var test = plan.procedure
        var patient = SimulatedObserver(
            threshold: LogMAR(range.smallest.value - 0.06), seed: 4)
        while let shown = test.next { try test.take(patient.read(shown)) }
        let report = TestRecord(
            setup: plan.setup, score: test.score, lettersAskedAgain: 0, duration: .zero,
            end: .finished(try #require(test.score.end)))
        let result = try JSONDecoder().decode(
            TestRecord.self, from: Data(report.jsonText.utf8))
        #expect(abs(result.setup.range.largest.value - range.largest.value) < 1e-6)
        #expect(abs(result.setup.range.smallest.value - range.smallest.value) < 1e-6)
        let replayed = try RecordedTest(reading: test.read, result: result).replayed(
            hearing: .exact)
        #expect(replayed.isDone)
        let scores = try [replayed, test].map { try #require($0.score.logMAR).value }
        #expect(abs(scores[0] - scores[1]) < 1e-6)
        #expect(replayed.read.map(\.presentation.sizes) == test.read.map(\.presentation.sizes))
    }

    @Test("If only the sizes differ, the sizes are named")
    func otherSizes() throws {
        let events = try record(
            ["--procedure", "near", "--seed", "2"],
            answers: String(repeating: "pass\n", count: 10))
        // The first size is where the test starts; from there on the procedure goes its own way.
        let changed = events.replacing(#""logMAR":1}"#, with: #""logMAR":0.9}"#, maxReplacements: 1)
        try #require(changed != events)
        let run = try replay(changed)
        #expect(run.status == 1)
        #expect(run.messages.contains("showed R of logMAR 1.0, but after"), "\(run.messages)")
        #expect(
            run.messages.contains("shows R of logMAR 0.9: the file was changed"), "\(run.messages)")
    }
}
