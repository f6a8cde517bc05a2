import Grammar
import Platform
import Testing

@Suite("Reading a grammar")
struct GrammarParsingTests {
    private let head = "#JSGF V1.0;\ngrammar g;\n"

    private func load(_ text: String) throws -> JSGFGrammar {
        try GrammarFile.load(text: text, file: "g.gram")
    }

    @Test("keeps names, weights, brackets, repetitions, tags and documentation")
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
        #expect(grammar.encoding == "UTF-8")
        #expect(grammar.locale == "en")
        #expect(grammar.rules.map(\.name) == ["spoken", "letter"])
        let spoken = try #require(grammar.publicRule)
        #expect(spoken.documentation == "What is listened for.")
        #expect(spoken.position == SourcePosition(line: 6, column: 8))
        #expect(spoken.alternatives.map(\.weight) == [0.75, 0.25])
        let first = try #require(spoken.alternatives.first?.items.first)
        #expect(first.content == .rule("letter"))
        #expect(first.repetition == .oneOrMore)
        #expect(first.tags == ["several"])
        let last = try #require(spoken.alternatives.last?.items.last)
        #expect(last.content == .word("can't"))
        #expect(last.tags == ["a}b"])
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

    @Test("writes it again in ASCII without comments and tags")
    func rendering() throws {
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
        #expect(
            grammar.jsgf == """
                #JSGF V1.0;
                grammar g;
                public <r> = see [<a>]* | (dee | <NULL>) <a>+;
                <a> = kay;

                """)
        #expect(grammar.dictionary == "see S IY\ndee D IY\nkay K EY\n")
        #expect(grammar.words == ["see", "dee", "kay"])
        #expect(grammar.warnings.map(\.fault) == [.unusedRule("unused")])
    }

    @Test("listens for another rule on request")
    func otherRule() throws {
        let answer = try ShippedGrammar.checked("etdrs", rule: "answer")
        #expect(
            answer.jsgf.contains(
                "public <answer> = <letter> | <codeWord> | <direction> | <command> | <otherAlone> "
                    + "| <begun>;"))
        #expect(!answer.jsgf.contains("<answers>"))
        let problems = #expect(throws: GrammarProblems.self) {
            try ShippedGrammar.checked("etdrs", rule: "anwser")
        }
        #expect(problems?.description.contains("did you mean <answer>") == true)
    }
}
