import FliteVoice
import TestSpeech
import Testing

@testable import Audio

@Suite("The bands of speech", .timeLimit(.minutes(1)))
struct SpeechBandTests {
    private static func levels(_ sound: [Float], _ band: SpeechBand) -> [Float] {
        var energy = SpeechEnergy(band)
        return energy.take(sound)
    }

    /// A sine of rms 1000 units has 60 dB.
    @Test(
        "vowels are measured from 100 to 1000 Hz",
        arguments: [(20, 46), (100, 57), (400, 60), (1_000, 57), (4_000, 32)])
    func vowels(hertz: Int, level: Int) {
        let tone = Tone.sine(
            Double(hertz), seconds: 1, amplitude: 1_000 * 2.0.squareRoot() / 32_768)
        let heard = Self.levels(tone, .vowels)[50]
        #expect(abs(heard - Float(level)) < 1.5, "\(hertz) Hz: \(heard) dB")
    }

    @Test("a sample that is not a number does not stay in the filter")
    func notANumber() {
        var sound = Tone.sine(400, seconds: 1, amplitude: 0.1)
        sound[100] = .nan
        sound[200] = .infinity
        #expect(Self.levels(sound, .vowels)[50].isFinite)
    }

    @Test("speech is found by its vowels in hiss, by its whole spectrum in a quiet room")
    func band() throws {
        var generator = SeededNoise(seed: 6)
        let scene = try Scene.saying(["S", "H", "O"], before: 0.5, after: 0.5)
        #expect(SpeechLevels(of: scene.inRoom()).band == .consonants)
        let hiss = generator.white(rms: 0.03, count: scene.samples.count)
        let levels = SpeechLevels(of: zip(scene.samples, hiss).map { $0 + $1 })
        #expect(levels.band == .vowels)
        #expect(LevelRange(of: levels.values).rise > 25)
        #expect(SpeechLevels(of: []).band == .consonants)
    }

    @Test("the final consonant of a tightly cut word is not noise")
    func cutClose() throws {
        let scene = try Scene.saying(["S"], before: 0, after: 0)
        #expect(SpeechLevels(of: scene.samples).band == .consonants)
    }

    @Test("microphone hiss does not hide consonants in live sound")
    func microphone() throws {
        let scene = try Scene.saying(["S", "C"], before: 3)
        EndpointerTests.expect(
            EndpointerTests.segments(scene.inRoom(noise: 0.001)).filter { $0.start > 1.5 },
            at: scene.places, tolerance: 0.12, "hiss of 30 dB")
    }

    @Test("letters are cut out of the hiss of a tap, live and recorded")
    func tap() throws {
        let scene = try Scene.saying(["O", "N", "A", "R"], pause: 0.8, before: 3, after: 1)
        var generator = SeededNoise(seed: 7)
        let hiss = generator.white(rms: 0.03, count: scene.samples.count)
        let sound = zip(scene.samples, hiss).map { $0 + $1 }
        EndpointerTests.expect(
            // Until the noise is known, all of it may be speech.
            EndpointerTests.segments(sound).filter { $0.start > 1.5 }, at: scene.places,
            tolerance: 0.15, "live")
        var endpointer = Endpointer(knowing: SpeechLevels(of: sound))
        var segments = endpointer.take(sound)
        if let last = endpointer.finish() { segments.append(last) }
        EndpointerTests.expect(segments, at: scene.places, tolerance: 0.15, "recording")
    }
}
