import ALSACapture
import Dialogue
import Foundation
import SimulatedPatient
import TestBrowser
import TestSpeech
import TestTraits
import Testing

/// `aloud serve`, the real program, from the first page to the last result.
@Suite("aloud serve", .listening)
struct ServeTests {
    private struct Result: Decodable {
        var event: String
        var setup: Setup
        var score: Score
        var ended: String
        var complete: Bool

        struct Setup: Decodable {
            var eye: String
            var chart: String
            var distance: Double
            var calibrated: Bool
            var time: String
            var sitting: Int?
        }

        struct Score: Decodable { var logMAR: Double? }
    }

    private func result(_ aloud: AloudProcess) throws -> Result { try aloud.next(Result.self) }

    @Test("Both eyes are tested with a rest between, then the next person")
    func bothEyes() throws {
        let folder = try TemporaryFolder()
        // Charts 1 and 2: two lines and a half of the one, one line of the other.
        let answers = try folder.write(
            """
            n c k z o
            r h s d k
            pass o v pass pass
            c z r h s
            nothing
            d s r k n
            nothing
            """, to: "answers")
        let aloud = try AloudProcess([
            "serve", "--port", "0", "--answers", answers, "--distance", "3m", "--voice", "off",
        ])
        let browser = try aloud.page()
        #expect(try browser.holds("document.getElementById('distance').value === '300'"))
        try browser.click("#begin")
        try browser.goOnCovered()
        let right = try result(aloud)
        #expect(right.setup.eye == "right")
        #expect(right.setup.chart == "1")
        let began = try #require(
            ISO8601DateFormatter().date(from: right.setup.time), "\(right.setup.time)")
        #expect(began <= .now && began.timeIntervalSinceNow > -3_600)
        #expect(right.setup.sitting == 1)
        #expect(right.setup.distance == 3)
        #expect(!right.setup.calibrated)
        #expect(right.complete)
        // 5 + 5 + 2 + 5 letters.
        #expect(abs(try #require(right.score.logMAR) - 0.76) < 1e-9)
        // The rest ends by itself; a click ends it sooner.
        try browser.wait(until: "!document.getElementById('rest').hidden")
        let rest = try browser.text("#rest-words")
        #expect(rest.hasPrefix(GuidanceWords.rest) && rest.contains("Cover your right eye."))
        try browser.click("#rest-on")
        // A file is read from its start for each test, so the left eye is tested with the answers
        // to chart 1: none of them is right on chart 2.
        let left = try result(aloud)
        #expect(left.setup.eye == "left")
        #expect(left.setup.chart == "2")
        #expect(left.setup.sitting == 1)
        #expect(left.score.logMAR == nil)
        try browser.wait(until: "!document.getElementById('result').hidden")
        #expect(try browser.number("document.querySelectorAll('.report').length") == 2)
        try browser.run(
            "for (const part of document.querySelectorAll('details')) part.open = true;")
        #expect(try browser.text(".report .numbers").contains("0.76"))
        #expect(try browser.text(".report h2").hasPrefix("Right eye"))
        #expect(try browser.text("#about").contains("chart 1, chart 2"))
        #expect(try browser.text("#about").contains("3 m"))
        #expect(try browser.text("#result").contains("Uncalibrated"))
        // One clean page of paper.
        #expect(try browser.pagesOnPaper() == 1)
        #expect(try browser.text("#about").contains("(sitting 1)"))

