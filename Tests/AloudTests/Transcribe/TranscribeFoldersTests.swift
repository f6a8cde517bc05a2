import FliteVoice
import Foundation
import SoundFiles
import TestProgram
import TestSpeech
import TestTraits
import Testing

/// Folders, files of results, shards and what is skipped, by the real program.
@Suite(.listening) struct TranscribeFoldersTests {
    private let folder: TemporaryFolder

    /// Four people with two letters each.
    init() throws {
        folder = try TemporaryFolder()
        for (person, letters) in [("p1", "KO"), ("p2", "SD"), ("p3/left", "HN"), ("p4", "ZR")] {
            let place = folder.url("study/\(person)")
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            for (index, letter) in letters.enumerated() {
                try SoundFile.write(
                    Scene.saying([String(letter)], by: FliteVoice(.rms)).inRoom(),
                    to: place.appending(path: "\(index + 1).wav").path())
            }
        }
        try folder.write("notes", to: "study/p1/notes.txt")
        try folder.write("no sound", to: "study/p1/._1.wav")
    }

    private func run(_ words: String...) throws -> AloudBinary.Run {
        try AloudBinary.run(["transcribe"] + words, in: folder.url(""))
    }

    private func text(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: folder.url(name)), as: UTF8.self)
    }

    private func files(_ run: AloudBinary.Run) throws -> [String] {
        struct Line: Decodable { var file: String }
        return try run.lines(Line.self).map(\.file)
    }

    private static let all = [
        "study/p1/1.wav", "study/p1/2.wav", "study/p2/1.wav", "study/p2/2.wav",
        "study/p3/left/1.wav", "study/p3/left/2.wav", "study/p4/1.wav", "study/p4/2.wav",
    ]

    @Test("a folder, a pattern, a list and standard input name the same recordings")
    func naming() throws {
        let whole = try run("-r", "study")
        #expect(whole.status == 0 && whole.messages == "")
        #expect(try files(whole) == Self.all)
        #expect(try run("-r", "study", "--jobs", "1").output == whole.output)
        let pattern = try run("-r", "study/p*")
        #expect(pattern.output == whole.output)
        try folder.write(Self.all.joined(separator: "\n"), to: "list")
        #expect(try run("--list", "list").output == whole.output)
        let zeroed = try AloudBinary.run(
            ["transcribe", "--list", "-"], input: Self.all.map { $0 + "\0" }.joined(),
            in: folder.url(""))
        #expect(zeroed.output == whole.output)
    }

    @Test("a folder without -r or recordings, and an unmatched pattern, are errors")
    func nothing() throws {
        #expect(try run("study").status == 2)
        try FileManager.default.createDirectory(
            at: folder.url("empty"), withIntermediateDirectories: false)
        let empty = try run("-r", "empty", "nowhere/*.wav")
        #expect(try empty.status == 2 && files(empty) == ["nowhere/*.wav"])
        #expect(empty.messages.contains("'empty' has no recording in it"))
        #expect(empty.messages.contains("nowhere/*.wav: there is no such file"))
        let some = try run("-r", "empty", "study/p4")
        #expect(some.status == 1)
        #expect(try files(some).count == 2)
    }

    @Test("a note reports a folder that is named in part, as by xargs")
    func partOfFolder() throws {
        let run = try run("study/p1/1.wav", "study/p2/1.wav", "study/p2/2.wav")
        #expect(run.messages == "")
        try FileManager.default.copyItem(
            at: folder.url("study/p4/1.wav"), to: folder.url("study/p2/3.wav"))
        let part = try self.run("study/p2/1.wav", "study/p2/2.wav")
        #expect(part.messages.hasPrefix("Note: 'study/p2' has 3 recordings, 2 of them given"))
        #expect(part.status == 0)
    }

    @Test("results are in files by session, and finished unchanged ones are skipped")
    func skipping() throws {
        let whole = try run("-r", "study")
        let first = try run("-r", "study", "-o", "out", "--format", "jsonl,srt")
        #expect(first.status == 0 && first.output == "")
        #expect(first.messages.hasPrefix("0 sessions done before, 4 heard: 8 recordings"))
        let parts = try ["p1", "p2", "p3/left", "p4"].map { try text("out/study/\($0).jsonl") }
        #expect(parts.joined() == whole.output)
        #expect(try text("out/study/p1/1.srt").hasSuffix("\nK\n\n"))
        let again = try run("-r", "study", "-o", "out", "--format", "jsonl")
        #expect(again.messages.hasPrefix("4 sessions done before, 0 heard"))
        // Other sound, another option, a damaged file and a new format are heard again.
        try FileManager.default.removeItem(at: folder.url("study/p2/1.wav"))
        try FileManager.default.copyItem(
            at: folder.url("study/p4/1.wav"), to: folder.url("study/p2/1.wav"))
        try folder.write("half", to: "out/study/p4.jsonl")
        let changed = try run("-r", "study", "-o", "out", "--format", "jsonl")
        #expect(changed.messages.hasPrefix("2 sessions done before, 2 heard: 4 recordings"))
        #expect(try text("out/study/p4.jsonl") == parts[3])
        let stricter = try run("-r", "study", "-o", "out", "--accept", "0.8")
        #expect(stricter.messages.hasPrefix("0 sessions done before, 4 heard"))
        let other = try run("-r", "study", "-o", "out", "--accept", "0.8", "--format", "csv")
        #expect(other.messages.hasPrefix("0 sessions done before, 4 heard"))
        let both = try run("-r", "study", "-o", "out", "--accept", "0.8", "--format", "csv,jsonl")
        #expect(both.messages.hasPrefix("4 sessions done before, 0 heard"))
    }

    @Test("a copy of the recordings with other times is skipped")
    func copied() throws {
        #expect(try run("-r", "study", "-o", "out").status == 0)
        for file in Self.all {
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: 1)],
                ofItemAtPath: folder.file(file))
        }
        let again = try run("-r", "study", "-o", "out")
        #expect(again.messages.hasPrefix("4 sessions done before, 0 heard"))
    }

    @Test("results of a part of a session never replace those of the whole")
    func partOfSession() throws {
        #expect(try run("-r", "study", "-o", "out").status == 0)
        let before = try text("out/study/p1.jsonl")
        let part = try run("./study/p1/2.wav", "-o", "out")
        #expect(part.status == 2)
        #expect(part.messages.contains("are also of 'study/p1/1.wav', not given here"))
        #expect(try text("out/study/p1.jsonl") == before)
        // The same folder, named otherwise.
        let same = try run("-r", "./study/p1", "-o", "out")
        #expect(same.status == 0 && same.messages.hasPrefix("0 sessions done before, 1 heard"))
        // A recording that was removed does not count.
        try FileManager.default.removeItem(at: folder.url("study/p1/1.wav"))
        #expect(try run("-r", "study", "-o", "out").status == 0)
        #expect(try text("out/study/p1.jsonl").split(separator: "\n").count == 1)
    }

    @Test("a failed recording is tried again, and its session has the others")
    func failing() throws {
        try folder.write("no sound", to: "study/p1/3.wav")
        let first = try run("-r", "study", "-o", "out")
        #expect(first.status == 1)
        #expect(first.messages.contains("1 not heard to the end"))
        #expect(try text("out/study/p1.jsonl").split(separator: "\n").count == 3)
        let again = try run("-r", "study", "-o", "out")
        #expect(again.status == 1)
        #expect(again.messages.contains("3 sessions done before, 1 heard: 3 recordings"))
    }

    @Test("a name that is too long fails with its session, and the others are heard")
    func longName() throws {
        let long = String(repeating: "x", count: 247)
        try FileManager.default.copyItem(
            at: folder.url("study/p1/1.wav"), to: folder.url("study/p2/\(long).wav"))
        let words = ["-r", "study", "-o", "out", "--format", "jsonl,textgrid"]
        let first = try AloudBinary.run(["transcribe"] + words, in: folder.url(""))
        #expect(first.status == 1)
        #expect(
            first.messages.contains("study/p2: '\(long).TextGrid' is too long"), "\(first.messages)"
        )
        #expect(first.messages.contains("Shorten the name of the recording or the folder."))
        #expect(!first.messages.contains("disk"))
        for name in ["p1/1", "p3/left/2", "p4/1"] {
            #expect(try text("out/study/\(name).TextGrid").contains("IntervalTier"))
        }
        let again = try AloudBinary.run(["transcribe"] + words, in: folder.url(""))
        #expect(again.status == 1)
        #expect(again.messages.contains("3 sessions done before, 1 heard"))
        #expect(try run("-r", "study", "-o", "out").status == 0)
    }

    @Test("links to folders are left out with a note, and a broken link is an error")
    func links() throws {
        func link(_ name: String, to target: String) throws {
            try FileManager.default.createSymbolicLink(
                atPath: folder.file(name), withDestinationPath: target)
        }
        let whole = try run("-r", "study")
        try link("study/back", to: "..")
        try link("study/p1/text.txt", to: "nowhere.txt")
        let one = try run("-r", "study")
        #expect(one.status == 0 && one.output == whole.output)
        #expect(one.messages.hasPrefix("Note: The link to a folder 'study/back' was left out."))
        try link("study/p1/other", to: "../p2")
        try link("study/p1/3.wav", to: "nowhere.wav")
        let two = try run("-r", "study")
        #expect(two.status == 1)
        #expect(two.messages.contains("2 links to folders were left out, such as 'study/back'."))
        #expect(two.messages.contains("study/p1/3.wav: there is no such file"))
        #expect(try files(two).sorted() == (Self.all + ["study/p1/3.wav"]).sorted())
        #expect(
            try files(run("-r", "study/p1/other")) == (1...2).map { "study/p1/other/\($0).wav" })
    }

    @Test("results of removed or renamed recordings are removed unless edited")
    func oldResults() throws {
        #expect(try run("-r", "study", "-o", "out", "--format", "jsonl,csv,textgrid").status == 0)
        let files = FileManager.default
        try folder.write("mine", to: "out/study/p1/2.txt")
        try folder.write("corrected", to: "out/study/p2/2.TextGrid")
        try files.moveItem(at: folder.url("study/p1/2.wav"), to: folder.url("study/p1/3.wav"))
        try files.removeItem(at: folder.url("study/p2/2.wav"))
        try files.copyItem(at: folder.url("study/p4/1.wav"), to: folder.url("study/p4/1.wave"))
        let changed = try run("-r", "study", "-o", "out", "--format", "jsonl,textgrid")
        #expect(changed.status == 0)
        #expect(changed.messages.contains("Removed 4 old files of results"), "\(changed.messages)")
        func names(_ name: String) throws -> [String] {
            try files.contentsOfDirectory(atPath: folder.file("out/study/\(name)")).sorted()
        }
        #expect(try names("p1") == ["1.TextGrid", "2.txt", "3.TextGrid"])
        #expect(try names("p2") == ["1.TextGrid", "2.TextGrid"])
        #expect(try text("out/study/p2/2.TextGrid") == "corrected")
        #expect(try names("p4") == ["1.wav.TextGrid", "1.wave.TextGrid", "2.TextGrid"])
        #expect(
            try names("").filter { $0.hasSuffix(".csv") } == ["p4.csv"]
                && names("p3") == ["left", "left.csv", "left.jsonl"])
        let again = try run("-r", "study", "-o", "out", "--format", "jsonl,textgrid")
        #expect(again.messages.hasPrefix("4 sessions done before, 0 heard"))
        #expect(!again.messages.contains("Removed"))
    }

    @Test("shards merge to the text of one run, and a missing one is named")
    func shards() throws {
        let whole = try run("-r", "study")
        for shard in ["1/3", "3/3"] {
            #expect(try run("-r", "study", "-o", "out", "--shard", shard).status == 0)
        }
        let early = try AloudBinary.run(["merge", folder.file("out")])
        #expect(early.status == 1 && early.output == "")
        #expect(early.messages.contains("Run shard 2 of 3 again"))
        #expect(try run("-r", "study", "-o", "out", "--shard", "2/3").status == 0)
        let merged = try AloudBinary.run(["merge", folder.file("out")])
        #expect(merged.status == 0 && merged.messages == "")
        #expect(merged.output == whole.output)
        try FileManager.default.removeItem(at: folder.url("out/study/p3/left.jsonl"))
        let gone = try AloudBinary.run(["merge", folder.file("out")])
        #expect(gone.status == 1 && gone.messages.contains(": 'study/p3/left'. Run shard"))
        #expect(try run("-r", "study", "-o", "m", "--shard", "1/2").status == 0)
        #expect(
            try run("-r", "study", "-o", "m", "--shard", "2/2", "--accept", "0.9").status == 0)
        let noted = try AloudBinary.run(["merge", folder.file("m")])
        #expect(noted.status == 0 && noted.messages.contains("with different options"))
        let table = try run("-r", "study", "--format", "csv")
        for shard in ["1/2", "2/2"] {
            #expect(
                try run("-r", "study", "-o", "t", "--format", "csv", "--shard", shard).status == 0)
        }
        let rows = try AloudBinary.run(["merge", "--format", "csv", folder.file("t")])
        #expect(rows.output == table.output)
        #expect(try AloudBinary.run(["merge", folder.file("nowhere")]).status == 1)
    }

    @Test("a merge in a format that was not made names the format to add to the call")
    func mergeInAnotherFormat() throws {
        #expect(try run("-r", "study", "-o", "out").status == 0)
        let words = ["merge", "--format", "csv", folder.file("out")]
        let lacking = try AloudBinary.run(words)
        #expect(lacking.status == 1 && lacking.output == "")
        #expect(
            lacking.messages.contains("'aloud transcribe' again, with csv in '--format':"),
            "\(lacking.messages)")
        #expect(try run("-r", "study", "-o", "out", "--format", "jsonl,csv").status == 0)
        let merged = try AloudBinary.run(words)
        #expect(merged.status == 0)
        #expect(try merged.output == run("-r", "study", "--format", "csv").output)
    }

    @Test("--plan lists the sessions of each shard without hearing")
    func plan() throws {
        struct Row: Decodable {
            var shard: Int
            var session: String
            var recordings: Int
            var seconds: Double
        }
        let run = try run("-r", "study", "--plan", "2")
        let rows = try run.lines(Row.self)
        #expect(
            rows.map(\.session).sorted() == ["p1", "p2", "p3/left", "p4"].map { "study/\($0)" })
        #expect(rows.allSatisfy { $0.recordings == 2 && $0.seconds > 1 })
        #expect(rows.count { $0.shard == 1 } == 2)
        #expect(run.messages.hasPrefix("4 sessions, 8 recordings, 0:"))
    }

    @Test("--plan of a folder that does not exist fails")
    func planOfNothing() throws {
        let missing = try run("-r", "no-study", "--plan", "2")
        #expect(missing.status == 1)
        #expect(missing.messages.contains("no-study: there is no such file"), "\(missing.messages)")
        #expect(try run("-r", "study", "--plan", "2", "--shard", "1/2").status == 64)
    }

    @Test("--stream prints each utterance, then the end of the recording")
    func stream() throws {
        try SoundFile.write(Transcription.scene().inRoom(), to: folder.file("a.wav"))
        let (run, objects) = try Transcription.of(["--stream", folder.file("a.wav")])
        #expect(run.status == 0)
        #expect(objects.count == 5)
        let said = try objects.dropLast().map(Transcription.said)
        #expect(said == [["K"], ["O"], ["S"], ["cannotSee"]])
        #expect(objects.last.map { Set($0.keys) } == ["duration", "file"])
        // Through a pipe the sound is cut as it arrives: the quiet after a breath ends it.
        let running = try RunningAloud(["transcribe", "--stream", "-"])
        let quiet = [Float](repeating: 0, count: 32_000)
        try SoundFile.write(try Transcription.scene().inRoom() + quiet, to: folder.file("b.wav"))
        var bytes = try Data(contentsOf: folder.url("b.wav"))
        // As arecord writes it, which does not know how long it will record.
        for place in [4, 40] {
            bytes.replaceSubrange(place..<place + 4, with: [255, 255, 255, 127])
        }
        running.write(bytes, ends: false)
        try running.wait(for: "cannotSee")
        running.write(Data(), ends: true)
        #expect(try running.end().status == 0)
    }

    @Test("a stopped run leaves whole lines, prints how to resume, and resumes")
    func stopping() throws {
        let person = folder.url("long/p1")
        try FileManager.default.createDirectory(at: person, withIntermediateDirectories: true)
        let scene = try Transcription.scene().inRoom()
        try SoundFile.write(scene, to: person.appending(path: "1.wav").path())
        let other = folder.url("long/p2")
        try FileManager.default.createDirectory(at: other, withIntermediateDirectories: true)
        let hour = Array(repeating: scene, count: 300).flatMap(\.self)
        try SoundFile.write(hour, to: other.appending(path: "1.wav").path())
        let words = ["transcribe", "-r", folder.file("long"), "--jobs", "1"]
        let running = try RunningAloud(words)
        try running.wait(for: "\n")
        running.signal(SIGINT)
        let run = try running.end()
        #expect(run.status == 130 && !run.wasEndedBySignal)
        #expect(run.output.hasSuffix("1.wav\"}\n"))
        #expect(run.output.split(separator: "\n").count == 1)
        #expect(run.messages.contains("Stopped: every line above is whole."))
    }

    @Test("a signal before any sound from a pipe is not a failure")
    func stoppedPipe() throws {
        let running = try RunningAloud(["transcribe", "-"])
        _ = try running.message(after: "Waiting for sound from ")
        running.signal(SIGINT)
        // The pipe stays open: only the signal can end it.
        let run = try running.end()
        #expect(run.status == 130 && !run.wasEndedBySignal && run.output.isEmpty, "\(run)")
        #expect(!run.messages.contains("Error"), "\(run.messages)")
    }

    @Test(
        "options that contradict each other are misuse",
        arguments: [
            ["--format", "csv,srt", "a.wav"], ["--format", "mp3", "a.wav"],
            ["--stream", "--format", "csv", "a.wav"], ["--stream", "-o", "x", "a.wav"],
            ["--shard", "3/2", "a.wav"], ["--list", "-", "-"],
            ["--format", "srt", "study/p1/1.wav", "study/p1/2.wav"],
        ])
    func misuse(words: [String]) throws {
        let run = try AloudBinary.run(["transcribe"] + words, in: folder.url(""))
        #expect(run.status == 64 && run.output == "", "\(run.messages)")
    }
}
