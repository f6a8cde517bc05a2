import Acuity
import Audio
import Exam
import FliteVoice
import Foundation
import Listening
import PhoneticMapping
import Platform
import Synchronization
import TestBrowser
import TestProgram
import TestSpeech
import TestTraits
import Testing
import Transcripts

@testable import CommandLineKit
@testable import aloud

/// Answers typed into other programs.
@Suite("aloud listen --keys", .listening)
struct ListenKeysTests {
    @Test(
        "Chromium gets each letter once, by XTEST, also if a digit needs Shift", .long,
        .enabled(if: XServer.isInstalled, "Xvfb and libXtst are not installed"),
        arguments: ["us", "fr"])
    func chromium(layout: String) throws {
        let server = try XServer()
        // Digits of a French keyboard need Shift.
        let setting = try Process.run(
            URL(filePath: "/usr/bin/setxkbmap"), arguments: ["-display", server.display, layout])
        setting.waitUntilExit()
        try #require(setting.terminationStatus == 0)
        let folder = try TemporaryFolder()
        let page = try folder.write(
            """
            <!doctype html><title>keys</title><input autofocus><script>
            var typed = [];
            addEventListener('keydown', ({ key }) => { if (key !== 'Shift') typed.push(key); });
            </script>
            """, to: "page.html")
        let browser = try Browser(on: server)
        try browser.open("file://" + page)
        try browser.click("input")
        let texts = ["K", "O", "S", "I can't see it", "R", "H", "K", "O", "N", "D"]
        let sound = try Scene.saying(texts, by: FliteVoice(.rms), before: 1, after: 2).inRoom()
        let microphone = try FileMicrophone(sound)
        let map = try folder.write("O F2  # a key that is not a letter\ncannotSee 0\n", to: "keys")
        let run = try AloudBinary.run(
            [
                "listen", "--letters", "etdrs", "--expect", "10", "--keys", "--keyboard", "xtest",
                "--again", "off", "--keys-map", map,
            ], variables: microphone.variables.merging(["DISPLAY": server.display]) { $1 })
        #expect(run.status == 0, "\(run.messages)")
        let printed = try run.output.split(separator: "\n").compactMap { line -> String? in
            let object =
                try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
            if object["command"] as? String == "cannotSee" { return "0" }
            return (object["letter"] as? String).map { $0 == "O" ? "F2" : $0.lowercased() }
        }
        #expect(printed.count == 10)
        try browser.wait(until: "typed.length >= \(printed.count)")
        #expect(
            try browser.run("return typed.join(' ');") as? String == printed.joined(separator: " "))
    }

    @Test(
        "a keyboard that is not permitted is explained; status 1",
        .enabled(if: access("/dev/uinput", W_OK) != 0, "/dev/uinput may be used"))
    func notPermitted() throws {
        let microphone = try FileMicrophone([])
        let run = try AloudBinary.run(
            ["listen", "--keys", "--keyboard", "uinput"], variables: microphone.variables)
        #expect(run.status == 1 && run.output == "")
        #expect(run.messages.contains("/dev/uinput"), "\(run.messages)")
    }

    @Test(
        "the kernel has the keyboard while the program runs",
        .enabled(if: access("/dev/uinput", W_OK) == 0, "/dev/uinput may not be used"))
    func kernel() throws {
        let microphone = try FileMicrophone([])
        let program = try RunningAloud(
            ["listen", "--keys", "--keyboard", "uinput"], variables: microphone.variables)
        try program.wait(for: "ready")
        let devices = try String(contentsOfFile: "/proc/bus/input/devices", encoding: .utf8)
        #expect(devices.contains("Aloud virtual keyboard"))
        program.signal(SIGTERM)
        #expect(try program.end().status == 0)
    }

    /// A keyboard that keeps the names of its keys, and lacks some.
    private final class KeptKeys: Keyboard {
        let names = Mutex<[String]>([])
        private let missing: Set<String>

        init(without missing: Set<String> = []) { self.missing = missing }

        func press(_ key: Key) throws(KeyboardError) {
            guard !missing.contains(key.name) else { throw .display(reason: "no \(key.name)") }
            names.withLock { $0.append(key.name) }
        }
    }

    @Test("unclear answers are asked again and not typed; a missing key is reported once")
    func typist() {
        let keyboard = KeptKeys(without: ["d", "Up"])
        var (asked, failures) = (0, [String]())
        let typist = KeyTypist(
            on: keyboard, .usual, again: { asked += 1 }, onFailure: { failures.append("\($0)") })
        let kinds: [SpokenAnswer.Kind] = [
            .letter(.c), .unclear, .command(.pause), .direction(.down), .letter(.d), .letter(.k),
            .direction(.up), .letter(.d), .letter(.h),
        ]
        for kind in kinds {
            #expect(typist.hasFailed == !failures.isEmpty)
            typist.take(.answer(AnswerObject(SpokenAnswer(kind)), clock: 0, time: nil))
        }
        typist.take(.resume)
        #expect(keyboard.names.withLock { $0 } == ["c", "Down", "k", "h"])
        #expect(asked == 1 && typist.hasFailed)
        #expect(failures == ["no d", "no Up"].map { "Keys cannot be typed with XTEST: \($0)." })
    }

    /// A loudspeaker that fails at first.
    private final class LateLoudspeaker: Loudspeaker {
        let tries = Mutex(0)

        func play(_ samples: [Float], while goesOn: () -> Bool) throws {
            let isFirst = tries.withLock { tries in
                tries += 1
                return tries == 1
            }
            if isFirst { throw KeyboardError.display(reason: "not yet") }
        }
    }

    @Test("a loudspeaker that failed is tried again at the next unclear answer")
    func asksAgain() throws {
        let loudspeaker = LateLoudspeaker()
        var instruments = Instruments.absent
        instruments.loudspeaker = { _ in loudspeaker }
        let messages = MemoryOutput()
        let console = Console(
            output: MemoryOutput(), messages: messages, input: MemoryInput(""),
            executable: AloudBinary.url.path)
        let environment = CommandEnvironment(console: console, instruments: instruments) {
            .aloud(with: .absent)
        }
        let asker = try #require(AgainSignal.beep.asker(in: environment))
        for _ in 0..<2 {
            asker.askAgain()
            asker.waitUntilSaid(seconds: 60, unless: StopRequest())
        }
        #expect(loudspeaker.tries.withLock { $0 } == 2)
        #expect(messages.text.contains("nobody is asked to repeat"))
    }

    @Test("a map changes and removes keys, and keeps the others")
    func map() throws {
        let map = try KeyMap(text: "# a comment\nup KP_8\r\ncannotSee space # too\n\nC none")
        #expect(map.keys["up"]?.name == "KP_8" && map.keys["cannotSee"]?.name == "space")
        #expect(map.keys["C"] == nil && map.keys["D"]?.name == "d" && map.keys["left"] != nil)
        // Codes of linux/input-event-codes.h.
        let codes = ["Escape": 1, "0": 11, "q": 16, "a": 30, "z": 44, "space": 57, "F10": 68]
        for (name, code) in codes { #expect(Key(named: name)?.kernelCode == UInt16(code)) }
        let more = ["KP_7": 71, "KP_0": 82, "F12": 88, "Up": 103, "Left": 105, "Delete": 111]
        for (name, code) in more { #expect(Key(named: name)?.kernelCode == UInt16(code)) }
    }

    @Test(
        "a line of a map that is not understood is named",
        arguments: ["C", "C c d", "zero 0", "C ctrl"])
    func wrongMap(_ line: String) throws {
        #expect { try KeyMap(text: "D d\n" + line) } throws: { "\($0)".hasPrefix("Line 2 of") }
        let folder = try TemporaryFolder()
        let path = try folder.write(line, to: "keys")
        let run = try AloudBinary.run(["listen", "--keys", "--keys-map", path])
        #expect(run.status == 1 && run.messages.contains("Line 1 of the map"), "\(run.messages)")
    }

    @Test(
        "the options of keys are misuse without --keys",
        arguments: [["--keyboard", "xtest"], ["--keys-map", "keys"], ["--again", "off"]])
    func misuse(_ words: [String]) throws {
        #expect(try AloudBinary.run(["listen"] + words).status == 64)
    }
}
