import FliteVoice
import Foundation
import SoundFiles
import TestProgram
import TestSpeech
import TestTraits
import Testing

/// The real program with lines of five letters.
@Suite("aloud-workbench evaluate --lines", .listening) struct EvaluateLinesTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func manifest(_ text: String) throws -> String {
        try folder.write(text, to: "manifest.tsv")
    }

    private func record(_ letters: [String], as name: String, pause: Double = 0.4) throws {
        try SoundFile.write(
            Scene.saying(letters, by: FliteVoice(.rms), pause: pause).inRoom(),
            to: folder.file(name))
    }

    private func object(_ run: AloudBinary.Run) throws -> [String: Any] {
        try #require(
            try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    }

    /// The first line of 'aloud test --input' at the end of the recording, position by position.
    private func tested(_ name: String) throws -> String {
        let run = try AloudBinary.run(
            ["test", "--events", "--input", folder.file(name)])
        var places = [String](repeating: ".", count: 5)
        for line in run.output.split(separator: "\n") {
            let event = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            guard event?["event"] as? String == "answer", event?["line"] as? Int == 1,
                let position = event?["position"] as? Int, let letter = event?["letter"] as? String
            else { continue }
            places[position] = letter
        }
        return places.joined(separator: " ")
    }

    @Test("letters are scored at their position, as in 'aloud test'", .long)
    func counts() throws {
        try record(["K", "O", "R", "H", "S"], as: "five.wav")
        try record(["K", "O", "R"], as: "three.wav")
        for (name, copy) in [
            ("five", "swapped"), ("five", "other"), ("five", "six"), ("three", "short"),
        ] {
            try FileManager.default.copyItem(
                at: folder.url(name + ".wav"), to: folder.url(copy + ".wav"))
        }
        #expect(try tested("five.wav") == "K O R H S")
        #expect(try tested("three.wav") == "K O R . .")
        // The letters of the second recording are the other way round; the third has a Z for an H.
        let path = try manifest(
            """
            five.wav\tK O R H S\tann\tone
            swapped.wav\tK R O H S\tann\tone
            other.wav\tK O R Z S\tbob\tone
            three.wav\tK O R H S\tbob\ttwo
            gone.wav\tK O R H S\tbob\ttwo
            short.wav\tK O R\tbob\tone
            six.wav\tK O R H S A\tbob\tone
            """)
        let errors = folder.file("errors.md")
        let words = ["evaluate", "--lines", path, "--errors", errors]
        let run = try AloudBinary.run(words + ["--json"])
        #expect(run.status == 1 && run.messages.contains("gone.wav: there is no such file"))
        let all = try object(run)
        func counts(_ object: [String: Any]?) -> [String: Int] {
            (object ?? [:]).compactMapValues { $0 as? Int }
        }
        var expected = [
            "lines": 4, "letters": 20, "right": 15, "wrong": 3, "notSeen": 0, "displaced": 2,
            "open": 2, "linesRight": 1,
        ]
        #expect(counts(all["atEnd"] as? [String: Any]) == expected)
        expected["unread"] = 1
        expected["stopped"] = 0
        #expect(counts(all).filter { expected[$0.key] != nil } == expected)
        let sets = try #require(all["sets"] as? [String: [String: Any]])
        #expect(counts(sets["two"])["open"] == 2 && counts(sets["one"])["open"] == 0)
        let intervals = try #require(all["intervals"] as? [String: [Double]])
        // Of ann 8 of 10 are right, of bob 7: 70 to 80 %. So few letters tell less.
        #expect(intervals["right"] == [0.509, 0.9134])
        let table = try String(contentsOfFile: errors, encoding: .utf8).split(separator: "\n")
        #expect(table.count == 5)
        #expect(table[2].hasSuffix("| K R O H S | K O R H S | 2, 3 | 2, 3 |  | K O R H S |"))
        #expect(table[3].hasSuffix("| K O R Z S | K O R H S | 4 |  |  | K O R H S |"))
        #expect(table[4].hasSuffix("| K O R H S | K O R . . |  |  | 4, 5 | K O R . . |"))
        // Any number of recognisers gives the same result.
        let texts = try ["1", "3"].map { try AloudBinary.run(words + ["--jobs", $0]).output }
        #expect(texts[0] == texts[1])
        let lines = texts[0].split(separator: "\n").map(String.init)
        #expect(lines[0].hasPrefix("4 lines of five letters, "))
        #expect(lines[1].hasPrefix("first reading  lines  letters  right  wrong  displaced"))
        #expect(lines.contains("right 75.0 % (50.9 to 91.3)"), "\(texts[0])")
        #expect(lines.contains { $0.hasPrefix("set two            1        5      3      0") })
    }

    @Test(
        "answers after a request count at the end, not in the first reading")
    func readAgain() throws {
        // Three letters, more quiet than a test waits for, and the rest.
        var scene = try Scene.saying(["K", "O", "R"], by: FliteVoice(.rms), pause: 0.4, after: 6)
        for letter in ["H", "S"] {
            try scene.say(letter, by: FliteVoice(.rms))
            scene.pause(0.8)
        }
        try SoundFile.write(scene.inRoom(), to: folder.file("again.wav"))
        let errors = folder.file("errors.md")
        let run = try AloudBinary.run([
            "evaluate", "--lines", try manifest("again.wav\tK O R H S\tann\n"), "--errors", errors,
        ])
        #expect(run.status == 0, "\(run.messages)")
        let table = try String(contentsOfFile: errors, encoding: .utf8)
        #expect(table.contains("| K O R H S | K O R . . |  |  | 4, 5 | K O R H S |"), "\(table)")
    }

    @Test("a speaker's letters are joined; noise costs some")
    func joined() throws {
        let letters = ["K", "O", "R", "H", "S", "N"]
        for letter in letters { try record([letter], as: letter + ".wav") }
        let path = try manifest(letters.map { "\($0).wav\t\($0)\tann\n" }.joined())
        func heard(_ words: [String]) throws -> [String: Any] {
            try object(
                try AloudBinary.run(["evaluate", "--lines", "--json", path, "--join"] + words))
        }
        let all = try heard(["0.3"])
        #expect(all["lines"] as? Int == 4 && all["letters"] as? Int == 20)
        #expect(try #require(all["right"] as? Int) >= 16, "\(all)")
        #expect(all["wrong"] as? Int == 0, "\(all)")
        #expect((all["joined"] as? [String: Double]) == ["pause": 0.3, "seed": 1])
        #expect(try heard(["0.3", "--seed", "1"]) as NSDictionary == all as NSDictionary)
        var generator = SeededNoise(seed: 1)
        let hiss = folder.file("hiss.wav")
        try SoundFile.write(generator.white(rms: 0.1, count: 16_000), to: hiss)
        let noisy = try heard(["0.3", "--noise", hiss, "--snr", "-10"])
        #expect(
            try #require(noisy["right"] as? Int) < (try #require(all["right"] as? Int)),
            "\(noisy)")
        // A truncated recording spoils the lines that contain it, and this is reported.
        let cut = folder.url("K.wav")
        try Data(contentsOf: cut).prefix(8_000).write(to: cut)
        let run = try AloudBinary.run(["evaluate", "--lines", "--json", path, "--join", "0.3"])
        #expect(run.status == 1 && run.messages.contains("K.wav: the file lacks "))
        let left = try object(run)
        #expect(
            try #require(left["unread"] as? Int) + (try #require(left["lines"] as? Int)) == 4)
    }

    @Test("options without effect on lines, and manifests without lines, are refused")
    func refused() throws {
        let path = try manifest("K.wav\tK\tann\ta\nO.wav\tO\tann\ta\n")
        for (words, reason) in [
            (["--join", "0.1"], "'--join' makes lines of letters; give '--lines' with it."),
            (["--seed", "3"], "give '--noise', '--tests', or"),
            (["--lines", "--seed", "3"], "give '--join' or '--noise' with it."),
            (
                ["--lines", "--letters", "etdrs"],
                "'--letters' has no effect with '--lines': a test"
            ),
            (["--lines", "--each-alone"], "'--each-alone' has no effect with '--lines'"),
            (["--lines", "--evidence", "/nowhere"], "'--evidence' has no effect with '--lines'"),
            (["--lines", "--join", "9"], "expected a number from 0.0 to 3.0"),
        ] {
            let run = try AloudBinary.run(["evaluate", path] + words)
            #expect(run.status == 64 && run.messages.contains(reason), "\(run.messages)")
        }
        for (words, reason) in [
            (
                ["--set", "a"],
                "no recording of five single letters of the set 'a'. Check '--set', or"
            ),
            (["--join", "0.1"], "says five different letters of the charts, each alone"),
        ] {
            let run = try AloudBinary.run(["evaluate", "--lines", path] + words)
            #expect(run.status == 1 && run.messages.contains(reason), "\(run.messages)")
            #expect(run.output == "")
        }
        let near = try AloudBinary.run(
            ["evaluate", "--lines", try manifest("K.wav\tK O zed R N\tann\n")])
        #expect(near.messages.contains("write Z") && near.status == 1, "\(near.messages)")
    }
}

/// Lines of people, where their recordings are at hand.
@Suite(.enabled(if: Corpus.isAtHand, Comment(rawValue: Corpus.absence)))
struct LinesOfPeopleTests {
    @Test("five names that people spelled without a pause")
    func names() throws {
        let run = try AloudBinary.run([
            "evaluate", "--lines", "--set", "an4-test", "--jobs", "2", "--json", Corpus.manifest,
        ])
        #expect(run.status == 0, "\(run.messages)")
        let counts = try #require(
            try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
        #expect(counts["lines"] as? Int == 5 && counts["letters"] as? Int == 25)
        // 16 and none when this was written.
        #expect(try #require(counts["right"] as? Int) >= 13, "\(counts)")
        #expect(try #require(counts["wrong"] as? Int) <= 1, "\(counts)")
    }
}
