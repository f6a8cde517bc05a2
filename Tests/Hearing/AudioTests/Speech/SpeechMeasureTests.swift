import FliteVoice
import Foundation
import TestSpeech
import Testing

@testable import Audio

@Suite("The energy of speech", .timeLimit(.minutes(1)))
struct SpeechEnergyTests {
    private func energies(_ sound: [Float], piece: Int = 320) -> [Float] {
        var energy = SpeechEnergy()
        let source = PieceSource(sound, size: piece)
        var all: [Float] = []
        while let chunk = source.read() { all += energy.take(chunk.samples) }
        return all
    }

    /// A worked example: white noise of rms 1 unit keeps 1 + 0.97^2 of its power.
    @Test("white noise has the energy of the worked example") func whiteNoise() {
        var generator = SeededNoise(seed: 2)
        let frames = energies(generator.white(rms: 100 / 32_768, count: 160_000))
        let mean = frames.reduce(0, +) / Float(frames.count)
        #expect(abs(mean - (40 + 10 * log10(1 + 0.97 * 0.97))) < 0.2, "\(mean) dB")
    }

    @Test("digital silence has a finite energy") func digitalSilenceIsFinite() {
        #expect(energies([Float](repeating: 0, count: 1_000)).allSatisfy { $0 == -20 })
    }

    @Test("there is a frame of 25 ms every 10 ms") func aFrameEvery10msOf25ms() {
        #expect(energies([Float](repeating: 0, count: 399)).isEmpty)
        #expect(energies([Float](repeating: 0, count: 400)).count == 1)
        #expect(energies([Float](repeating: 0, count: 16_000)).count == 98)
    }

    @Test("splitting the sound does not change the energy", arguments: [1, 13, 399, 10_000])
    func piecesDoNotMatter(size: Int) {
        var generator = SeededNoise(seed: 3)
        let sound = generator.white(rms: 0.1, count: 12_345)
        #expect(energies(sound, piece: size) == energies(sound, piece: sound.count))
    }

    @Test("samples that are not finite count as silence") func notANumberIsSilence() {
        var sound = [Float](repeating: 0, count: 1_600)
        sound[800] = .nan
        sound[801] = -.infinity
        #expect(energies(sound).allSatisfy { $0 == -20 })
    }

    @Test("hum counts less than a consonant of its level")
    func humCountsLessThanAConsonantOfItsLevel() {
        let hum = energies(Tone.sine(50, seconds: 1, amplitude: 0.1))[50]
        let hiss = energies(Tone.sine(4_000, seconds: 1, amplitude: 0.1))[50]
        #expect(hiss - hum > 25)
    }

    private func levels(_ sound: [Float], _ band: SpeechBand) -> [Float] {
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
        let heard = levels(tone, .vowels)[50]
        #expect(abs(heard - Float(level)) < 1.5, "\(hertz) Hz: \(heard) dB")
    }

    @Test("a sample that is not a number does not stay in the filter")
    func notANumber() {
        var sound = Tone.sine(400, seconds: 1, amplitude: 0.1)
        sound[100] = .nan
        sound[200] = .infinity
        #expect(levels(sound, .vowels)[50].isFinite)
    }
}

@Suite("The threshold of speech", .timeLimit(.minutes(1)))
struct SpeechThresholdTests {
    /// Worked examples: 30 dB under the peak; 5 dB over the noise; 10 dB under a faint peak, but 3 dB
    /// over the noise or under the peak.
    @Test(
        "the threshold follows peak and noise",
        arguments: [
            (peak: 80, noise: 10, level: 50), (peak: 80, noise: 50, level: 55),
            (peak: 80, noise: 66, level: 70), (peak: 80, noise: 75, level: 77),
        ])
    func level(peak: Float, noise: Float, level: Float) {
        #expect(SpeechThreshold.level(peak: peak, noise: noise, overNoise: 5) == level)
    }

    @Test("the noise is the quietest tenth, or lies well below a short sound") func noise() {
        #expect(SpeechThreshold.noise(of: []) == nil)
        // A second and more: the quietest tenth. Less may be speech all over.
        let rising = (0..<200).map(Float.init)
        #expect(SpeechThreshold.noise(of: rising) == 20)
        #expect(SpeechThreshold.noise(of: Array(repeating: 70, count: 50)) == 40)
        #expect(SpeechThreshold.noise(of: Array(repeating: 70, count: 150)) == 70)
    }
}
