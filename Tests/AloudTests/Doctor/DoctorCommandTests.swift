import Acuity
import Foundation
import TestSpeech
import Testing

@testable import PhoneticMapping
@testable import aloud

@Suite("aloud doctor", .timeLimit(.minutes(60)))
struct DoctorCommandTests {
    /// One line of `--json`.
    struct Line: Decodable {
        var check: String
        var status: String
        var message: String
        var file: String?
        var line: Int?
        var column: Int?
        var right: Int?
    }

    func examine(
        _ words: String..., hearing microphone: FileMicrophone? = nil
    ) throws -> (lines: [Line], run: AloudBinary.Run) {
        let run = try AloudBinary.run(
            ["doctor", "--json"] + words, variables: microphone?.variables ?? [:])
        return (try run.lines(Line.self), run)
    }

    func status(_ check: String, in lines: [Line]) -> String? {
        lines.first { $0.check == check }?.status
    }

    @Test("All is there: every line ok, status 0")
    func allWell() throws {
        let (lines, run) = try examine("--no-microphone")
        #expect(lines.allSatisfy { $0.status == "ok" })
        for check in [
            "models", "dictionary", "grammar etdrs.gram", "grammar alphabet.gram",
            "grammar commands.gram",
            "phrases", "phone confusions", "CMU dictionary", "measured mishearing",
            "measured mishearing of directions", "hearing", "speech self-test",
        ] { #expect(status(check, in: lines) == "ok") }
        #expect((lines.last?.right ?? 0) >= SelfTestVerdict.usualRight)
        #expect(run.messages == "These checks found no problem.\n")
        #expect(run.status == 0)
    }

    @Test("For people: a word, what was looked at, what was found")
    func words() throws {
        let run = try AloudBinary.run(["doctor", "--no-microphone"])
        #expect(run.output.hasPrefix("ok       models: /"))
        #expect(run.output.contains("\nok       hearing: ready in "))
        #expect(run.output.contains("\nok       speech self-test: "))
    }

    @Test("A computer without a sound card: what to do, status 1; without the microphone, 0")
    func noCard() throws {
        let (lines, run) = try examine(hearing: try FileMicrophone(nil))
        #expect(status("microphone", in: lines) == "error")
        #expect(lines.filter { $0.status == "error" }.count == 1)
        #expect(run.messages == "Not ready for a test: correct 1 error first.\n")
        #expect(run.status == 1)
    }

    @Test("A microphone that gives zeros is muted")
    func silence() throws {
        let microphone = try FileMicrophone(TestSound.silence(seconds: 2))
        let (lines, run) = try examine("--seconds", "0.5", hearing: microphone)
        #expect(status("microphone", in: lines) == "ok")
        let level = lines.first { $0.check == "microphone level" }
        #expect(level?.status == "error")
        #expect(level?.message.hasPrefix("silence: unmute") == true)
        #expect(run.status == 1)
    }

    @Test("A microphone that clips is turned down; a test can be made all the same")
    func clipping() throws {
        let microphone = try FileMicrophone(TestSound.tone(amplitude: 4, seconds: 2))
        let (lines, run) = try examine("--seconds", "0.5", hearing: microphone)
        let level = lines.first { $0.check == "microphone level" }
        #expect(level?.status == "warning")
        #expect(level?.message.hasPrefix("clipping (") == true)
        #expect(run.messages.hasPrefix("Say some letters now: listening for 0.5 s.\n"))
        #expect(run.status == 0)
    }

    @Test("A device that is not there is named")
    func unknownDevice() throws {
        let microphone = try FileMicrophone(TestSound.silence(seconds: 1))
        let (lines, run) = try examine("--device", "nosuch", hearing: microphone)
        #expect(lines.last?.check == "microphone")
        #expect(lines.last?.message.hasPrefix("Capture device nosuch: ") == true)
        #expect(run.status == 1)
    }

    @Test("A folder that is no folder of grammars")
    func badFolder() throws {
        let (lines, run) = try examine("--no-microphone", "--grammars", "/nonexistent")
        #expect(status("grammars", in: lines) == "error")
        #expect(status("hearing", in: lines) == "skipped")
        #expect(run.status == 1)
    }

    @Test("The self-test warns of a letter that is not heard")
    func selfTest() throws {
        /// What is found where so many of the ten letters are heard as C.
        func finding(misheard count: Int) -> Finding {
            SelfTestVerdict.finding(
                on: Letter.sloan.enumerated().map { index, letter in
                    (
                        said: letter,
                        heard: [SpokenAnswer(.letter(10 - index <= count ? .c : letter))]
                    )
                })
        }
        #expect(finding(misheard: 0).status == .ok)
        #expect(finding(misheard: 2).status == .ok)
        #expect(finding(misheard: 3).status == .warning)
        #expect(finding(misheard: 3).words.contains("7 of 10 letters"))
        #expect(finding(misheard: 6).status == .error)
    }

    @Test("Models that are missing, and each of them damaged")
    func badModels() throws {
        let folder = try TemporaryFolder()
        let (missing, run) = try examine("--no-microphone", "--model", folder.path)
        #expect(missing.filter { $0.status == "error" }.count == 1, "\(missing)")
        #expect(status("hearing", in: missing) != "ok")
        #expect(status("speech self-test", in: missing) == "skipped")
        #expect(run.status == 1)
        for damaged in ["ear.net", "answers.json", "ear-search/mdef"] {
            let copy = folder.url(damaged.replacing("/", with: "-"))
            try FileManager.default.copyItem(at: URL(fileURLWithPath: Checkout.model), to: copy)
            try Data("nonsense".utf8).write(to: copy.appending(path: damaged))
            let (lines, run) = try examine("--no-microphone", "--model", copy.path)
            let hearing = lines.first { $0.check == "hearing" }
            #expect(hearing?.status == "error", "\(damaged): \(lines)")
            #expect(hearing?.message.contains(copy.path) == true, "\(lines)")
            #expect(status("speech self-test", in: lines) == "skipped")
            #expect(run.status == 1)
        }
    }

    @Test("A microphone that is named and left out is a misuse")
    func contradiction() throws {
        let run = try AloudBinary.run(["doctor", "--device", "hw:1", "--no-microphone"])
        #expect(run.status == 64)
    }
}
