import Acuity
import Dialogue
import Foundation
import Platform
import Records
import TestBrowser
import TestPages
import TestTraits
import Testing
import WebServer

@Suite("The operator's page", .listening)
struct OperatorTests {
    private static let key = "00112233445566778899aabbccddeeff"
    private let lane: Lane
    private var port: Int { lane.server.port }

    init() throws { lane = try Lane(operatorKey: Self.key) }

    private func act(_ body: String, key: String? = OperatorTests.key) throws -> Int {
        var headers = ["Origin": "http://127.0.0.1:\(port)"]
        headers["X-Aloud-Key"] = key
        return try RawConnection.exchange(
            port: port, "POST", "/operator/act", headers: headers, body: body
        ).status
    }

    @Test("The operator's actions reach the test in order")
    func acts() throws {
        let stop = StopRequest()
        lane.pages.operatorSession.begins(TestSetup(eye: .left), stop: stop)
        #expect(try act(#"{"act":"pause"}"#) == 200)
        #expect(try act(#"{"act":"resume"}"#) == 200)
        #expect(try act(#"{"act":"again","shown":0}"#) == 200)
        #expect(try act(#"{"act":"override","shown":0,"position":3,"letter":"k"}"#) == 200)
        #expect(try act(#"{"act":"override","shown":0,"position":0,"letter":null}"#) == 200)
        let operatorSession = lane.pages.operatorSession
        #expect(operatorSession.nextAct() == .pause)
        #expect(operatorSession.nextAct() == .resume)
        #expect(operatorSession.nextAct() == .again(shown: 0))
        #expect(operatorSession.nextAct() == .override(shown: 0, position: 3, .named(.k)))
        #expect(operatorSession.nextAct() == .override(shown: 0, position: 0, .missed))
        #expect(operatorSession.nextAct() == nil)
        #expect(!stop.isRequested)
        #expect(try act(#"{"act":"abort"}"#) == 200)
        #expect(stop.isRequested)
    }

