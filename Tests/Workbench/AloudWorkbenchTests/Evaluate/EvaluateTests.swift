import FliteVoice
import Foundation
import SoundFiles
import TestProgram
import TestSpeech
import TestTraits
import Testing

@testable import Evaluation

@Suite(.listening) struct EvaluateTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func manifest(_ text: String) throws -> String {
        try folder.write(text, to: "manifest.tsv")
    }

    private func record(_ text: String, as name: String) throws {
        try SoundFile.write(
            Scene.saying([text], by: FliteVoice(.rms)).inRoom(), to: folder.file(name))
    }

    private func evaluate(_ words: [String]) throws -> AloudBinary.Run {
        return try AloudBinary.run(["evaluate"] + words)
    }

    @Test("a truncated recording is reported and left out, even with a bad microphone")
    func cutShort() throws {
        try record("kay", as: "K.wav")
        try record("oh", as: "O.wav")
        let whole = try Data(contentsOf: folder.url("O.wav"))
        try whole.prefix(whole.count / 2).write(to: folder.url("O.wav"))
        let path = try manifest("K.wav\tK\tann\nO.wav\tO\tann\n")
        for words in [[], ["--bad-microphone", "1"]] {
            let run = try AloudBinary.run(["evaluate", "--json", path] + words)
            #expect(run.status == 1)
            #expect(run.messages.contains("O.wav: the file lacks "), "\(run.messages)")
            let object = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
            #expect((object as? [String: Any])?["unread"] as? Int == 1)
        }
    }

    @Test("a binary or missing manifest, and a missing set, are refused")
    func noManifest() throws {
        let bytes = try folder.write([0xFF, 0xFE, 0, 1], to: "bytes")
        let binary = try AloudBinary.run(["evaluate", bytes])
        #expect(binary.status == 1 && binary.messages.contains("is not UTF-8 text"))
        let missing = try AloudBinary.run(["evaluate", "/nowhere.tsv"])
        #expect(missing.status == 1 && missing.messages.contains("'/nowhere.tsv' cannot be read"))
        #expect(try AloudBinary.run(["evaluate"]).status == 64)
        let folderItself = try AloudBinary.run(["evaluate", folder.path])
        #expect(folderItself.status == 1 && folderItself.messages.contains("is a folder. Name the"))
        let set = try evaluate([
            "--set", "x", "--set", "none", try manifest("a.wav\tC\tann\tx\n"),
        ])
        #expect(set.status == 1 && set.messages.contains("of the set 'none'. Check '--set'."))
    }

    @Test("a manifest from a pipe is relative to the current folder")
    func pipedManifest() throws {
        try record("K", as: "k.wav")
        let run = try RunningAloud(["evaluate", "--json", "/dev/stdin"])
        run.write(Data("\(folder.path)/k.wav\tK\tann\n".utf8), ends: true)
        let whole = try run.end()
        #expect(whole.status == 0 && whole.messages == "")
        #expect(whole.output.contains("\"right\":1,"), "\(whole.output)")
        let relative = ReferenceRow(path: "k.wav", transcript: ["K"], speaker: "ann", set: "")
        #expect(
            relative.file(of: "/dev/fd/63") == FileManager.default.currentDirectoryPath + "/k.wav")
    }

    @Test("an unreadable recording leaves the counts by speaker and overall intact")
    func counts() throws {
        try record("K", as: "k.wav")
        try record("O", as: "o.wav")
        try record("seven thousand people", as: "talk.wav")
        for (name, copy) in [("o", "s"), ("k", "m")] {
            try FileManager.default.copyItem(
                at: folder.url(name + ".wav"), to: folder.url(copy + ".wav"))
        }
        // The one labelled S is an O: one wrong.
        let path = try manifest(
            """
            path\ttranscript\tspeaker\tset
            k.wav\tK\tann\ttest
            o.wav\tO\tann\ttest
            s.wav\tS\tbob\ttest
            gone.wav\tC\tbob\ttest
            talk.wav\tSEVEN THOUSAND PEOPLE\tbob\ttest
            m.wav\tM\tbob\ttest
            k.wav\tK\teve\tother
            """)
        let run = try evaluate(["--json", "--set", "test", "--letters", "etdrs", path])
        #expect(run.status == 1)
        #expect(run.messages.contains("gone.wav: there is no such file"))
        let object = try #require(
            try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
        func count(_ key: String, _ of: [String: Any]) -> Int? { of[key] as? Int }
        // M is not a letter of the charts, so its recording is left out.
        #expect(count("recordings", object) == 4)
        #expect(count("leftOut", object) == 1)
        #expect(count("unread", object) == 1)
        #expect(count("withoutLetters", object) == 1)
        #expect(count("letters", object) == 3)
        #expect(count("right", object) == 2)
        #expect(count("wrong", object) == 1)
        #expect(object["confusions"] as? [String: Int] == ["S as O": 1])
        let speakers = try #require(object["speakers"] as? [String: [String: Any]])
        #expect(Set(speakers.keys) == ["ann", "bob"])
        #expect(count("right", try #require(speakers["ann"])) == 2)
        #expect(count("right", try #require(speakers["bob"])) == 0)
    }

    @Test("no letter of a talk set is asked for, and doubtful ones are reported")
    func talk() throws {
        try record("K", as: "k.wav")
        try record("seven thousand people", as: "talk.wav")
        try record("K", as: "kay.wav")
        let path = try manifest(
            "k.wav\tK\tann\tletters\ntalk.wav\tI AM A MAN\tbob\tread\nkay.wav\tkay\teve\tword\n")
        func count(_ words: [String]) throws -> (letters: Int?, wordless: Int?, told: String) {
            let run = try AloudBinary.run(["evaluate", "--json"] + words + [path])
            let object = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
            let counts = object as? [String: Any]
            return (counts?["letters"] as? Int, counts?["withoutLetters"] as? Int, run.messages)
        }
        let plain = try count([])
        #expect(plain.letters == 3 && plain.wordless == 1)
        #expect(plain.told.contains("manifest.tsv:3: 'kay' counts as a word."), "\(plain.told)")
        let masked = try count(["--talk", "read"])
        #expect(masked.letters == 1 && masked.wordless == 2)
        let none = try AloudBinary.run(["evaluate", "--talk", "reed", path])
        #expect(none.status == 1 && none.messages.contains("of the set 'reed'. Check '--talk'"))
    }

    @Test("the table for people names the worst speaker and the confusions")
    func table() throws {
        try record("K", as: "k.wav")
        try record("O", as: "o.wav")
        let path = try manifest("k.wav\tK\tann\no.wav\tS\tbob\nq.wav\tQ\tann\n")
        let run = try evaluate(["--letters", "etdrs", path])
        #expect(run.status == 0 && run.messages == "")
        let lines = run.output.split(separator: "\n").map(String.init)
        try #require(lines.count > 8, "\(run.output)")
        #expect(lines[1] == "speaker  letters  right%  wrong%  unclear%  missed%  inserted%")
        #expect(lines[2] == "ann            1   100.0     0.0       0.0      0.0        0.0")
        #expect(lines[4] == "all            2    50.0    50.0       0.0      0.0        0.0")
        #expect(lines[5] == "worst of 2 speakers: bob, 0.0 % right")
        // Two speakers, one all right and one all wrong: the interval knows nothing.
        #expect(lines[6] == "right 50.0 % (0.0 to 100.0)")
        #expect(
            lines.suffix(3) == [
                "said, heard as  O", "             S  1",
                "1 recording left out: of letters that are not listened for",
            ])
    }

    @Test("several jobs give the same result, and sets are separate", .long)
    func jobs() throws {
        for letter in ["K", "O", "R"] { try record(letter, as: letter + ".wav") }
        try record("kilo", as: "kilo.wav")
        let path = try manifest(
            """
            K.wav\tK\tann\tone
            O.wav\tO\tbob\ttwo
            R.wav\tR\teve\ttwo
            K.wav\tK\tfay\tthree
            kilo.wav\tKILO\tgus\ttwo
            """)
        let words = ["evaluate", "--set", "one", "--set", "two", "--letters", "etdrs", path]
        let runs = try ["1", "4"].map { try AloudBinary.run(words + ["--jobs", $0]) }
        #expect(runs[0].output == runs[1].output)
        let lines = runs[0].output.split(separator: "\n")
        #expect(lines[0].hasPrefix("4 recordings, "))
        #expect(lines.contains { $0.hasPrefix("set one        1   100.0") }, "\(runs[0].output)")
        #expect(lines.contains { $0.hasPrefix("set two        2   100.0") }, "\(runs[0].output)")
        #expect(
            lines.contains {
                $0.hasPrefix("spelling alphabet: 1 said")
                    && $0.hasSuffix("; 100.0 % right where nothing is asked again")
            })
        #expect(lines.contains { $0.hasPrefix("asked until clear: 0.0 % wrong at the end") })
    }

    @Test("noise costs letters, and a room changes the result", .long)
    func degraded() throws {
        for letter in ["K", "O", "R", "H"] { try record(letter, as: letter + ".wav") }
        var generator = SeededNoise(seed: 1)
        let files = folder.path
        try SoundFile.write(generator.white(rms: 0.1, count: 16_000), to: files + "/hiss.wav")
        try SoundFile.write([0, 1] + [Float](repeating: 0, count: 99), to: files + "/click.wav")
        let path = try manifest("K.wav\tK\tann\nO.wav\tO\tann\nR.wav\tR\tann\nH.wav\tH\tann\n")
        func right(_ words: [String]) throws -> Int {
            let run = try AloudBinary.run(
                ["evaluate", "--json", "--letters", "etdrs"] + words + [path])
            let object = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
            return try #require((object as? [String: Any])?["right"] as? Int)
        }
        let clean = try right([])
        #expect(clean == 4)
        // A room that answers with one click gives the sound back as it was.
        #expect(try right(["--room", files + "/click.wav"]) == clean)
        #expect(try right(["--noise", files + "/hiss.wav", "--snr", "-20"]) < clean)
        #expect(try right(["--noise", files + "/hiss.wav", "--snr", "60"]) == clean)
        // Of a row less the others are heard in the same noise: to the last digit of the evidence.
        func evidence(_ manifest: String, _ seed: String) throws -> [String] {
            let run = try AloudBinary.run([
                "evaluate", "--each-alone", "--noise", files + "/hiss.wav", "--snr", "10",
                "--seed", seed,
                "--evidence", files + "/evidence", files + "/" + manifest,
            ])
            #expect(run.status == 0 && run.messages == "")
            let text = try String(
                contentsOf: folder.url("evidence"), encoding: .utf8)
            return text.split(separator: "\n").map(String.init)
        }
        try Data("O.wav\tO\tann\nH.wav\tH\tann\n".utf8)
            .write(to: folder.url("less.tsv"))
        let (all, less) = (try evidence("manifest.tsv", "1"), try evidence("less.tsv", "1"))
        #expect(all.count == 4 && less == [all[1], all[3]])
        #expect(try evidence("less.tsv", "2") != less)
        try SoundFile.write([Float](repeating: 0, count: 16_000), to: files + "/silence.wav")
        let silent = try AloudBinary.run(["evaluate", "--noise", files + "/silence.wav", path])
        #expect(silent.status == 1 && silent.messages.contains("silence.wav' is silent"))
        let noRoom = try AloudBinary.run(["evaluate", "--room", files + "/silence.wav", path])
        #expect(noRoom.status == 1 && noRoom.messages.contains("silence.wav' is silent"))
        #expect(noRoom.messages.contains("give '--room' a file") && noRoom.output == "")
        // Ann is the only one there is, and does not talk over herself.
        let babble = try AloudBinary.run(["evaluate", "--noise", "babble", path])
        #expect(babble.status == 1 && babble.output == "")
        #expect(babble.messages.contains("takes 6 people who are not evaluated; the"))
        #expect(babble.messages.contains("manifest has 0."), "\(babble.messages)")
        let quiet = try AloudBinary.run(["evaluate", "--snr", "10", path])
        #expect(quiet.status == 64 && quiet.messages.contains("give '--noise' with it"))
        let missing = try AloudBinary.run(["evaluate", "--noise", "/nowhere.wav", path])
        #expect(missing.status == 1 && missing.messages.contains("/nowhere.wav"))
        let hiss = folder.url("hiss.wav")
        try Data(contentsOf: hiss).prefix(16_000).write(to: hiss)
        for option in ["--noise", "--room"] {
            let cut = try AloudBinary.run(["evaluate", option, hiss.path(), path])
            #expect(cut.status == 1 && cut.messages.contains("hiss.wav: the file lacks 0.5 s"))
        }
    }

    @Test("unwritable output is reported before hearing")
    func resultFiles() throws {
        try record("K", as: "k.wav")
        let path = try manifest("k.wav\tK\tann\n")
        let before = try Data(contentsOf: folder.url("manifest.tsv"))
        let sound = try Data(contentsOf: folder.url("k.wav"))
        let link = folder.file("link.tsv")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
        let new = folder.file("new")
        for (words, reason) in [
            (["--evidence", "/nowhere/x"], "to '/nowhere/x' (No such file or directory): check"),
            (["--errors", folder.path], "which is a folder"),
            (["--evidence", path], "which this command also reads"),
            (["--errors", link], "which this command also reads"),
            (["--evidence", folder.path + "/./k.wav"], "which this command also reads"),
            (["--evidence", new, "--errors", folder.path + "/./new"], "Cannot write the errors"),
        ] {
            // With a model that is not there, nothing can have been heard before the refusal.
            let run = try AloudBinary.run(["evaluate", path, "--model", "/nowhere"] + words)
            #expect(run.status == 1 && run.output == "")
            #expect(run.messages.contains(reason), "\(run.messages)")
        }
        // A run that fails later leaves neither an empty file nor takes what one held.
        let old = folder.url("old")
        try Data("before".utf8).write(to: old)
        let failed = try AloudBinary.run([
            "evaluate", path, "--model", "/nowhere", "--evidence", new, "--errors", old.path(),
        ])
        #expect(failed.status == 1 && failed.messages.contains("'/nowhere', given by --model"))
        #expect(!FileManager.default.fileExists(atPath: new))
        #expect(try Data(contentsOf: old) == Data("before".utf8))
        #expect(try Data(contentsOf: folder.url("manifest.tsv")) == before)
        #expect(try Data(contentsOf: folder.url("k.wav")) == sound)
    }

    @Test("evidence and error files are replaced")
    func resultsWritten() throws {
        try record("K", as: "k.wav")
        let path = try manifest("k.wav\tK\tann\n")
        let files = ["evidence", "errors"].map(folder.url)
        for file in files { try Data(repeating: 0x78, count: 100_000).write(to: file) }
        let run = try AloudBinary.run(
            ["evaluate", path, "--evidence", files[0].path(), "--errors", files[1].path()])
        #expect(run.status == 0 && run.messages == "")
        // Files kept for the recordings do not change the result.
        #expect(try AloudBinary.run(["evaluate", path]).output == run.output)
        let evidence = try String(contentsOf: files[0], encoding: .utf8)
        #expect(evidence.hasPrefix("{") && !evidence.contains("xxxx"))
        #expect(evidence.contains("\"word\":\"kay\"") && evidence.contains("\"evidence\":{"))
        #expect(try !String(contentsOf: files[1], encoding: .utf8).contains("xxxx"))
    }

    @Test("on a full disk the result still goes to standard output and standard error")
    func fullDisk() throws {
        try record("K", as: "k.wav")
        let path = try manifest("k.wav\tK\tann\n")
        let whole = try AloudBinary.run(["evaluate", path])
        let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
        let diverted = try AloudBinary.run(["evaluate", path], output: full)
        let noEvidence = try evaluate([path, "--evidence", "/dev/full"])
        #expect(whole.output.hasPrefix("1 recording, ") && whole.output.contains("1 speaker:"))
        #expect(diverted.status == 1 && diverted.messages.contains(whole.output))
        #expect(diverted.messages.contains("No space left on device"))
        #expect(noEvidence.status == 1 && noEvidence.output == whole.output)
        #expect(noEvidence.messages.contains("Cannot write the evidence to '/dev/full'"))
    }
}
