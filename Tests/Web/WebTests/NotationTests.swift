import Acuity
import Dialogue
import Foundation
import Platform
import Records
import TestBrowser
import TestPages
import TestSpeech
import TestTraits
import Testing

/// The acuity in the notation of the language, on all pages that name it.
@Suite("The notation of acuity", .listening)
struct NotationTests {
    @Test(
        "lines are named in feet in American English, metres in Hindi, else decimals",
        arguments: [
            ("en", ["20/200", "20/32", "20/12.5 or better"]),
            ("de", ["0,10", "0,63", "1,60 or better"]), ("fr", ["0,10", "0,63", "1,60 or better"]),
            ("es", ["0,10", "0,63", "1,60 or better"]),
            ("hi", ["6/60", "6/9.5", "6/3.8 or better"]),
        ])
    func lines(language: String, names: [String]) throws {
        let lane = try Lane()
        let browser = try Browser(width: 1_000, height: 700)
        try lane.open(browser, pixelsPerMillimetre: nil)
        let read = try browser.run(
            """
            return Promise.all([import('/texts.js'), import('/notation.js')])
              .then(async ([{ loadTexts }, { inNotation }]) => {
                await loadTexts('\(language)');
                return ['20/200', '20/32', '20/12.5 or better'].map(inNotation);
              });
            """)
        #expect(read as? [String] == names)
    }

    @Test(
        "the operator's notation holds in every language",
        arguments: [
            (PageNotation.feet, "de", "20/50"), (.metres, "en", "6/15"), (.decimal, "hi", "0.40"),
        ])
    func chosen(notation: PageNotation, language: String, figure: String) throws {
        let lane = try Lane(notation: notation)
        let browser = try Browser(width: 1_000, height: 700)
        try lane.open(browser, pixelsPerMillimetre: nil)
        let read = try browser.run(
            """
            return Promise.all([import('/texts.js'), import('/notation.js')])
              .then(async ([{ loadTexts }, { inNotation }]) => {
                await loadTexts('\(language)');
                return inNotation('20/50');
              });
            """)
        #expect(read as? String == figure)
    }

    @Test("the operator's page has the operator's notation, too")
    func operatorsPage() throws {
        let key = "00112233445566778899aabbccddeeff"
        let lane = try Lane(operatorKey: key, notation: .decimal)
        let operatorSession = lane.pages.operatorSession
        operatorSession.begins(TestSetup(eye: .right, chart: .one), stop: StopRequest())
        operatorSession.take(.present(Chart(.one).lines[6]))
        operatorSession.estimate(LogMAR(0.4))
        let browser = try Browser(width: 1_000, height: 700)
        try browser.open("\(lane.address)/operator#\(key)")
        try browser.wait(until: "document.querySelector('#lines tbody td')")
        #expect(try browser.text("#lines tbody td") == "0.40")
        #expect(try browser.text("#estimate") == "0.40, logMAR 0.40")
    }

    @Test("the sheet names a random chart without its seed, which is among the figures")
    func seed() throws {
        let lane = try Lane()
        let browser = try Browser(width: 1_000, height: 700)
        try lane.open(browser, pixelsPerMillimetre: nil)
        try browser.run("localStorage.setItem('language', 'de');")
        try lane.open(browser, pixelsPerMillimetre: nil)
        let record = TestRecord(
            setup: TestSetup(eye: .right, chart: .random, seed: 162_157, isCalibrated: true),
            score: ChartReading(chart: Chart(.one)).score, lettersAskedAgain: 0,
            duration: .seconds(12), end: .stoppedByPerson)
        try lane.show(.result([record], notes: [], date: "2026-01-31", chooses: true), in: browser)
        let about = try browser.text("#about")
        #expect(about.contains("zufällige Tafel") && !about.contains("162157"), "\(about)")
        #expect(
            try browser.holds(
                "document.querySelector('.report .numbers').textContent.includes('162157')"))
    }

    @Test("home page, history and result show a person the same figure")
    func pages() throws {
        let folder = try TemporaryFolder()
        let file = folder.file("a.db")
        let input = Pipe()
        let test = try AloudProcess(
            [
                "test", "--answers", "-", "--chart", "1", "--eye", "right", "--name", "Anna Müller",
            ], variables: ["ALOUD_RECORDS": file], input: input)
        try input.fileHandleForWriting.write(
            contentsOf: Data("N C K Z O\nR H S D K\nD O V H R\nI can't see any\n".utf8))
        try input.fileHandleForWriting.close()
        _ = test.messagesToTheEnd()
        try #require(test.end() == 0)
        let process = try AloudProcess(
            ["serve", "--answers", "-", "--port", "0", "--voice", "off"],
            variables: ["ALOUD_RECORDS": file], input: Pipe())
        defer { process.interrupt() }
        var records: String?
        while records == nil, let message = process.message() {
            records = message.firstMatch(of: #/http:\S+/records#\S+/#).map { String($0.0) }
        }
        let home = try #require(records).replacing("/records#", with: "/home#")
        let browser = try Browser(width: 1_000, height: 700)
        try browser.open(home)
        try browser.run("localStorage.setItem('language', 'de');")
        try browser.open("about:blank")
        try browser.open(home)
        try browser.wait(until: "document.querySelector('#members dd')")
        #expect(try browser.text("#members dd").hasPrefix("0,16 ("))
        try browser.run("document.querySelectorAll('#members .row button')[2].click()")
        try browser.wait(until: "document.querySelector('#eyes tbody button')")
        #expect(try browser.text("#latest strong") == "0,16")
        // The chart names the unit of both its axes.
        for words in ["logMAR", "Dezimal", "0,50"] {
            #expect(
                try browser.holds(
                    "document.getElementById('chart-place').textContent.includes('\(words)')"))
        }
        #expect(try browser.text("#eyes td strong") == "0,16")
        try browser.run("document.querySelector('#eyes tbody button').click()")
        try browser.wait(until: "document.querySelector('.report .figure')")
        #expect(try browser.text(".report .figure") == "0,16")
        // A terminal has no largest and smallest letters.
        #expect(!(try browser.text("#result-notes").contains("inf")))
    }
}
