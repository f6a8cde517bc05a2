import FliteVoice
import Foundation
import SoundFiles
import TestProgram
import TestSpeech
import TestTraits
import Testing

/// Recordings that are kept as tests in the records.
extension ScoreCommandTests {
    private struct Kept: Decodable {
        struct Result: Decodable {
            struct Score: Decodable { var logMAR: Double? }
            struct Setup: Decodable {
                var chart: String?
                var eye: String
            }

            var score: Score
            var setup: Setup
        }
        var state: String
        var record: Result
    }

    private var file: String { folder.file("records.db") }

    /// The tests in the records.
    private func kept(in file: String? = nil, _ words: String...) throws -> [Kept] {
        try AloudBinary.run(["records", "list", "--json", "--records", file ?? self.file] + words)
            .lines(Kept.self)
    }

    /// The eye and the state of each test in the records.
    private func states(in file: String? = nil) throws -> [String] {
        try kept(in: file).map { "\($0.record.setup.eye) \($0.state)" }.sorted()
    }

    /// Scores a table, and keeps its recordings in the records.
    private func score(
        _ table: String, in output: String = "out", records: String? = nil, _ words: String...
    ) throws -> AloudBinary.Run {
        try AloudBinary.run(
            ["score", "--output", folder.file(output), "--records", records ?? file, table] + words)
    }

    /// Corrects the table, also in the folder of the scores.
    private func correct(_ table: String, _ cells: String, to others: String) throws {
        let corrected = try String(contentsOfFile: table, encoding: .utf8)
            .replacing(cells, with: others)
        _ = try folder.write(corrected, to: "table.csv")
        let run = try AloudBinary.run(
            ["score", "--output", folder.file("out"), "--replace", table])
        #expect(run.status == 0, "\(run.messages)")
    }