        try browser.anotherTest()
        try browser.wait(until: "!document.getElementById('setup').hidden")
        try browser.run("document.forms.choices.eyes.value = 'both';")
        try browser.click("#begin")
        let both = try result(aloud)
        #expect(both.setup.eye == "both" && both.setup.sitting == 2)
        // A result that is open when the program ends stays on the page, without a way to continue.
        try browser.wait(until: "!document.getElementById('result').hidden")
        #expect(try browser.holds("!document.getElementById('again').hidden"))
        aloud.interrupt()
        #expect(aloud.end() == 0)
        try browser.wait(until: "document.getElementById('again').hidden")
        #expect(try browser.holds("!document.getElementById('result').hidden"))
    }

    @Test("Typed answers continue from eye to eye, even after a stopped test", .long)
    func typedForBothEyes() throws {
        let typing = Pipe()
        let aloud = try AloudProcess(
            ["serve", "--port", "0", "--answers", "-", "--voice", "off"], input: typing)
        let browser = try aloud.page()
        // All at once, before anybody looks.
        let lines = ["n c k z o", "nothing", "d s r k n", "c k z o h", "nothing"]
        typing.fileHandleForWriting.write(Data((lines.joined(separator: "\n") + "\n").utf8))
        try browser.click("#begin")
        try browser.goOnCovered()
        #expect(try result(aloud).score.logMAR == 1)
        try browser.wait(until: "!document.getElementById('rest').hidden")
        try browser.click("#rest-on")
        let left = try result(aloud)
        #expect(left.setup.eye == "left" && left.score.logMAR == 0.9)
        try browser.wait(until: "!document.getElementById('result').hidden")
        // A test that waits for a line is stopped; the line that comes is the next test's.
        for _ in 0..<2 {
            try browser.anotherTest()
            try browser.wait(until: "!document.getElementById('setup').hidden")
            try browser.run("document.forms.choices.eyes.value = 'both';")
            try browser.click("#begin")
            try browser.wait(until: "!document.getElementById('test').hidden")
            try browser.click("#stop")
            #expect(try result(aloud).complete == false)
            try browser.wait(until: "!document.getElementById('result').hidden")
        }
        typing.fileHandleForWriting.write(Data("n c k z o\nnothing\n".utf8))
        try browser.anotherTest()
        try browser.wait(until: "!document.getElementById('setup').hidden")
        try browser.run("document.forms.choices.eyes.value = 'right';")
        try browser.click("#begin")
        #expect(try result(aloud).score.logMAR == 1)
        aloud.interrupt()
        #expect(aloud.end() == 0)
    }

    @Test("Stop ends the test, and the program continues")
    func stop() throws {
        let microphone = try VirtualMicrophone()
        let sound = RoomSound(of: Room(noise: RoomNoise(seed: 1)), into: microphone)
        defer { sound.stop() }
        let aloud = try AloudProcess(
            ["serve", "--port", "0", "--voice", "off", "--device", microphone.device.name],
            variables: microphone.environment)
        let browser = try aloud.page()
        try browser.click("#begin")
        try browser.goOnCovered()
        try browser.wait(until: "!document.getElementById('test').hidden")
        // A warm-up comes first, one letter at a time; it can be left out.
        try browser.wait(until: "document.getElementById('stop').innerText === 'Skip'")
        #expect(try browser.text("#prompt") == "Say this letter.")
        // Without the bars of a single letter, which would be read as letters.
        #expect(try browser.number("document.querySelectorAll('#chart path').length") == 1)
        try browser.click("#stop")
        try browser.wait(until: "document.getElementById('stop').innerText === 'Stop'")
        #expect(try browser.text("#uncalibrated") == "Uncalibrated")
        try browser.stopAfterSkip()
        try browser.wait(until: "!document.getElementById('result').hidden")
        // The left eye was not begun, and the page and its print say so.
        #expect(try browser.number("document.querySelectorAll('.report').length") == 1)
        #expect(
            try browser.text("#result-trouble")
                == "The left eye was not tested. The test had been stopped.")
        try browser.run(
            "for (const part of document.querySelectorAll('details')) part.open = true;")
        #expect(try browser.text("#result").contains("Not measured"))
        #expect(try browser.text("#result").contains("The test was stopped."))
        try browser.anotherTest()
        try browser.wait(until: "!document.getElementById('setup').hidden")
        aloud.interrupt()
        #expect(aloud.end() == 0)
    }

    @Test(
        "Options that cannot work end the program with an error",
        arguments: [
            (["--grammars", "/proc"], "'/proc/"), (["--answers", "/nowhere"], "'/nowhere'"),
            (["--answers", "/tmp"], "Is a directory"), (["--input", "/bin/true"], "/bin/true: "),
            (["--procedure", "adaptive", "--chart", "1"], "'--chart' has no effect with"),
            (["--one-metre", "--distance", "3m"], "'--one-metre' is for"),
            (["--hearing", "/nowhere"], "'/nowhere' cannot be read"),
            (["--answers", "-", "--warm-up"], "'--warm-up' is for spoken answers"),
            (["--model", "/tmp"], "/tmp"),
        ])
    func neverWorks(words: [String], told: String) throws {
        let aloud = try AloudProcess(["serve", "--port", "0", "--voice", "off"] + words)
        let message = try #require(aloud.message())
        #expect(message.hasPrefix("Error: ") && message.contains(told), "\(message)")
        try #require(aloud.address() == nil)
        #expect(aloud.end() != 0)
    }

    @Test("An address of another machine is named in the error")
    func otherMachine() throws {
        // TEST-NET-1, which no machine has (RFC 5737).
        let folder = try TemporaryFolder()
        let aloud = try AloudProcess(
            ["serve", "--voice", "off", "--listen", "192.0.2.1"],
            variables: ["XDG_DATA_HOME": folder.file("data")])
        let message = try #require(aloud.message())
        #expect(message.hasPrefix("Error: Cannot listen at 192.0.2.1: this machine does not have"))
        #expect(!message.contains("port"))
        #expect(aloud.end() == 1)
    }

    @Test(
        "The printed address leads to the page",
        arguments: [("127.0.0.5", "127.0.0.5"), ("0", "127.0.0.1"), ("127.1", "127.0.0.1")])
    func address(written: String, printed: String) throws {
        let folder = try TemporaryFolder()
        let aloud = try AloudProcess(
            ["serve", "--port", "0", "--voice", "off", "--listen", written],
            variables: ["XDG_DATA_HOME": folder.file("data")])
        let address = try #require(aloud.address())
        #expect(address.hasPrefix("http://\(printed):"))
        let browser = try Browser(width: 1_200, height: 900)
        try browser.open(address)
        // Of other devices than this machine a code is asked for.
        let view = written == "0" ? "door" : "setup"
        try browser.wait(until: "document.getElementById('\(view)')?.hidden === false")
    }

    @Test(
        "Without a microphone no test can begin, and the terminal shows the cause",
        arguments: [["serve", "--voice", "off"], ["test", "--display", "web"]])
    func noMicrophone(verb: [String]) throws {
        let aloud = try AloudProcess(verb + ["--port", "0", "--device", "no-such-microphone"])
        let address = try #require(aloud.address())
        let warning = try #require(aloud.message())
        #expect(warning.hasPrefix("Warning: ") && warning.contains("no-such-microphone"))
        let browser = try Browser(width: 1_366, height: 768)
        try browser.open(address)
        try browser.wait(until: "!document.getElementById('setup').hidden")
        let isTold = """
            document.activeElement.id === 'setup-trouble'
              && document.getElementById('setup-error').getBoundingClientRect().top >= 0
              && document.getElementById('setup-error').getBoundingClientRect().bottom < innerHeight
            """
        try browser.wait(until: isTold)
        #expect(
            try browser.text("#setup-error")
                == "The microphone cannot be heard. Please ask for help.")
        // Nobody can begin; the cause is for the terminal and the operator.
        #expect(try browser.holds("document.getElementById('begin').disabled"))
        #expect(try browser.holds("!document.body.textContent.includes('no-such-microphone')"))
        aloud.interrupt()
        #expect(aloud.end() == 0)
    }

    @Test("the cause that no test can begin is in the language of the page")
    func causeInLanguage() throws {
        let aloud = try AloudProcess([
            "serve", "--voice", "off", "--port", "0", "--device", "no-such-microphone",
            "--language", "fr",
        ])
        let browser = try Browser(width: 1_366, height: 768)
        try browser.open(try #require(aloud.address()))
        let cause = "document.getElementById('setup-error').textContent"
        try browser.wait(until: "\(cause).startsWith('Aucun son ne vient du micro')")
        aloud.interrupt()
        #expect(aloud.end() == 0)
    }

    @Test(
        "The page works while nothing is typed, and unseen letters are not scored")
    func untyped() throws {
        let typing = Pipe()
        let aloud = try AloudProcess(
            [
                "test", "--display", "web", "--port", "0", "--answers", "-", "--events", "--chart",
                "1",
            ],
            input: typing)
        let address = try #require(aloud.address())
        let browser = try Browser(width: 1_200, height: 900)
        try browser.open(address)
        try browser.wait(until: "!document.getElementById('setup').hidden")
        try browser.click("#begin")
        try browser.wait(until: "!document.getElementById('test').hidden")
        func wait(for event: String) throws {
            while true {
                let line = try #require(aloud.line(), "it ended without '\(event)'")
                if line.contains("\"event\":\"\(event)\"") { return }
            }
        }
        try wait(for: "present")
        try browser.open("about:blank")
        try wait(for: "trouble")
        typing.fileHandleForWriting.write(Data("n c k z o\n".utf8))
        try browser.open(address)
        try wait(for: "recovered")
        try wait(for: "line")
        try wait(for: "present")
        // Nobody types anything.
        try browser.wait(until: "!document.getElementById('test').hidden")
        try browser.click("#stop")
        try wait(for: "result")
        try browser.wait(until: "!document.getElementById('result').hidden")
        #expect(aloud.end() == 0)
    }
}
