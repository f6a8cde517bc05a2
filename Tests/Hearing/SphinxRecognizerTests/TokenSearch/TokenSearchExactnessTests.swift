import Grammar
import Recognition
import TestTraits
import Testing

@testable import SphinxRecognizer

/// PocketSphinx finds what an exact search finds.
@Suite("The search against exhaustive search", .listening)
struct TokenSearchExactnessTests {
    private static let rules = """
        public <answers> = (<letter> | <command>)+ | <answer>;
        <answer> = <letter> | <command> | <direction>;
        <direction> = left;
        <letter> = see | dee | aitch | oh;
        <command> = can't see | can't see it | no | stop;
        """
    private static let dictionary = """
        see S IY
        dee D IY
        aitch EY CH
        aitch(2) HH EY CH
        oh OW
        can't K AE N T
        it IH T
        no N OW
        stop S T AA P
        left L EH F T
        """
    private static let ways: [String: [[String]]] = [
        "see": [["s", "iy"], ["C"]], "dee": [["d", "iy"], ["D"]], "oh": [["ow"], ["O"]],
        "aitch": [["ey", "ch"], ["hh", "ey", "ch"], ["H"]], "can't": [["k", "ae", "n", "t"]],
        "it": [["ih", "t"]], "no": [["n", "ow"]], "stop": [["s", "t", "aa", "p"]],
        "left": [["l", "eh", "f", "t"]],
    ]
    /// Scores are rounded to 1/64 nat in every frame.
    private static func tolerance(_ frames: Int) -> Double {
        0.05 + 0.02 * Double(frames).squareRoot()
    }

    private func compare(
        _ sound: TokenFrames, costs: [String: Double] = [:], followsAll: Bool = true,
        _ about: Comment
    ) throws {
        let grammar = try TokenSounds.grammar(Self.rules, Self.dictionary)
        let search = try TokenSounds.search(grammar, costs: costs, followsAll: followsAll)
        let networks: [TokenSearch.Scope: GrammarNetwork] = [
            .utterance: grammar.utterance.network, .answer: grammar.answer.network,
            .letters: GrammarNetwork(loopOf: grammar.letters),
        ]
        for (scope, network) in networks {
            func exact(_ network: GrammarNetwork, orNothing: Bool) -> Double {
                ExactSearch(
                    network: network, ways: Self.ways, talk: scope != .letters, costs: costs,
                    mayBeNothing: orNothing
                ).score(of: sound)
            }
            let found = try search.reading(of: sound, as: scope)
            let tolerance = Self.tolerance(sound.frames)
            let best = exact(network, orNothing: true)
            #expect(abs(found.score - best) < tolerance, "\(about), \(scope)")
            // Two readings may be as good, but for rounding.
            let words = found.words.filter { !$0.isFiller }.map(\.word)
            #expect(network.accepts(words) || words.isEmpty)
            #expect(
                abs(exact(GrammarNetwork(sentence: words), orNothing: false) - best) < tolerance,
                "\(about), \(scope), \(words)")
        }
    }

    @Test("both searches agree on random scores", arguments: 1...20 as ClosedRange<UInt64>)
    func random(seed: UInt64) throws {
        let sound = TokenSounds.random(
            frames: 1 + Int(seed) * 3, width: Float(2 + seed % 5 * 4), seed: seed)
        try compare(sound, "seed \(seed)")
    }

    @Test(
        "both searches agree on scores like the net's, with its beams",
        arguments: 1...20 as ClosedRange<UInt64>)
    func spoken(seed: UInt64) throws {
        let said = ["D k ae n t s iy O", "H ey ch C", "k ae n t C ih t", "w eh l D", "l eh f t"]
        let sound = TokenSounds.spoken(
            said[Int(seed) % said.count].split(separator: " ").map(String.init), blanks: 4,
            frames: 80, seed: seed)
        try compare(sound, followsAll: false, "seed \(seed)")
    }

    @Test("both searches agree with costs of words")
    func costs() throws {
        let sound = TokenSounds.random(frames: 30, width: 6, seed: 3)
        for cost in [0, 1.5, 20] { try compare(sound, costs: ["see": cost, "no": 2], "\(cost)") }
    }
}

extension GrammarNetwork {
    /// The network of one sentence.
    fileprivate init(sentence: [String]) {
        self.init(
            stateCount: sentence.count + 1, start: 0, final: sentence.count,
            arcs: sentence.enumerated().map { .init(from: $0, to: $0 + 1, word: $1, weight: 1) })
    }
}
