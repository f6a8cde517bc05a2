import Acuity
import Contrast
import FliteVoice
import Foundation
import SimulatedPatient
import TestBrowser
import TestSpeech
import TestTraits
import Testing

/// The whole way of a test of contrast: a person is chosen from the list, the letters are said into an
/// ALSA device, and the result is in the person's history.
@Suite("A spoken test of contrast", .listening)
struct SpokenContrastTests {
    private struct Event: Decodable {
        var event: String
        var letters: String?
        var logCS: [Double]?
        var positions: [Int]?
        var contrast: Figures?

        struct Figures: Decodable {
            var logCS: Double?
            var letters: Int
        }

        /// The letters on the screen; nil for another event.
        var presentation: Presentation? {
            guard let letters, let logCS else { return nil }
            return Presentation(
                line: 1, size: ContrastTest.letterSize,
                letters: letters.compactMap { Letter($0) }
            ).shown(in: LetterContrasts(logCS.map { LogCS($0) }, isMeasured: true))
        }
    }

    /// Chooses the person among the records, as today's desk does, then the eyes on the sheet, on a screen
    /// of known greys, and begins.
    private func begin(_ lane: SpokenLane, _ records: String) throws {
        let browser = lane.browser
        try lane.calibrate(pixelsPerMillimetre: 3.6)
        try browser.open(records)
        try browser.wait(until: "document.querySelectorAll('#people tbody tr').length === 1")
        try browser.click("#people button")
        try browser.wait(until: "!document.getElementById('history-view').hidden")
        try browser.click("#test-now .main")
        try browser.wait(until: "document.getElementById('next-words').textContent.includes('Ada')")
        try lane.open()
        try browser.run(
            """
            localStorage.setItem(`${document.documentElement.dataset.screen} grey`, JSON.stringify({
              gamma: 2.2, deviation: 0.02, ground: 235, step: 1, time: Date.now() / 1000 }));
            document.forms.choices.eyes.value = 'both';
            for (let count = 0; count < 9; count += 1) {
              if (document.getElementById('setup').dataset.step === 'start') break;
              document.getElementById('next').click();
            }
            """)
        try browser.click("#begin")
    }

    @Test("the letters are heard from the microphone, and the history has the result")
    func journey() throws {
        let folder = try TemporaryFolder()
        let variables = ["ALOUD_RECORDS": folder.file("a.db")]
        let table = folder.file("today.csv")
        try "name,id\nAda Test,7\n".write(toFile: table, atomically: true, encoding: .utf8)
        let expected = try AloudProcess(["records", "expect", table], variables: variables)
        #expect(expected.end() == 0)
        let lane = try SpokenLane(
            [
                "serve", "--quantity", "contrast", "--letters", "5", "--distance", "1m", "--events",
                "--voice", "off", "--no-warm-up",
            ], variables: variables)
        var records: String?
        while records == nil, let message = lane.aloud.message() {
            records = message.firstMatch(of: #/http:\S+/records#\S+/#).map { String($0.0) }
        }
        try begin(lane, try #require(records))

        var voice = PatientVoice(FliteVoice(.rms), seed: 3)
        var patient = Patient(ContrastObserver(threshold: LogCS(1.5), lapse: 0, seed: 3))
        var shown: Presentation?
        func say(_ question: Question) throws {
            let remark = patient.answer(question, lookingAt: try #require(shown))
            guard !remark.utterances.isEmpty else { return }
            lane.room.say(try voice.sound(of: remark), after: 0.3)
        }
        var result: Event?
        var letters = 0
        while result == nil, letters < 30 {
            let event = try lane.next(Event.self)
            switch event.event {
            case "present":
                letters += 1
                shown = event.presentation
                try lane.browser.wait(until: "!document.getElementById('faint').hidden")
                try say(.line)
            case "askAgain": try say(.again(event.positions ?? []))
            case "pause": try say(.goOn)
            case "result": result = event
            default: break
            }
        }
        let figures = try #require(result?.contrast)
        #expect(figures.letters == 5)
        let logCS = try #require(figures.logCS)
        // Five letters leave a wide interval.
        #expect(abs(logCS - 1.5) < 0.5)
        try lane.browser.wait(until: "!document.getElementById('result').hidden")
        #expect(try lane.browser.text("#about").contains("Ada Test"))
        lane.aloud.interrupt()
        #expect(lane.aloud.end() == 0)

        let history = try AloudProcess(["records", "show", "--person", "7"], variables: variables)
        var words = ""
        while let line = history.line() { words += line + "\n" }
        #expect(words.contains("contrast sensitivity"))
        #expect(words.contains(String(format: "logCS %.2f", logCS)), "\(words)")
    }
}
