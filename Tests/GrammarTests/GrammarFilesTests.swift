import Acuity
import Grammar
import Testing

@Suite("The grammars that Aloud ships")
struct GrammarFilesTests {
    @Test("have no problem, not even a warning", arguments: ShippedGrammar.names)
    func noProblem(name: String) throws {
        let grammar = try ShippedGrammar.checked(name)
        #expect(grammar.warnings.isEmpty)
        #expect(grammar.grammar.name == name)
    }

    @Test("stand beside a dictionary that has no problem")
    func noProblem() throws {
        let file = "letters.dict"
        let bytes = try ShippedGrammar.bytes(file)
        #expect(PronunciationDictionary.check(bytes: bytes, file: file).isEmpty)
    }

    @Test(
        "allow every command",
        arguments: [
            "i can't see it", "i can't see that", "can't see it", "i cannot see it",
            "i don't know", "don't know", "pass", "blank", "nothing", "i can't see any",
            "none of them", "again", "repeat", "say it again", "wait", "pause", "go on",
            "continue", "stop",
        ])
    func commands(phrase: String) throws {
        for name in ShippedGrammar.ofTests {
            let grammar = try ShippedGrammar.checked(name)
            let matcher = SentenceMatcher(grammar: grammar.grammar)
            #expect(matcher.accepts(phrase, rule: grammar.rule), "\(name)")
        }
    }

    @Test("allow several answers in one breath, and a letter that mends another")
    func answers() throws {
        let grammar = try ShippedGrammar.checked("etdrs")
        let matcher = SentenceMatcher(grammar: grammar.grammar)
        let breath = "see zed are aitch ess no en i can't see it correction vee again"
        #expect(matcher.accepts(breath, rule: grammar.rule))
        #expect(matcher.accepts("correction vee", rule: "answer"))
        #expect(!matcher.accepts("see dee", rule: "answer"))
        #expect(matcher.accepts("no", rule: grammar.rule))
        #expect(!matcher.accepts("see no", rule: grammar.rule))
        #expect(!matcher.accepts("bee", rule: grammar.rule))
        #expect(!matcher.accepts("", rule: grammar.rule))
    }

    @Test("name every letter that they are for")
    func letters() throws {
        // One name a letter, two for the last: zee and zed.
        let alphabet = try ShippedGrammar.checked("alphabet").grammar
        #expect(alphabet.rule(named: "letter")?.alternatives.count == Letter.allCases.count + 1)
        let etdrs = try ShippedGrammar.checked("etdrs").grammar
        #expect(etdrs.rule(named: "letter")?.alternatives.count == Letter.sloan.count + 1)
    }

    @Test("hold the letters of the NATO alphabet and directions in the dictionary")
    func dictionary() throws {
        let dictionary = try ShippedGrammar.dictionary()
        let words =
            "alpha bravo charlie delta echo foxtrot golf hotel india juliet kilo lima mike "
            + "november oscar papa quebec romeo sierra tango uniform victor whiskey x-ray yankee "
            + "zulu up down left right top bottom um uh"
        for word in words.split(separator: " ") {
            #expect(dictionary.contains(String(word)), "\(word)")
        }
        #expect(dictionary.pronunciations(of: "aitch") == [["EY", "CH"], ["HH", "EY", "CH"]])
        #expect(dictionary.pronunciations(of: "zed") == [["Z", "EH", "D"]])
    }
}
