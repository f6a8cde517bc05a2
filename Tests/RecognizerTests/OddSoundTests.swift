import Audio
import LetterSpeech
import Listening
import SphinxRecognizer
import TestSpeech
import Testing

@Suite struct OddSoundTests {
    private static func sounds() -> [(name: String, samples: [Float])] {
        var generator = SeededNoise(seed: 3)
        return [
            ("empty", []), ("one sample", [0.5]),
            ("silence", [Float](repeating: 0, count: 16_000)),
            ("not a number", [Float](repeating: .nan, count: 16_000)),
            ("infinite", [Float](repeating: -.infinity, count: 16_000)),
            ("noise", generator.white(rms: 0.1, count: 16_000)),
            ("next to nothing", generator.white(rms: 1e-38, count: 16_000)),
            ("far too loud", generator.white(rms: 1e30, count: 16_000)),
        ]
    }

    /// The letters that the program would accept in a sound.
    private func letters(in samples: [Float], by listener: LetterListener) throws -> [SpokenAnswer]
    {
        let end = Double(samples.count) / 16_000
        let segment = SpeechSegment(samples: samples, lead: 0, start: 0, end: end)
        return try listener.answers(in: segment, learning: true).filter { answer in
            if case .letter = answer.kind { true } else { false }
        }
    }

    @Test("what is no speech gives no letter and does no harm")
    func noSpeech() throws {
        let recognizer = try RealHearing.recognizer()
        let listener = try RealHearing.listener()
        for (name, samples) in Self.sounds() {
            try recognizer.attune(to: samples)
            let words = try recognizer.hear(samples, learning: false)
            #expect(words.allSatisfy { (0...1).contains($0.confidence) }, "\(name)")
            #expect(try letters(in: samples, by: listener) == [], "\(name)")
        }
    }

    @Test("in ten seconds of noise there is no letter")
    func longNoise() throws {
        var generator = SeededNoise(seed: 4)
        let noise = generator.white(rms: 0.1, count: 160_000)
        #expect(try letters(in: noise, by: RealHearing.listener()) == [])
    }

    @Test("what such a sound taught is forgotten with the session")
    func afterwards() throws {
        let fresh = try RealHearing.recognizer()
        let recognizer = try RealHearing.recognizer()
        for (_, samples) in Self.sounds() {
            _ = try recognizer.hear(samples, learning: true)
        }
        let letter = try spoken("K")
        recognizer.forgetSession()
        #expect(
            try recognizer.hear(letter, learning: true) == fresh.hear(letter, learning: true))
    }

    @Test("sounds of any short length do no harm")
    func shortLengths() throws {
        let recognizer = try RealHearing.recognizer()
        let vowel = try spoken("O").dropFirst(4_800)
        for length in [2, 159, 160, 161, 399, 400, 401, 409, 410, 411, 559, 560, 570, 720, 1_200] {
            let sound = Array(vowel.prefix(length))
            try recognizer.attune(to: sound)
            let words = try recognizer.hear(sound, learning: true)
            #expect(words.allSatisfy { $0.confidence < 0.5 }, "\(length) samples: \(words)")
        }
    }

    @Test(
        "one sample that is not a number or infinite spoils nothing",
        arguments: [
            Float.nan, .infinity,
        ])
    func oneBadSample(bad: Float) throws {
        var sound = try spoken("K")
        sound[500] = bad
        let words = try RealHearing.recognizer().hear(sound, learning: true)
        #expect(words.map(\.word) == ["kay"])
    }
}
