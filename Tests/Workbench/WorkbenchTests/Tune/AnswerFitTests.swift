import Acuity
import Foundation
import PhoneticMapping
import Recognition
import Testing

@testable import Evaluation
@testable import Tuning

@Suite(.timeLimit(.minutes(1))) struct AnswerFitTests {
    /// Speakers who say B, sometimes heard as V, and now and then make a sound.
    private func rows(_ count: Int, heardAsV share: Double) -> [[HeardRow]] {
        var generator = SplitMix64(seed: 4)
        return (0..<count).map { speaker in
            (0..<20).map { number in
                let isSound = number % 5 == 4
                let letter: Letter = number % 2 == 0 ? .b : .v
                let own = isSound ? 0.5 : letter == .b ? share : 0.9
                let shares: [Letter: Double] =
                    letter == .b ? [.b: own, .v: 1 - own] : [.v: own, .b: 1 - own]
                let odds = isSound ? generator.standardNormal() - 1 : 2 + generator.standardNormal()
                let word = WordHypothesis(
                    "bee", time: 0...1, confidence: 1, presence: 0.9, letters: shares,
                    evidence: ["letter": odds])
                let row = ReferenceRow(
                    path: "\(speaker)-\(number)", transcript: isSound ? [] : [letter.description],
                    speaker: "s\(speaker)", set: "")
                return HeardRow(
                    row: row,
                    heard: HeardRecording(
                        name: row.path, duration: 1,
                        utterances: [UtteranceHypothesis(words: [word], silence: 0)]))
            }
        }
    }

    @Test("a bias corrects a letter that is taken for another, and the score falls")
    func bias() throws {
        let base = AnswerModel()
        let fit = AnswerFit(base: base, unlikely: [], hasOffsets: true)
        let observed = rows(10, heardAsV: 0.4).map(fit.observations)
        let model = fit.fitted(to: observed, penalty: 0.1)
        let offsets = try #require(model.offsets)
        #expect((offsets["B"] ?? 0) - (offsets["V"] ?? 0) > 0.4)
        #expect(offsets["Q"] == 0)
        let before = observed.reduce(0) { $0 + fit.score(of: base, on: $1) }
        let after = observed.reduce(0) { $0 + fit.score(of: model, on: $1) }
        #expect(after < before)
    }

    @Test("a strong penalty keeps the weights, and few speakers have no bias")
    func penalty() {
        let base = AnswerModel()
        let fit = AnswerFit(base: base, unlikely: [], hasOffsets: false)
        let observed = rows(3, heardAsV: 0.4).map(fit.observations)
        let model = fit.fitted(to: observed, penalty: 1e7)
        #expect(model.offsets == nil)
        #expect(abs((model.presence["letter"] ?? 0) - 1) < 0.01)
        #expect(abs(model.sharpness - 1) < 0.01)
    }
}
