import Grammar
import Platform
import Testing

@Suite("Reading a grammar", .timeLimit(.minutes(1)))
struct GrammarParsingTests {
    private let head = "#JSGF V1.0;\ngrammar g;\n"

    private func load(_ text: String) throws -> JSGFGrammar {
        try GrammarFile.load(text: text, file: "g.gram")
    }

    @Test("keeps names, weights, brackets and repetitions, and drops comments and tags")
    func tree() throws {
        let grammar = try load(
            """
            #JSGF V1.0 UTF-8 en;
            grammar com.example.letters;
            /**
             * What is listened for.
             */
            public <spoken> = /0.75/ <letter>+ {several} | /.25/ [I] Can't {a\\}b}; // end
            <letter> = (see | dee)* <NULL>;
            """)
        #expect(grammar.name == "com.example.letters")
        #expect(grammar.rules.map(\.name) == ["spoken", "letter"])
        let spoken = try #require(grammar.publicRule)
        #expect(spoken.position == SourcePosition(line: 6, column: 8))
        #expect(spoken.alternatives.map(\.weight) == [0.75, 0.25])
        let first = try #require(spoken.alternatives.first?.items.first)
        #expect(first.content == .rule("letter"))
        #expect(first.repetition == .oneOrMore)
        let last = try #require(spoken.alternatives.last?.items.last)
        #expect(last.content == .word("can't"))
        #expect(last.position == SourcePosition(line: 6, column: 58))
        #expect(Set(grammar.words.keys) == ["i", "can't", "see", "dee"])
    }

    @Test("reads every line end alike, and skips a byte order mark")
    func lineEnds() throws {
        let text = head + "// a comment\npublic <r> = see\n  | dee;\n"
        let plain = try load(text)
        #expect(try load(text.replacing("\n", with: "\r\n")) == plain)
        #expect(try load(text.replacing("\n", with: "\r")) == plain)
        #expect(try load("\u{FEFF}" + text) == plain)
    }

    @Test("takes comments anywhere, and at the end of a file without line end")
    func comments() throws {
        let plain = try load(head + "public <r> = see | dee;")
        let commented = try load(
            head + "public <r> = see/* | kay\n */| // é \"\n dee; /**/ /***/ // end")
        #expect(commented.words.keys.sorted() == plain.words.keys.sorted())
    }

    @Test("takes any encoding if all characters are ASCII")
    func encoding() throws {
        let text = "#JSGF V1.0 ISO8859-1 en;\ngrammar g;\npublic <r> = see | dee;"
        #expect(try load(text).rules.map(\.name) == ["r"])
        let problems = #expect(throws: GrammarProblems.self) { try load(text + "// é") }
        #expect(problems?.problems.map(\.position) == [SourcePosition(line: 1, column: 12)])
        #expect(problems?.description.contains("save the file as UTF-8") == true)
    }

    @Test("keeps words and pronunciations that the rule uses; warns of unused rules")
    func words() throws {
        let grammar = try CheckedGrammar(
            bytes: Array(
                """
                #JSGF V1.0 UTF-8;
                grammar g;
                // é
                public <r> = See {C} [<a>]* | (dee | <NULL>) <a>+;
                <a> = kay;
                <unused> = no;
                """.utf8), file: "g.gram",
            dictionary: .load(text: "see S IY\ndee D IY\nkay K EY\nno N OW\n", file: "d"))
        #expect(grammar.dictionary == "see S IY\ndee D IY\nkay K EY\n")
        #expect(grammar.words == ["see", "dee", "kay"])
        #expect(grammar.warnings.map(\.fault) == [.unusedRule("unused")])
    }

    @Test("listens for another rule on request")
    func otherRule() throws {
        let answer = try ShippedGrammar.checked("etdrs", rule: "answer")
        #expect(answer.rule == "answer")
        #expect(answer.network.accepts(["see"]) && !answer.network.accepts(["see", "dee"]))
        #expect(answer.words.contains("left") && !answer.words.contains("thirteen"))
        let problems = #expect(throws: GrammarProblems.self) {
            try ShippedGrammar.checked("etdrs", rule: "anwser")
        }
        #expect(problems?.description.contains("did you mean <answer>") == true)
    }
}
