import Grammar
import Platform
import Testing

@Suite("Problems found in a grammar", .timeLimit(.minutes(1)))
struct GrammarProblemTests {
    private static let head = "#JSGF V1.0;\ngrammar g;\n"

    /// Each problem of the text without the name of the file.
    private func messages(_ text: String) throws -> [String] {
        let dictionary = try PronunciationDictionary.load(
            text: "see S IY\ndee D IY\nkay K EY\naitch EY CH\n", file: "d.dict")
        return GrammarCheck.check(
            bytes: Array(text.utf8), file: "g.gram", dictionary, contents: { _ in nil }
        ).map { String($0.description.dropFirst("g.gram:".count)) }
    }

    @Test(
        "problems of rules are reported with their places",
        arguments: [
            ("public <r> = see | <leter>; <letter> = dee;", "3:20: error: the rule <leter> is not"),
            ("public <r> = see | <nope>;", "3:20: error: the rule <nope> is not defined: define"),
            ("public <r> = <a>;\n<a> = see;\n<a> = dee;", "5:1: error: the rule <a> is already"),
            ("<r> = see;", "3:1: error: no rule is public"),
            ("public <r> = see;\npublic <q> = dee;", "4:8: error: <q> is public, and so is <r>"),
            ("public <r> = see;\n<a> = dee;", "4:1: warning: the rule <a> is never used"),
            ("public <r> = see | <VOID>;", "3:20: error: <VOID> can never be said"),
            ("public <r> = [<NULL>];", "3:8: error: <r> leads to no word at all"),
            ("public <r> = see | <r> dee;", "3:20: error: <r> leads back to <r> and is not the"),
            ("public <r> = see | (dee <r>)+;", "3:25: error: <r> leads back to <r> and is not"),
            ("public <r> = see | dee [<r> ] kay;", "3:25: error: <r> leads back to <r> and is"),
            ("public <r> = see | [dee] <r>;", "3:26: error: <r> leads back to <r> with no word"),
            ("public <r> = see <r>;", "3:8: error: <r> can never end: add"),
            ("", "2:9: error: there is no rule"),
            (
                "public <r> = aitsh;",
                "3:14: error: \"aitsh\" has no pronunciation in letters.dict: add it there"
            ),
        ])
    func rules(text: String, start: String) throws {
        let messages = try messages(Self.head + text)
        #expect(messages.contains { $0.hasPrefix(start) }, "\(messages)")
    }

    @Test(
        "a syntax error has no consequential errors",
        arguments: [
            ("public <r> = see", "3:17: error: the rule <r> does not end: put \";\" here"),
            ("public <r> = see\n<a> = dee;", "3:17: error: the rule <r> does not end"),
            ("public <r> = (see;", "3:14: error: a bracket is opened here and never closed"),
            ("public <r> = see);", "3:17: error: expected \"|\", a word or \";\", found \")\""),
            ("public <r> = see | ;", "3:20: error: this alternative is empty"),
            ("public <r> = see [];", "3:19: error: the optional part [] is empty"),
            ("public <r> = see**;", "3:18: error: a second \"*\" or \"+\" changes nothing"),
            ("public <r> = /0/ see;", "3:14: error: the weight \"/0/\" is out of range"),
            ("public <r> = /2.5/ see;", "3:14: error: the weight \"/2.5/\" is out of range"),
            ("public <r> = /-1/ see;", "3:14: error: \"/-1/\" is not a weight"),
            ("public <r> = /1e-3/ see;", "3:14: error: \"/1e-3/\" is not a weight"),
            ("public <r> = see /0.5/ dee;", "3:18: error: a weight is allowed only at the start"),
            ("public <r> = \"see\";", "3:14: error: words take no quotes"),
            ("public <r> = z€;", "3:14: error: \"z€\" cannot be a word"),
            ("public <r.x> = see;", "3:8: error: <r.x> cannot be a rule's name"),
            ("public <g00001> = see;", "3:8: error: the name <g00001> is used by PocketSphinx"),
            ("public <r> = see; import <x>;", "3:26: error: <x> cannot be imported: write"),
            ("import <../x.y>; public <r> = see;", "3:8: error: <../x.y> cannot be imported"),
            ("import <a.b.c>; public <r> = see;", "3:8: error: <a.b.c> cannot be imported"),
            ("import <x.y>; public <r> = see;", "3:1: error: x.gram cannot be read: put it into"),
            (
                "public <r> = aitch(2) | see;",
                "3:14: error: \"aitch(2)\" names a line of the dictionary; all variants of a word are"
            ),
            (
                "public <r> = see\u{A0}| dee;",
                "3:17: error: a no-break space (U+00A0) means nothing here: write a plain space"
            ),
            ("public <r> = see {t;", "3:18: error: a tag \"{\" is opened here"),
            ("public <r> = see; /* end", "3:19: error: a comment \"/*\" is opened here"),
            ("public <r> = \u{1}see;", "3:14: error: \"U+0001\" means nothing here: remove it"),
        ])
    func form(text: String, start: String) throws {
        let messages = try messages(Self.head + text)
        #expect(messages.contains { $0.hasPrefix(start) }, "\(messages)")
        let grammar = messages.filter { $0.contains("error") && !$0.hasPrefix(start) }
        // A tag that swallows the rest of the file takes the end of its rule with it.
        #expect(grammar.isEmpty || text.contains("{"), "\(grammar)")
    }

