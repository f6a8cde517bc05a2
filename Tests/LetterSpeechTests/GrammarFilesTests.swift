import Acuity
import LetterSpeech
import Testing

@Suite("The grammars that Aloud ships")
struct GrammarFilesTests {
    @Test("have no problem, not even a warning", arguments: ShippedGrammar.names)
    func noProblem(name: String) throws {
        let grammar = try ShippedGrammar.checked(name)
        #expect(grammar.warnings.isEmpty)
        #expect(grammar.grammar.name == name)
    }

    @Test("stand beside dictionaries that have no problem", arguments: ShippedGrammar.dictionaries)
    func noProblem(dictionary: String) throws {
        let bytes = try ShippedGrammar.bytes(dictionary)
        #expect(PronunciationDictionary.check(bytes: bytes, file: dictionary).isEmpty)
    }

    @Test("stand beside other names of letters, which no search finds")
    func accents() throws {
        let accents = try ShippedGrammar.dictionary("accents.dict")
        let grammar = try ListeningGrammar(
            bytes: ShippedGrammar.bytes("etdrs.gram"), file: "etdrs.gram",
            dictionary: ShippedGrammar.dictionary(), accents: accents)
        #expect(grammar.accents.contains { $0 == ("kay", ["K", "AY"]) })
        #expect(!grammar.pronunciations.contains { $0.phones == ["K", "AY"] })
        #expect(!grammar.breath.dictionary.contains("K AY\n"))
        // Names of letters that a grammar does not have are left out.
        let small =
            "#JSGF V1.0; grammar g; public <all> = <answer>+; <answer> = <letter> | <command>;"
            + " <letter> = oh | vee; <command> = stop;"
        let two = try ListeningGrammar(
            bytes: Array(small.utf8), file: "g.gram", dictionary: ShippedGrammar.dictionary(),
            accents: accents)
        #expect(two.accents.map(\.word) == ["vee"])
    }

    @Test("tell of another name for a word that nobody listens for")
    func accentOfNoWord() throws {
        let accents = try PronunciationDictionary.load(
            bytes: Array("kay K AY\n\nkaye K AY\n".utf8), file: "mine.dict")
        let problems = try #require(throws: GrammarProblems.self) {
            try ListeningGrammar(
                bytes: ShippedGrammar.bytes("etdrs.gram"), file: "etdrs.gram",
                dictionary: ShippedGrammar.dictionary(), accents: accents)
        }
        #expect(problems.problems.map(\.position.line) == [3])
        #expect("\(problems)".hasPrefix("mine.dict:3:1: error: \"kaye\" is not in the letter dict"))
        #expect("\(problems)".contains("did you mean \"kay\"?"))
    }

    @Test("stand beside words of talk")
    func everyday() throws {
        let talk = try ShippedGrammar.dictionary("everyday.dict")
        let grammar = try ListeningGrammar(
            bytes: ShippedGrammar.bytes("alphabet.gram"), file: "alphabet.gram",
            dictionary: ShippedGrammar.dictionary(), everyday: talk)
        #expect(grammar.everyday.count == talk.words.count)
        // "Left" sounds as the grammar says.
        #expect(grammar.everyday.contains("left"))
        #expect(!grammar.everydayPronunciations.contains { $0.word == "left" })
        #expect(grammar.everydayPronunciations.contains { $0.word == "people" })
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
