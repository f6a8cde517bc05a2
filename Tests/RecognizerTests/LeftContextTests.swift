import LetterSpeech
import TestSpeech
import Testing

@testable import SphinxRecognizer

@Suite("What was said before a word")
struct LeftContextTests {
    private static let pronunciations: [(word: String, phones: [String])] = [
        ("see", ["S", "IY"]), ("en", ["EH", "N"]), ("papa", ["P", "AA", "P", "AH"]),
    ]

    @Test("is told apart in states of its own, and silence leads to those where nothing was")
    func states() {
        let words: Set = ["see", "en", "papa"]
        let search = LeftContexts(Self.pronunciations).split(GrammarNetwork(loopOf: words))
        let network = search.network
        var before: [Int: Set<String>] = [:]
        for arc in network.arcs {
            if let word = arc.word { before[arc.to, default: []].insert(word) }
        }
        #expect(Set(before.values) == [["see"], ["en", "papa"]])
        // From wherever it is heard, it leads to where it is heard on, and no word does.
        let quiet = Set(search.silences.map(\.to))
        #expect(search.silences.contains { $0.from != $0.to })
        #expect(search.silences.filter { quiet.contains($0.from) }.allSatisfy { $0.from == $0.to })
        #expect(quiet.isDisjoint(with: before.keys))
    }

    @Test("changes nothing of what may be said", arguments: ["chart", "directions", "distances"])
    func sentences(grammar: String) throws {
        let grammar = try RealHearing.grammar(grammar)
        let plain = grammar.breath.network
        let split = LeftContexts(grammar.pronunciations).split(plain).network
        let words = grammar.breath.words.sorted()
        var accepted: [Bool] = []
        for index in stride(from: 0, to: words.count, by: 5) {
            for length in 1...3 {
                let said = (0..<length).map { words[(index + $0 * 31) % words.count] }
                accepted.append(plain.accepts(said))
                #expect(split.accepts(said) == accepted.last, "\(said)")
            }
        }
        #expect(Set(accepted) == [true, false])
    }

    /// "Papa" takes 52 nats off what letters explain that hold none, and so 17.
    @Test("depends less on words that nobody says")
    func unsaid() throws {
        let grammar = try RealHearing.grammar("chart")
        let recognizer = try RealHearing.recognizer("chart")
        _ = try recognizer.hear(try spoken("C. Z. R. H. S."), learning: false)
        func score(_ words: Set<String>, split: Bool) throws -> Double {
            let network = GrammarNetwork(loopOf: words)
            try recognizer.decoder.setSearch(
                named: "any", split ? recognizer.contexts.split(network) : SearchNetwork(network))
            let stretch = try #require(recognizer.last)
            let scores = recognizer.finder.scores(of: stretch.cepstra)
            let hearing = try #require(try recognizer.decode(scores, search: "any"))
            return Double(hearing.path.score) * SphinxRecognizer.scoreUnit
        }
        let letters = grammar.letters
        func loss(split: Bool) throws -> Double {
            try score(letters, split: split) - score(letters.union(["papa"]), split: split)
        }
        let plain = try loss(split: false)
        #expect(plain > 20)
        #expect(try abs(loss(split: true)) < plain / 2)
    }
}
