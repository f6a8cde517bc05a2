import Foundation
import Grammar
import Testing

@testable import Workbench

/// Sentences parsed, drawn and compared before anybody says them.
@Suite(.timeLimit(.minutes(60))) struct GrammarHelpTests {
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

    private static func grammar() throws -> JSGFGrammar {
        try CheckedGrammar(
            bytes: Array(text.utf8), file: "tiny.gram", dictionary: dictionary()
        ).grammar
    }

    @Test("a sentence is parsed into the rules that say it")
    func parse() throws {
        let parse = SentenceParse(["see", "no", "dee"], by: "answers", in: try Self.grammar())
        #expect(
            try #require(parse.parts).map(\.rule)
                == ["answers", "answer", "letter", "answer", "command", "correction", "letter"])
        #expect(parse.parts?.last?.words == 2..<3)
    }

    @Test("of a sentence that the grammar does not have, the first wrong word is known")
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
