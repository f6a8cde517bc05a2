import Acuity
import Audio
import FliteVoice
import Foundation
import TestTraits
import Testing

@testable import Doctor
@testable import Exam
@testable import aloud

@Suite("Verdicts on what a microphone heard", .listening)
struct RoomVerdictTests {
    /// A voice that says some letters, about a second each, in a room with noise.
    ///
    /// - Parameters:
    ///   - gain: of the voice, dB.
    ///   - noise: the rms of the noise, dB relative to full scale.
    private func letters(gain: Double = 0, noise: Double) throws -> [Float] {
        let factor = Float(pow(10, gain / 20))
        var sound: [Float] = []
        for letter: Letter in [.h, .s, .r, .k] {
            sound += TestSound.silence(seconds: 0.4)
            sound += try FliteVoice(.slt).say(letter).map { $0 * factor }
            sound += TestSound.silence(seconds: 0.4)
        }
        let hiss = TestSound.noise(
            rms: pow(10, noise / 20), seconds: Double(sound.count) / Double(speechRate))
        return zip(sound, hiss).map { $0 + $1 }
    }

    private func verdicts(_ samples: [Float]) -> [String: Finding] {
        let findings = RoomVerdict.findings(on: HeardRoom(samples))
        return Dictionary(uniqueKeysWithValues: findings.map { ($0.check, $0) })
    }

    @Test("Speech in a quiet room is ok")
    func well() throws {
        let verdicts = verdicts(try letters(noise: -65))
        #expect(verdicts[RoomVerdict.levelCheck]?.status == .ok)
        #expect(verdicts[RoomVerdict.noiseCheck]?.status == .ok)
    }

    @Test(
        "The signal-to-noise ratio is that of the input", arguments: [30.0, 20, 15, 10])
    func distance(under: Double) throws {
        let speech = try #require(HeardRoom(try letters(noise: -80)).speech)
        let room = HeardRoom(try letters(noise: speech - under))
        #expect(abs(try #require(room.noise) - (speech - under)) < 0.5)
        // Quiet ends of the letters drown in the noise, so that the rest is louder in the mean.
        #expect(abs(try #require(room.speechOverNoise) - under) < 1.5)
    }

    @Test("A steady hum is noise, not speech")
    func hum() {
        let room = HeardRoom(TestSound.tone(amplitude: 0.1, seconds: 3))
        #expect(room.speech == nil)
        #expect(abs((room.noise ?? 0) - -23.01) < 0.1)
        #expect(
            RoomVerdict.findings(on: room).last?.words.contains("too loud") == true)
    }

    @Test("A loud room is a warning with advice, and does not block a test")
    func loudRoom() throws {
        let room = HeardRoom(try letters(noise: -45))
        let speech = try #require(room.speech)
        for (under, words) in [(15.0, "asked for again"), (6.0, "too loud")] {
            let noise = verdicts(try letters(noise: speech - under))[RoomVerdict.noiseCheck]
            #expect(noise?.status == .warning)
            #expect(noise?.words.contains(words) == true, "\(under) dB")
        }
    }

    @Test("Speech near the last bit is too quiet")
    func quiet() throws {
        let level = verdicts(try letters(gain: -60, noise: -95))[RoomVerdict.levelCheck]
        #expect(level?.status == .warning)
        #expect(level?.words.contains("too quiet") == true)
    }

    @Test("A room without speech is not silence")
    func nobody() {
        let verdicts = verdicts(TestSound.noise(rms: 0.0003, seconds: 3))
        #expect(verdicts[RoomVerdict.levelCheck]?.status == .warning)
        #expect(verdicts[RoomVerdict.levelCheck]?.words.contains("say some letters") == true)
        #expect(verdicts[RoomVerdict.noiseCheck]?.status == .ok)
    }

    @Test("One step of 16 bits is silence, two are not")
    func silence() {
        let step = 1 / Double(32_768)
        let one = verdicts(TestSound.tone(amplitude: step, seconds: 1))
        #expect(one[RoomVerdict.levelCheck]?.words.hasPrefix("silence") == true)
        let two = verdicts(TestSound.tone(amplitude: 2 * step, seconds: 1))
        #expect(two[RoomVerdict.levelCheck]?.words.hasPrefix("silence") == false)
    }

    @Test("Clipping is reported before everything else")
    func clipping() throws {
        let level = verdicts(try letters(gain: 30, noise: -65).map { max(-1, min(1, $0)) })[
            RoomVerdict.levelCheck]
        #expect(level?.words.hasPrefix("clipping") == true)
    }

    @Test("No sound at all is an error")
    func nothing() {
        let findings = RoomVerdict.findings(on: HeardRoom([]))
        #expect(findings.map(\.status) == [.error])
    }
}
