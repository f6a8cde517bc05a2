import Foundation
import Grammar
import Testing

@testable import Evaluation

/// Sentences parsed, drawn and compared before anybody says them.
@Suite(.timeLimit(.minutes(1))) struct GrammarHelpTests {
    private static let text = """
        #JSGF V1.0;
        grammar tiny;
        public <answers> = <answer>+;
        <answer> = /0.9/ <letter> | /0.1/ <command>;
        <letter> = see | dee | oh;
        <command> = <stop> | <correction>;
        <stop> = stop [it];
        <correction> = no <letter>;
        """
    private static let words = """
        see S IY
        dee D IY
        oh OW
        stop S T AA P
        it IH T
        no N OW
        """

    private static func dictionary() throws -> PronunciationDictionary {
        try PronunciationDictionary.load(bytes: Array(words.utf8), file: "tiny.dict")
    }

    private static func grammar(_ text: String = text) throws -> JSGFGrammar {
        try CheckedGrammar(
            bytes: Array(text.utf8), file: "tiny.gram", dictionary: dictionary()
        ).grammar
    }

    @Test("a sentence is parsed into its rules")
    func parse() throws {
        let parse = SentenceParse(["see", "no", "dee"], by: "answers", in: try Self.grammar())
        #expect(
            try #require(parse.parts).map(\.rule)
                == ["answers", "answer", "letter", "answer", "command", "correction", "letter"])
        #expect(parse.parts?.last?.words == 2..<3)
    }

    @Test("the first wrong word of a wrong sentence is named")
    func notInGrammar() throws {
        let grammar = try Self.grammar()
        let wrong = SentenceParse(["see", "it", "dee"], by: "answers", in: grammar)
        #expect(wrong.parts == nil && wrong.understood == 1)
        let open = SentenceParse(["see", "no"], by: "answers", in: grammar)
        #expect(open.parts == nil && open.understood == 2)
    }

    @Test("parsing and the network of words accept the same sentences")
    func sameAsNetwork() throws {
        let grammar = try Self.grammar()
        let network = try #require(grammar.network(of: "answers"))
        for first in ["see", "stop", "it", "no", "oh"] {
            for second in ["see", "stop", "it", "no", "oh"] {
                let words = [first, second]
                let parse = SentenceParse(words, by: "answers", in: grammar)
                #expect((parse.parts != nil) == network.accepts(words), "\(words)")
            }
        }
    }

    @Test("a sentence of 100,000 words is parsed, or its first wrong word is found")
    func long() throws {
        let grammar = try Self.grammar()
        let words = [String](repeating: "see", count: 99_999) + ["oh"]
        let parse = SentenceParse(words, by: "answers", in: grammar)
        #expect(parse.parts?.count == 1 + 2 * words.count && parse.parts?[0].words == 0..<100_000)
        let wrong = SentenceParse(words + ["it"], by: "answers", in: grammar)
        #expect(wrong.parts == nil && wrong.understood == words.count)
    }

    @Test("a right-recursive rule allows a long sentence")
    func recursive() throws {
        let grammar = try Self.grammar(
            "#JSGF V1.0; grammar deep; public <deep> = see <deep> | oh;")
        let words = [String](repeating: "see", count: 20_000) + ["oh"]
        let parts = try #require(SentenceParse(words, by: "deep", in: grammar).parts)
        #expect(parts.count == words.count && parts.last?.depth == 20_000)
        #expect(parts.last?.words == 20_000..<20_001)
    }

    @Test("an ambiguous sentence with a wrong last word is refused at once")
    func manyWays() throws {
        let grammar = try Self.grammar(
            "#JSGF V1.0; grammar many; public <many> = (see | see see | <twice>)+ oh;"
                + " <twice> = see [see] [dee]*;")
        let words = [String](repeating: "see", count: 1_000)
        #expect(SentenceParse(words + ["it"], by: "many", in: grammar).understood == 1_000)
        let parts = try #require(SentenceParse(words + ["oh"], by: "many", in: grammar).parts)
        #expect(parts.map(\.rule) == ["many"])
    }

    @Test("random sentences are in the grammar, and the same for the same seed")
    func random() throws {
        let network = try #require(try Self.grammar().network(of: "answers"))
        let drawn = network.randomSentences(200, seed: 7)
        #expect(drawn.allSatisfy { network.accepts($0) })
        #expect(drawn == network.randomSentences(200, seed: 7))
        #expect(Set(drawn).count > 10)
        #expect(drawn.flatMap(\.self).count { $0 == "stop" } < drawn.flatMap(\.self).count / 5)
    }
}
