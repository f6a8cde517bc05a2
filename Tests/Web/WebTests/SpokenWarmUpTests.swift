import Acuity
import FliteVoice
import Foundation
import TestBrowser
import TestTraits
import Testing

/// A whole warm-up: the real program, a real browser, and a person who sees nothing but the pixels of
/// the page and says what it sees into an ALSA device.
@Suite("A spoken warm-up in a browser", .listening)
struct SpokenWarmUpTests {
    private struct Event: Decodable {
        var event: String
        var step: String?
        var letter: String?
        var letters: String?
        var number: Int?
        var way: String?
        var understood: Bool?
        var lettersUnderstood: Int?
        var lettersHeard: Int?
        /// The letter that was heard in a warm-up.
        var heardAs: String?
        /// How a warm-up ended; elsewhere a second.
        var end: String?
        var line: Int?
        var right: Int?
        var ended: String?
        var position: Int?
        var positions: [Int]?

        private enum Key: String, CodingKey {
            case event, step, letter, letters, number, way, understood, lettersUnderstood, end,
                line, right
            case ended, position, positions, lettersHeard
            case heardAs = "as"
        }

        init(from decoder: any Decoder) throws {
            let object = try decoder.container(keyedBy: Key.self)
            func value<Value: Decodable>(_ key: Key) throws -> Value? {
                try object.decodeIfPresent(Value.self, forKey: key)
            }
            event = try object.decode(String.self, forKey: .event)
            step = try value(.step)
            letter = try value(.letter)
            letters = try value(.letters)
            number = try value(.number)
            way = try value(.way)
            understood = try value(.understood)
            lettersUnderstood = try value(.lettersUnderstood)
            lettersHeard = try value(.lettersHeard)
            heardAs = try value(.heardAs)
            line = try value(.line)
            right = try value(.right)
            ended = try value(.ended)
            position = try value(.position)
            positions = try value(.positions)
            end = event == "warmUp" ? try value(.end) : nil
        }
    }

    private static let pixelsPerMillimetre = 4.0

    private func begun(
        _ words: [String] = [], eyes chosen: String = "both", seed: UInt64
    ) throws -> (SpokenLane, PageEyes) {
        let lane = try SpokenLane(["serve", "--events", "--voice", "off"] + words, seed: seed)
        try lane.calibrate(pixelsPerMillimetre: Self.pixelsPerMillimetre)
        try lane.browser.run("document.forms.choices.eyes.value = '\(chosen)';")
        // The one click. From here on nothing is touched.
        try lane.browser.click("#begin")
        let eyes = PageEyes(
            browser: lane.browser, pixelsPerMillimetre: Self.pixelsPerMillimetre,
            distance: .fourMetres)
        return (lane, eyes)
    }