    @Test("a missing semicolon is one error, wherever it is")
    func semicolons() throws {
        let text =
            "#JSGF V1.0 UTF-8 en;\ngrammar g;\nimport <a.see>;\nimport <a.dee>;\n"
            + "public <r> = <see> | <b>;\n<b> = (<dee> | kay)+;\n"
        let library = "#JSGF V1.0;\ngrammar a;\npublic <see> = see;\npublic <dee> = dee;"
        func problems(_ text: String) -> [GrammarProblem] {
            GrammarCheck.check(
                bytes: Array(text.utf8), file: "g.gram",
                contents: { $0 == "a.gram" ? Array(library.utf8) : nil })
        }
        #expect(problems(text).isEmpty)
        for index in text.indices where text[index] == ";" {
            var spoilt = text
            spoilt.remove(at: index)
            let found = problems(spoilt)
            let line = text[..<index].count { $0 == "\n" } + 1
            #expect(found.count == 1 && found.first?.position.line == line, "\(found)")
            #expect(found.first?.fault.message.hasSuffix("does not end: put \";\" here") == true)
        }
        // Without a locale or an encoding the next word could be taken for one.
        for header in ["#JSGF V1.0", "#JSGF V1.0 UTF-8"] {
            #expect(problems(header + "\ngrammar g;\npublic <r> = see;").count == 1)
        }
    }

    @Test("right recursion is allowed")
    func rightRecursion() throws {
        let allowed = [
            "public <r> = see | see <r>;", "public <r> = see [<r>];",
            "public <r> = see (dee | <r>);", "public <r> = see <a> | dee; <a> = kay <r> | aitch;",
            "public <r> = dee <a> kay <a>; <a> = see | see <a>;",
        ]
        for text in allowed { #expect(try messages(Self.head + text).isEmpty, "\(text)") }
    }

    @Test("rules and brackets beyond the limits of size are reported")
    func size() throws {
        let chain = (0..<13).map { "<a\($0)> = <a\($0 + 1)> <a\($0 + 1)>;" }.joined()
        let doubling = Self.head + "public <r> = <a0>;" + chain + "<a13> = see;"
        #expect(try messages(doubling).first?.contains("more than 5000 words") == true)
        let deep = (0..<40).map { "<a\($0)> = <a\($0 + 1)>;" }.joined()
        let nested = Self.head + "public <r> = <a0>;" + deep + "<a40> = see;"
        #expect(try messages(nested).first?.contains("more than 32 deep") == true)
        let brackets = String(repeating: "(", count: 17) + "see" + String(repeating: ")", count: 17)
        let bracketed = Self.head + "public <r> = \(brackets);"
        #expect(try messages(bracketed).first?.contains("more than 16 deep") == true)
        let optional = Self.head + "public <r> = \(String(repeating: "[see] ", count: 17));"
        #expect(
            try messages(optional).first?.contains("more than 16 optional parts in a row") == true)
        let large = Self.head + String(repeating: " ", count: GrammarFile.maximumBytes)
        #expect(try messages(large).first?.hasPrefix("1:1: error: the file has 262") == true)
    }

    @Test("bytes that are not text are reported")
    func bytes() {
        func first(_ bytes: [UInt8]) -> String? {
            GrammarCheck.check(bytes: bytes, file: "g").first?.description
        }
        #expect(first([])?.hasPrefix("g:1:1: error: the file is empty") == true)
        #expect(first(Array("a\nbc".utf8) + [0xC3])?.hasPrefix("g:2:3: error: this byte") == true)
        #expect(first([0xFF, 0xFE, 0x23, 0])?.contains("UTF-16") == true)
        #expect(first(Array("#JSGF\0".utf8))?.hasPrefix("g:1:6: error: a NUL byte") == true)
    }

    @Test("problems are listed in the order of the file, up to a limit")
    func allAtOnce() throws {
        let messages = try messages(
            Self.head + "public <r> = seee | <b>;\n<c> = see |;\n<d> = /x/ dee;\n<e> = kay")
        #expect(messages.map { $0.prefix(4) } == ["3:14", "3:21", "4:12", "5:7:", "6:10"])
        #expect(messages.first?.hasSuffix("add it there (did you mean \"see\"?)") == true)
        let many = Self.head + String(repeating: "<r> = ;\n", count: 500)
        let problems = GrammarCheck.check(bytes: Array(many.utf8), file: "g.gram")
        #expect(problems.count == 51)
        #expect(problems.last?.fault == .tooManyProblems(more: 949))
    }
}