    @Test("recordings with one score are kept as tests of their people, and only once", .long)
    func records() throws {
        let table = try record()
        // A recording with an unclear letter has a range instead of a score, and is left out, so a
        // reader settles all of them.
        _ = try judge(table, as: "ann", ["--all-letters"]) { _ in "K" }
        let scored = try score(table)
        #expect(scored.status == 0, "\(scored.messages)")
        #expect(scored.messages.contains("Records: 2 tests added, 0 there before"))
        let tests = try kept()
        #expect(tests.count == 2)
        for test in tests {
            // The letters of four lines at most are right.
            let score = try #require(test.record.score.logMAR)
            #expect(test.record.setup.chart == "1" && score > 0.6 && score < 1.2)
        }
        let people = try AloudBinary.run(["records", "people", "--records", file])
        #expect(Set(people.output.matches(of: #/person-[01]/#).map(\.output)).count == 2)
        let again = try score(table)
        #expect(again.messages.contains("Records: 0 tests added, 2 there before"))
        // The eye of the first recording is corrected in the table.
        try correct(table, "person-0,right", to: "person-0,left")
        let refused = try score(table)
        #expect(refused.status == 1 && refused.messages.contains("'r0' with another person, eye"))
        #expect(refused.messages.contains("give '--replace'"))
        let replaced = try score(table, "--replace")
        #expect(
            replaced.messages.contains(
                "Records: 1 test added, 1 there before, 1 declared a mistake"))
        #expect(try states() == ["left finished", "right finished", "right voided"])
        let last = try score(table)
        #expect(last.messages.contains("Records: 0 tests added, 2 there before."))
    }

    @Test(
        "a corrected person replaces a test, which stays valid if the new one cannot be added",
        .long)
    func correctedPerson() throws {
        let table = try record()
        _ = try judge(table, as: "ann", ["--all-letters"]) { _ in "K" }
        #expect(try score(table).messages.contains("Records: 2 tests added, 0 there before"))
        try correct(table, "person-1", to: "person-2")
        let refused = try score(table)
        #expect(refused.status == 1 && refused.messages.contains("'r1' with another person, eye"))
        #expect(try states() == ["right finished", "right finished"])
        let replaced = try score(table, "--replace")
        #expect(
            replaced.messages.contains(
                "Records: 1 test added, 1 there before, 1 declared a mistake"))
        #expect(try kept("--person", "person-1").map(\.state) == ["voided"])
        #expect(try kept("--person", "person-2").map(\.state) == ["finished"])
        // The first row is kept; the records refuse the person of the second.
        try correct(table, "person-0,right", to: "person-0,left")
        try correct(table, "person-2", to: String(repeating: "p", count: 201))
        let half = try score(table, "--replace")
        #expect(half.status == 1 && half.messages.contains("'r1' cannot be kept: The identifier"))
        #expect(half.messages.contains("added 1 test and declared 1 a mistake"), "\(half.messages)")
        #expect(!half.messages.contains("ppp"))
        #expect(try kept("--person", "person-2").map(\.state) == ["finished"])
        // The same command resumes after the person is corrected.
        try correct(table, String(repeating: "p", count: 201), to: "person-3")
        let resumed = try score(table, "--replace")
        #expect(
            resumed.messages.contains(
                "Records: 1 test added, 1 there before, 1 declared a mistake"))
        #expect(try kept("--person", "person-2").map(\.state) == ["voided"])
    }

    @Test(
        "rows of the same number in other tables replace no test of another sound or channel", .long
    )
    func otherTables() throws {
        let right = try Scene.saying(Self.said, by: FliteVoice(.slt)).inRoom()
        try SoundFile.write(right.flatMap { [$0, $0] }, to: folder.file("pair.wav"), channels: 2)
        try SoundFile.write(
            try Scene.saying(Self.said, by: FliteVoice(.rms)).inRoom(), to: folder.file("b.wav"))
        // An archive may give all files the same time.
        for name in ["pair.wav", "b.wav"] {
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: 1_700_000_000)],
                ofItemAtPath: folder.file(name))
        }
        func table(_ name: String, _ row: String) throws -> String {
            try folder.write("eye,chart,file,channel\n\(row)\n", to: "\(name).csv")
        }
        let rows = [
            ("right", "right,1,pair.wav,1"), ("left", "left,1,pair.wav,2"), ("b", "both,1,b.wav,"),
        ]
        for (name, row) in rows {
            let path = try table(name, row)
            _ = try judge(path, as: "ann", ["--all-letters"], in: name) { _ in "K" }
            let run = try score(path, in: name, "--replace")
            #expect(run.messages.contains("Records: 1 test added, 0 there before."), "\(name)")
        }
        for (name, _) in rows {
            let run = try score(folder.file("\(name).csv"), in: name, "--replace")
            #expect(run.messages.contains("Records: 0 tests added, 1 there before."), "\(name)")
        }
        let all = ["both finished", "left finished", "right finished"]
        #expect(try states() == all)
        // Without its channel it may be a correction, or another reading. Both channels are judged
        // anew.
        let mixed = try table("right", "right,1,pair.wav,")
        _ = try judge(mixed, as: "ann", ["--all-letters", "--replace"], in: "right") { _ in "K" }
        let other = try score(mixed, in: "right", "--replace")
        #expect(other.status == 1 && other.messages.contains("may be of the recording '1'"))
        #expect(other.messages.contains("--void") && other.messages.contains("another 'record'"))
        #expect(try states() == all)
    }

    @Test(
        "a chart that Aloud found corrects no test; a test without a sound is never replaced", .long
    )
    func earlierVersions() throws {
        _ = try record()
        let table = try folder.write(
            "record,person,eye,file\nr0,person-0,right,r0.wav\n", to: "table.csv")
        _ = try judge(table, as: "ann", ["--all-letters"]) { _ in "K" }
        #expect(try score(table).messages.contains("Records: 1 test added, 0 there before"))
        let export = try AloudBinary.run(["records", "export", "--records", file]).output
        /// Imports the test as another version of Aloud may have kept it.
        func imported(_ text: String, as name: String) throws -> String {
            #expect(text != export)
            let path = try folder.write(text, to: "\(name).jsonl")
            let file = folder.file("\(name).db")
            let run = try AloudBinary.run(["records", "import", path, "--records", file])
            #expect(run.status == 0, "\(run.messages)")
            return file
        }
        // Another version found another chart.
        let other = try imported(
            export.replacing(#""chart":"1""#, with: #""chart":"2""#), as: "chart")
        let found = try score(table, records: other)
        #expect(
            found.messages.contains("Records: 0 tests added, 1 there before"), "\(found.messages)")
        // Another version did not note the sound.
        let short = try imported(
            export.replacing(#/ \(sound [^)"]*\)/#, with: ""), as: "short")
        #expect(
            try score(table, records: short).messages.contains(
                "Records: 0 tests added, 1 there before"))
        try correct(table, "person-0,right", to: "person-0,left")
        let refused = try score(table, records: short, "--replace")
        #expect(refused.status == 1 && refused.messages.contains("may be of the recording 'r0'"))
        #expect(try states(in: short) == ["right finished"])
        // A chart that the table names is a correction.
        try correct(table, "file\nr0,person-0,left,", to: "chart,file\nr0,person-0,right,1,")
        let named = try score(table, records: other)
        #expect(named.status == 1 && named.messages.contains("'r0' with another person, eye"))
    }
}
