import Foundation
import TestTraits
import Testing

@testable import Recognition

@Suite("The probability of a sequence of tokens", .listening)
struct TokenLikelihoodTests {
    /// Frames with these probabilities, one row a frame.
    private func likelihood(_ rows: [[Double]], in range: Range<Int>? = nil) -> TokenLikelihood {
        let tokens = ["-", "a", "b", "c"].prefix(rows.first?.count ?? 1)
        let frames = TokenFrames(
            tokens: Array(tokens), values: rows.flatMap { $0.map { Float(log($0)) } })
        return TokenLikelihood(frames, frames: range ?? 0..<rows.count, blank: 0)
    }

    @Test("the probability matches a calculation by hand")
    func byHand() {
        let two = likelihood([[0.6, 0.4], [0.3, 0.7]])
        #expect(abs(exp(two.log(of: [])) - 0.6 * 0.3) < 1e-6)
        #expect(abs(exp(two.log(of: [1])) - (0.4 * 0.7 + 0.4 * 0.3 + 0.6 * 0.7)) < 1e-6)
        // Twice the same takes a blank between.
        #expect(two.log(of: [1, 1]) == -.infinity)
        let three = likelihood([[0.1, 0.9], [0.8, 0.2], [0.5, 0.5]])
        #expect(abs(exp(three.log(of: [1, 1])) - 0.9 * 0.8 * 0.5) < 1e-6)
    }

    @Test("probabilities add up to 1 over all sequences that fit", arguments: [1, 2, 3, 4, 5])
    func sum(frames: Int) {
        var generator = SystemRandomNumberGenerator()
        let seed = UInt64.random(in: 0...1_000_000, using: &generator)
        var state = seed
        func random() -> Double {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Double(state >> 33) / 0x8000_0000 + 1e-3
        }
        let rows = (0..<frames).map { _ in
            let row = [random(), random(), random()]
            return row.map { $0 / row.reduce(0, +) }
        }
        var sequences: [[Int]] = [[]]
        var longest = sequences
        for _ in 0..<frames {
            longest = longest.flatMap { [$0 + [1], $0 + [2]] }
            sequences += longest
        }
        let likelihood = likelihood(rows)
        let sum = sequences.reduce(0) { $0 + exp(likelihood.log(of: $1)) }
        #expect(abs(sum - 1) < 1e-5, "seed \(seed)")
    }

    @Test("the probability does not underflow in a long sound")
    func long() {
        let rows = [[Double]](repeating: [0.5, 0.25, 0.25], count: 3000)
        let likelihood = likelihood(rows)
        #expect(abs(likelihood.log(of: []) - 3000 * log(0.5)) < 1e-2)
        // 3000 times more ways to place one token, each half as likely, or more where it lasts.
        let one = likelihood.log(of: [1])
        #expect(one.isFinite && one > likelihood.log(of: []))
    }

    @Test("only the given frames count, and they are not taken for silence")
    func range() {
        let rows = [[0.1, 0.9], [0.9, 0.1], [0.2, 0.8]]
        #expect(abs(exp(likelihood(rows, in: 1..<2).log(of: [1])) - 0.1) < 1e-6)
        #expect(abs(exp(likelihood(rows, in: 2..<9).log(of: [1])) - 0.8) < 1e-6)
        let none = likelihood(rows, in: 3..<9)
        #expect(none.log(of: []) == 0 && none.log(of: [1]) == -.infinity)
    }

    @Test("the likeliest tokens are spelled without blanks and repetitions")
    func greedy() {
        let rows = [
            [0.1, 0.9, 0], [0.2, 0.8, 0], [0.9, 0.1, 0], [0.4, 0.6, 0], [0.1, 0.1, 0.8],
        ].map { $0.map { max($0, 1e-9) } }
        #expect(likelihood(rows).greedy == [1, 1, 2])
    }
}
