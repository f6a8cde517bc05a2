import Recognition
import SpeechEncoder
import TestTraits
import Testing

@Suite("Unusual sounds in the encoder", .listening)
struct OddSoundsTests {
    private let encoder: SpeechEncoder

    init() throws { encoder = try SpeechEncoder(contentsOf: Examples.tiny) }

    private func isWhole(_ scores: TokenFrames) -> Bool {
        scores.values.count == scores.frames * scores.tokens.count
            && scores.values.allSatisfy { $0.isFinite && $0 <= 0 }
    }

    @Test("short sounds have the frames of the padding")
    func shortSoundsHaveTheFramesOfTheSilenceAroundThem() {
        for (samples, frames) in [(0, 10), (1, 10), (159, 10), (279, 11), (280, 11), (400, 11)] {
            let scores = encoder.frames(of: [Float](repeating: 0.1, count: samples))
            #expect(scores.frames == (samples + 3360) / 320)
            #expect(scores.frames == frames && isWhole(scores))
        }
    }

    @Test("digital silence has finite scores") func digitalSilenceHasAResult() {
        let scores = encoder.frames(of: [Float](repeating: 0, count: 16_000))
        #expect(scores.frames == 60 && isWhole(scores))
        #expect(scores == encoder.frames(of: [Float](repeating: 1e-30, count: 16_000)))
    }

    @Test("samples that are not finite count as silence")
    func samplesThatAreNoNumbersCountAsSilence() {
        var (odd, silent) = (Examples.sound(), Examples.sound())
        for (index, sample) in [
            Float.nan, .infinity, -.infinity, .greatestFiniteMagnitude, .signalingNaN,
        ].enumerated() {
            odd[5000 + 700 * index] = sample
            silent[5000 + 700 * index] = 0
        }
        #expect(encoder.frames(of: odd) == encoder.frames(of: silent))
        let nothing = encoder.frames(of: [Float](repeating: .nan, count: 5000))
        #expect(nothing == encoder.frames(of: [Float](repeating: 0, count: 5000)))
    }

    @Test("loudness changes the scores little") func loudnessChangesLittle() {
        // Levelled by the loudest value: only roundings differ, and by them seldom an 8-bit number.
        let loud = encoder.frames(of: Examples.sound().map { $0 * 1000 })
        let soft = encoder.frames(of: Examples.sound())
        let most = zip(loud.values, soft.values).reduce(Float(0)) { max($0, abs($1.0 - $1.1)) }
        #expect(most < 0.1)
    }

    @Test("a long sound has the scores of its parts") func aLongSoundIsHeardAsItsPartsAre() {
        // The same second again and again, 70 of them. Windows begin 10 s apart, so each hears the same.
        let second = Array(Examples.sound(count: 16_000))
        let long = (0..<70).flatMap { _ in second }
        let scores = encoder.frames(of: long)
        #expect(scores.frames == 3510 && isWhole(scores))
        for frame in stride(from: 1000, to: 2500, by: 37) {
            for token in scores.tokens.indices {
                #expect(scores[frame, token] == scores[frame + 500, token])
            }
        }
    }

    @Test("scores do not depend on earlier sounds")
    func theSameSoundHasTheSameScoresWhateverWasHeardBefore() throws {
        let scores = encoder.frames(of: Examples.sound())
        _ = encoder.frames(of: Examples.sound(count: 400_000))
        #expect(encoder.frames(of: Examples.sound()) == scores)
        _ = encoder.frames(of: [])
        #expect(encoder.frames(of: Examples.sound()) == scores)
        #expect(try SpeechEncoder(contentsOf: Examples.tiny).frames(of: Examples.sound()) == scores)
    }

    @Test("encoders on several threads give the same scores")
    func encodersOnSeveralThreadsHearTheSame() async throws {
        let expected = [5000, 25_600, 350_000].map { encoder.frames(of: Examples.sound(count: $0)) }
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<3 {
                group.addTask {
                    guard let own = try? SpeechEncoder(contentsOf: Examples.tiny) else {
                        return false
                    }
                    for _ in 0..<5 {
                        let heard = [5000, 25_600, 350_000].map {
                            own.frames(of: Examples.sound(count: $0))
                        }
                        if heard != expected { return false }
                    }
                    return true
                }
            }
            for await isSame in group { #expect(isSame) }
        }
    }
}
