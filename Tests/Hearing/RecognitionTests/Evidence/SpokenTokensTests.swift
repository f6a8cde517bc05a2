import Acuity
import Foundation
import Grammar
import Testing

@testable import Recognition

@Suite("The tokens of words")
struct SpokenTokensTests {
    /// The ways to say a word next to the letters O and D.
    private func ways(_ word: String, _ phones: String) throws -> [[String]] {
        let words = [("dee", "D IY"), ("oh", "OW"), ("stop", "S T AA P"), (word, phones)]
        let grammar = try ListeningGrammar(
            bytes: Array(
                """
                #JSGF V1.0;
                grammar test;
                public <answers> = <answer>+;
                <answer> = <letter> | <command> | <other>;
                <letter> = oh | dee;
                <command> = <stop>;
                <stop> = stop;
                <other> = \(word);

                """.utf8),
            file: "test.gram",
            dictionary: PronunciationDictionary.load(
                bytes: Array(
                    words.sorted { $0.0 < $1.0 }.map { "\($0) \($1)\n" }.joined().utf8),
                file: "letters.dict"))
        return try #require(
            SpokenTokens.ways(in: grammar, letters: ["oh": .o, "dee": .d])[word])
    }

    @Test("A letter's name inside a longer word may become a letter token")
    func inside() throws {
        #expect(
            try ways("candy", "K AE N D IY") == [
                ["k", "ae", "n", "d", "iy"], ["k", "ae", "n", "D"],
            ])
        // A short word stays a word: it would be the letter.
        #expect(try ways("dough", "D OW") == [["d", "ow"]])
        #expect(try ways("oboe", "OW B OW IY").contains(["O", "b", "O", "iy"]))
    }

    @Test("The number of ways to spell a word in tokens is limited", .timeLimit(.minutes(1)))
    func bound() throws {
        let long = Array(repeating: "OW", count: 32).joined(separator: " ")
        let ways = try ways("oooo", long)
        #expect(ways.count <= 16 && ways.first?.count == 32)
    }
}
