import LetterSpeech
import Testing

@Suite("Weights for PocketSphinx, which ignores them before anything but a word")
struct GrammarWeightTests {
    private static let dictionary = "see S IY\ndee D IY\nkay K EY\nno N OW\ni AY\n"

    @Test(
        "are carried to the words behind them",
        arguments: [
            ("/0.25/ see | /0.75/ dee kay", "/0.250000/ see | /0.750000/ dee kay"),
            ("/1/ see | /1/ dee", "see | dee"),
            (
                "/0.2/ (see | /0.5/ dee) no | /0.8/ kay",
                "(/0.200000/ see | /0.100000/ dee) no | /0.800000/ kay"
            ),
            ("/0.5/ <a> | /0.5/ see", "(/0.500000/ kay | /0.500000/ no no) | /0.500000/ see"),
            ("/0.5/ see+ | /0.5/ dee", "/0.500000/ see see* | /0.500000/ dee"),
            (
                "/0.5/ [i] see | /0.5/ dee",
                "((/0.500000/ i) see | /0.500000/ see) | /0.500000/ dee"
            ),
            (
                "/0.5/ i* see | /0.5/ dee",
                "(/0.500000/ i i* see | /0.500000/ see) | /0.500000/ dee"
            ),
        ])
    func carried(source: String, rendered: String) throws {
        let text = "#JSGF V1.0;\ngrammar g;\npublic <r> = \(source) | <a>;\n<a> = kay | no no;\n"
        let grammar = try CheckedGrammar(
            bytes: Array(text.utf8), file: "g.gram",
            dictionary: .load(text: Self.dictionary, file: "d"))
        let line = try #require(grammar.jsgf.split(separator: "\n").dropFirst(2).first)
        #expect(line == "public <r> = \(rendered) | <a>;")
    }

    @Test("leave what may be said as it is")
    func sameSentences() throws {
        let plain = try ShippedGrammar.checked("etdrs")
        let source = String(decoding: try ShippedGrammar.bytes("etdrs.gram"), as: UTF8.self)
        let weighted = try CheckedGrammar(
            bytes: Array(
                source.replacing(
                    "= <letter> | <command>", with: "= /0.9/ <letter> | /0.01/ <command>"
                ).utf8),
            file: "etdrs.gram", dictionary: ShippedGrammar.dictionary())
        let rendered = try GrammarFile.load(text: weighted.jsgf, file: "rendered")
        let before = SentenceMatcher(grammar: plain.grammar)
        let after = SentenceMatcher(grammar: rendered)
        let sentences = [
            "see", "i can't see it", "can't see it", "don't know", "i don't know pass", "no see",
            "no", "i", "can't see", "correction zed see dee", "go on", "go", "",
            "none of them stop",
        ]
        for sentence in sentences {
            #expect(
                before.accepts(sentence, rule: "answers")
                    == after.accepts(sentence, rule: "answers"), "\(sentence)")
        }
        #expect(after.accepts("i can't see that", rule: "answers"))
    }
}
