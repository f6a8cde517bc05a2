import FliteVoice
import Foundation
import SoundFiles
import TestProgram
import TestSpeech
import TestTraits
import Testing

/// The tables that `aloud-workbench score` reads, and its exit status.
@Suite("aloud-workbench score: tables", .listening)
struct ScoreTableCommandTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private struct Score: Decodable {
        var status: String
        var reasons: [String]
    }

    @Test("each error of a table has a line on standard error, and nothing is scored")
    func errors() throws {
        let table = try folder.write(
            "file,chart,distanse\na.wav,9,1\n,1,1\n", to: "table.csv")
        let run = try AloudBinary.run(["score", table])
        #expect(run.status == 1 && run.output == "")
        let lines = run.messages.split(separator: "\n")
        try #require(lines.count == 3, "\(run.messages)")
        #expect(lines[0].hasPrefix("Error: ") && lines[0].hasSuffix("did you mean 'distance'?"))
        #expect(lines[1].contains("table.csv:2: the chart '9'"))
        #expect(lines[2].hasSuffix("table.csv:3: the cell 'file' has no name of a recording."))
    }

    @Test("records are not kept while somebody judges, and a chart needs Sloan's letters")
    func options() throws {
        let table = try folder.write("file\na.wav\n", to: "table.csv")
        let judging = ["--judge", "ann", "--output", folder.file("out")]
        for (words, reason) in [
            (judging + ["--records", folder.file("a.db")], "'--records' has no effect with"),
            (["--letters", "hotv"], "a chart has Sloan's ten"),
        ] {
            let run = try AloudBinary.run(["score", table] + words)
            #expect(run.status == 64 && run.messages.contains(reason), "\(run.messages)")
        }
    }

    @Test("a recording that cannot be heard fails the judging, too, and the others are kept")
    func failing() throws {
        try SoundFile.write([Float](repeating: 0, count: 16_000), to: folder.file("a.wav"))
        let table = try folder.write(
            "record,file,chart,start\nx,a.wav,1,\ny,a.wav,1,60\n", to: "table.csv")
        let run = try AloudBinary.run(
            ["score", "--judge", "ann", "--output", folder.file("out"), table])
        #expect(run.status == 1 && run.messages.contains("There is no letter to judge."))
        #expect(
            run.messages.contains("Error: The recording 'y' could not be heard: ")
                && !run.messages.contains("The recording 'x'"), "\(run.messages)")
        let scores = try String(contentsOf: folder.url("out/scores.csv"), encoding: .utf8)
        #expect(scores.contains("\nx,") && scores.contains("\ny,"))
    }

    @Test("the scores of another table are replaced only on request")
    func otherTable() throws {
        try SoundFile.write([Float](repeating: 0, count: 16_000), to: folder.file("a.wav"))
        func run(_ table: String, _ words: [String] = []) throws -> AloudBinary.Run {
            let file = try folder.write(table, to: "table.csv")
            return try AloudBinary.run(["score", "--output", folder.file("out"), file] + words)
        }
        func records() throws -> [String] {
            try String(contentsOf: folder.url("out/scores.csv"), encoding: .utf8)
                .split(separator: "\n").dropFirst().compactMap { $0.split(separator: ",").first }
                .map(String.init)
        }
        #expect(try run("record,file\nx,a.wav\n").status == 0)
        // A row more removes nothing.
        #expect(try run("record,file\nx,a.wav\ny,a.wav\n").status == 0)
        #expect(try records() == ["x", "y"])
        let refused = try run("record,file\nz,a.wav\n")
        #expect(refused.status == 64 && refused.messages.contains("the record 'x' is not in this"))
        #expect(refused.messages.contains("'--replace'"))
        #expect(try records() == ["x", "y"])
        #expect(try run("record,file\nz,a.wav\n", ["--replace"]).status == 0)
        #expect(try records() == ["z"])
        // The same recording, read otherwise.
        for (column, cell) in [
            ("eye", "OS"), ("distance", "2"), ("start", "0.5"), ("designed", "1m"), ("person", "p"),
        ] {
            let other = try run("record,file,\(column)\nz,a.wav,\(cell)\n")
            #expect(other.status == 64 && other.messages.contains("the record 'z'"), "\(column)")
        }
        try "none".write(to: folder.url("out/scores.csv"), atomically: true, encoding: .utf8)
        let unreadable = try run("record,file\nz,a.wav\n")
        #expect(unreadable.status != 0 && unreadable.messages.contains("not a table of scores"))
    }

    @Test(
        "a table can be standard input or a pipe; a start after the end is refused"
    )
    func piped() throws {
        try SoundFile.write([Float](repeating: 0, count: 16_000), to: folder.file("a.wav"))
        let table = "file,chart,start\na.wav,1,60\n"
        let typed = try AloudBinary.run(
            ["score", "--format", "json", "-"], input: table, in: folder.url("."))
        let score = try #require(try typed.lines(Score.self).first, "\(typed.messages)")
        #expect(typed.status == 1 && score.status == "failed")
        let reason = try #require(score.reasons.first)
        #expect(
            reason.hasPrefix("/")
                && reason.hasSuffix("a.wav: there is no sound between 'start' and 'end'."),
            "\(reason)")
        let pipe = folder.file("pipe")
        try #require(mkfifo(pipe, 0o600) == 0)
        let reader = try RunningAloud(["score", "--format", "json", pipe])
        // The pipe opens once the program reads it.
        let writer = try #require(FileHandle(forWritingAtPath: pipe))
        try writer.write(
            contentsOf: Data("file,chart,start\n\(folder.file("a.wav")),1,60\n".utf8))
        try writer.close()
        let piped = try reader.end()
        #expect(try piped.lines(Score.self).first?.status == "failed", "\(piped.messages)")
        let missing = try AloudBinary.run(["score", "/nowhere.csv"])
        #expect(missing.messages.hasPrefix("Error: Cannot read '/nowhere.csv': No such file"))
    }

    @Test("a file that is cut off before the end of the part has the reason in its row")
    func cutOffPart() throws {
        let path = folder.file("a.wav")
        try SoundFile.write([Float](repeating: 0, count: 64_000), to: path)
        let file = try #require(FileHandle(forUpdatingAtPath: path))
        // The header of 44 bytes and two of the four seconds.
        try file.truncate(atOffset: 44 + 64_000)
        try file.close()
        let table = try folder.write(
            "file,chart,start,end\na.wav,1,0.5,\na.wav,1,0.5,3\na.wav,1,0.5,1.5\n",
            to: "table.csv")
        let run = try AloudBinary.run(["score", "--format", "json", table])
        let isReported = try run.lines(Score.self).map { score in
            score.reasons.contains { $0.hasPrefix("The sound is not complete.") }
        }
        #expect(isReported == [true, true, false], "\(run.output)")
    }

    @Test("a signal ends the reading of the table", arguments: [SIGINT, SIGTERM])
    func stoppedTable(signal: Int32) throws {
        let pipe = folder.file("pipe")
        try #require(mkfifo(pipe, 0o600) == 0)
        let scoring = try RunningAloud(["score", pipe])
        // The pipe opens once the program reads it, and stays open: only the signal can end it.
        let writer = try #require(FileHandle(forWritingAtPath: pipe))
        try writer.write(contentsOf: Data("file,chart\na.wav,1\n".utf8))
        scoring.signal(signal)
        let run = try scoring.end()
        #expect(run.status == 128 + signal && run.output == "")
        #expect(run.messages.contains("Stopped."))
    }

    @Test("a signal ends a run after the current recording", arguments: [SIGTERM])
    func stoppedRun(signal: Int32) throws {
        let said = ["en", "see", "kay", "zee", "oh"]
        try SoundFile.write(
            try Scene.saying(said, by: FliteVoice(.slt)).inRoom(), to: folder.file("a.wav"))
        // Each row is another part of the sound, so that all are heard.
        let rows = (1...1_000).map { "a.wav,1,0.\(1_000 + $0)\n" }
        let table = try folder.write("file,chart,start\n" + rows.joined(), to: "table.csv")
        let words = ["score", "--jobs", "1", "--output", folder.file("out"), table]
        let scoring = try RunningAloud(words)
        var kept: [String] = []
        while kept.isEmpty {
            try #require(scoring.isRunning, "it ended by itself")
            Thread.sleep(forTimeInterval: 0.05)
            kept =
                (try? FileManager.default.contentsOfDirectory(atPath: folder.file("out/heard")))
                ?? []
        }
        scoring.signal(signal)
        let run = try scoring.end()
        #expect(run.status == 128 + signal && run.output == "")
        #expect(run.messages.contains("Run the same command again to go on from here."))
    }
}