    @Test("Directions are shown as arrows and named in answers")
    func directions() throws {
        let operatorSession = lane.pages.operatorSession
        operatorSession.begins(TestSetup(eye: .right, procedure: "landolt-8"), stop: StopRequest())
        let shown = Presentation(
            line: 1, size: LogMAR(0.5), letters: [.q], optotypes: .landolt8)
        operatorSession.take(.present(shown))
        operatorSession.take(
            .answer(
                line: 1, position: 0, HeardAnswer(.named(.e), heard: "up right", confidence: 0.7),
                clock: 1))
        lane.pages.show(
            .test(
                TestView(presentation: shown, places: [.heard(.e)], prompt: .read),
                distance: .fourMetres))
        let browser = try Browser(width: 1_000, height: 700)
        try browser.open("http://127.0.0.1:\(port)/operator#\(Self.key)")
        try browser.wait(until: "document.querySelectorAll('#line button').length === 1")
        #expect(try browser.text("#lost").isEmpty)
        #expect(try browser.text("#unsent").isEmpty)
        operatorSession.waits(tests: 3)
        try browser.wait(
            until: "document.getElementById('unsent').textContent.includes('shared records: 3.')")
        operatorSession.waits(tests: 0)
        try browser.wait(until: "!document.getElementById('unsent').textContent")
        operatorSession.take(.soundMissing("ran over"))
        operatorSession.take(.soundMissing("ran over"))
        try browser.wait(
            until:
                "document.getElementById('lost').textContent.startsWith('Sound was lost (2).')"
        )
        #expect(try browser.text("#line .shown").unicodeScalars.first == "↖")
        #expect(try browser.text("#line .heard").unicodeScalars.first == "↗")
        try browser.click("#line button")
        #expect(try browser.text("#override-title").hasPrefix("Open to up left:"))
        let names = try browser.text("#override-letters").split(separator: "\n").map(String.init)
        #expect(
            names == [
                "up", "down", "left", "right", "up left", "up right", "down left", "down right",
                "not seen",
            ])
        let check = PageCheck(browser: browser)
        try check.prepare()
        #expect(try check.faults() == [])
        try check.picture("operator of a ring")
        try browser.click("#override-letters button:nth-child(5)")
        #expect(
            operatorSession.awaitedAct()
                == .override(shown: 1, position: 0, .named(.q), OverrideRemark(reason: .misheard)))
    }

    @Test("Requests without the operator's key are refused and change nothing")
    func key() throws {
        for key in [nil, "", "00112233445566778899aabbccddeefe", Self.key + "0"] {
            #expect(try act(#"{"act":"pause"}"#, key: key) == 401)
            let events = try RawConnection.exchange(
                port: port, "GET", "/operator/events?key=\(key ?? "")")
            #expect(events.status == 401)
        }
        for body in [
            "", "{}", #"{"act":"dance"}"#, #"{"act":"override"}"#, #"{"act":"again"}"#,
            #"{"act":"override","position":1}"#, #"{"act":"override","shown":0,"position":-1}"#,
            #"{"act":"override","shown":0,"position":1,"letter":"xy"}"#,
        ] {
            #expect(try act(body) == 400)
        }
        #expect(lane.pages.operatorSession.nextAct() == nil)
        // Without '--operator' there is no such page.
        let without = try Lane()
        let answer = try RawConnection.exchange(
            port: without.server.port, "GET", "/operator/events?key=")
        #expect(answer.status == 404)
    }

    @Test("The page shows answers as they come, and its buttons work")
    func page() throws {
        let browser = try Browser(width: 1_100, height: 800)
        try browser.open("\(lane.address)/operator#\(Self.key)")
        let operatorSession = lane.pages.operatorSession
        operatorSession.begins(TestSetup(eye: .left, chart: .two), stop: StopRequest())
        let shown = Presentation(line: 1, size: LogMAR(0.3), letters: [.c, .d, .h, .k, .n])
        operatorSession.take(.present(shown))
        lane.pages.show(.line(shown))
        operatorSession.take(
            .answer(
                line: 1, position: 0,
                HeardAnswer(.named(.z), heard: "zee", confidence: 0.73), clock: 1))
        operatorSession.hear(level: -31.2, noise: -58.9)
        try browser.wait(until: "document.querySelectorAll('#line button').length === 5")
        try browser.wait(until: "document.getElementById('level').value === -31.2")
        #expect(try browser.text("#setup") == "Left eye, chart 2, at 4 m")
        #expect(try browser.text("#line button").contains("73 %"))
        #expect(try browser.text("#level-words") == "−31 dB, room −59 dB")
        try browser.click("#line button:nth-child(1)")
        // One after the other: requests may pass one another on their way.
        try browser.click("#override-letters button:nth-child(1)")
        #expect(
            operatorSession.awaitedAct()
                == .override(shown: 1, position: 0, .named(.c), OverrideRemark(reason: .misheard)))
        try browser.click("#pause")
        #expect(operatorSession.awaitedAct() == .pause)
        try browser.wait(until: "document.getElementById('connection').hidden")
        // Other optotypes have other answers.
        operatorSession.take(
            .present(
                Presentation(
                    line: 2, size: LogMAR(0.3), letters: [.l], optotypes: .tumblingE)))
        try browser.wait(until: "document.querySelectorAll('#line button').length === 1")
        try browser.click("#line button:nth-child(1)")
        #expect(try browser.text("#override-title").hasPrefix("Open to left"))
        let names = try browser.text("#override-letters").split(separator: "\n")
        #expect(names == ["up", "down", "left", "right", "not seen"])
        // The procedure has a name in the language of the page.
        operatorSession.begins(
            TestSetup(eye: .right, seed: 7, procedure: "low-contrast-2.5"), stop: StopRequest())
        lane.pages.show(.line(shown))
        try browser.wait(
            until: "document.getElementById('setup').textContent.includes('contrast')")
        #expect(try browser.text("#setup") == "Right eye, letters of 2.5 % contrast, at 4 m")
        try browser.run(
            """
            const language = document.getElementById('language');
            language.value = 'de';
            language.dispatchEvent(new Event('change'));
            """)
        try browser.wait(
            until: "document.getElementById('setup').textContent.includes('Kontrast')")
        #expect(
            try browser.text("#setup") == "Rechtes Auge, Buchstaben mit 2,5 % Kontrast, aus 4 m")
    }

    @Test("An action for a finished line does not change the next line")
    func late() throws {
        let operatorSession = lane.pages.operatorSession
        operatorSession.begins(TestSetup(eye: .left), stop: StopRequest())
        let first = #"{"act":"override","shown":1,"position":2,"letter":"k"}"#
        operatorSession.take(.present(Chart(.one).lines[0]))
        #expect(try act(first) == 200)
        #expect(try act(#"{"act":"again","shown":1}"#) == 200)
        #expect(try act(#"{"act":"pause"}"#) == 200)
        // The last letter was heard before the test looked.
        operatorSession.take(.present(Chart(.one).lines[1]))
        #expect(operatorSession.nextAct() == .pause)
        #expect(operatorSession.nextAct() == nil)
        #expect(try act(first) == 409)
        #expect(operatorSession.nextAct() == nil)
        // Nor of the next person's, which have the same numbers.
        operatorSession.begins(TestSetup(eye: .left), stop: StopRequest())
        operatorSession.take(.present(Chart(.one).lines[0]))
        #expect(try act(first) == 409)
        #expect(try act(first.replacing("\"shown\":1", with: "\"shown\":3")) == 200)
        #expect(operatorSession.nextAct() == .override(shown: 3, position: 2, .named(.k)))
    }

    @Test("An open choice of answers closes when the line changes")
    func chosenLate() throws {
        let browser = try Browser(width: 1_100, height: 800)
        try browser.open("\(lane.address)/operator#\(Self.key)")
        let operatorSession = lane.pages.operatorSession
        operatorSession.begins(TestSetup(eye: .left, chart: .one), stop: StopRequest())
        for (number, line) in Chart(.one).lines.prefix(2).enumerated() {
            operatorSession.take(.present(line))
            lane.pages.show(.line(line))
            try browser.wait(
                until: "document.querySelectorAll('#lines tbody tr').length === \(number + 1)")
            #expect(try browser.holds("document.getElementById('override').hidden"))
            try browser.click("#line button:nth-child(3)")
            #expect(try browser.text("#override-title").hasPrefix("Letter 3 (\(line.letters[2]))"))
        }
    }

    @Test("The operator can end or skip instructions and rests")
    func atRest() throws {
        let browser = try Browser(width: 1_100, height: 800)
        try browser.open("\(lane.address)/operator#\(Self.key)")
        let stop = StopRequest()
        try browser.wait(
            until: "document.getElementById('level-words').textContent.startsWith('measured while')"
        )
        #expect(try browser.holds("document.getElementById('abort').disabled"))
        lane.pages.operatorSession.mayEnd(stop)
        lane.pages.show(.rest(title: "Listen", words: "Say the letters.", canGoOn: true))
        // The page gets the two by two states.
        try browser.wait(until: "!document.getElementById('abort').disabled")
        try browser.wait(until: "!document.getElementById('resume').disabled")
        try browser.click("#resume")
        #expect(lane.pages.operatorSession.awaitedAct() == .resume)
        #expect(try self.act(#"{"act":"abort"}"#) == 200)
        #expect(stop.isRequested)
        lane.pages.show(.over(title: "Over", words: ""))
        try browser.wait(until: "document.getElementById('abort').disabled")
        #expect(try browser.holds("document.getElementById('resume').disabled"))
    }

    @Test("The space bar pauses and resumes; after the end there is a result and no level")
    func keysAndEnd() throws {
        let browser = try Browser(width: 1_100, height: 800)
        try browser.open("\(lane.address)/operator#\(Self.key)")
        let operatorSession = lane.pages.operatorSession
        operatorSession.begins(TestSetup(eye: .left, chart: .two), stop: StopRequest())
        let shown = Chart(.two).lines[0]
        operatorSession.take(.present(shown))
        for prompt in [Prompt.read, .paused(.asked)] {
            lane.pages.show(.line(shown, prompt))
            operatorSession.hear(level: -31.2, noise: -58.9)
            let button = prompt == .read ? "pause" : "resume"
            try browser.wait(until: "!document.getElementById('\(button)').disabled")
            try browser.press(" ", code: "Space")
            #expect(operatorSession.awaitedAct() == (prompt == .read ? .pause : .resume))
        }
        try browser.wait(until: "document.getElementById('level').value === -31.2")
        var reading = ChartReading(chart: Chart(.two))
        try reading.take(shown.letters.map { Answer(.named($0)) })
        try reading.take(Chart(.two).lines[1].letters.map { _ in Answer(.missed) })
        let report = TestRecord(
            setup: TestSetup(eye: .left, chart: .two), score: reading.score, lettersAskedAgain: 0,
            duration: .seconds(20), end: .finished(.stopRuleMet))
        lane.pages.show(.result([report], notes: [], date: "2026-01-31", chooses: true))
        try browser.wait(
            until: "document.getElementById('level-words').textContent.startsWith('measured while')"
        )
        #expect(try browser.text("#prompt") == "Test complete.")
        #expect(try browser.text("#results").contains("20/200\nlogMAR 1.00"))
        // A test that was stopped is not called complete.
        let stopped = TestRecord(
            setup: report.setup, score: ChartReading(chart: Chart(.two)).score,
            lettersAskedAgain: 0, duration: .seconds(20), end: .stoppedByPerson)
        lane.pages.show(.result([stopped], notes: [], date: "2026-01-31", chooses: true))
        try browser.wait(
            until: "document.getElementById('prompt').innerText === 'The person stopped the test.'")
    }

    @Test("Printing the page prints the lines and no buttons")
    func printed() throws {
        let browser = try Browser(width: 1_100, height: 800)
        try browser.open(lane.address + "/operator#" + Self.key)
        let operatorSession = lane.pages.operatorSession
        operatorSession.begins(TestSetup(eye: .left), stop: StopRequest())
        let shown = Presentation(line: 1, size: LogMAR(0.5), letters: [.c, .d, .h, .k, .n])
        operatorSession.take(.present(shown))
        lane.pages.show(.line(shown))
        try browser.wait(until: "document.querySelectorAll('#line button').length === 5")
        let controls = "[...document.querySelectorAll('button, meter')]"
        #expect(try browser.holds("\(controls).some((one) => one.checkVisibility())"))
        try browser.emulate(medium: "print")
        #expect(try !browser.holds("\(controls).some((one) => one.checkVisibility())"))
        #expect(try browser.holds("document.querySelector('#lines tbody td').checkVisibility()"))
        #expect(try browser.pagesOnPaper() == 1)
    }

    @Test("The patient's page receives no letters, answers or estimates")
    func hidden() throws {
        let answer = try RawConnection.exchange(
            port: port, "POST", "/session", headers: ["Origin": "http://127.0.0.1:\(port)"],
            body: "{}")
        let seat = try JSONDecoder().decode([String: String].self, from: answer.body)
        let session = try #require(seat["session"])
        lane.pages.operatorSession.begins(TestSetup(eye: .left), stop: StopRequest())
        lane.pages.show(.letters([.c, .d, .h, .k, .n], LogMAR(0.3), at: .fourMetres))
        let line = try RawConnection(port: port)
        line.send(
            "GET /events?session=\(session) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n")
        var text = ""
        while !text.contains("\n\n") {
            let bytes = line.receive()
            try #require(!bytes.isEmpty)
            text += String(decoding: bytes, as: UTF8.self)
        }
        #expect(text.contains(#""phase":"test""#))
        // The pad gets all letters of the set, whichever are shown.
        let all = "CDHKNORSVZ".map { "\"\($0)\"" }.joined(separator: ",")
        #expect(text.contains("\"choices\":[\(all)]"))
        text = text.replacing("\"choices\":[\(all)]", with: "")
        // Neither the names of the letters, nor how sure a hearing is, nor an estimate.
        for word in ["CDHKN", "\"C\"", "confidence", "estimate", "letters\"", "right\""] {
            #expect(!text.contains(word), "\(word)")
        }
    }
}
