import Grammar
import TestSpeech
import TestTraits
import Testing

@testable import SphinxRecognizer

/// Graphs of words allow what their grammar does.
@Suite("Graphs of words", .listening)
struct WordGraphTests {
    private static func sentence(
        _ graph: WordGraph, _ noise: inout SeededNoise
    ) -> [String] {
        var state = 0
        var words: [String] = []
        while let step = graph.steps[state].randomElement(using: &noise) {
            words.append(step.word)
            state = step.to
            if graph.isEnd[state], Int.random(in: 0..<3, using: &noise) == 0 { break }
        }
        return words
    }

    @Test(
        "a graph with fewer steps has the same sentences",
        arguments: ["chart", "alphabet", "steps", "directions", "diagonals"])
    func same(name: String) throws {
        let grammar = try TokenSounds.shipped(name)
        var noise = SeededNoise(seed: 7)
        for network in [grammar.utterance.network, grammar.answer.network] {
            let whole = WordGraph(network)
            let reduced = WordGraph(network.withStatesMerged).reduced()
            #expect(reduced.steps.joined().count <= whole.steps.joined().count)
            for _ in 0..<40 {
                let one = Self.sentence(whole, &noise)
                #expect(reduced.longestSentence(in: one) == one.count, "\(one)")
                let other = Self.sentence(reduced, &noise)
                #expect(network.accepts(other), "\(other)")
            }
        }
    }

    @Test("a phrase used twice in a grammar is in its graph once")
    func twice() throws {
        let grammar = try TokenSounds.grammar(
            """
            public <answers> = (<letter> | <command>)+ | <answer>;
            <answer> = <letter> | <command>;
            <letter> = see | dee;
            <command> = stop;
            """, "see S IY\ndee D IY\nstop S T AA P")
        let graph = WordGraph(grammar.utterance.network).reduced()
        #expect(
            graph.steps.map { $0.map(\.word).sorted() } == [
                ["dee", "see", "stop"], ["dee", "see", "stop"],
            ])
        #expect(graph.isEnd == [false, true])
    }

    @Test("the longest sentence that starts with the given words is found")
    func longest() throws {
        let graph = WordGraph(try TokenSounds.shipped("chart").answer.network)
        #expect(graph.longestSentence(in: ["can't", "see", "it", "at", "all", "dee"]) == 5)
        #expect(graph.longestSentence(in: ["dee", "dee"]) == 1)
        #expect(graph.longestSentence(in: ["can't", "dee"]) == nil)
        #expect(graph.longestSentence(in: []) == nil)
    }
}
