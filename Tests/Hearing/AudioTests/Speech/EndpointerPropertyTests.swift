import Audio
import Foundation
import TestSpeech
import Testing

@Suite("Properties of the endpointer", .timeLimit(.minutes(1)))
struct EndpointerPropertyTests {
    /// A quarter of a minute of a sound that has everything: letters, clicks, hum, talk, steps of the noise.
    private func anything(seed: UInt64) -> [Float] {
        var generator = SeededNoise(seed: seed)
        var sound: [Float] = []
        while sound.count < 15 * speechRate {
            let seconds = Double.random(in: 0.02...1.2, using: &generator)
            let amplitude = Double.random(in: -10 ... -1, using: &generator)
            switch Int.random(in: 0..<10, using: &generator) {
            case 0..<4:
                sound += Tone.sine(
                    .random(in: 80...3_000, using: &generator), seconds: seconds,
                    amplitude: exp2(amplitude))
            case 4:
                sound += generator.white(
                    rms: Float(exp2(amplitude - 3)), count: Int(seconds * 16_000))
            case 5:
                // Long enough to be passed over.
                sound += Tone.sine(
                    150, seconds: seconds * 11, amplitude: exp2(amplitude))
            default: sound += [Float](repeating: 0, count: Int(seconds * 16_000))
            }
        }
        return zip(sound, generator.white(rms: Scene.quietRoom, count: sound.count)).map(+)
    }

    @Test("the size of the pieces does not matter")
    func pieces() {
        var found = 0
        for seed in UInt64(1)...4 {
            found += expectSame(anything(seed: seed), seed: seed)
        }
        #expect(found > 6)
    }

    /// Expects the same stretches in whatever pieces, and tells how many there are.
    private func expectSame(_ sound: [Float], seed: UInt64) -> Int {
        let whole = EndpointerTests.segments(sound, piece: sound.count)
        for size in [1, 333, 10_000] {
            // One sample at a time is slow where nothing is optimised.
            if size == 1, seed > 1 { continue }
            #expect(
                EndpointerTests.segments(sound, piece: size) == whole,
                "seed \(seed), \(size) samples a piece")
        }
        return whole.count
    }

    @Test("pieces do not matter for a stretch longer than the memory")
    func forgottenStart() {
        let quiet = Tone.sine(1_000, seconds: 1, amplitude: 0.0003)
        let middle = stride(from: 0, to: 12, by: 0.5).flatMap { _ in
            Tone.sine(1_000, seconds: 0.4, amplitude: 0.008) + quiet.prefix(1_600)
        }
        let sound =
            quiet + Tone.sine(1_000, seconds: 0.3, amplitude: 0.08) + middle
            + Tone.sine(1_000, seconds: 0.4, amplitude: 0.9) + quiet
        #expect(expectSame(sound, seed: 0) == 1)
    }

    @Test("a slow onset is found alike in pieces of any size")
    func beginning() {
        // 5.5 dB over the noise is speech in a stretch, and not enough for one to begin.
        let noise: Double = 0.003
        let rising = Tone.sine(1_000, seconds: 0.25, amplitude: noise * 1.88)
        let after =
            rising + Tone.sine(1_000, seconds: 0.2, amplitude: 0.3)
            + Tone.sine(1_000, seconds: 0.4, amplitude: noise)
        for frame in 120...160 {
            let sound =
                Tone.sine(1_000, seconds: Double(frame) / 100, amplitude: noise) + after
            #expect(
                EndpointerTests.segments(sound, piece: 160)
                    == EndpointerTests.segments(sound, piece: sound.count), "from frame \(frame)")
        }
    }

    @Test("stretches are ordered, separate, limited in length and within the sound")
    func order() {
        for seed in UInt64(11)...14 {
            let sound = anything(seed: seed)
            var before = 0.0
            for segment in EndpointerTests.segments(sound) {
                #expect(segment.start >= before, "seed \(seed)")
                #expect((0.05...8.1).contains(segment.end - segment.start), "seed \(seed)")
                #expect(segment.lead >= 0 && segment.lead <= 0.31, "seed \(seed)")
                let end = segment.start - segment.lead + Double(segment.samples.count) / 16_000
                #expect(end >= segment.end - 0.001, "seed \(seed)")
                before = segment.end
            }
            #expect(before <= Double(sound.count) / 16_000, "seed \(seed)")
        }
    }
}
