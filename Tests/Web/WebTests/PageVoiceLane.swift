import Acuity
import Audio
import FliteVoice
import Foundation
import SimulatedPatient
import TestBrowser
import Testing

/// The real program and a browser the size of a phone, whose microphone a patient speaks into. The
/// page captures and sends the sound as that of a real microphone.
final class PageVoiceLane {
    let aloud: AloudProcess
    let browser: Browser
    private let pixelsPerMillimetre = 15.0
    /// The distance of each answer so far, in metres.
    private(set) var answered: [Double?] = []
    private var voice = PatientVoice(FliteVoice(.rms), seed: 3)

    /// An event as the program prints it.
    struct Event: Decodable {
        var event: String
        var line: Int?
        var letters: String?
        var positions: [Int]?
        var logMAR: Double?
        var complete: Bool?
        var score: Score?
        var setup: Setup?
        var metres: Double?
    }

    /// The score of a result.
    struct Score: Decodable { var logMAR: Double? }

    /// The setup of a result.
    struct Setup: Decodable { var viewing: Viewing? }

    /// The measured distances of a result.
    struct Viewing: Decodable {
        var metres: [Double]
        var deviation: Double
    }

    /// Starts the program and the browser, and opens the page on a measured screen.
    ///
    /// - Parameters:
    ///   - words: the verb with its options, without that for the port.
    ///   - flags: further flags of Chromium.
    init(_ words: [String], flags: [String] = []) throws {
        aloud = try AloudProcess(words + ["--port", "0"])
        let address = try #require(aloud.address())
        browser = try Browser(
            width: 500, height: 844, flags: ["--autoplay-policy=no-user-gesture-required"] + flags)
        try browser.screen(width: 390, height: 844, scale: 3)
        try browser.devTools(
            "Page.addScriptToEvaluateOnNewDocument", ["source": Self.fakeMicrophone])
        try FakeCamera.install(in: browser)
        for _ in 0..<2 {
            try browser.open(address)
            try browser.wait(until: "!document.getElementById('setup').hidden")
            try browser.run(
                """
                localStorage.setItem(document.documentElement.dataset.screen,
                  '\(pixelsPerMillimetre)');
                """)
        }
    }

    /// Reads the letters on the page until the result, as an eye of this threshold.
    func read(as threshold: LogMAR) throws -> Event {
        var patient = Patient(SimulatedObserver(threshold: threshold, givesUpBelow: 0.02, seed: 3))
        var shown: Presentation?
        func say(_ question: Question) throws {
            let line = try #require(shown)
            let remark = patient.answer(question, lookingAt: line)
            if !remark.utterances.isEmpty { try speak(try voice.sound(of: remark)) }
        }
        while true {
            let event = try aloud.next(Event.self)
            switch event.event {
            case "present":
                let number = try #require(event.line)
                try browser.wait(
                    until: "document.getElementById('chart').dataset.line === '\(number)'")
                // A single letter is shown between bars.
                shown = Presentation(
                    line: number, size: LogMAR(try #require(event.logMAR)),
                    letters: try #require(event.letters).compactMap { Letter($0) })
                try say(.line)
            case "askAgain": try say(.again(event.positions ?? []))
            case "answer": answered.append(event.metres)
            case "pause": try say(.goOn)
            case "result": return event
            default: break
            }
        }
    }

    /// Plays sound into the microphone of the page.
    func speak(_ samples: [Float], after seconds: Double = 0.3) throws {
        let bytes = Data(PCM16.littleEndian(samples)).base64EncodedString()
        try browser.run("window.speak('\(bytes)', \(seconds));")
    }

    /// A microphone in a quiet room, into which `speak` plays 16-bit samples.
    private static let fakeMicrophone = """
        if (navigator.mediaDevices) navigator.mediaDevices.getUserMedia = async ({ audio }) => {
          window.wanted = audio;
          const context = new AudioContext({ sampleRate: 16000 });
          const room = context.createMediaStreamDestination();
          const noise = context.createBuffer(1, 32000, 16000);
          noise.getChannelData(0).forEach((_, index, all) => {
            all[index] = (Math.random() - 0.5) * 0.002;
          });
          const air = context.createBufferSource();
          Object.assign(air, { buffer: noise, loop: true });
          air.connect(room);
          air.start();
          window.speak = (text, seconds) => {
            const bytes = Uint8Array.from(atob(text), (one) => one.charCodeAt(0));
            const samples = new Int16Array(bytes.buffer);
            const sound = context.createBuffer(1, samples.length, 16000);
            sound.copyToChannel(Float32Array.from(samples, (one) => one / 32768), 0);
            const voice = context.createBufferSource();
            voice.buffer = sound;
            voice.connect(room);
            voice.start(context.currentTime + seconds);
          };
          return room.stream;
        };
        """
}
