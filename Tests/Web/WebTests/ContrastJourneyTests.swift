import Foundation
import TestBrowser
import TestSpeech
import TestTraits
import Testing

/// A test of contrast by the real program, from the page to the records and their export.
@Suite("A test of contrast from page to history", .listening)
struct ContrastJourneyTests {
    private struct Event: Decodable {
        var event: String
        var letters: String?
        var logMAR: Double?
        var logCS: [Double]?
        var contrast: Contrast?
        var score: Score?

        struct Contrast: Decodable {
            var logCS: Double?
            var worseThan: Double?
            var letters: Int
            var lettersRight: Int?
            var faintLogMAR: Double?
            var interval95: [Double]?
        }

        struct Score: Decodable { var logMAR: Double? }
    }

    /// The faintest letters that the patient sees.
    private let threshold = 1.4

    /// The line of answers of a patient who sees letters down to a contrast, and names X for others.
    private func answer(to event: Event) throws -> String {
        let letters = try #require(event.letters)
        let contrasts = try #require(event.logCS)
        return zip(letters, contrasts).map { letter, contrast in
            contrast <= threshold ? "\(letter)".lowercased() : "pass"
        }.joined(separator: " ") + "\n"
    }

    /// Keeps the measures of the screen and of its greys, and opens the page again.
    private func measure(_ browser: Browser) throws {
        try browser.run(
            """
            const screen = document.documentElement.dataset.screen;
            localStorage.setItem(screen, '3.6');
            localStorage.setItem(`${screen} grey`, JSON.stringify({
              gamma: 2.2, deviation: 0.02, ground: 235, step: 1, time: Date.now() / 1000 }));
            """)
        try browser.reload()
    }

    @Test("a person of a lane for acuity chooses contrast") func chosen() throws {
        let folder = try TemporaryFolder()
        let variables = ["ALOUD_RECORDS": folder.file("a.db")]
        let input = Pipe()
        let aloud = try AloudProcess(
            [
                "serve", "--port", "0", "--events", "--answers", "-", "--voice", "off",
                "--distance", "1m",
            ], variables: variables, input: input)
        let browser = try aloud.page(width: 1_366, height: 768)
        try measure(browser)
        try browser.wait(until: "document.documentElement.dataset.painted !== undefined")
        try browser.run(
            """
            document.forms.choices.eyes.value = 'right';
            for (let count = 0; count < 9; count += 1) {
              if (document.getElementById('setup').dataset.step === 'start') break;
              document.getElementById('next').click();
            }
            """)
        try browser.click("#by-contrast")
        try browser.click("#begin")
        try browser.goOnCovered()
        let (result, shown) = try read(aloud, input)
        #expect(shown > 10)
        #expect(result.score?.logMAR == nil)
        let logCS = try #require(result.contrast?.logCS)
        #expect(abs(logCS - threshold) < 0.12)
        // The brightness was changed: the result does not count, on the page and in the records.
        try browser.wait(until: "document.getElementById('changed-yes').checkVisibility()")
        try browser.click("#changed-yes")
        try browser.wait(until: "document.getElementById('reports').hidden")
        #expect(try browser.text("#result-trouble").contains("does not count"))
        #expect(try browser.holds("document.getElementById('changed').hidden"))
        aloud.interrupt()
        _ = aloud.end()
        let listed = try AloudProcess(["records", "list", "--json"], variables: variables)
        var list = ""
        while let line = listed.line() { list += line }
        #expect(list.contains("voided"), "\(list)")
    }

    /// Reads the letters of a test to its result; gives the number of presentations.
    private func read(
        _ aloud: AloudProcess, _ input: Pipe, onFirst: () throws -> Void = {}
    ) throws -> (result: Event, shown: Int) {
        var shown = 0
        while shown < 60 {
            let event = try aloud.next(Event.self)
            if event.event == "result" { return (event, shown) }
            guard event.event == "present" else { continue }
            shown += 1
            if shown == 1 { try onFirst() }
            input.fileHandleForWriting.write(Data(try answer(to: event).utf8))
        }
        throw EndlessTest()
    }

    private struct EndlessTest: Error {}

    /// Begins a single test on a page whose greys are measured.
    private func begin(
        _ procedure: String, _ input: Pipe, variables: [String: String] = [:]
    ) throws -> (aloud: AloudProcess, browser: Browser) {
        let aloud = try AloudProcess(
            [
                "test", "--procedure", procedure, "--display", "web", "--port", "0", "--events",
                "--answers", "-", "--voice", "off", "--seed", "3",
            ], variables: variables, input: input)
        let browser = try aloud.page(width: 1_366, height: 768)
        try measure(browser)
        try browser.wait(until: "document.getElementById('setup')?.dataset.step === 'start'")
        try browser.click("#begin")
        return (aloud, browser)
    }

    @Test(
        "a printed chart's rule finds an outside patient's threshold",
        arguments: ["pelli-robson", "mars"])
    func charts(_ procedure: String) throws {
        let input = Pipe()
        let (aloud, browser) = try begin(procedure, input)
        let (result, _) = try read(aloud, input)
        // Within a triplet of Pelli and Robson, or two letters of Mars.
        let logCS = try #require(result.contrast?.logCS)
        #expect(abs(logCS - threshold) <= (procedure == "mars" ? 0.08 : 0.15), "\(logCS)")
        try browser.wait(until: "document.getElementById('changed-no').checkVisibility()")
        try browser.click("#changed-no")
        #expect(aloud.end() == 0)
    }

