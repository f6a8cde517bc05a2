import FliteVoice
import Foundation
import SoundFiles
import TestProgram
import TestSpeech
import TestTraits
import Testing

/// The real program with recordings, raw sound and a capture device of ALSA that hears a file.
@Suite("aloud listen", .listening)
struct ListenCommandTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// The objects of an output.
    private func objects(_ output: String) throws -> [[String: Any]] {
        try output.split(separator: "\n").map { line in
            try #require(
                try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
    }

    /// The letters and commands, and the events that are not answers.
    private func story(_ output: String) throws -> [String] {
        try objects(output).compactMap { object in
            switch object["event"] as? String {
            case "answer":
                object["letter"] as? String ?? object["command"] as? String
                    ?? object["direction"] as? String ?? "?"
            case "advice": nil
            case let event: event
            }
        }
    }

    /// Some texts with a second of quiet at the end.
    private func saying(_ texts: [String], pause: Double = 0.8) throws -> [Float] {
        try Scene.saying(texts, by: FliteVoice(.rms), pause: pause, after: 1.5).inRoom()
    }

    @Test("a recording gives the answers of a transcript, with the same keys")
    func recording() throws {
        let path = folder.file("a.wav")
        try SoundFile.write(saying(["K", "O", "S", "I can't see it"]), to: path)
        let run = try AloudBinary.run(["listen", "--input", path])
        #expect(run.status == 0, "\(run.messages)")
        #expect(try story(run.output) == ["ready", "K", "O", "S", "cannotSee", "end"])
        let all = try objects(run.output)
        let first = try #require(all.first { $0["event"] as? String == "answer" })
        #expect(
            Set(first.keys) == [
                "event", "kind", "letter", "start", "end", "confidence", "presence", "heard",
                "clock",
            ])
        #expect(all.last?["answers"] as? Int == 4)
        #expect(all.last?["reason"] as? String == "soundEnded")
        let (_, transcript) = try Transcription.of(["--stream", path])
        let words = try transcript.dropLast().flatMap(Transcription.said)
        #expect(words == ["K", "O", "S", "cannotSee"])
    }

    @Test("standard input is raw sound, or a recording")
    func standardInput() throws {
        let sound = try saying(["K", "O"])
        try SoundFile.write(sound, to: folder.file("a.wav"))
        var reading = ReadingAloud()
        try reading.say("K")
        try reading.say("O")
        try reading.rawPCM.write(to: folder.url("a.raw"))
        for name in ["a.wav", "a.raw"] {
            let run = try AloudBinary.run(
                ["listen", "--input", "-"],
                reading: FileHandle(forReadingFrom: folder.url(name)))
            #expect(run.status == 0, "\(run.messages)")
            #expect(try story(run.output) == ["ready", "K", "O", "end"], "\(name)")
        }
    }

    @Test("raw sound is written to no file, and a recording from a pipe to one without a name")
    func unnamed() throws {
        // More than the program reads before it is ready.
        let quiet = [Float](repeating: 0, count: 1_600_000)
        try SoundFile.write(saying(["K"]) + quiet, to: folder.file("a.wav"))
        var reading = ReadingAloud()
        try reading.say("K")
        let raw = reading.rawPCM + Data(count: 2 * quiet.count)
        try raw.write(to: folder.url("a.raw"))
        let temporary = try TemporaryFolder()
        for (name, isWritten) in [("a.wav", true), ("a.raw", false)] {
            let program = try RunningAloud(
                ["listen", "--input", "-"], variables: ["TMPDIR": temporary.path])
            program.write(try Data(contentsOf: folder.url(name)), ends: false)
            try program.wait(for: "ready")
            let open = "/proc/\(program.processIdentifier)/fd"
            let files = try FileManager.default.contentsOfDirectory(atPath: open).compactMap {
                try? FileManager.default.destinationOfSymbolicLink(atPath: "\(open)/\($0)")
            }
            #expect(files.contains { $0.hasPrefix(temporary.path) } == isWritten, "\(name)")
            program.signal(SIGTERM)
            #expect(try program.end().status == 0)
            let left = try FileManager.default.contentsOfDirectory(atPath: temporary.path)
            #expect(left.isEmpty)
        }
    }

    @Test("--expect ends the listening after this number of answers")
    func expected() throws {
        let microphone = try FileMicrophone(saying(["K", "O", "S"]))
        let run = try AloudBinary.run(
            ["listen", "--expect", "2"], variables: microphone.variables)
        #expect(run.status == 0, "\(run.messages)")
        #expect(try story(run.output) == ["ready", "K", "O", "end"])
        let last = try #require(try objects(run.output).last)
        #expect(last["reason"] as? String == "expected")
    }

    @Test("an answer at a microphone has the time at which it began")
    func times() throws {
        let before = Date().timeIntervalSince1970
        let microphone = try FileMicrophone(saying(["K"]))
        let run = try AloudBinary.run(
            ["listen", "--expect", "1"], variables: microphone.variables)
        let answer = try #require(try objects(run.output).first { $0["letter"] != nil })
        let time = try #require(answer["time"] as? Double)
        #expect(time > before && time < Date().timeIntervalSince1970)
    }

    @Test("\"wait\" pauses, and only \"go on\" ends the pause")
    func pausing() throws {
        let path = folder.file("a.wav")
        try SoundFile.write(saying(["K", "wait", "O", "go on", "S"]), to: path)
        let run = try AloudBinary.run(["listen", "--letters", "chart", "--input", path])
        #expect(
            try story(run.output) == [
                "ready", "K", "pause", "pause", "resume", "resume", "S", "end",
            ], "\(run.output)")
    }

    @Test("control lines gate the answers, and count those that are expected")
    func control() throws {
        let microphone = try FileMicrophone(
            saying(["K", "O", "S", "K", "O", "S"], pause: 1.2))
        let program = try RunningAloud(
            ["listen", "--paused", "--letters", "alphabet"], variables: microphone.variables)
        try program.wait(for: #""paused":true"#)
        program.write(Data("{\"listen\":true,\"expect\":1}\n".utf8), ends: false)
        try program.wait(for: #""reason":"expected""#)
        program.write(Data("{\"colour\":1}\n{\"listen\":true}\n".utf8), ends: false)
        try program.wait(for: #""letter""#)
        try program.wait(for: #""event":"refused""#)
        program.write(Data("{\"listen\":false}\n{\"stop\":true}\n".utf8), ends: false)
        let run = try program.end()
        #expect(run.status == 0 && !run.wasEndedBySignal, "\(run.messages)")
        let story = try story(run.output)
        #expect(story.starts(with: ["ready", "resume"]), "\(story)")
        #expect(story.suffix(2) == ["pause", "end"], "\(story)")
        // After the first answer comes its pause.
        let answer = try #require(story.firstIndex { $0.count == 1 })
        #expect(story[answer + 1] == "pause", "\(story)")
        #expect(run.output.contains("There is no 'colour'"), "\(run.output)")
    }

    @Test(
        "the end does not wait for a reader that reads nothing; status 1",
        arguments: [["--expect", "1"], []])
    func unread(_ words: [String]) throws {
        let pipe = Pipe()
        // F_SETPIPE_SZ of fcntl(2), which Swift does not import. The pipe is full.
        _ = fcntl(pipe.fileHandleForWriting.fileDescriptor, 1031, 4_096)
        try pipe.fileHandleForWriting.write(contentsOf: Data(count: 4_096))
        let microphone = try FileMicrophone(saying(["K"]))
        let program = try RunningAloud(
            ["listen"] + words, variables: microphone.variables, output: pipe)
        if words.isEmpty { program.write(Data("{\"stop\":true}\n".utf8), ends: false) }
        program.waitUntilExit()
        let run = try program.end()
        #expect(run.status == 1 && !run.wasEndedBySignal)
        #expect(run.messages.contains("its reader has stopped reading"), "\(run.messages)")
    }

    @Test("the end of a controlling pipe ends the listening")
    func endOfControl() throws {
        let microphone = try FileMicrophone(saying(["K"]))
        let program = try RunningAloud(["listen"], variables: microphone.variables)
        try program.wait(for: "ready")
        program.write(Data(), ends: true)
        let run = try program.end()
        #expect(run.status == 0)
        #expect(run.output.hasSuffix("\n") && run.output.contains(#""reason":"stopped""#))
    }

    @Test("a signal ends the listening with whole lines; status 0", arguments: [SIGINT, SIGTERM])
    func signal(_ number: Int32) throws {
        let microphone = try FileMicrophone(saying(["K"]))
        let program = try RunningAloud(["listen", "--meter"], variables: microphone.variables)
        try program.wait(for: #""event":"meter""#)
        program.signal(number)
        let run = try program.end()
        #expect(run.status == 0 && !run.wasEndedBySignal)
        #expect(!run.messages.contains("Error"), "\(run.messages)")
        #expect(try story(run.output).last == "end")
    }

    @Test("a microphone's failure and its return are reported")
    func returns() throws {
        let microphone = try FailingMicrophone()
        let program = try RunningAloud(["listen"], variables: microphone.variables)
        try program.wait(for: #""event":"trouble""#)
        try microphone.remove()
        var reading = ReadingAloud()
        try reading.say("K")
        try microphone.mend(with: reading.rawPCM)
        try program.wait(for: #""event":"recovered""#)
        try program.wait(for: #""letter":"K""#)
        program.signal(SIGTERM)
        #expect(try program.end().status == 0)
    }

    @Test("directions are answers")
    func directions() throws {
        let path = folder.file("a.wav")
        try SoundFile.write(saying(["up", "left", "down"]), to: path)
        let run = try AloudBinary.run(["listen", "--letters", "directions", "--input", path])
        #expect(try story(run.output) == ["ready", "up", "left", "down", "end"])
    }

    @Test("a missing microphone or recording is an error; status 1")
    func missing() throws {
        let run = try AloudBinary.run(["listen"], variables: FileMicrophone(nil).variables)
        #expect(run.status == 1 && run.messages.hasPrefix("Error: No microphone."))
        let file = try AloudBinary.run(["listen", "--input", folder.file("none.wav")])
        #expect(file.status == 1 && file.output == "", "\(file.messages)")
    }

    @Test(
        "options that contradict each other are misuse",
        arguments: [
            ["--device", "second", "--input", "a.wav"], ["--paused", "--input", "-"],
            ["--expect", "0"],
        ])
    func misuse(_ words: [String]) throws {
        let run = try AloudBinary.run(["listen"] + words)
        #expect(run.status == 64, "\(run.messages)")
    }
}