    @Test("After ten letters the test begins by itself", .long)
    func whole() throws {
        let (lane, eyes) = try begun(seed: 5)
        var order = ""
        var shown: Letter?
        var understood = 0
        var lettersUnderstood: Int?
        while lettersUnderstood == nil {
            let event = try lane.next(Event.self)
            try #require(event.event == "warmUp", "\(event)")
            switch event.step {
            case "begin": order = try #require(event.letters)
            case "show":
                try lane.wait(forLine: try #require(event.number))
                #expect(try lane.browser.text("#stop") == "Skip")
                let seen = try eyes.look(line: 1)
                #expect(seen.letters.text == event.letter)
                // As large as this screen could show with bars.
                #expect(seen.size > LogMAR(0.8))
                shown = seen.letters[0]
                try say(try #require(shown), in: lane)
            case "again":
                let letter = try #require(shown)
                if let way = event.way {
                    try lane.say(way, after: 0.4)
                } else {
                    try say(letter, in: lane)
                }
            case "letter": understood += event.understood == true ? 1 : 0
            case "end":
                #expect(event.end == "finished")
                lettersUnderstood = event.lettersUnderstood
            default: break
            }
        }
        #expect(Set(order) == Set("CDHKNORSVZ"))
        // Of a clear voice in a quiet room hardly any letter is lost.
        #expect(understood >= 9)
        #expect((lettersUnderstood ?? 0) >= 9)
        try readFirstLine(lane, eyes)
    }

    /// The test that follows hears the same person.
    private func readFirstLine(_ lane: SpokenLane, _ eyes: PageEyes) throws {
        var heard: [Int: String] = [:]
        var expected: [String] = []
        while true {
            let event = try lane.next(Event.self)
            switch event.event {
            case "present" where expected.isEmpty:
                try lane.wait(forLine: try #require(event.line))
                try lane.browser.wait(until: "document.getElementById('stop').innerText === 'Stop'")
                // The largest lines are shown in parts.
                expected = try #require(event.letters).map { String($0) }
                for letter in try #require(event.letters).compactMap({ Letter($0) }) {
                    try say(letter, in: lane)
                }
            case "askAgain":
                for position in event.positions ?? [] {
                    try say(try #require(Letter(Character(expected[position]))), in: lane)
                }
            case "answer": heard[event.position ?? -1] = event.letter
            case "line":
                #expect(expected.indices.map { heard[$0] } == expected)
                try lane.say("stop", after: 0.5)
            case "result":
                #expect(event.ended == "stoppedByPerson")
                return
            default: break
            }
        }
    }

    private func say(_ letter: Letter, in lane: SpokenLane) throws {
        try lane.say(letter == .z ? "zed" : FliteVoice.spelling(of: letter), after: 0.4)
    }

    /// Simulates the second click of a double click on "Skip": it comes as soon as the button is
    /// named "Stop". `second` gets the number of requests that this click sent, and its time.
    private func clickAsSoonAsStopHasItsName(_ browser: Browser) throws {
        try browser.run(
            """
            let requests = 0;
            const send = window.fetch;
            window.fetch = (...all) => { requests += 1; return send(...all); };
            const stop = document.getElementById('stop');
            new MutationObserver((changes, observer) => {
              if (stop.textContent !== 'Stop') return;
              observer.disconnect();
              const before = requests;
              stop.click();
              window.second = { requests: requests - before, time: performance.now() };
            }).observe(stop, { childList: true });
            """)
    }

    @Test("Saying stop, or a click, skips the warm-up", arguments: [true, false])
    func skipped(bySaying: Bool) throws {
        let (lane, _) = try begun(seed: 6)
        while true {
            let event = try lane.next(Event.self)
            if event.event == "present" { break }
            if event.step == "show" {
                #expect(event.number == 1, "the rest is left out")
                try lane.wait(forLine: 1)
                try clickAsSoonAsStopHasItsName(lane.browser)
                if bySaying { try lane.say("stop") } else { try lane.browser.click("#stop") }
            }
            if event.step == "end" {
                #expect(event.end == "skipped" && event.lettersUnderstood == 0)
            }
        }
        try lane.browser.wait(until: "window.second !== undefined")
        #expect(try lane.browser.number("second.requests") == 0, "it ends nothing")
        #expect(try lane.browser.holds("!document.getElementById('test').hidden"))
        try lane.browser.wait(until: "performance.now() - second.time > 1_000")
        try lane.browser.click("#stop")
        while try lane.next(Event.self).event != "result" {}
        lane.aloud.interrupt()
        #expect(lane.aloud.end() == 0)
    }

    @Test("The test of the second eye has the counts of the warm-up", .long)
    func secondEye() throws {
        let (lane, _) = try begun(eyes: "right,left", seed: 7)
        var heard = 0
        var shown: Letter?
        var isOtherWay = false
        var results = 0
        var known: Int?
        while known == nil {
            let event = try lane.next(Event.self)
            switch (event.event, event.step) {
            case ("warmUp", "show"):
                try lane.wait(forLine: try #require(event.number))
                shown = event.letter.flatMap { $0.first }.flatMap { Letter($0) }
                isOtherWay = false
                if event.number == 3 {
                    try lane.say("stop")
                } else {
                    try say(try #require(shown), in: lane)
                }
            case ("warmUp", "heard"): if !isOtherWay, event.heardAs?.count == 1 { heard += 1 }
            case ("warmUp", "again"):
                isOtherWay = isOtherWay || event.way != nil
                if let way = event.way {
                    try lane.say(way, after: 0.4)
                } else {
                    try say(try #require(shown), in: lane)
                }
            case ("warmUp", "known"): known = event.lettersHeard
            case ("present", _):
                try #require(results == 0, "the counts come before the letters of the second eye")
                try lane.wait(forLine: try #require(event.line))
                try lane.say("I can't see any", after: 0.5)
            case ("askAgain", _): try lane.say("I can't see any", after: 0.5)
            case ("result", _):
                results += 1
                try #require(results == 1)
                try lane.browser.wait(until: "!document.getElementById('rest').hidden")
                try lane.browser.click("#rest-on")
            default: break
            }
        }
        #expect(known == heard && heard > 0)
    }
}
