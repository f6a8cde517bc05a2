import Acuity
import FliteVoice
import Foundation
import SimulatedPatient
import TestBrowser
import TestTraits
import Testing

/// The whole of it: the real program, a real browser, and a patient who sees nothing but the pixels
/// of the page and says what it sees into an ALSA device.
@Suite("A whole spoken test in a browser", .listening)
struct SpokenInBrowserTests {
    private struct Event: Decodable {
        var event: String
        var line: Int?
        var letters: String?
        var positions: [Int]?
        var right: Int?
        var logMAR: Double?
        var complete: Bool?
        var setup: Setup?
        var score: Score?

        struct Setup: Decodable { var calibrated: Bool? }

        struct Score: Decodable {
            var logMAR: Double?
            var snellen: String?
        }
    }

    private static let truth = LogMAR(0.3)
    private static let pixelsPerMillimetre = 4.0

    @Test(
        "The test is hands-free from click to result, in quiet and with a fan", .long,
        arguments: [RoomNoise.quietRoom, 0.01])
    func wholeTest(noise: Float) throws {
        let lane = try SpokenLane(
            [
                "test", "--display", "web", "--events", "--eye", "both", "--chart", "random",
                "--seed", "7", "--start", "20/50",
            ], noise: noise)
        try lane.calibrate(pixelsPerMillimetre: Self.pixelsPerMillimetre)
        let (browser, room, aloud) = (lane.browser, lane.room, lane.aloud)
        // The one click. From here on nothing is touched.
        try browser.click("#begin")

        let eyes = PageEyes(
            browser: browser, pixelsPerMillimetre: Self.pixelsPerMillimetre,
            distance: .fourMetres)
        var voice = PatientVoice(FliteVoice(.rms), seed: 3)
        var patient = Patient(
            SimulatedObserver(threshold: Self.truth, givesUpBelow: 0.02, seed: 3))
        var shown: Presentation?
        func say(_ question: Question) throws {
            let line = try #require(shown)
            let remark = patient.answer(question, lookingAt: line)
            if !remark.utterances.isEmpty {
                room.say(try voice.sound(of: remark), after: 0.3)
            }
        }
        var result: Event?
        var lines = 0
        while result == nil {
            let event = try lane.next(Event.self)
            switch event.event {
            case "present":
                let number = try #require(event.line)
                try lane.wait(forLine: number)
                let seen = try eyes.look(line: number)
                // The eyes of this test see what the program meant to show, in its true size.
                #expect(seen.letters.text == event.letters)
                #expect(abs(seen.size.value - (event.logMAR ?? 9)) < 0.03)
                shown = seen
                lines += 1
                try say(.line)
            case "askAgain": try say(.again(event.positions ?? []))
            case "pause": try say(.goOn)
            case "result": result = event
            default: break
            }
        }
        let measured = try #require(result?.score?.logMAR)
        #expect(result?.complete == true)
        #expect(result?.setup?.calibrated == true)
        #expect(lines >= 3)
        // Chance moves such a short test by a line and more; a hearing error by a letter.
        #expect(abs(measured - Self.truth.value) <= 0.2, "measured \(measured)")
        // The page has it too, though the program has ended.
        #expect(aloud.end() == 0)
        try browser.wait(until: "!document.getElementById('result').hidden")
        try browser.run(
            "for (const part of document.querySelectorAll('details')) part.open = true;")
        let page = try browser.text("#result")
        #expect(page.contains(try #require(result?.score?.snellen)))
        #expect(page.contains(String(format: "%.2f", measured).replacing("-", with: "\u{2212}")))
        #expect(page.contains("so the letters had their true size"))
    }

    @Test(
        "Eight directions are answered by voice, diagonals with a pause between words", .long)
    func ring() throws {
        let lane = try SpokenLane([
            "test", "--display", "web", "--events", "--procedure", "landolt-8", "--distance", "2m",
            "--start", "20/50", "--seed", "3",
        ])
        try lane.browser.click("#begin")
        let words: [Direction: [String]] = [
            .up: ["up"], .down: ["down"], .left: ["left"], .right: ["right"],
            .upLeft: ["up", "left"], .upRight: ["right", "up"], .downLeft: ["down", "left"],
            .downRight: ["down", "right"],
        ]
        var shown: Direction?
        func say() throws {
            for (index, word) in (words[try #require(shown)] ?? []).enumerated() {
                try lane.say(word, after: index == 0 ? 0.4 : 0.5, by: .slt)
            }
        }
        var diagonals = 0
        var rings = 0
        while true {
            let event = try lane.next(Event.self)
            if event.event == "result" {
                // Six right at 20/50; then somebody says stop.
                #expect(event.score?.logMAR == 0.4)
                break
            }
            switch event.event {
            case "present":
                rings += 1
                try lane.wait(forLine: try #require(event.line))
                #expect(try lane.browser.text("#prompt") == "Where is the gap?")
                guard rings <= 6 else {
                    try lane.say("stop")
                    continue
                }
                let letter = try #require(event.letters.flatMap { Letter(Character($0)) })
                shown = Direction(letter)
                diagonals += shown?.isDiagonal == true ? 1 : 0
                try say()
            case "askAgain": try say()
            case "line": #expect(event.right == 1, "ring \(rings)")
            default: break
            }
        }
        #expect(rings == 7 && diagonals >= 2)
    }
}
