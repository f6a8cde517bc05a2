import FliteVoice
import Foundation
import TestSpeech
import Testing

@testable import Audio

@Suite("The bands of speech", .timeLimit(.minutes(1)))
struct SpeechBandsTests {
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

    /// A sine of rms 1000 units has 60 dB, and the emphasis of its frequency.
    @Test(
        "each band passes the frequencies around its centre",
        arguments: [(150, 0), (440, 2), (1_292, 4), (6_496, 7)])
    func centres(hertz: Int, band: Int) throws {
        let tone = Tone.sine(
            Double(hertz), seconds: 1, amplitude: 1_000 * 2.0.squareRoot() / 32_768)
        var bands = SpeechBands()
        let powers = bands.take(tone)[50]
        let angle = 2 * Double.pi * Double(hertz) / Double(speechRate)
        let emphasis = 10 * log10(1 + 0.97 * 0.97 - 2 * 0.97 * cos(angle))
        let level = 10 * log10(Double(powers[band]))
        #expect(abs(level - 60 - emphasis) < 0.5, "\(level) dB")
        for other in powers.indices where abs(other - band) > 1 {
            #expect(powers[other] < powers[band] / 10, "band \(other)")
        }
    }

    @Test("the bands of a sound do not depend on its pieces", arguments: [1, 13, 399, 10_000])
    func pieces(size: Int) {
        var generator = SeededNoise(seed: 3)
        let sound = generator.white(rms: 0.1, count: 12_345)
        var whole = SpeechBands()
        var split = SpeechBands()
        var frames: [SpeechBands.Powers] = []
        let source = PieceSource(sound, size: size)
        while let chunk = source.read() { frames += split.take(chunk.samples) }
        #expect(frames == whole.take(sound))
    }

    @Test("without noise the loudest level is that of the whole spectrum", arguments: ["N", "S"])
    func quiet(letter: String) throws {
        let scene = try Scene.saying([letter], before: 0.5, after: 0.5)
        var energy = SpeechEnergy()
        let whole = LevelRange(of: energy.take(scene.samples)).loudest
        let loudest = LevelRange(of: SpeechLevels(of: scene.samples).values).loudest
        #expect(abs(loudest - whole) < 4, "\(loudest) and \(whole) dB")
    }

    @Test("the final consonant of a tightly cut word is not noise")
    func cutClose() throws {
        let scene = try Scene.saying(["S"], before: 0, after: 0)
        let segments = SpeechSegment.all(in: scene.samples)
        EndpointerTests.expect(segments, at: scene.places, tolerance: 0.1, "cut close")
    }

    @Test("microphone hiss does not hide consonants in live sound")
    func microphone() throws {
        let scene = try Scene.saying(["S", "C"], before: 3)
        EndpointerTests.expect(
            EndpointerTests.segments(scene.inRoom(noise: 0.001)).filter { $0.start > 1.5 },
            at: scene.places, tolerance: 0.12, "hiss of 30 dB")
    }

    /// Noise with more power at high or at low frequencies.
    enum Colour: CaseIterable {
        case white, tap, fan
        func noise(_ count: Int) -> [Float] {
            var generator = SeededNoise(seed: 7)
            let white = generator.white(rms: 0.03, count: count)
            switch self {
            case .white: return white
            case .tap: return zip(white, white.dropFirst()).map { ($0 - $1) / 2 } + [0]
            case .fan:
                var low: Float = 0
                return white.map { sample in
                    low += 0.1 * (sample - low)
                    return 4 * low
                }
            }
        }
    }

    @Test("letters are cut out of steady noise, live and recorded", arguments: Colour.allCases)
    func noise(colour: Colour) throws {
        let scene = try Scene.saying(["O", "N", "A", "R"], pause: 0.8, before: 3, after: 1)
        let sound = zip(scene.samples, colour.noise(scene.samples.count)).map { $0 + $1 }
        EndpointerTests.expect(
            // Until the noise is known, all of it may be speech.
            EndpointerTests.segments(sound).filter { $0.start > 1.5 }, at: scene.places,
            tolerance: 0.15, "live")
        EndpointerTests.expect(
            SpeechSegment.all(in: sound), at: scene.places, tolerance: 0.15, "recording")
    }
}
