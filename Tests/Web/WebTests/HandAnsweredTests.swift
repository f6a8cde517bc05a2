import Acuity
import Dialogue
import Foundation
import TestBrowser
import TestPages
import TestTraits
import Testing

/// The tumbling E in the real program and a real browser, answered with the arrow keys.
@Suite("A test answered by hand", .listening)
struct HandAnsweredTests {
    private struct Event: Decodable {
        var event: String
        var line: Int?
        var letters: String?
        var score: Score?
        var setup: Setup?
        var complete: Bool?
        var right: Int?
        var latency: Int?
        var heard: String?

        struct Score: Decodable { var logMAR: Double? }
        struct Setup: Decodable {
            var procedure: String
            var typed: Bool
        }
    }

    @Test("Arrow keys answer a tumbling E test to its end")
    func tumblingE() throws {
        let aloud = try AloudProcess([
            "test", "--display", "web", "--port", "0", "--events", "--procedure", "tumbling-e",
            "--distance", "2m", "--start", "20/50", "--seed", "5",
        ])
        let browser = try aloud.page()
        try browser.click("#begin")
        let keys = ["U": "ArrowUp", "D": "ArrowDown", "L": "ArrowLeft", "R": "ArrowRight"]
        let wrong = ["U": "ArrowDown", "D": "ArrowUp", "L": "ArrowRight", "R": "ArrowLeft"]
        var shown = 0
        var latencies: [Int?] = []
        while true {
            let event = try aloud.next(Event.self)
            if event.event == "answer" { latencies.append(event.latency) }
            if event.event == "result" {
                // Six right at 20/50 and at 20/40; the first one of both sets at 20/32 wrong.
                #expect(event.score?.logMAR == 0.3)
                #expect(event.setup?.procedure == "tumbling-e")
                #expect(event.complete == true)
                break
            }
            guard event.event == "present", let letter = event.letters else { continue }
            shown += 1
            try browser.wait(
                until: "document.getElementById('chart').dataset.line === '\(shown)'")
            // Beyond the first signs only the short question is readable from the distance.
            let question = try browser.text("#prompt")
            #expect(
                question == "Which way does it point?" || shown > 1 && question == "Which way?")
            try browser.press((shown >= 13 ? wrong : keys)[letter] ?? "")
        }
        #expect(shown == 14)
        // The page timed each key from the letter on its screen.
        #expect(latencies.count == 14 && latencies.allSatisfy { $0 != nil }, "\(latencies)")
        #expect(aloud.end() == 0)
        try browser.wait(until: "!document.getElementById('result').hidden")
        #expect(try browser.text("#result").contains("20/40"))
    }

    @Test("The pad answers a chart of letters to its end") func pad() throws {
        let aloud = try AloudProcess(
            [
                "test", "--display", "web", "--port", "0", "--events", "--chart", "1",
                "--answers", "-", "--distance", "2m",
            ], input: Pipe())
        let browser = try aloud.page()
        try browser.click("#by-touch")
        try browser.click("#begin")
        var line = 0
        while true {
            let event = try aloud.next(Event.self)
            if event.event == "result" {
                #expect(event.complete == true)
                #expect(event.score?.logMAR == 0.9)
                break
            }
            guard event.event == "present", let letters = event.letters else { continue }
            line += 1
            try browser.wait(until: "document.getElementById('chart').dataset.line === '\(line)'")
            // Two lines right, and nothing of the third.
            for (place, letter) in letters.enumerated() {
                let name = line <= 2 ? "\(letter)" : "-"
                try browser.click("#pad [data-letter=\"\(name)\"]")
                if place < letters.count - 1 { Thread.sleep(forTimeInterval: 0.05) }
            }
        }
        #expect(line == 3)
        #expect(aloud.end() == 0)
    }

    @Test(
        "A test by touch needs no microphone",
        arguments: [["--chart", "1"], ["--procedure", "best-pest", "--optotype", "landolt-8"]])
    func withoutMicrophone(words: [String]) throws {
        let aloud = try AloudProcess(
            ["serve", "--port", "0", "--voice", "off", "--distance", "2m", "--events"]
                + ["--device", "no-such-microphone"] + words)
        let browser = try aloud.page()
        let isBlocked = "document.getElementById('begin').disabled"
        let asksDirections = words.contains("landolt-8")
        #expect(try browser.holds(isBlocked) == !asksDirections)
        try browser.run(
            "document.forms.choices.eyes.value = 'both'; document.getElementById('by-touch').click();"
        )
        #expect(try browser.holds("!(\(isBlocked))"))
        #expect(try browser.holds("document.getElementById('setup-trouble').hidden"))
        #expect(try browser.holds("document.getElementById('say-words').hidden"))
        try browser.click("#begin")
        var line = 0
        while true {
            let event = try aloud.next(Event.self)
            #expect(event.event != "trouble" && event.event != "warmUp")
            if event.event == "result" {
                #expect(event.complete == true)
                #expect(event.setup?.typed == true)
                break
            }
            if event.event == "answer" { #expect(event.heard == "touched") }
            guard event.event == "present", let letters = event.letters else { continue }
            line += 1
            try browser.wait(until: "document.getElementById('chart').dataset.line === '\(line)'")
            for (place, letter) in letters.enumerated() {
                let name = line <= 2 || asksDirections ? "\(letter)" : "-"
                if line == 1, place == 1 {
                    // A slip of the finger, which is corrected before the next letter.
                    try browser.click("#pad [data-letter=\"-\"]")
                    try browser.wait(until: Self.secondIs("–"))
                    try browser.click("#pad-correct")
                    try browser.click("#pad [data-letter=\"\(name)\"]")
                    try browser.wait(until: Self.secondIs(name))
                    continue
                }
                try browser.click("#pad [data-letter=\"\(name)\"]")
                Thread.sleep(forTimeInterval: 0.05)
            }
        }
        #expect(asksDirections ? line > 9 : line == 3)
        try browser.wait(until: "!document.getElementById('result').hidden")
    }

    @Test(
        "All keys of Monoyer's letters lie in the window, below the letter",
        arguments: [(1_366, 768), (1_024, 600), (667, 375), (768, 1_024), (390, 844)])
    func monoyer(width: Int, height: Int) throws {
        let lane = try Lane(
            .waiting(
                eye: .right, distance: .fourMetres, chooses: false,
                offers: StartFormOptions(areAlone: true, keys: 23)))
        let browser = try Browser(width: width, height: height)
        try browser.screen(width: width, height: height, scale: 2)
        try lane.open(browser, pixelsPerMillimetre: 8)
        try browser.run("document.getElementById('by-touch').click();")
        let shown = Presentation(
            line: 1, size: LogMAR(-0.1), letters: [.w], optotypes: .monoyer)
        try lane.show(.line(shown), in: browser)
        #expect(try browser.number("document.querySelectorAll('#pad button').length") == 24)
        let isReached = """
            (() => {
              const box = (element) => element.getBoundingClientRect();
              const stop = box(document.getElementById('stop'));
              const letters = box(document.getElementById('chart'));
              return [...document.querySelectorAll('#pad button')].every((key) => {
                const { left, right, top, bottom } = box(key);
                return left >= 0 && right <= innerWidth && bottom <= innerHeight
                  && right - left >= 24 && bottom - top >= 24 && top >= letters.bottom
                  && (right <= stop.left || bottom <= stop.top)
                  && key.scrollWidth <= key.clientWidth;
              });
            })()
            """
        #expect(try browser.holds(isReached))
        try browser.click("#pad [data-letter=\"Z\"]")
        #expect(
            lane.pages.operatorSession.awaitedAct()?.untimed
                == .answer(shown: 0, .z, by: .touched))
    }

    /// The second answer of a line is on the page.
    private static func secondIs(_ answer: String) -> String {
        "document.getElementById('heard').children[1]?.textContent === '\(answer)'"
    }

    /// Ways to answer by hand.
    enum Way: CaseIterable {
        case arrows, keypad, digits, strokes
    }

    /// Steps across and down that make a direction; y points down.
    private static let ways: [String: (x: Int, y: Int)] = [
        "R": (1, 0), "C": (1, 1), "D": (0, 1), "Z": (-1, 1), "L": (-1, 0), "Q": (-1, -1),
        "U": (0, -1), "E": (1, -1),
    ]

    private func give(_ letter: String, by way: Way, in browser: Browser) throws {
        let (x, y) = try #require(Self.ways[letter])
        // 7 8 9 above 4 5 6 above 1 2 3.
        let digit = 5 + x - 3 * y
        switch way {
        case .arrows:
            let across = [-1: "ArrowLeft", 1: "ArrowRight"][x].map { [$0] } ?? []
            let down = [-1: "ArrowUp", 1: "ArrowDown"][y].map { [$0] } ?? []
            try browser.press(together: across + down)
        // Without NumLock the keys of the pad have other names.
        case .keypad: try browser.press(digit == 8 ? "ArrowUp" : "Home", code: "Numpad\(digit)")
        case .digits: try browser.press("\(digit)", code: "Digit\(digit)")
        case .strokes:
            // Nobody strokes at exactly 45 degrees.
            let length = 150.0
            try browser.stroke(
                from: (600, 300),
                to: (600 + length * Double(x) + 25, 300 + length * Double(y) - 20))
        }
    }

    @Test("Eight directions are answered with keys and by swiping", .long, arguments: Way.allCases)
    func landolt8(way: Way) throws {
        let aloud = try AloudProcess([
            "test", "--display", "web", "--port", "0", "--events", "--procedure", "best-pest",
            "--optotype", "landolt-8", "--distance", "4m", "--seed", "5",
        ])
        let browser = try aloud.page()
        #expect(try browser.text("#say-diagonals").contains("“up\u{A0}left”"))
        try browser.click("#begin")
        var directions: Set<String> = []
        var shown = 0
        while true {
            let event = try aloud.next(Event.self)
            if event.event == "result" {
                #expect(event.complete == true)
                break
            }
            if event.event == "line" {
                #expect(event.right == 1, "ring \(shown) by \(way)")
            }
            guard event.event == "present", let letter = event.letters else { continue }
            shown += 1
            directions.insert(letter)
            try browser.wait(
                until: "document.getElementById('chart').dataset.line === '\(shown)'")
            try give(letter, by: way, in: browser)
        }
        #expect(shown == 18)
        #expect(directions.count >= 7)
        #expect(aloud.end() == 0)
        try browser.wait(until: "!document.getElementById('result').hidden")
        let check = PageCheck(browser: browser)
        try check.prepare()
        #expect(try check.faults() == [])
        try check.picture("result of a ring by \(way)")
        let names = try browser.run(
            "return document.querySelector('.lines svg').getAttribute('aria-label');")
        #expect((names as? String)?.hasSuffix(": correct") == true)
    }

    /// Has the page count what it asks Aloud for, and what was answered.
    private func countRequests(in browser: Browser) throws {
        try browser.run(
            """
            window.requests = { sent: 0, answered: 0 };
            const send = window.fetch;
            window.fetch = async (...all) => {
              requests.sent += 1;
              try { return await send(...all); } finally { requests.answered += 1; }
            };
            """)
    }

    @Test("Two arrow keys together are one answer; invalid answers are refused")
    func chords() throws {
        let lane = try Lane()
        let browser = try Browser(width: 1_200, height: 900)
        try lane.open(browser, pixelsPerMillimetre: 4)
        func show(_ optotypes: OptotypeSet) throws {
            let shown = Presentation(
                line: 1, size: LogMAR(0.5), letters: [.u], optotypes: optotypes)
            try lane.show(.line(shown), in: browser)
        }
        // All that was answered since, once a key would come too late to belong to the last one (the
        // page's clocks run in order) and nothing is on its way any more.
        func answers() throws -> [OperatorAct] {
            try browser.run("window.isOver = false; setTimeout(() => { isOver = true; }, 300);")
            try browser.wait(until: "isOver && requests.answered === requests.sent")
            var acts: [OperatorAct] = []
            while let act = lane.pages.operatorSession.nextAct() { acts.append(act.untimed) }
            return acts
        }
        try countRequests(in: browser)
        try show(.landolt8)
        // Not overlapping, in one go so that nothing comes between.
        try browser.run(
            """
            for (const key of ['ArrowUp', 'ArrowLeft']) {
              for (const type of ['keydown', 'keyup']) {
                dispatchEvent(new KeyboardEvent(type, { key, code: key }));
              }
            }
            """)
        #expect(try answers() == [.answer(shown: 0, .q, by: .typed)])
        try browser.press("ArrowLeft")
        #expect(try answers() == [.answer(shown: 0, .l, by: .typed)])
        // Opposite ones mean nothing.
        try browser.press(together: ["ArrowLeft", "ArrowRight"])
        #expect(try answers() == [])
        try show(.landolt)
        try browser.press("7", code: "Numpad7")
        #expect(try answers() == [])
        try browser.press("8", code: "Numpad8")
        #expect(try answers() == [.answer(shown: 0, .u, by: .typed)])
        let status = try browser.run(
            """
            const request = new XMLHttpRequest();
            request.open('POST', '/answer?session=' + sessionStorage.getItem('session'), false);
            request.send('{"letter":"Q","shown":0}');
            const first = request.status;
            // There is no answer yet to correct.
            request.open('POST', '/answer?session=' + sessionStorage.getItem('session'), false);
            request.send('{"letter":"U","shown":0,"corrects":true}');
            return `${first} ${request.status}`;
            """)
        #expect(status as? String == "409 409")
        #expect(try answers() == [])
    }

    @Test("A key pressed twice does not answer for the next optotype")
    func pressedTwice() throws {
        let lane = try Lane()
        let browser = try Browser(width: 1_200, height: 900)
        try lane.open(browser, pixelsPerMillimetre: 4)
        let operatorSession = lane.pages.operatorSession
        func show(_ line: Int) throws {
            let shown = Presentation(
                line: line, size: LogMAR(0.5), letters: [.u], optotypes: .tumblingE)
            operatorSession.take(.present(shown))
            try lane.show(.line(shown), in: browser)
        }
        try show(1)
        try countRequests(in: browser)
        try browser.run(
            """
            for (const time of [1, 2]) {
              dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowUp', code: 'ArrowUp' }));
            }
            """)
        try browser.wait(until: "requests.answered === 2")
        #expect(operatorSession.nextAct()?.untimed == .answer(shown: 1, .u, by: .typed))
        // The test shows the next sign before it looks at the second press.
        try show(2)
        #expect(operatorSession.nextAct() == nil)
        try browser.press("ArrowLeft")
        #expect(operatorSession.awaitedAct()?.untimed == .answer(shown: 2, .l, by: .typed))
    }
}
