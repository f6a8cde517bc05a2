import Foundation
import TestProgram
import TestSpeech
import TestTraits
import Testing

@Suite("aloud-workbench simulate --weekly", .listening)
struct WeeklyTests {
    private struct Share: Decodable, Equatable {
        var value: Double
        var low: Double
        var high: Double
    }

    private struct Found: Decodable, Equatable {
        var loss: Double
        var tests: Int
        var confirmed: Share
    }

    private struct Row: Decodable, Equatable {
        var procedure: String
        var misheard: Double
        var between: Double
        var people: Int
        var beyond: Share
        var falselyConfirmed: Share
        var steps: [Found]
        var slowLosses: [Found]
    }

    private func rows(_ words: String...) throws -> [Row] {
        let run = try AloudBinary.run(["simulate", "--weekly", "--json"] + words)
        #expect(run.status == 0, "\(run.messages)")
        return try run.lines(Row.self)
    }

    @Test("few unchanged people are alarmed, and most losses are confirmed in time", .long)
    func adaptive() throws {
        let row = try #require(
            try rows(
                "--procedure", "adaptive", "--letters", "45", "--misheard", "2%", "--people", "100",
                "--slow-loss", "0.4"
            ).first)
        #expect(row.people == 100 && row.between == 0.04)
        #expect(row.beyond.low <= 0.06 && row.beyond.value > 0.02, "\(row)")
        #expect(row.falselyConfirmed.low <= 0.05, "\(row)")
        #expect(row.steps.map(\.loss) == [0.1, 0.2] && row.steps.map(\.tests) == [6, 3])
        #expect(row.steps[0].confirmed.high >= 0.8, "\(row)")
        #expect(row.steps[1].confirmed.high >= 0.9, "\(row)")
        // 0.4 a year is 0.19 in 25 weeks.
        #expect(row.slowLosses[0].confirmed.value > 0.8, "\(row)")
        #expect(row.beyond.low < row.beyond.value && row.beyond.value < row.beyond.high)
    }

    @Test("more people get an alarm if tests deviate more than the model assumes", .long)
    func between() throws {
        let found = try rows(
            "--procedure", "e-etdrs", "--misheard", "0", "--people", "60", "--between",
            "0.02,0.09", "--slow-loss", "0.02")
        try #require(found.count == 2)
        #expect(found[0].falselyConfirmed.high < found[1].falselyConfirmed.low)
    }

    @Test(
        "a seed gives the same output on any number of cores, and pictures", .long)
    func threads() throws {
        let folder = try TemporaryFolder()
        let words = [
            "simulate", "--weekly", "--procedure", "etdrs", "--misheard", "0,5%", "--people", "30",
            "--slow-loss", "0.09", "--html", folder.file("page.html"), "--svg",
            folder.file("plots.svg"),
        ]
        let one = try AloudBinary.run(words + ["--threads", "1"])
        let several = try AloudBinary.run(words + ["--threads", "3"])
        #expect(one.status == 0 && one.output == several.output, "\(one.messages)")
        #expect(one.output.contains("falsely confirmed") && one.output.contains("0.09 a year"))
        let picture = try String(contentsOfFile: folder.file("plots.svg"), encoding: .utf8)
        #expect(picture.hasPrefix("<svg xmlns") && picture.contains("falsely confirmed"))

        #expect(
            try String(contentsOfFile: folder.file("page.html"), encoding: .utf8)
                .contains("False alarms and missed losses"))
    }

    @Test("options of weekly tests require --weekly")
    func misuse() throws {
        for words in [["--people", "20"], ["--svg", "a.svg"], ["--weekly", "--runs", "20"]] {
            let run = try AloudBinary.run(["simulate"] + words)
            #expect(run.status == 64 && run.messages.contains("has no effect"), "\(run.messages)")
        }
    }
}
