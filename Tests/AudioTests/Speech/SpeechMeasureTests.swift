import Audio
import FliteVoice
import Foundation
import TestSpeech
import Testing

@Suite struct SpeechEnergyTests {
    private func energies(_ sound: [Float], piece: Int = 320) -> [Float] {
        var energy = SpeechEnergy()
        let source = PieceSource(sound, size: piece)
        var all: [Float] = []
        while let chunk = source.read() { all += energy.take(chunk.samples) }
        return all
    }

    /// A worked example: white noise of rms 1 unit keeps 1 + 0.97^2 of its power.
    @Test func whiteNoise() {
        var generator = SeededNoise(seed: 2)
        let frames = energies(generator.white(rms: 100 / 32_768, count: 160_000))
        let mean = frames.reduce(0, +) / Float(frames.count)
        #expect(abs(mean - (40 + 10 * log10(1 + 0.97 * 0.97))) < 0.2, "\(mean) dB")
    }

    @Test func digitalSilenceIsFinite() {
        #expect(energies([Float](repeating: 0, count: 1_000)).allSatisfy { $0 == -20 })
    }

    @Test func aFrameEvery10msOf25ms() {
        #expect(energies([Float](repeating: 0, count: 399)).isEmpty)
        #expect(energies([Float](repeating: 0, count: 400)).count == 1)
        #expect(energies([Float](repeating: 0, count: 16_000)).count == 98)
    }

    @Test(arguments: [1, 13, 399, 10_000]) func piecesDoNotMatter(size: Int) {
        var generator = SeededNoise(seed: 3)
        let sound = generator.white(rms: 0.1, count: 12_345)
        #expect(energies(sound, piece: size) == energies(sound, piece: sound.count))
    }

    @Test func notANumberIsSilence() {
        var sound = [Float](repeating: 0, count: 1_600)
        sound[800] = .nan
        sound[801] = -.infinity
        #expect(energies(sound).allSatisfy { $0 == -20 })
    }

    @Test func humCountsLessThanAConsonantOfItsLevel() {
        let hum = energies(Tone.sine(50, seconds: 1, amplitude: 0.1))[50]
        let hiss = energies(Tone.sine(4_000, seconds: 1, amplitude: 0.1))[50]
        #expect(hiss - hum > 25)
    }
}

@Suite struct SpeechThresholdTests {
    /// Worked examples: 30 dB under the peak, raised by noise, but always 10 dB under the peak.
    @Test(arguments: [
        (peak: 80, noise: 10, level: 50), (peak: 80, noise: 50, level: 58),
        (peak: 80, noise: 75, level: 70),
    ])
    func level(peak: Float, noise: Float, level: Float) {
        #expect(SpeechThreshold.level(peak: peak, noise: noise) == level)
    }

    @Test func noise() {
        #expect(SpeechThreshold.noise(of: []) == nil)
        // A second and more: the quietest tenth. Less may be speech all over.
        let rising = (0..<200).map(Float.init)
        #expect(SpeechThreshold.noise(of: rising) == 20)
        #expect(SpeechThreshold.noise(of: Array(repeating: 70, count: 50)) == 40)
        #expect(SpeechThreshold.noise(of: Array(repeating: 70, count: 150)) == 70)
    }
}

@Suite struct VoicingTests {
    @Test("every voice's letters hold a tenth of a second of voice", arguments: ["H", "S", "C"])
    func letters(text: String) throws {
        for name in FliteVoice.Name.allCases {
            let scene = try Scene.saying([text], by: FliteVoice(name), before: 0.3, after: 0.3)
            let seconds = Voicing.seconds(of: scene.inRoom())
            #expect(seconds >= 0.08 && seconds < 0.8, "\(name) \(text): \(seconds) s")
        }
    }

    @Test("noise, clicks and silence hold none")
    func noise() {
        var generator = SeededNoise(seed: 5)
        #expect(Voicing.seconds(of: generator.white(rms: 0.1, count: 16_000)) < 0.03)
        var click = [Float](repeating: 0, count: 8_000)
        click[4_000] = 1
        #expect(Voicing.seconds(of: click) < 0.03)
        #expect(Voicing.seconds(of: [Float](repeating: 0, count: 16_000)) == 0)
        #expect(Voicing.seconds(of: [Float](repeating: 0.5, count: 16_000)) == 0)
    }

    @Test("an open vowel is voiced, whose first formant falls between two lags of its pitch")
    func openVowel() {
        // Pulses at 143 a second through a resonance at 1 kHz, 80 Hz wide.
        var sound = [Float](repeating: 0, count: 12_800)
        for pulse in 0..<71 { sound[3_200 + pulse * 112] = 1 }
        let radius = exp(-Float.pi * 80 / 16_000)
        let back = 2 * radius * cos(2 * Float.pi * 1_000 / 16_000)
        for index in 2..<sound.count {
            sound[index] += back * sound[index - 1] - radius * radius * sound[index - 2]
        }
        #expect(Voicing.seconds(of: sound) > 0.45)
    }

    @Test("short sounds hold none and do no harm", arguments: [0, 1, 3, 4, 100, 600])
    func short(count: Int) {
        #expect(Voicing.seconds(of: [Float](repeating: 0.1, count: count)) == 0)
    }

    @Test("a sample that is not a number does not silence the voice around it")
    func notANumber() throws {
        var sound = try Scene.saying(["O"], before: 0.2, after: 0.2).inRoom()
        let voiced = Voicing.seconds(of: sound)
        sound[100] = .nan
        #expect(voiced > 0.1)
        #expect(abs(Voicing.seconds(of: sound) - voiced) <= 0.02)
    }
}
