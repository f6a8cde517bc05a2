import Acuity
import Grammar
import Testing

@Suite("The grammars that Aloud ships", .timeLimit(.minutes(1)))
struct GrammarFilesTests {
    @Test("shipped grammars have neither errors nor warnings", arguments: ShippedGrammar.names)
    func noProblem(name: String) throws {
        let grammar = try ShippedGrammar.checked(name)
        #expect(grammar.warnings.isEmpty)
        #expect(grammar.grammar.name == name)
    }

    @Test("shipped grammars import phrases from a file without problems")
    func commandsFile() throws {
        let file = "commands.gram"
        let problems = GrammarCheck.check(
            bytes: try ShippedGrammar.bytes(file), file: file, try ShippedGrammar.dictionary(),
            isListenedFor: false)
        #expect(problems.isEmpty)
    }

    @Test("shipped grammars have a dictionary without problems")
    func noProblem() throws {
        let file = "letters.dict"
        let bytes = try ShippedGrammar.bytes(file)
        #expect(PronunciationDictionary.check(bytes: bytes, file: file).isEmpty)
    }

    @Test(
        "shipped grammars allow every command",
        arguments: [
            "i can't see it", "i can't see that", "can't see it", "i cannot see it",
            "i don't know", "don't know", "pass", "blank", "skip", "skip this one", "nothing",
            "i can't see any",
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

    @Test("shipped grammars allow several answers in one utterance, and corrections")
    func answers() throws {
        let grammar = try ShippedGrammar.checked("etdrs")
        let matcher = SentenceMatcher(grammar: grammar.grammar)
        let utterance = "see zed are aitch ess no en i can't see it correction vee again"
        #expect(matcher.accepts(utterance, rule: grammar.rule))
        #expect(matcher.accepts("correction vee", rule: "answer"))
        #expect(!matcher.accepts("see dee", rule: "answer"))
        #expect(matcher.accepts("no", rule: grammar.rule))
        #expect(!matcher.accepts("see no", rule: grammar.rule))
        #expect(!matcher.accepts("bee", rule: grammar.rule))
        #expect(!matcher.accepts("", rule: grammar.rule))
    }

    @Test("shipped grammars name every letter of their set")
    func letters() throws {
        // One name a letter, two for the last: zee and zed.
        let alphabet = try ShippedGrammar.checked("alphabet", rule: "letter")
        #expect(alphabet.words.count == Letter.allCases.count + 1)
        let etdrs = try ShippedGrammar.checked("etdrs", rule: "letter")
        #expect(etdrs.words.count == Letter.sloan.count + 1)
    }

    @Test("a letter may have its code word after it and a phrase before it")
    func spelled() throws {
        for name in ["etdrs", "chart", "alphabet", "hotv"] {
            let answer = try ShippedGrammar.checked(name, rule: "answer").network
            #expect(answer.accepts(["oh", "for", "oscar"]), "\(name)")
            #expect(answer.accepts(["vee", "as", "in", "victor"]), "\(name)")
            #expect(!answer.accepts(["oh", "for", "victor"]), "\(name)")
            let utterance = try ShippedGrammar.checked(name).network
            for phrase in ["the letter tea", "letter aitch", "capital letter oh", "oh no"] {
                let words = phrase.split(separator: " ").map(String.init)
                // T is on no chart.
                #expect(utterance.accepts(words) == (name != "etdrs" || !words.contains("tea")))
            }
        }
    }

    @Test("the dictionary has the NATO alphabet and the directions")
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
