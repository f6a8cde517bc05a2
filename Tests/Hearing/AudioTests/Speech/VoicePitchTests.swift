import Audio
import Foundation
import TestSpeech
import TestTraits
import Testing

@Suite("The pitch of a voice", .listening)
struct VoicePitchTests {
    /// A vowel of one second: the partials of a pitch, those around 700 Hz the loudest.
    private func vowel(pitch: Double, level: Float = 1) -> [Float] {
        (0..<speechRate).map { index -> Float in
            let time = Double(index) / Double(speechRate)
            let partials = (1...Int(5_000 / pitch)).map { number -> Double in
                let frequency = pitch * Double(number)
                let loudness = 0.1 / (1 + pow((frequency - 700) / 400, 2))
                return loudness * sin(2 * .pi * frequency * time)
            }
            return Float(partials.reduce(0, +)) * level
        }
    }

    @Test(
        "the pitch of a vowel is within two per cent, also in noise",
        arguments: [76.0, 90, 120, 180, 220, 270, 330, 420, 500, 590], [Float(0), 0.01])
    func vowels(pitch: Double, noise: Float) throws {
        var generator = SeededNoise(seed: 3)
        let sound = zip(vowel(pitch: pitch), generator.white(rms: noise, count: speechRate)).map(+)
        let found = try #require(VoicePitch(of: sound).median)
        #expect(abs(found / pitch - 1) < 0.02, "\(found) Hz")
    }

    @Test("the pitch does not depend on the level")
    func level() {
        let sound = VoicePitch(of: vowel(pitch: 250))
        #expect(VoicePitch(of: vowel(pitch: 250, level: 0.01)).values.count == sound.values.count)
    }

    @Test("rumble and a constant are not a pitch, and do not hide one")
    func rumble() throws {
        let low = (0..<speechRate).map { index in
            Float(0.3 + 0.3 * sin(2 * .pi * 15 * Double(index) / Double(speechRate)))
        }
        #expect(VoicePitch(of: low).median == nil)
        let found = try #require(VoicePitch(of: zip(vowel(pitch: 250), low).map(+)).median)
        #expect(abs(found - 250) < 5)
    }

    @Test("the pitch of a stretch is that of its speech, not of a tone around it")
    func surroundings() throws {
        let tone = (0..<speechRate).map { index in
            Float(0.01 * sin(2 * .pi * 440 * Double(index) / Double(speechRate)))
        }
        let speech = 4_800..<10_400
        var sound = tone
        for (index, sample) in zip(speech, vowel(pitch: 110)) { sound[index] += sample }
        let analysis = SpeechAnalysis(of: sound, lead: 0.3, seconds: 0.35)
        let found = try #require(analysis.pitch.median)
        #expect(abs(found - 110) < 3)
    }

    @Test("silence, noise and very short sounds have no pitch")
    func none() {
        var generator = SeededNoise(seed: 4)
        for sound in [
            [], [0.5], [Float](repeating: 0, count: speechRate),
            generator.white(rms: 0.1, count: speechRate), Array(vowel(pitch: 200).prefix(700)),
        ] {
            #expect(VoicePitch(of: sound).median == nil)
        }
    }

    @Test("samples that are not finite count as silence")
    func odd() throws {
        var sound = vowel(pitch: 250)
        let bad: [Float] = [.nan, .infinity, -.infinity, .greatestFiniteMagnitude]
        for (index, sample) in bad.enumerated() { sound[1_000 + 3_000 * index] = sample }
        let found = try #require(VoicePitch(of: sound).median)
        #expect(abs(found - 250) < 5)
    }

    @Test("only the last seconds of two voices are kept")
    func kept() {
        let low = VoicePitch(values: [Float](repeating: 100, count: 150))
        let high = VoicePitch(values: [Float](repeating: 300, count: 120))
        let both = low.followed(by: high, keeping: 2)
        #expect(both.values.count == 200 && both.median == 300)
        #expect(high.followed(by: low, keeping: 1).values.allSatisfy { $0 == 100 })
    }
}
