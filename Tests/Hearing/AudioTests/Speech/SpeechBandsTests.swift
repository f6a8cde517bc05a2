import FliteVoice
import Foundation
import TestSpeech
import Testing

@testable import Audio

@Suite("The bands of speech", .timeLimit(.minutes(1)))
struct SpeechBandsTests {
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

    @Test("a sample beyond all limits does not stay in the filters", arguments: [2e34, .nan])
    func tooLarge(sample: Float) {
        var sound = Tone.sine(400, seconds: 1, amplitude: 0.1)
        sound[100] = sample
        var bands = SpeechBands()
        let powers = bands.take(sound)[50]
        #expect(powers.max() > 1e4 && powers.max() < 1e8, "\(powers)")
    }

    @Test("a faint burst does not hold a stretch open", arguments: [6, 7, 8, 9, 11])
    func burst(decibels: Double) {
        var generator = SeededNoise(seed: 5)
        var sound = generator.white(rms: 0.003, count: 14 * speechRate)
        let start = 6 * speechRate
        for index in start..<start + speechRate / 10 {
            sound[index] *= Float(pow(10, decibels / 20))
        }
        var endpointer = Endpointer()
        let found = endpointer.take(sound)
        #expect(!endpointer.isSpeaking)
        #expect(found.allSatisfy { $0.seconds < 0.2 })
        #expect(SpeechSegment.all(in: sound).allSatisfy { $0.seconds < 0.2 })
    }

    @Test("soft letters in noise are stretches of their own")
    func soft() {
        var generator = SeededNoise(seed: 6)
        var sound = generator.white(rms: 0.003, count: 12 * speechRate)
        let places = [5.0...5.3, 6.3...6.6, 9...9.3]
        for (place, amplitude) in zip(places, [0.0095, 0.0095, 0.1]) {
            let tone = Tone.sine(600, seconds: 0.3, amplitude: amplitude)
            let start = Int(place.lowerBound * 16_000)
            for index in tone.indices { sound[start + index] += tone[index] }
        }
        EndpointerTests.expect(EndpointerTests.segments(sound), at: places, "soft letters")
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
