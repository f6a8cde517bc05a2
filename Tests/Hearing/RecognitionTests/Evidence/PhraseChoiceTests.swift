import Acuity
import Foundation
import Grammar
import TestSpeech
import TestTraits
import Testing

@testable import Recognition

@Suite("The likeliest phrase of a stretch of speech", .listening)
struct PhraseChoiceTests {
    private static let tokens = ["-", "a", "b", "c"]

    /// Frames of random probabilities.
    private func frames(_ count: Int, seed: UInt64) -> TokenFrames {
        var generator = SplitMix64(seed: seed)
        let values = (0..<count).flatMap { _ -> [Float] in
            let row = Self.tokens.map { _ in Double.random(in: 0.01...1, using: &generator) }
            return row.map { Float(log($0 / row.reduce(0, +))) }
        }
        return TokenFrames(tokens: Self.tokens, values: values)
    }

    private static let ways = [
        "left": [[1]], "right": [[2], [2, 3]], "eye": [[1, 2]], "next": [[3, 3]],
    ]

    /// A grammar with the words of `ways`.
    private func grammar() throws -> ListeningGrammar {
        let text = """
            #JSGF V1.0;
            grammar small;
            public <answers> = <command>+ | <answer>;
            <answer> = <command>;
            <command> = (left | right) [eye] | next;
            """
        return try ListeningGrammar(
            bytes: Array(text.utf8), file: "small.gram",
            dictionary: PronunciationDictionary.load(
                bytes: Array("left L\nright R\neye AY\nnext N\n".utf8), file: "small.dict"))
    }

    @Test("a phrase has the summed probability of all its pronunciations", arguments: 1...40)
    func sameAsOneByOne(seed: Int) throws {
        let sound = frames(2 + seed % 7, seed: UInt64(seed))
        let likelihood = TokenLikelihood(sound, frames: 0..<sound.frames, blank: 0)
        func log(_ ways: [[Int]]) -> Double {
            Foundation.log(ways.map { exp(likelihood.log(of: $0)) }.reduce(0, +))
        }
        // With "eye" and without it is the same answer.
        let answers = [
            "left": log([[1], [1, 1, 2]]), "right": log([[2], [2, 3], [2, 1, 2], [2, 3, 1, 2]]),
            "next": log([[3, 3]]),
        ]
        let choice = try #require(
            try PhraseChoice(grammar(), ways: Self.ways)?.best(in: sound, blank: 0))
        let chosen = String(choice.phrase.prefix { $0 != " " })
        #expect(abs(choice.log - (answers[chosen] ?? 0)) < 1e-9)
        let rivals = answers.filter { $0.key != chosen }.values.map(exp).reduce(0, +)
        let margin = choice.log - Foundation.log(rivals + exp(likelihood.log(of: [])))
        #expect(abs((choice.evidence["margin"] ?? 0) - margin) < 1e-9)
    }

    @Test("phrases are not searched for in the grammar of a test")
    func notInTests() throws {
        for name in ["etdrs", "chart", "directions"] {
            #expect(PhraseChoice(try RealHearing.grammar(name), ways: Self.ways) == nil)
        }
        #expect(PhraseChoice(try RealHearing.grammar("setup"), ways: Self.ways) != nil)
    }
}
