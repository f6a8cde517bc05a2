import Grammar
import Testing

@Suite("The network of a grammar", .timeLimit(.minutes(1)))
struct GrammarNetworkTests {
    private static let dictionary = "see S IY\ndee D IY\nkay K EY\n"

    private func checked(_ rules: String) throws -> CheckedGrammar {
        try CheckedGrammar(
            bytes: Array("#JSGF V1.0;\ngrammar g;\n\(rules)\n".utf8), file: "g.gram",
            dictionary: .load(text: Self.dictionary, file: "d"))
    }

    /// Every sentence of up to four words.
    private static let sentences: [[String]] = {
        var sentences: [[String]] = [[]]
        var longest = sentences
        for _ in 0..<4 {
            longest = longest.flatMap { words in ["see", "dee", "kay"].map { words + [$0] } }
            sentences += longest
        }
        return sentences
    }()

    @Test(
        "the network allows exactly the sentences of the grammar",
        arguments: [
            "public <r> = see+ | dee;",
            "public <r> = see* | dee*;",
            "public <r> = (see* dee)*;",
            "public <r> = see kay* | [see] (dee | kay*)+ see;",
            "public <r> = ((see+)* [dee])+ <NULL>;",
            "public <r> = <a> <a>; <a> = see* | dee [<b>]; <b> = kay;",
        ])
    func sentences(rules: String) throws {
        let grammar = try checked(rules)
        let matcher = SentenceMatcher(grammar: grammar.grammar)
        for sentence in Self.sentences {
            #expect(
                grammar.network.accepts(sentence)
                    == matcher.accepts(sentence.joined(separator: " "), rule: "r"),
                "\(sentence)")
            #expect(
                grammar.network.withStatesMerged.accepts(sentence)
                    == grammar.network.accepts(sentence),
                "\(sentence), with states merged")
        }
    }

    @Test("phrases with a common beginning or end share states of equal cost")
    func merging() throws {
        func states(_ rules: String) throws -> Int {
            let network = try checked(rules).network.withStatesMerged
            #expect(Set(network.arcs.flatMap { [$0.from, $0.to] }).count == network.stateCount)
            return network.stateCount
        }
        #expect(try states("public <r> = see dee kay | see dee see | see kay;") == 4)
        #expect(try states("public <r> = see dee kay | kay dee kay | dee kay;") == 4)
        #expect(try states("public <r> = /0.5/ see dee | /0.25/ see kay;") == 4)
        let utterance = try ShippedGrammar.checked("alphabet").network
        #expect(utterance.withStatesMerged.stateCount < utterance.stateCount * 9 / 10)
    }

    @Test("right recursion becomes a loop to its own start only")
    func rightRecursion() throws {
        let grammar = try checked("public <q> = <r> | kay [<r>]; <r> = see <r> | dee;")
        let network = grammar.network
        #expect(network.accepts(["see", "see", "dee"]))
        #expect(network.accepts(["kay"]))
        #expect(network.accepts(["kay", "see", "dee"]))
        #expect(!network.accepts(["see"]))
        #expect(!network.accepts(["see", "kay"]))
        #expect(!network.accepts(["kay", "see"]))
    }

    @Test("the weight of an alternative is on its first word")
    func weights() throws {
        let grammar = try checked(
            "public <r> = /0.5/ (/0.5/ see | kay) dee | /0.2/ <a>; <a> = dee kay;")
        let first = grammar.network.arcs.filter { $0.from == grammar.network.start }
        #expect(first.map(\.word) == ["see", "kay", "dee"])
        #expect(first.map(\.weight) == [0.25, 0.5, 0.2])
        let others = grammar.network.arcs.filter { $0.from != grammar.network.start }
        #expect(others.allSatisfy { $0.weight == 1 })
    }

    @Test("each mention of a rule is multiplied by its factor")
    func weightOfRule() throws {
        let grammar = try checked(
            "public <r> = /0.5/ <a> see | <a>+ | kay; <a> = dee | see dee;")
        let network = grammar.weighing(["a": 0.5, "none": 0.1]).network
        let first = network.arcs.filter { $0.word == "dee" }.map(\.weight).sorted()
        #expect(first == [0.25, 0.5, 1, 1])
        #expect(network.arcs.filter { $0.word == "kay" }.map(\.weight) == [1])
        for sentence in Self.sentences {
            #expect(network.accepts(sentence) == grammar.network.accepts(sentence))
        }
    }

    @Test("the weight of a repetition or option counts once")
    func weightOfRepetition() throws {
        let repeated = try checked("public <r> = /0.5/ see+ | /0.25/ [dee] kay;").network
        #expect(repeated.arcs.first { $0.word == "see" }?.weight == 1)
        let silent = repeated.arcs.filter { $0.from == repeated.start && $0.word == nil }
        #expect(silent.map(\.weight).sorted() == [0.25, 0.5])
        #expect(repeated.arcs.first { $0.word == "dee" }?.weight == 0.25)
    }

    @Test("all arcs are between existing states, with weights that are probabilities")
    func states() throws {
        for name in ShippedGrammar.names {
            let network = try ShippedGrammar.checked(name).network
            #expect(network.start != network.final)
            for arc in network.arcs {
                #expect((0..<network.stateCount).contains(arc.from))
                #expect((0..<network.stateCount).contains(arc.to))
                #expect((0.000_001...1).contains(arc.weight))
            }
        }
    }

    @Test("a letter grammar has the minimal number of states")
    func size() throws {
        // Letters are arcs between the same two states: sixteen more of them add no state.
        let ten = try ShippedGrammar.checked("etdrs").network
        let all = try ShippedGrammar.checked("alphabet").network
        #expect(all.stateCount == ten.stateCount)
    }
}
