import Grammar
import Platform
import Testing

@Suite("Reading a dictionary", .timeLimit(.minutes(1)))
struct GrammarDictionaryTests {
    @Test("words, variants and phones are kept, and comments are not passed on")
    func entries() throws {
        let dictionary = try PronunciationDictionary.load(
            text: "\u{FEFF}## a comment\r\n;; another\r\n\r\n  see\tS IY  \r\naitch EY CH\r\n"
                + "aitch(2) HH EY CH\r\ndouble-u D AH B AH L Y UW",
            file: "d.dict")
        #expect(dictionary.words.sorted() == ["aitch", "double-u", "see"])
        #expect(dictionary.pronunciations(of: "aitch") == [["EY", "CH"], ["HH", "EY", "CH"]])
        #expect(dictionary.pronunciations(of: "haitch").isEmpty)
        #expect(
            dictionary.pocketSphinxText(words: ["aitch", "see"])
                == "see S IY\naitch EY CH\naitch(2) HH EY CH\n")
        #expect(dictionary.entries.map(\.position.line) == [4, 5, 6, 7])
    }

    @Test(
        "reports each problem with its position and what to do",
        arguments: [
            ("see", #"1:1: error: "see" has no pronunciation: write its phones after it"#),
            ("see s IY", #"1:5: error: "s" in "see" is not a phone of ARPAbet: did you mean S"#),
            ("see S IY1", "1:7: error: \"IY1\" in \"see\" is not a phone of ARPAbet"),
            ("see S XX", #"1:7: error: "XX" in "see" is not a phone of ARPAbet: use AA AE"#),
            ("see SIL", #"1:5: error: SIL in "see" is silence or noise"#),
            ("see S IY ## C", "1:10: error: a comment needs a line of its own"),
            ("See S IY", #"1:1: error: "See" cannot be a word here: use only letters"#),
            ("<s> SIL", #"1:1: error: "<s>" cannot be a word here"#),
            ("z€ Z EY", #"1:1: error: "z€" cannot be a word here"#),
            ("see S IY\nsee IY", #"2:1: error: "see" is already at 1:1: write "see(2)" "#),
            ("see S IY\nsee(2) IY\nsee(2) S", #"3:1: error: "see(2)" is already at 2:1: wr"#),
            ("see S IY\nsee(2) S IY", #"2:1: warning: "see" sounds as at 1:1: remove one"#),
            ("see(2) IY\nsee S IY", #"1:1: error: "see(2)" comes before "see": write "#),
            ("see S IY\nsee(x) S", #"2:1: error: "see(x)" is not a variant of a word"#),
            ("see S IY\nsee(1) S", #"2:1: error: "see(1)" is not a variant of a word"#),
            ("see S IY\nsee(02) S", #"2:1: error: "see(02)" is not a variant of a word"#),
            ("## only a comment", "1:1: error: there is no word in the dictionary"),
            (" \n", "1:1: error: the file is empty"),
            ("see S IY\n\u{0}", "2:1: error: a NUL byte"),
        ])
    func problems(text: String, start: String) {
        let problems = PronunciationDictionary.check(bytes: Array(text.utf8), file: "d.dict")
        #expect(problems.count == 1)
        #expect(problems.first?.description.hasPrefix("d.dict:" + start) == true, "\(problems)")
    }

    @Test("lists all problems at once")
    func allAtOnce() {
        let text = "see S IIY\nnophones\nsee S IY\nBad B\nsee(2) S QQ"
        let problems = #expect(throws: GrammarProblems.self) {
            try PronunciationDictionary.load(text: text, file: "d.dict")
        }
        #expect(problems?.problems.map(\.position.line) == [1, 2, 3, 4, 5])
    }
}
