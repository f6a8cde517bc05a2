import Audio
import SoundFiles
import TestSpeech
import Testing

@Suite(.timeLimit(.minutes(1))) struct ResamplerTests {
    static let rates = [8_000, 11_025, 22_050, 32_000, 44_100, 48_000, 96_000, 192_000]

    @Test("resampling keeps length and tone", arguments: rates) func lengthAndToneSurvive(rate: Int)
        throws
    {
        let tone = Tone.sine(1_000, seconds: 1.5, sampleRate: rate)
        let resampler = try SoxrResampler(from: rate, to: speechRate)
        let heard = try resampler.process(tone) + resampler.finish()
        #expect(abs(heard.count - 24_000) <= 1)
        #expect(abs(Tone.amplitude(of: 1_000, in: heard) - 0.5) < 0.002)
        // No delay: in the middle the wave is where it was.
        let expected = Tone.sine(1_000, seconds: 1.5)
        #expect(Tone.difference(heard, expected, in: 8_000..<16_000) < 0.005)
    }

    @Test("the size of the blocks does not matter", arguments: [UInt64](1...20))
    func blocksDoNotMatter(seed: UInt64)
        throws
    {
        var generator = SeededNoise(seed: seed)
        let rate = Self.rates.randomElement(using: &generator)!  // the list is not empty
        let sound = (0..<rate).map { _ in Float.random(in: -1...1, using: &generator) }
        let whole = try SoxrResampler(from: rate, to: speechRate)
        let expected = try whole.process(sound) + whole.finish()
        let pieces = try SoxrResampler(from: rate, to: speechRate)
        var given: [Float] = []
        var start = 0
        while start < sound.count {
            let end = min(sound.count, start + Int.random(in: 0...2_000, using: &generator))
            given += try pieces.process(Array(sound[start..<end]))
            start = end
        }
        given += try pieces.finish()
        #expect(given == expected, "seed \(seed), \(rate) Hz")
    }

    @Test("empty sound stays empty") func nothingGivesNothing() throws {
        let resampler = try SoxrResampler(from: 44_100, to: speechRate)
        #expect(try resampler.process([]).isEmpty)
        #expect(try resampler.finish().isEmpty)
        #expect(try resampler.finish().isEmpty)
    }

    @Test("a rate of zero is refused") func aRateOfZeroIsRefused() {
        let error = #expect(throws: ResamplingError.self) {
            try SoxrResampler(from: 0, to: speechRate)
        }
        #expect(error?.description.contains("0 Hz") == true)
    }
}
