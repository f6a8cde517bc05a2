import Grammar
import Testing

@Suite("Importing rules", .timeLimit(.minutes(1)))
struct GrammarImportTests {
    private static let words = "see S IY\ndee D IY\nkay K EY\nno N OW\nstop S T AA P\n"

    /// Checks "f/g.gram" in a folder of files that hold these rules.
    private func checked(_ rules: String, _ files: [String: String] = [:]) throws -> CheckedGrammar
    {
        func bytes(_ name: String, _ rules: String) -> [UInt8] {
            Array("#JSGF V1.0;\ngrammar \(name);\n\(rules)".utf8)
        }
        let folder = Dictionary(
            uniqueKeysWithValues: files.map { ("f/\($0.key).gram", bytes($0.key, $0.value)) })
        return try CheckedGrammar(
            bytes: bytes("g", rules), file: "f/g.gram",
            dictionary: .load(text: Self.words, file: "d"), contents: { folder[$0] })
    }

    private func problems(_ rules: String, _ files: [String: String] = [:]) throws -> [String] {
        do {
            return try checked(rules, files).warnings.map(\.description)
        } catch let error as GrammarProblems {
            return error.problems.map(\.description)
        }
    }

    @Test(
        "gives the same network as the rules copied into the file",
        arguments: ["import <c.*>;", "import <c.stop>; import <c.letter>;"])
    func network(statements: String) throws {
        let library =
            "public <stop> = [no] <halt>; <halt> = stop+; public <letter> = /0.5/ see | /0.5/ dee;"
        let rules = "public <r> = (<letter> | <stop>)+ | kay <stop>;"
        let copied = try checked(rules + library.replacing("public ", with: ""))
        let imported = try checked(statements + rules, ["c": library])
        #expect(imported.network == copied.network)
        #expect(imported.words == copied.words && imported.dictionary == copied.dictionary)
    }

    @Test("takes only the rules that are called")
    func called() throws {
        let grammar = try checked(
            "import <c.*>; public <r> = <a>;",
            ["c": "public <a> = see <b>; <b> = dee; public <c> = kay;"])
        #expect(grammar.grammar.rules.map(\.name) == ["r", "a", "b"])
        #expect(grammar.grammar.ownRules.map(\.name) == ["r"])
        #expect(grammar.words == ["see", "dee"])
    }

    @Test("a rule hides an imported namesake, but not within the imported file")
    func scopes() throws {
        let grammar = try checked(
            "import <c.*>; public <r> = <a> <b>; <b> = kay;",
            ["c": "public <a> = see <b>; public <b> = dee;"])
        #expect(grammar.network.accepts(["see", "dee", "kay"]))
        #expect(!grammar.network.accepts(["see", "kay", "kay"]))
        #expect(!grammar.network.accepts(["see", "dee", "dee"]))
    }

    @Test("follows imports of imported files")
    func nested() throws {
        let files = [
            "c": "import <d.x>; public <a> = see <x>;", "d": "public <x> = dee <y>; <y> = kay;",
        ]
        let grammar = try checked("import <c.a>; import <d.x>; public <r> = <a> | <x>;", files)
        #expect(grammar.network.accepts(["see", "dee", "kay"]))
        #expect(grammar.network.accepts(["dee", "kay"]))
    }

    @Test(
        "reports files and rules that cannot be imported",
        arguments: [
            ("import <x.a>;", "f/g.gram:3:1: error: x.gram cannot be read: put it into the same"),
            ("import <c.b>;", "f/g.gram:3:1: error: c.gram has no rule <b>: add it there"),
            ("import <c.own>;", "f/g.gram:3:1: error: <own> of c.gram is not public: write \"pu"),
            ("import <g.r>;", "f/g.gram:3:1: error: g.gram is imported by itself"),
            ("import <loop.x>;", "f/back.gram:3:1: error: loop.gram is imported by itself"),
            ("import <c.a>; import <d.a>;", "f/g.gram:3:15: error: the rule <a> is in c.gram and"),
            ("import <bad.a>;", "f/bad.gram:3:14: error: the rule <a> is empty"),
            ("import <lost.a>;", "f/lost.gram:3:18: error: the rule <r> is not defined"),
            ("import <word.a>;", "f/word.gram:3:14: error: \"blorf\" has no pronunciation in let"),
            ("import <c>;", "f/g.gram:3:8: error: <c> cannot be imported: write \"import <file."),
            ("import c;", "f/g.gram:3:8: error: expected a rule, such as"),
        ])
    func mistakes(statement: String, start: String) throws {
        let found = try problems(
            statement + " public <r> = <a>;\n",
            [
                "c": "public <a> = see <own>; <own> = dee;", "d": "public <a> = see;",
                "g": "import <c.*>; public <r> = see;", "bad": "public <a> = | see;",
                "lost": "public <a> = see <r>;", "word": "public <a> = blorf;",
                "loop": "import <back.y>; public <x> = <y>;",
                "back": "import <loop.x>; public <y> = <x>;",
            ])
        #expect(found.contains { $0.hasPrefix(start) }, "\(found)")
    }

    @Test("reports a missing file once, though its rules are called")
    func once() throws {
        #expect(try problems("import <x.a>; public <r> = <a> | <a> see;").count == 1)
        #expect(try problems("import <x.*>; public <r> = <a> | <b> see;").count == 1)
    }
}