    @Test("a patient who reads no letter sees a result that is worse than the darkest letters")
    func unread() throws {
        let input = Pipe()
        let (aloud, browser) = try begin("pelli-robson", input)
        var event = try aloud.next(Event.self)
        while event.event != "result" {
            if event.event == "present", let letters = event.letters {
                let answer = letters.map { _ in "pass" }.joined(separator: " ")
                input.fileHandleForWriting.write(Data((answer + "\n").utf8))
            }
            event = try aloud.next(Event.self)
        }
        let result = try #require(event.contrast)
        #expect(result.logCS == nil && result.worseThan == 0)
        try browser.wait(until: "document.getElementById('changed-no').checkVisibility()")
        let shown = try browser.text("#reports")
        #expect(shown.contains("Worse than logCS 0.00") && shown.contains("darkest letters"))
        try browser.click("#changed-no")
        #expect(aloud.end() == 0)
    }

    @Test("lines of 2.5 % end at an outside patient's smallest size") func faintLines() throws {
        let smallest = 0.55
        let input = Pipe()
        let (aloud, browser) = try begin("low-contrast-2.5", input)
        var event = try aloud.next(Event.self)
        while event.event != "result" {
            if event.event == "present", let letters = event.letters, let size = event.logMAR {
                let seen = letters.lowercased().map(String.init).joined(separator: " ")
                let answer = size > smallest ? seen : "can't see any"
                input.fileHandleForWriting.write(Data((answer + "\n").utf8))
            }
            event = try aloud.next(Event.self)
        }
        let result = try #require(event.contrast)
        #expect(event.score?.logMAR == nil && result.logCS == nil)
        #expect(result.lettersRight == 25 && result.letters == 30)
        #expect(abs(try #require(result.faintLogMAR) - smallest) < 0.05)
        try browser.wait(until: "document.getElementById('changed-no').checkVisibility()")
        try browser.click("#changed-no")
        #expect(aloud.end() == 0)
    }

    @Test("a single test whose screen changed ends without a result") func screenChanged() throws {
        let folder = try TemporaryFolder()
        let variables = ["ALOUD_RECORDS": folder.file("a.db")]
        let input = Pipe()
        let (aloud, browser) = try begin("mars", input, variables: variables)
        _ = try read(aloud, input)
        try browser.wait(until: "document.getElementById('changed-yes').checkVisibility()")
        try browser.click("#changed-yes")
        #expect(aloud.messagesToTheEnd().contains { $0.contains("this result does not count") })
        #expect(aloud.end() == 1)
        try browser.wait(until: "document.getElementById('reports').hidden")
        #expect(try browser.text("#result-trouble").contains("does not count"))
        let listed = try AloudProcess(["records", "list", "--json"], variables: variables)
        var list = ""
        while let line = listed.line() { list += line }
        #expect(list.contains("voided"), "\(list)")
    }

    @Test("an outside patient's threshold reaches page, records and CSV") func journey() throws {
        let folder = try TemporaryFolder()
        let variables = ["ALOUD_RECORDS": folder.file("a.db")]
        let input = Pipe()
        let aloud = try AloudProcess(
            [
                "test", "--quantity", "contrast", "--display", "web", "--port", "0", "--events",
                "--answers", "-", "--voice", "off", "--person", "7", "--seed", "3",
            ], variables: variables, input: input)
        let browser = try aloud.page(width: 1_366, height: 768)
        // Without the greys the test cannot begin.
        try browser.run(
            "localStorage.setItem(document.documentElement.dataset.screen, '3.6');")
        try browser.reload()
        try browser.wait(until: "document.getElementById('setup')?.dataset.step === 'greys'")
        try browser.run(
            """
            localStorage.setItem(`${document.documentElement.dataset.screen} grey`, JSON.stringify({
              gamma: 2.2, deviation: 0.02, ground: 235, step: 1, time: Date.now() / 1000 }));
            """)
        try browser.reload()
        try browser.wait(until: "document.getElementById('setup')?.dataset.step === 'start'")
        try browser.click("#begin")
        let (result, _) = try read(aloud, input) {
            try browser.wait(until: "!document.getElementById('faint').hidden")
        }
        let contrast = try #require(result.contrast)
        #expect(result.score?.logMAR == nil)
        let logCS = try #require(contrast.logCS)
        #expect(abs(logCS - threshold) < 0.12)
        #expect(contrast.letters == 30)
        try browser.wait(until: "!document.getElementById('result').hidden")
        #expect(try browser.text("#reports").contains("logCS 1."))
        #expect(try browser.text("#result h1") == "Contrast")
        #expect(try browser.text("#limit-list").contains("not with printed norms"))
        #expect(try browser.text("#about").contains("contrast, adaptive"))
        try browser.click("#changed-no")
        #expect(aloud.end() == 0)
        #expect(try browser.holds("!document.getElementById('changed').checkVisibility()"))

        let shownAgain = try AloudProcess(
            ["records", "show", "--person", "7"], variables: variables)
        var history = ""
        while let line = shownAgain.line() { history += line + "\n" }
        #expect(history.contains("contrast sensitivity"))
        #expect(history.contains(String(format: "logCS %.2f", logCS)))
        #expect(!history.contains("logMAR"))
        let table = folder.file("tests.csv")
        let export = try AloudProcess(
            ["records", "export", "--format", "csv", "--output", table], variables: variables)
        #expect(export.end() == 0)
        let rows = try String(contentsOfFile: table, encoding: .utf8).split(
            whereSeparator: \.isNewline
        ).map {
            $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        }
        try #require(rows.count == 2)
        let cells = Dictionary(zip(rows[0], rows[1])) { first, _ in first }
        #expect(cells["quantity"] == "contrast")
        #expect(cells["log_cs"] == String(format: "%.2f", logCS))
        #expect(cells["logmar"] == "")
        #expect(cells["screen_ground"] == "235")
    }
}
