import Foundation
import TestProgram
import TestSpeech
import TestTraits
import Testing

@testable import CommandLineKit
@testable import Simulation
@testable import aloud_workbench

@Suite(.listening) struct SimulateCommandTests {
    /// The objects of JSON Lines.
    private func objects(_ text: String) throws -> [[String: Any]] {
        try text.split(separator: "\n").map { line in
            try #require(
                try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
    }

    private func simulate(_ words: String...) throws -> AloudBinary.Run {
        try AloudBinary.run(["simulate"] + words)
    }

    @Test("contrast has its own cells, and only the seed decides the result") func contrast() throws
    {
        let words = [
            "--quantity", "contrast", "--letters", "20", "--misheard", "5%", "--slope", "3.5",
            "--runs", "40", "--json",
        ]
        let run = try AloudBinary.run(["simulate"] + words + ["--threads", "1"])
        #expect(run.status == 0, "\(run.messages)")
        let cells = try objects(run.output)
        #expect(
            cells.map { $0["procedure"] as? String } == ["contrast", "pelli-robson", "mars"])
        let bias = try #require(cells[0]["bias"] as? Double)
        #expect(abs(bias) < 0.1)
        #expect(cells[0]["lettersShown"] as? Double == 20)
        let again = try AloudBinary.run(["simulate"] + words + ["--threads", "2"])
        #expect(again.output == run.output)
        for wrong in [["--sigma", "0.1"], ["--procedure", "etdrs"], ["--html", "x.html"]] {
            let refused = try AloudBinary.run(["simulate", "--quantity", "contrast"] + wrong)
            #expect(refused.status == 64)
            #expect(refused.messages.contains("'\(wrong[0])' has no effect"))
        }
        #expect(try simulate("--slope", "3").status == 64)
    }

