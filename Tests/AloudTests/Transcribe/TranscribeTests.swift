import FliteVoice
import Foundation
import SoundFiles
import TestProgram
import TestSpeech
import TestTraits
import Testing

@testable import CommandLineKit
@testable import Exam
@testable import aloud

/// The real program on real files.
@Suite(.listening) struct TranscribeTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func path(_ name: String) -> String { folder.file(name) }

    @Test("a truncated file is heard to its end and reported")
    func cutShort() throws {
        let scene = try Transcription.scene()
        try SoundFile.write(scene.inRoom(), to: path("whole.wav"))
        let whole = try Data(contentsOf: URL(fileURLWithPath: path("whole.wav")))
        // Two letters of the four: the header, and two bytes a sample.
        let kept = (scene.places[1].upperBound + scene.places[2].lowerBound) / 2
        try whole.prefix(44 + 2 * Int(kept * 16_000))
            .write(to: URL(fileURLWithPath: path("cut.wav")))
        let (run, objects) = try Transcription.of([path("cut.wav"), path("whole.wav")])
        #expect(run.status == 1)
        #expect(
            try objects.map(Transcription.said) == [["K", "O"], ["K", "O", "S", "cannotSee"]])
        let lacking = ((scene.time - kept) * 100).rounded() / 100
        let error = try #require(objects[0]["error"] as? String)
        #expect(error.hasPrefix("\(path("cut.wav")): the file lacks \(lacking) s"), "\(error)")
        #expect(run.messages == "Error: \(error)\n")
        #expect(objects[1]["error"] == nil)
    }

    @Test("files of the current folder do not affect an MP3 without a length")
    func currentFolder() throws {
        try FileManager.default.createDirectory(
            at: folder.url(".AppleDouble"), withIntermediateDirectories: false)
        // Silent frames of 48 kHz, mono, 1,152 samples: the first of 128 kbit/s, the others of 32.
        let frames = [(UInt8(0x94), 384)] + Array(repeating: (UInt8(0x14), 96), count: 200)
        let bytes = frames.flatMap { rate, length in
            [0xFF, 0xFB, rate, 0xC0] + [UInt8](repeating: 0, count: length - 4)
        }
        try folder.write(bytes, to: "silence.mp3")
        let (run, objects) = try Transcription.of(["silence.mp3"], in: folder.url(""))
        #expect(run.status == 0)
        let duration = try #require(objects.first?["duration"] as? Double)
        #expect(abs(duration - 201 * 0.024) < 0.05)
    }

    @Test(
        "the threshold is printed once, as a share",
        arguments: [
            (["--accept", "0.5", "--wrong-at-most", "1%"], "both set which letters are accepted"),
            (["--wrong-at-most", "2"], "a share from 0.5% to 100%, such as 2% or 0.02"),
            (["--wrong-at-most", "1"], "from 1 on with the sign %"),
        ])
    func accepted(words: [String], told: String) throws {
        let (run, objects) = try Transcription.of(words + ["/nowhere.wav"])
        #expect(run.status == 64 && objects.isEmpty)
        #expect(run.messages.contains(told), "\(run.messages)")
    }

    @Test("1% and 0.01 are the same share")
    func share() throws {
        func share(_ text: String) throws -> Double? {
            try ParsedArguments(["--wrong-at-most", text, "x.wav"], for: TranscribeCommand.verb)[
                HearingOptions.wrongAtMost]
        }
        #expect(try share("1%") == 0.01 && share("0.01") == 0.01 && share("100%") == 1)
    }

    @Test("each line has one object in the documented form")
    func form() throws {
        let scene = try Transcription.scene()
        try SoundFile.write(scene.inRoom(), to: path("a.wav"))
        let (run, objects) = try Transcription.of([path("a.wav")])
        #expect(run.status == 0 && run.messages == "")
        #expect(run.output.hasPrefix("{\"answers\":["), "\(run.output)")
        #expect(run.output.hasSuffix("\"file\":\"\(path("a.wav"))\"}\n"))
        #expect(run.output.filter { $0 == "\n" }.count == 1)
        let object = try #require(objects.first)
        #expect(Set(object.keys) == ["file", "duration", "answers"])
        let duration = try #require(object["duration"] as? Double)
        #expect(abs(duration - scene.time) < 0.001)
        #expect(try Transcription.said(object) == ["K", "O", "S", "cannotSee"])
        let answers = try #require(object["answers"] as? [[String: Any]])
        #expect(
            Set(answers[0].keys) == [
                "kind", "letter", "start", "end", "confidence", "presence", "heard",
            ])
        #expect(answers[0]["heard"] as? String == "kay")
        #expect(
            Set(answers[3].keys) == [
                "kind", "command", "start", "end", "confidence", "heard",
            ])
        for (answer, place) in zip(answers, scene.places) {
            let start = try #require(answer["start"] as? Double)
            let end = try #require(answer["end"] as? Double)
            let confidence = try #require(answer["confidence"] as? Double)
            #expect(start <= end && start > place.lowerBound - 0.15)
            #expect(end < place.upperBound + 0.15)
            #expect((0.5...1).contains(confidence))
        }
    }

    @Test("an unclear answer shows its candidates, or that a letter is doubtful")
    func unclear() throws {
        try SoundFile.write(
            Scene.saying(["D", "T", "M", "N", "B"], by: FliteVoice(.kal16)).inRoom(),
            to: path("a.wav"))
        let accept = 0.97
        let words = ["--letters", "alphabet", "--accept", "\(accept)", path("a.wav")]
        let object = try #require(try Transcription.of(words).objects.first)
        let answers = try #require(object["answers"] as? [[String: Any]])
        var unclear = 0
        for answer in answers {
            let confidence = try #require(answer["confidence"] as? Double)
            let presence = try #require(answer["presence"] as? Double)
            let letters = answer["letters"] as? [String: Double]
            if answer["kind"] as? String == "unclear" {
                unclear += 1
                #expect(confidence * presence < accept + 0.001)
                #expect((1...3).contains(try #require(letters).count))
                #expect(letters?.values.allSatisfy { (0.01..<accept).contains($0) } == true)
            } else {
                #expect(confidence * presence > accept - 0.001)
                #expect(letters == nil)
            }
        }
        #expect(unclear > 0 && unclear < answers.count, "\(answers)")
    }

    @Test(
        "any rate, one channel or two, and every container",
        arguments: [
            (8_000, 1, SoundFormat.wav16), (44_100, 2, .wav16), (48_000, 1, .flac16),
            (16_000, 2, .oggVorbis), (16_000, 1, .aiff16), (48_000, 2, .wavFloat),
        ])
    func formats(rate: Int, channels: Int, format: SoundFormat) throws {
        let scene = try Transcription.scene()
        let resampler = rate == 16_000 ? nil : try SoxrResampler(from: 16_000, to: rate)
        let sound = scene.inRoom()
        let mono = try resampler.map { try $0.process(sound) + $0.finish() } ?? sound
        let all = channels == 1 ? mono : mono.flatMap { [$0, $0 * 0.8] }
        try SoundFile.write(
            all, sampleRate: rate, to: path("sound"), channels: channels, format: format)
        let (run, objects) = try Transcription.of(["--letters", "etdrs", path("sound")])
        #expect(run.status == 0 && run.messages == "")
        let object = try #require(objects.first)
        #expect(abs((object["duration"] as? Double ?? 0) - scene.time) < 0.05)
        let heard = try Transcription.said(object)
        // The band of a telephone may leave a letter unclear.
        let right = zip(heard, ["K", "O", "S"]).count { $0 == $1 }
        #expect(heard.count == 4 && right >= (rate > 8_000 ? 3 : 2), "\(heard)")
    }

    @Test("--letters chooses the letters: M is on no chart")
    func letters() throws {
        try SoundFile.write(
            Scene.saying(["M", "K", "L"], by: FliteVoice(.rms)).inRoom(), to: path("m.wav"))
        let all = try AloudBinary.run(["transcribe", "--letters", "alphabet", path("m.wav")])
        let usual = try AloudBinary.run(["transcribe", path("m.wav")])
        #expect(all.output == usual.output)
        #expect(all.output.contains("\"letter\":\"M\"") && all.output.contains("\"letter\":\"L\""))
        let (ten, objects) = try Transcription.of(["--letters", "etdrs", path("m.wav")])
        #expect(ten.status == 0)
        let letters = Set(
            try Transcription.said(try #require(objects.first)).filter { $0.count == 1 })
        #expect(letters.isSubset(of: ["C", "D", "H", "K", "N", "O", "R", "S", "V", "Z", "?"]))
    }

    @Test("--english-letters also hears the English names of letters")
    func englishLetters() throws {
        let letters = ["K", "V", "S", "Z", "R", "D", "C", "H"]
        try SoundFile.write(
            Scene.saying(letters, by: FliteVoice(.rms)).inRoom(), to: path("e.wav"))
        func right(_ options: String...) throws -> Int {
            let (run, objects) = try Transcription.of(
                ["--language", "es"] + options + [path("e.wav")])
            #expect(run.status == 0)
            let heard = try Transcription.said(try #require(objects.first))
            // One of them may be missed.
            var rest = letters[...]
            return heard.count { letter in
                guard let place = rest.firstIndex(of: letter) else { return false }
                rest = rest[(place + 1)...]
                return true
            }
        }
        #expect(try right("--english-letters") > right())
        let (alone, _) = try Transcription.of(["--english-letters", path("e.wav")])
        #expect(alone.status == 64)
        #expect(
            alone.messages.contains("'--english-letters' has no effect without '--language'"),
            "\(alone.messages)")
    }

    @Test(
        "A single French 'haut', which sounds like O, is heard as up",
        .enabled(if: EspeakProgram.isInstalled)
    )
    func homophone() throws {
        var right = 0
        for voice in ["fr+f1", "fr+f3", "fr+m2", "fr-be+m4"] {
            try SoundFile.write(EspeakProgram.say("haut", accent: voice), to: path("haut.wav"))
            let (run, objects) = try Transcription.of([
                "--language", "fr", "--letters", "directions", path("haut.wav"),
            ])
            #expect(run.status == 0)
            let answers = try #require(objects.first?["answers"] as? [[String: Any]])
            #expect(answers.allSatisfy { $0["letter"] == nil })
            right += answers.first?["direction"] as? String == "up" ? 1 : 0
        }
        #expect(right >= 1)
    }

    @Test("each unreadable file is an error, the rest is heard, status 1")
    func unreadable() throws {
        try SoundFile.write(Transcription.scene().inRoom(), to: path("good.wav"))
        try SoundFile.write([], to: path("no-frames.wav"))
        try folder.write("", to: "empty.wav")
        try folder.write("C D H K N\n", to: "text.wav")
        try Data(contentsOf: URL(filePath: path("good.wav"))).prefix(30)
            .write(to: folder.url("header.wav"))
        let here = ["missing", "empty", "text", "header", "no-frames"].map { path($0 + ".wav") }
        let elsewhere = [folder.path, "/dev/null", "/nowhere/\u{1F600}.wav", ""]
        let files = [path("good.wav")] + here + [path("good.wav")] + elsewhere
        let (run, objects) = try Transcription.of(files)
        #expect(run.status == 1)
        #expect(objects.compactMap { $0["file"] as? String } == files)
        for (object, name) in zip(objects, files) where name != path("good.wav") {
            #expect(Set(object.keys) == ["file", "error"], "\(name)")
            let reason = try #require(object["error"] as? String)
            #expect(reason.count > name.count + 10, "\(reason)")
            #expect(run.messages.contains("Error: " + reason + "\n"), "\(reason)")
        }
        for object in objects where object["file"] as? String == path("good.wav") {
            #expect(try Transcription.said(object) == ["K", "O", "S", "cannotSee"])
        }
    }

    @Test("a sample that is not a number ends the sound after the earlier answers")
    func notANumber() throws {
        let scene = try Transcription.scene()
        var sound = scene.inRoom()
        sound.append(.nan)
        try SoundFile.write(sound, to: path("nan.wav"), format: .wavFloat)
        let (run, objects) = try Transcription.of([path("nan.wav")])
        #expect(run.status == 1)
        let object = try #require(objects.first)
        #expect(try Transcription.said(object) == ["K", "O", "S", "cannotSee"])
        let error = try #require(object["error"] as? String)
        #expect(error.hasPrefix("\(path("nan.wav")): frame \(sound.count - 1) is not a number"))
        #expect(run.messages == "Error: \(error)\n")
    }

    @Test("a pipe is heard like its file, with the reason where it is not")
    func pipes() throws {
        try SoundFile.write(Transcription.scene().inRoom(), to: path("a.wav"))
        let file = try AloudBinary.run(["transcribe", path("a.wav")])
        func piped(_ name: String) throws -> String {
            let running = try RunningAloud(["transcribe", "/dev/stdin"])
            running.write(try Data(contentsOf: URL(filePath: path(name))), ends: true)
            return try running.end().output
        }
        #expect(
            try piped("a.wav")
                == file.output.replacingOccurrences(of: path("a.wav"), with: "/dev/stdin"))
        try folder.write("C D H K N\n", to: "text")
        try folder.write("RIFF", to: "short")
        let text = try piped("text")
        #expect(text.contains("\"error\":") && text.contains("this is not a "), "\(text)")
        let named = path("named.pipe")
        try #require(mkfifo(named, 0o600) == 0)
        let waiting = try RunningAloud(["transcribe", named])
        let bytes = try Data(contentsOf: URL(filePath: path("text")))
        let pipe = try #require(FileHandle(forWritingAtPath: named))
        try pipe.write(contentsOf: bytes)
        try pipe.close()
        // Opened once more it would wait for another writer.
        #expect(try waiting.end().status == 2)
    }

    @Test("without ffmpeg the command that converts the file is printed")
    func withoutFFmpeg() throws {
        let name = path("it's mine.m4a")
        let head = [UInt8]([0, 0, 0, 28]) + Array("ftypM4A ".utf8)
        try folder.write(head + [UInt8](repeating: 0, count: 200), to: "it's mine.m4a")
        let run = try AloudBinary.run(["transcribe", name], variables: ["PATH": ""])
        #expect(run.status == 2 && run.output.filter { $0 == "\n" }.count == 1)
        let quoted = { (kind: String) in "'\(folder.path)/it'\\''s mine.\(kind)'" }
        #expect(run.messages.hasPrefix("Error: \(name): "))
        #expect(run.messages.hasSuffix(": ffmpeg -i \(quoted("m4a")) \(quoted("wav"))\n"))
    }

    @Test("files with random damage give a line each, and no library prints anything")
    func mutated() throws {
        let seeds = try MutatedSound.seeds()
        let names = try (1...UInt64(60)).map { seed in
            try folder.write(MutatedSound.file(of: seeds, seed: seed), to: "\(seed)")
        }
        let (run, objects) = try Transcription.of(names)
        #expect(!run.wasEndedBySignal && [0, 1].contains(run.status))
        #expect(objects.compactMap { $0["file"] as? String } == names)
        let lines = run.messages.split(separator: "\n")
        #expect(lines.allSatisfy { $0.hasPrefix("Error: \(folder.path)/") }, "\(run.messages)")
        #expect(lines.count == objects.count { $0["error"] != nil })
    }

    @Test("--channel hears each of two people with a microphone")
    func channels() throws {
        let people = try [FliteVoice.Name.rms, .slt].map { voice in
            let letters = voice == .rms ? ["K", "O", "S"] : ["R", "D", "N"]
            return try Scene.saying(letters, by: FliteVoice(voice)).inRoom()
        }
        let length = people.map(\.count).max() ?? 0
        let both = people.map { $0 + [Float](repeating: 0, count: length - $0.count) }
        try SoundFile.write(Tone.interleaved(both), to: path("both.wav"), channels: 2)
        for (name, person) in zip(["one", "two"], both) {
            try FileManager.default.createDirectory(
                at: folder.url(name), withIntermediateDirectories: true)
            try SoundFile.write(person, to: path("\(name)/mono.wav"))
        }
        let (first, one) = try Transcription.of(["--channel", "1", path("both.wav")])
        #expect(first.status == 0)
        #expect(try one.map(Transcription.said) == [["K", "O", "S"]])
        let (second, two) = try Transcription.of([
            "--channel", "2", path("both.wav"), path("one/mono.wav"),
        ])
        #expect(second.status == 1)
        let alone = try Transcription.of([path("two/mono.wav")]).objects
        #expect(
            try Transcription.said(two[0]) == Transcription.said(alone[0])
                && Transcription.said(two[0]) != Transcription.said(one[0]))
        let error = try #require(two[1]["error"] as? String)
        #expect(error.contains("there is no channel 2, the file has one channel; choose"))
    }

    @Test("with --each-alone the order of the files does not matter")
    func order() throws {
        for letter in ["K", "O", "S"] {
            try SoundFile.write(
                Scene.saying([letter], by: FliteVoice(.rms)).inRoom(), to: path(letter + ".wav"))
        }
        let files = ["S", "K", "O"].map { path($0 + ".wav") }
        let (run, objects) = try Transcription.of(["--each-alone"] + files)
        #expect(run.status == 0)
        #expect(objects.compactMap { $0["file"] as? String } == files)
        #expect(try objects.map(Transcription.said) == [["S"], ["K"], ["O"]])
        let again = try AloudBinary.run(["transcribe", "--each-alone"] + files.reversed())
        #expect(
            run.output.split(separator: "\n") == again.output.split(separator: "\n").reversed())
    }

    @Test("naming no file is a misuse; a missing model or grammar folder is reported")
    func misuse() throws {
        let none = try AloudBinary.run(["transcribe"])
        #expect(none.status == 64 && none.output == "")
        #expect(none.messages.contains("Usage: aloud transcribe"))
        #expect(try AloudBinary.run(["transcribe", "--letters", "greek", "x"]).status == 64)
        let (model, _) = try Transcription.of(["--model", "/nowhere/model", "x.wav"])
        #expect(model.status == 1 && model.output == "")
        #expect(
            model.messages.hasPrefix("Error: '/nowhere/model', given by --model, is not a folder"))
        let grammars = try AloudBinary.run(["transcribe", "--grammars", "/nowhere", "x.wav"])
        #expect(grammars.status != 0 && grammars.messages.contains("/nowhere"))
    }

    @Test("a damaged model is reported before PocketSphinx ends the program")
    func damagedModel() throws {
        let copy = folder.url("models")
        try FileManager.default.copyItem(at: URL(filePath: Checkout.model), to: copy)
        for file in ["ear-search/mdef", "ear.net", "answers.json"] {
            let url = copy.appending(path: file)
            let whole = try Data(contentsOf: url)
            try Data("none".utf8).write(to: url)
            let (run, _) = try Transcription.of(["--model", copy.path(), "x.wav"])
            try whole.write(to: url)
            #expect(run.status == 1 && run.output == "")
            #expect(
                run.messages.hasPrefix("Error: ") && run.messages.contains(copy.path()),
                "\(file): \(run.messages)")
        }
    }

    /// libsndfile takes a file "._" of the current folder for the other half of what it does not know.
    @Test("a file named '._' in the current folder is ignored") func otherHalf() throws {
        try Data().write(to: folder.url("._"))
        let file = try folder.write("no sound at all, but text", to: "text.wav")
        let run = try AloudBinary.run(
            ["transcribe", "--letters", "etdrs", file], in: folder.url("."))
        #expect(run.status == 2 && run.messages.contains("text.wav"), "\(run.messages)")
    }
}
