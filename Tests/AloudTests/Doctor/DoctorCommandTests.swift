import Acuity
import Foundation
import TestProgram
import TestSpeech
import TestTraits
import Testing

@testable import CommandLineKit
@testable import Doctor
@testable import Exam
@testable import PhoneticMapping
@testable import aloud

@Suite("aloud doctor", .listening)
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

    /// The checks of the machine that runs this test: it may lack a loudspeaker, a screen or the
    /// right time.
    private static let ofMachine = ["loudspeaker", "screen", "clock", "disk", "port"]

    /// The lines of all other checks.
    func examine(
        _ words: String..., hearing microphone: FileMicrophone? = nil
    ) throws -> (lines: [Line], run: AloudBinary.Run) {
        let run = try AloudBinary.run(
            ["doctor", "--json"] + words, variables: microphone?.variables ?? [:])
        let lines = try run.lines(Line.self)
        return (lines.filter { !Self.ofMachine.contains($0.check) }, run)
    }

    func status(_ check: String, in lines: [Line]) -> String? {
        lines.first { $0.check == check }?.status
    }

    @Test("If everything works, every line is ok; status 0")
    func allWell() throws {
        let (lines, run) = try examine("--no-microphone")
        #expect(lines.allSatisfy { $0.status == "ok" })
        for check in [
            "program", "files", "configuration",

            "models", "dictionary", "grammar etdrs.gram", "grammar alphabet.gram",
            "grammar commands.gram",
            "phrases", "phone confusions", "CMU dictionary", "measured mishearing",
            "measured mishearing of directions", "hearing", "speech self-test",
        ] { #expect(status(check, in: lines) == "ok") }
        let selfTest = lines.first { $0.check == HearingCheck.selfTest }
        #expect((selfTest?.right ?? 0) >= SelfTestVerdict.usualRight)
        let all = try run.lines(Line.self)
        for check in ["screen", "clock", "disk", "port"] {
            #expect(status(check, in: all) != nil)
        }
        if all.allSatisfy({ $0.status != "warning" }) {
            #expect(run.messages == "These checks found no problem.\n")
        }
        #expect(run.status == 0)
    }

    @Test("For people: a word, the subject, the finding")
    func words() throws {
        let run = try AloudBinary.run(["doctor", "--no-microphone"])
        #expect(run.output.contains("ok       program: aloud "))
        #expect(run.output.contains("\nok       models: /"))
        #expect(run.output.contains(#/\nok       grammars: \d+ are sound \(alphabet.gram, /#))
        #expect(!run.output.contains("grammar alphabet.gram"))
        #expect(run.output.contains("\nok       hearing: ready in "))
        #expect(run.output.contains("\nok       speech self-test: "))
    }

    @Test("Errors are printed first, then warnings")
    func order() throws {
        let folder = try TemporaryFolder()
        let run = try AloudBinary.run(["doctor", "--no-microphone", "--model", folder.path])
        let kinds = run.output.split(separator: "\n").compactMap { $0.split(separator: " ").first }
        #expect(kinds.first == "error" && run.status == 1)
        let rest = kinds.drop { $0 == "error" }.drop { $0 == "warning" }
        #expect(rest.allSatisfy { $0 == "ok" || $0 == "skipped" } && rest.contains("ok"))
    }

    @Test("Without a sound card the microphone check fails with status 1")
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

    @Test("A clipping microphone is a warning")
    func clipping() throws {
        let microphone = try FileMicrophone(TestSound.tone(amplitude: 4, seconds: 2))
        let (lines, run) = try examine("--seconds", "0.5", hearing: microphone)
        let level = lines.first { $0.check == "microphone level" }
        #expect(level?.status == "warning")
        #expect(level?.message.hasPrefix("clipping (") == true)
        #expect(run.messages.hasPrefix("Say some letters now: listening for 0.5 s.\n"))
        #expect(run.status == 0)
    }

    @Test("A missing device is named")
    func unknownDevice() throws {
        let microphone = try FileMicrophone(TestSound.silence(seconds: 1))
        let (lines, run) = try examine("--device", "nosuch", hearing: microphone)
        #expect(lines.last?.check == "microphone")
        #expect(lines.last?.message.hasPrefix("Capture device nosuch: ") == true)
        #expect(run.status == 1)
    }

    @Test("A folder without grammars is refused")
    func badFolder() throws {
        let (lines, run) = try examine("--no-microphone", "--grammars", "/nonexistent")
        #expect(status("grammars", in: lines) == "error")
        #expect(status("hearing", in: lines) == "skipped")
        #expect(run.status == 1)
    }

    @Test("The self-test warns of a letter that is not heard")
    func selfTest() throws {
        /// The findings if this many of the ten letters are heard as C.
        func finding(misheard count: Int) -> Finding {
            SelfTestVerdict.finding(
                on: Letter.sloan.enumerated().map { index, letter in
                    (
                        said: letter,
                        heard: [SpokenAnswer(.letter(10 - index <= count ? .c : letter))]
                    )
                }, each: .milliseconds(20))
        }
        #expect(finding(misheard: 0).words.hasSuffix("decided in about 0.2 s on this processor"))
        #expect(finding(misheard: 0).status == .ok)
        #expect(finding(misheard: 2).status == .ok)
        #expect(finding(misheard: 3).status == .warning)
        #expect(finding(misheard: 3).words.contains("7 of 10 letters"))
        #expect(finding(misheard: 6).status == .error)
    }

    @Test("Missing models, and each damaged one, are reported")
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

    @Test("--microphone and --no-microphone together are a misuse")
    func contradiction() throws {
        let run = try AloudBinary.run(["doctor", "--device", "hw:1", "--no-microphone"])
        #expect(run.status == 64)
    }

    /// The text of all files of the bug report of a machine with a configuration.
    private func bugReport(_ configuration: String, in folder: TemporaryFolder) throws -> String {
        try folder.write(configuration, to: "aloud.conf")
        let file = folder.file("report.tar.gz")
        let run = try AloudBinary.run(
            ["doctor", "--no-microphone", "--bundle", file],
            variables: ["ALOUD_CONFIG": folder.file("aloud.conf"), "HOME": folder.path])
        #expect(run.messages.contains("The bug report is in \(file)."))
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["tar", "--extract", "--to-stdout", "--file", file]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test("A bug report has findings and settings, without names or free text")
    func bugReport() throws {
        let folder = try TemporaryFolder()
        let text = try bugReport(
            """
            port = 2021
            distance = 3m
            speaker = Doe's loudspeaker
            [test]
            person = Zq4711
            """, in: folder)
        #expect(text.contains("speech self-test"))
        #expect(text.contains("port = 2021\n"))
        #expect(text.contains("distance = 3m\n"))
        #expect(text.contains("speaker = (set)\n"))
        #expect(text.contains("person = (set)\n"))
        #expect(!text.contains("Doe"))
        #expect(!text.contains("Zq4711"))
        #expect(!text.contains(folder.path))
    }

    @Test("A bug report gives line numbers of configuration mistakes, and no values")
    func bugReportOfMistakes() throws {
        let folder = try TemporaryFolder()
        let text = try bugReport("port = Doe\nJane Doe\n", in: folder)
        #expect(text.contains("mistakes at ~/aloud.conf:1, ~/aloud.conf:2"))
        #expect(!text.contains("Doe"))
    }

    @Test("Files that differ from their checksums are named")
    func damagedFiles() throws {
        let folder = try TemporaryFolder()
        let share = folder.url("share")
        let models = share.appending(path: "models")
        try FileManager.default.createDirectory(at: models, withIntermediateDirectories: true)
        try Data("net".utf8).write(to: models.appending(path: "ear.net"))
        let sums = SystemProgram.ask(["sha256sum", "models/ear.net"], in: share.path)?.text ?? ""
        try Data((sums + "\n").utf8).write(to: share.appending(path: "SHA256SUMS"))
        func finding() throws -> Finding? {
            let found = try ResourceFolder.find(
                .models, named: models.path, variables: [:], executable: "/nowhere")
            return InstallationCheck(executable: "/nowhere/aloud", models: found).findings().last
        }
        #expect(try finding()?.status == .ok)
        try Data("not".utf8).write(to: models.appending(path: "ear.net"))
        #expect(try finding()?.status == .error)
        #expect(try finding()?.words.contains("models/ear.net") == true)
    }

    @Test("Changed files of a checkout keep their whole names")
    func changedFiles() {
        let status = "M grammars/etdrs.gram\n M models/ear.net\n?? grammars/my own.gram"
        #expect(
            InstallationCheck.changedFiles(in: status)
                == ["grammars/etdrs.gram", "models/ear.net", "grammars/my own.gram"])
    }

    @Test("The size of a screen is read from its EDID")
    func screenSize() {
        var edid = [UInt8](repeating: 0, count: 128)
        #expect(ScreenSize(edid: edid) == nil)
        // A pixel clock, and 597 mm by 336 mm: 0x255 and 0x150.
        edid[54] = 1
        (edid[66], edid[67], edid[68]) = (0x55, 0x50, 0x21)
        let size = ScreenSize(edid: edid)
        #expect(size?.width == 597)
        #expect(size?.height == 336)
        #expect(ScreenSize(edid: []) == nil)
    }

    @Test("A missing backup is a warning; a new one is ok") func backup() throws {
        let folder = try TemporaryFolder()
        let variables = [
            "ALOUD_RECORDS": folder.file("records.db"),
            "ALOUD_PASSPHRASE": "four correct horse words",
        ]
        let sample = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Clinic/RecordTests/sample-records.jsonl").standardized
        func run(_ words: String...) throws -> AloudBinary.Run {
            let run = try AloudBinary.run(words, variables: variables)
            #expect(run.status == 0, "\(run.messages)")
            return run
        }
        func finding() throws -> Line? {
            try run("doctor", "--json", "--no-microphone").lines(Line.self)
                .first { $0.check == "backup" }
        }
        #expect(try finding() == nil)
        _ = try run("records", "import", sample.path)
        let before = try #require(try finding())
        #expect(before.status == "warning" && before.message.contains("for 3 tests"))
        _ = try run("records", "backup", folder.file("copy"))
        let after = try #require(try finding())
        #expect(after.status == "ok" && after.message.contains("no test came since"))
    }
}
