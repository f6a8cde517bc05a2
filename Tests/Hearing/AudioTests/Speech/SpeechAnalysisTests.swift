import Audio
import Foundation
import TestSpeech
import Testing

@Suite("The loudness of a stretch of speech", .timeLimit(.minutes(1)))
struct SpeechAnalysisTests {
    private func analysis(_ samples: [Float]) -> SpeechAnalysis {
        SpeechAnalysis(
            of: samples, lead: 0, seconds: Double(samples.count) / Double(speechRate))
    }

    @Test("a fainter vowel has a lower level", arguments: [3.0, 9, 20])
    func vowel(decibels: Double) {
        let loud = Tone.sine(500, seconds: 0.3, amplitude: 0.3)
        let faint = loud.map { $0 * Float(pow(10, -decibels / 20)) }
        let difference = analysis(loud).loudestVowel - analysis(faint).loudestVowel
        #expect(abs(difference - decibels) < 0.1, "\(difference) dB")
        // The loudest part counts, wherever it is.
        let pause = [Float](repeating: 0, count: 3_200)
        #expect(
            abs(analysis(faint + pause + loud).loudestVowel - analysis(loud).loudestVowel) < 0.1)
    }

    @Test("a consonant is not a vowel, however loud")
    func consonant() {
        let vowel = analysis(Tone.sine(500, seconds: 0.3, amplitude: 0.1))
        let hiss = analysis(Tone.sine(6_000, seconds: 0.3, amplitude: 0.5))
        #expect(vowel.loudestVowel > hiss.loudestVowel + 15)
    }

    @Test("the range is the level of speech above its surroundings")
    func range() {
        var generator = SeededNoise(seed: 8)
        let quiet = generator.white(rms: 0.001, count: 8_000)
        let loud = generator.white(rms: 0.1, count: 8_000)
        let range = analysis(quiet + loud).range
        #expect(abs(range - 40) < 3, "\(range) dB")
        #expect(analysis(loud).range < 3)
    }

    @Test("the level is measured in the speech only")
    func level() throws {
        let noise = [Float](repeating: 0.5, count: 1_600)
        let speech = Tone.sine(500, seconds: 0.2, amplitude: 0.1)
        let segment = SpeechSegment(
            samples: noise + speech + noise, lead: 0.1, start: 3, end: 3.2)
        let level = try #require(segment.analysis.level)
        #expect(abs(level.peak + 20) < 0.1 && abs(level.seconds - 0.2) < 0.001)
        #expect(segment.analysis.seconds == segment.seconds && segment.time == 3...3.2)
    }

    @Test("silence has no level")
    func nothing() {
        let nothing = analysis([])
        #expect(nothing.level == nil && nothing.range == 0 && nothing.loudestVowel == 0)
    }
}
