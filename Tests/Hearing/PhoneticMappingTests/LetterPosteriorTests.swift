import Acuity
import Foundation
import PhoneticMapping
import Testing

@Suite(.timeLimit(.minutes(1))) struct LetterPosteriorTests {
    private func random(_ generator: inout SplitMix64) -> LetterPosterior {
        let raw = Letter.sloan.map { ($0, Double.random(in: 0...1, using: &generator)) }
        let sum = raw.reduce(0) { $0 + $1.1 } * Double.random(in: 1...3, using: &generator)
        return LetterPosterior(
            letters: Dictionary(uniqueKeysWithValues: raw.map { ($0.0, $0.1 / sum) }), accept: 0.5)
    }

    @Test("two readings have probabilities of at most 1, and the second weighs more")
    func properties() {
        let seed = UInt64.random(in: 0...UInt64.max)
        var generator = SplitMix64(seed: seed)
        for _ in 0..<200 {
            let (first, second) = (random(&generator), random(&generator))
            let both = first.followed(by: second)
            let sum = both.letters.values.reduce(0, +)
            #expect(sum <= 1 + 1e-9 && both.letters.values.allSatisfy { $0 >= 0 }, "seed \(seed)")
            // A letter that is likelier than another in both readings stays likelier.
            for a in Letter.sloan {
                for b in Letter.sloan {
                    guard let a1 = first.letters[a], let b1 = first.letters[b],
                        let a2 = second.letters[a], let b2 = second.letters[b],
                        let a3 = both.letters[a], let b3 = both.letters[b]
                    else { continue }
                    if a1 > b1, a2 > b2 { #expect(a3 > b3, "seed \(seed)") }
                    // The second reading is as sure of b as the first was of a: b wins.
                    if a1 == b2, b1 == a2, a1 > b1 { #expect(b3 > a3, "seed \(seed)") }
                }
            }
        }
    }

    @Test("worked by hand: 0.5 and 0.25 to the power of 0.75, times 0.5 and 0.25")
    func worked() throws {
        let one = LetterPosterior(letters: [.d: 0.5, .v: 0.25], accept: 0.6)
        let both = one.followed(by: one)
        // 0.2973, 0.0884 and, for no letter, 0.0884.
        #expect(abs(try #require(both.letters[.d]) - 0.6271) < 0.0005)
        #expect(abs(try #require(both.letters[.v]) - 0.1864) < 0.0005)
        #expect(one.accepted == nil && both.accepted?.letter == .d)
    }

    @Test("the later of two contrary readings wins")
    func later() {
        let first = LetterPosterior(letters: [.d: 0.6, .v: 0.2])
        let second = LetterPosterior(letters: [.d: 0.2, .v: 0.6])
        let both = first.followed(by: second)
        #expect(both.letters[.v] ?? 0 > both.letters[.d] ?? 1)
    }

    @Test("evidence against every chart letter counts once")
    func unlikely() throws {
        // Both sounded alike in both readings, as far as F is on a chart: e^-3 : 1.
        let once = LetterPosterior(
            letters: [.s: 0.9, .f: 0.9 * exp(-3)], accept: 0.6, unlikely: [.f])
        let both = once.followed(by: once).followed(by: once)
        let odds = try #require(both.letters[.f]) / (try #require(both.letters[.s]))
        #expect(abs(log(odds) + 3) < 1e-6)
        #expect(both.unlikely == [.f])
    }
}
