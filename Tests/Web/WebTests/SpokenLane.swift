import ALSACapture
import Acuity
import Audio
import FliteVoice
import Foundation
import SimulatedPatient
import SoundFiles
import TestBrowser
import Testing

/// The real program, which listens to an ALSA device, the room whose sound comes out of that device,
/// and a real browser at the program's page.
final class SpokenLane {
    let aloud: AloudProcess
    let browser: Browser
    let room: Room
    private let address: String
    private let sound: RoomSound

    /// Starts them, and opens the page.
    ///
    /// - Parameters:
    ///   - words: the verb with its options, without those for port and microphone.
    ///   - variables: of the environment of the program.
    ///   - noise: amplitude of the room's noise; speech has about 0.08.
    ///   - seed: draws the noise of the room.
    init(
        _ words: [String], variables: [String: String] = [:],
        noise: Float = RoomNoise.quietRoom, seed: UInt64 = 3
    ) throws {
        let microphone = try VirtualMicrophone()
        let room = Room(noise: RoomNoise(amplitude: noise, seed: seed))
        self.room = room
        sound = RoomSound(of: room, into: microphone)
        do {
            aloud = try AloudProcess(
                words + ["--port", "0", "--device", microphone.device.name],
                variables: variables.merging(microphone.environment) { $1 })
            address = try #require(aloud.address())
            browser = try Browser(width: 1_400, height: 800)
        } catch {
            sound.stop()
            throw error
        }
        try open()
    }

    deinit { sound.stop() }

    /// Opens the page, or opens it again.
    func open() throws {
        try browser.open(address)
        try browser.wait(until: "!document.getElementById('setup').hidden")
    }

    /// Has the screen measured, whatever the language of the page.
    func calibrateAnyLanguage(pixelsPerMillimetre: Double) throws {
        try browser.run(
            """
            localStorage.setItem(document.documentElement.dataset.screen,
              '\(pixelsPerMillimetre)');
            """)
        try open()
    }

    /// Has the screen measured.
    func calibrate(pixelsPerMillimetre: Double) throws {
        try calibrateAnyLanguage(pixelsPerMillimetre: pixelsPerMillimetre)
        #expect(try browser.text("#size-words").hasPrefix("This screen has been measured"))
    }

    /// Somebody in the room says something, a moment from now.
    ///
    /// - Parameter voice: of `rms` most letters are clear, of `slt` all directions.
    func say(
        _ words: String, after seconds: Double = 0.2, by voice: FliteVoice.Name = .rms
    ) throws {
        room.say(try FliteVoice(voice).say(words), after: seconds)
    }

    /// Somebody in the room says something in another language, a moment from now.
    ///
    /// - Parameter voice: a voice of espeak-ng.
    func say(_ words: String, inVoice voice: String, after seconds: Double) throws {
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent("aloud-test-\(UUID().uuidString).wav")
        defer { try? FileManager.default.removeItem(at: file) }
        let program = Process()
        program.executableURL = URL(fileURLWithPath: "/usr/bin/espeak-ng")
        program.arguments = ["-v", voice, "-s", "130", "-w", file.path, words]
        try program.run()
        program.waitUntilExit()
        try #require(program.terminationStatus == 0)
        let source = try SoundFileSource(file.path)
        var samples: [Float] = []
        while let chunk = try source.read() { samples += chunk.samples }
        room.say(samples, after: seconds)
    }

    /// Waits until everything has been said.
    func waitUntilSilent() {
        while !room.isSilent { Thread.sleep(forTimeInterval: 0.02) }
    }

    /// Somebody says something until it has been understood, at most three times: whoever gets no reply
    /// says it again.
    ///
    /// - Parameter expression: what holds on the page once it was understood.
    func say(_ words: String, until expression: String) throws {
        for _ in 0..<2 {
            try say(words)
            if (try? browser.wait(until: expression, seconds: 30)) != nil { return }
        }
        try say(words)
        try browser.wait(until: expression)
    }

    /// The next line that the program prints, as what it is decoded to.
    func next<Event: Decodable>(_ type: Event.Type) throws -> Event { try aloud.next(type) }

    /// Waits until the chart shows the line of a number: it is announced before it is shown.
    func wait(forLine number: Int) throws {
        try browser.wait(until: "document.getElementById('chart').dataset.line === '\(number)'")
    }
}