    @Test("an object for each cell and figure is printed") func anObjectForEachCellAndFigure()
        throws
    {
        let run = try simulate(
            "--procedure", "etdrs,adaptive", "--letters", "10", "--misheard", "0,5%", "--runs",
            "40", "--json")
        #expect(run.status == 0, "\(run.messages)")
        let cells = try objects(run.output)
        #expect(
            cells.map { $0["procedure"] as? String }
                == ["etdrs", "etdrs", "etdrs", "etdrs"] + Array(repeating: "adaptive", count: 4))
        #expect(
            cells.map { $0["figure"] as? String }
                == Array(repeating: ["score", "estimate"], count: 4).flatMap { $0 })
        #expect(cells.map { $0["misheard"] as? Double } == [0, 0, 0.05, 0.05, 0, 0, 0.05, 0.05])
        for cell in cells {
            #expect(cell["runs"] as? Int == 40)
            let bias = try #require(cell["bias"] as? Double)
            let limits = try #require(cell["limits95"] as? Double)
            #expect(abs(bias) < 0.3 && limits > 0 && limits < 0.6, "\(cell)")
            #expect(cell["withheld"] is Double && cell["seconds"] is Double)
            if cell["figure"] as? String == "estimate" {
                let coverage = try #require(cell["coverage95"] as? Double)
                #expect(coverage > 0.7 && coverage <= 1)
            } else {
                #expect(cell["coverage95"] is NSNull)
            }
        }
        #expect(cells[4]["letters"] as? Double == 10)
        // A chart is shown line by line, the first ten letters of the adaptive test nearly all alone.
        let shown = try cells.map { try #require($0["presentations"] as? Double) }
        let letters = try cells.map { try #require($0["letters"] as? Double) }
        #expect(zip(shown, letters).prefix(4).allSatisfy { abs($0 * 5 - $1) < 0.1 })
        #expect(shown[4] > 5 && shown[4] <= 10)
    }

    @Test("the same seed gives the same output on any number of cores")
    func theSameSeedGivesTheSameOutputOnAnyNumberOfCores() throws {
        func output(seed: String, threads: String) throws -> String {
            try simulate(
                "--procedure", "etdrs,adaptive", "--letters", "5", "--misheard", "10%", "--runs",
                "60", "--seed", seed, "--threads", threads, "--json"
            ).output
        }
        let one = try output(seed: "7", threads: "1")
        #expect(!one.isEmpty)
        #expect(try output(seed: "7", threads: "5") == one)
        #expect(try output(seed: "8", threads: "5") != one)
    }

    @Test("the table names the procedures and the simulated patients")
    func theTableNamesTheProceduresAndWhatWasSimulated() throws {
        let run = try simulate(
            "--procedure", "etdrs", "--misheard", "2%", "--thresholds", "0.1,0.5", "--runs", "20",
            "--by-threshold")
        #expect(run.status == 0)
        let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines[0].hasSuffix("coverage95 withheld"))
        #expect(lines[1].hasPrefix("Chart") && lines[1].contains("2.0 %"))
        #expect(lines.contains { $0.hasPrefix("  at 0.10") })
        #expect(
            run.output.hasSuffix(
                "20 tests a cell, two of each patient; thresholds 0.10, 0.50 logMAR; seed 1.\n"))
    }

    @Test("patients follow the prior of the estimate") func patientsAsTheEstimateBelievesThem()
        throws
    {
        let believed = try simulate(
            "--procedure", "e-etdrs", "--misheard", "5%", "--runs", "20", "--believed")
        #expect(believed.status == 0)
        #expect(believed.output.contains("patients drawn from the prior of the estimate; seed 1."))
    }

    @Test(
        "invalid options are refused with the expected values",
        arguments: [
            (["--misheard", "60%"], "a share from 0% to 50%"),
            (["--misheard", "0,,1%"], "or several with commas between"),
            (["--procedure", "charts"], "'etdrs'"),
            (["--thresholds", "1..0"], "a range such as -0.2..1.2"),
            (["--thresholds", "9"], "logMAR from -0.5 to 1.6"),
            (["--sigma", "narrow"], "'normal', 'wide', or a number"),
            (["--runs", "1"], "a whole number from 2"),
            (["--assume", "some"], "'truth', or a share"),
            (["--letters", "2"], "a whole number from 5 to 500"),
            (["--speed", "--json"], "'--json' has no effect with '--speed'"),
            (["--speed", "--html", "/nowhere"], "'--html' has no effect with '--speed'"),
            (["--speed", "--by-threshold"], "'--by-threshold' has no effect with '--speed'"),
            (
                ["--optotype", "hotv", "--procedure", "etdrs,e-etdrs"],
                "'--optotype hotv' has no effect on these procedures"
            ),
            (
                ["--letters", "25", "--procedure", "etdrs"],
                "'--letters' has no effect on these procedures"
            ),
            (
                ["--believed", "--thresholds", "0"],
                "'--thresholds' has no effect with '--believed'"
            ),
            (["--believed", "--lapse", "5%"], "'--lapse' has no effect with '--believed'"),
            (["--hearing", "5%"], "'--hearing' has no effect without '--replay'"),
            (["--bounds", "--misheard", "0"], "'--misheard' has no effect with '--bounds'"),
            (["--bounds", "--hearing", "5%"], "'--hearing' has no effect without '--replay'"),
            (["--bounds", "--speed"], "'--speed' has no effect with '--bounds'"),
            (["--replay", "x", "--bounds"], "'--bounds' has no effect with '--replay'"),
            (["--replay", "x", "--html", "/nowhere"], "'--html' has no effect with '--replay'"),
            (["--replay", "x", "--runs", "5"], "'--runs' has no effect with '--replay'"),
        ])
    func misuse(words: [String], expected: String) throws {
        let run = try AloudBinary.run(["simulate"] + words)
        #expect(run.status == 64)
        #expect(run.output == "")
        #expect(run.messages.contains(expected), "\(run.messages)")
    }

    @Test("help names every procedure") func helpNamesEveryProcedure() throws {
        let help = try simulate("--help").output
        for procedure in SimulatedProcedure.allCases {
            #expect(help.contains(procedure.rawValue))
        }
    }

    /// A simulation of very many tests, ended by Ctrl-C once some are done.
    private func interrupted(_ words: String...) throws -> AloudBinary.Run {
        let process = Process()
        let output = Pipe()
        let messages = Pipe()
        process.executableURL = AloudBinary.url
        process.arguments = ["simulate", "--procedure", "etdrs", "--misheard", "0"] + words
        process.arguments? += ["--runs", "1000000", "--threads", "1"]
        process.standardOutput = output
        process.standardError = messages
        try process.run()
        // The first words on progress come once there is something to print.
        let first = messages.fileHandleForReading.availableData
        process.interrupt()
        let printed = output.fileHandleForReading.readDataToEndOfFile()
        let rest = messages.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        #expect(!first.isEmpty)
        return AloudBinary.Run(
            status: process.terminationStatus,
            wasEndedBySignal: process.terminationReason == .uncaughtSignal,
            output: String(decoding: printed, as: UTF8.self),
            messages: String(decoding: first + rest, as: UTF8.self))
    }

    @Test("Ctrl-C prints the finished part") func ctrlCPrintsWhatIsDone() throws {
        let run = try interrupted("--json")
        #expect(run.status == 0 && !run.wasEndedBySignal)
        let objects = try objects(run.output)
        let runs = try #require(objects.first?["runs"] as? Int)
        #expect(objects.count == 2 && runs > 0 && runs < 1_000_000)
    }

    @Test("after Ctrl-C table and page have the finished tests")
    func afterCtrlCTableAndPageTellTheTestsThatWereDone() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("page.html")
        let run = try interrupted("--html", path)
        #expect(run.status == 0 && !run.wasEndedBySignal)
        let lines = run.messages.split(separator: "\n")
        let last = try #require(lines.first { $0.contains(" tests in ") })
        let done = try #require(last.split(separator: " ").first.flatMap { Int($0) })
        let words = "\(done) tests a cell of 1000000 asked for, two of each patient; thresholds"
        #expect(done > 0 && done < 1_000_000)
        #expect(run.output.contains("\n\(words)"), "\(run.output)")
        #expect(try String(contentsOfFile: path, encoding: .utf8).contains(">\(words)"))
    }

    @Test("cells of unequal size show the fewest and the most tests")
    func whereCellsDifferTheFewestAndTheMostTestsAreTold() throws {
        let words = ["--procedure", "etdrs", "--misheard", "0,5%", "--runs", "20"]
        let plan = try SimulateOptions.plan(ParsedArguments(words, for: SimulateCommand.verb))
        var results = try plan.entries.map {
            SimulationResult(entry: $0, result: try plan.runner.run($0.cell))
        }
        #expect(plan.words(for: results).hasPrefix("20 tests a cell, two of each patient;"))
        let last = results.removeLast()
        let part = CellResult(cell: last.entry.cell, pairs: Array(last.result.pairs.prefix(3)))
        results.append(SimulationResult(entry: last.entry, result: part))
        #expect(
            plan.words(for: results).hasPrefix("6 to 20 tests a cell of 20 asked for, two of each"))
    }

    @Test("speed has a row for each cell") func speedHasARowForEachCell() throws {
        let run = try simulate(
            "--speed", "--procedure", "etdrs,adaptive", "--letters", "5", "--misheard", "0,5%",
            "--runs", "4")
        #expect(run.status == 0, "\(run.messages)")
        let rows = run.output.split(separator: "\n").dropFirst()
        #expect(rows.count == 4)
        for row in rows {
            let numbers = row.split(separator: " ").compactMap { Double($0) }.suffix(4)
            #expect(numbers.count == 4 && numbers.allSatisfy { $0 >= 0 }, "\(row)")
            #expect(numbers.suffix(3) == numbers.suffix(3).sorted()[...], "\(row)")
        }
    }

    @Test("--bounds has a row for each number of letters; wider eyes are less certain")
    func bounds() throws {
        func rows(_ words: String...) throws -> [[Double]] {
            let run = try AloudBinary.run(["simulate", "--bounds"] + words)
            #expect(run.status == 0, "\(run.messages)")
            return run.output.split(separator: "\n").dropFirst().map { row in
                row.split(separator: " ").compactMap { Double($0) }
            }
        }
        let (normal, wide) = (try rows(), try rows("--sigma", "wide", "--letters", "45"))
        #expect(normal == [[25, 0.067, 0.075], [45, 0.050, 0.053]])
        #expect(wide == [[45, 0.054, 0.057]])
    }

    @Test("a full disk does not lose the result", arguments: [[], ["--json"]])
    func aFullDiskDoesNotLoseTheResult(words: [String]) throws {
        let words = ["simulate", "--procedure", "etdrs", "--misheard", "0", "--runs", "2"] + words
        let whole = try AloudBinary.run(words)
        let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
        let diverted = try AloudBinary.run(words, output: full)
        #expect(!whole.output.isEmpty)
        #expect(diverted.status == 1 && diverted.messages.contains(whole.output))
        #expect(diverted.messages.contains("No space left on device"))
        let noPage = try AloudBinary.run(words + ["--html", "/dev/full"])
        #expect(noPage.status == 1 && noPage.output == whole.output)
        #expect(noPage.messages.contains("the page to '/dev/full' (No space left on device): ch"))
    }

    @Test("a page never replaces an input or a link")
    func aPageReplacesNoFileThatIsReadAndNoLink() throws {
        let folder = try TemporaryFolder()
        let text = #"{"version":1,"listenedFor":"etdrs","right":87,"confusions":{"D as V":3}}"#
        let heard = try folder.write(text, to: "heard.json")
        let link = folder.file("link")
        try FileManager.default.createSymbolicLink(
            atPath: link, withDestinationPath: "heard.json")
        let words = ["simulate", "--procedure", "etdrs", "--runs", "2", "--confusions", heard]
        for page in [heard, link] {
            let run = try AloudBinary.run(words + ["--html", page])
            #expect(run.status == 1 && run.output == "")
            #expect(run.messages.contains("'\(page)', which this command also reads"))
            #expect(FileManager.default.contents(atPath: heard) == Data(text.utf8))
        }
        // A link to a file that does not exist yet is followed; a link to itself is an error.
        let new = folder.file("new")
        try FileManager.default.createSymbolicLink(atPath: new, withDestinationPath: "page.html")
        #expect(try AloudBinary.run(words + ["--html", new]).status == 0)
        let page = FileManager.default.contents(atPath: folder.file("page.html"))
        #expect(page?.starts(with: Data("<!".utf8)) == true)
        let loop = folder.file("loop")
        try FileManager.default.createSymbolicLink(atPath: loop, withDestinationPath: "loop")
        let looped = try AloudBinary.run(words + ["--html", loop])
        #expect(looped.status == 1 && looped.output == "")
        #expect(looped.messages.contains("(Too many levels of symbolic links): check"))
    }
}
