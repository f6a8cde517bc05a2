internal import Acuity
package import Grammar

/// The rules of a grammar that allow a sentence.
package struct SentenceParse: Sendable, Equatable {
    /// A rule with the words that it covers.
    package struct Part: Sendable, Equatable {
        /// The rule's name.
        package let rule: String
        /// The depth of its call, from 0.
        package let depth: Int
        /// The indices of its words in the sentence.
        package internal(set) var words: Range<Int>
    }

    /// The rules in the order in which they are called; nil if the grammar does not have the
    /// sentence.
    package let parts: [Part]?
    /// The number of words, counted from the first, that begin a sentence of the grammar.
    package let understood: Int

    /// Finds the first way to say a sentence by a rule.
    ///
    /// - Parameters:
    ///   - words: in lower case.
    ///   - rule: the name of the rule.
    ///   - grammar: without errors, so that rules call themselves only after a word.
    package init(_ words: [String], by rule: String, in grammar: JSGFGrammar) {
        var search = SentenceSearch(words: words, grammar: grammar)
        parts = search.parts(by: rule)
        understood = search.farthest
    }
}

extension GrammarNetwork {
    /// Sentences drawn by the weights of the grammar: at each state a step is drawn, so that a
    /// repetition continues about every second time.
    ///
    /// - Parameters:
    ///   - longest: words after which a sentence takes the shortest way to its end.
    package func randomSentences(_ count: Int, seed: UInt64, longest: Int = 8) -> [[String]] {
        var generator = SplitMix64(seed: seed)
        let ahead = Dictionary(grouping: arcs, by: \.from)
        let toEnd = wordsToEnd()
        return (0..<count).map { _ in
            var state = start
            var said: [String] = []
            while state != final {
                var steps = (ahead[state] ?? []).filter { toEnd[$0.to] < .max }
                if said.count >= longest, let least = steps.map({ toEnd[$0.to] }).min() {
                    steps = steps.filter { toEnd[$0.to] == least }
                }
                guard !steps.isEmpty else { break }
                let step = steps[generator.index(weightedBy: steps.map(\.weight))]
                if let word = step.word { said.append(word) }
                state = step.to
            }
            return said
        }
    }

    /// For each state the least number of steps to the end.
    private func wordsToEnd() -> [Int] {
        let before = Dictionary(grouping: arcs, by: \.to)
        var steps = [Int](repeating: .max, count: stateCount)
        steps[final] = 0
        var states = [final]
        while !states.isEmpty {
            var next: [Int] = []
            for state in states {
                for arc in before[state] ?? [] where steps[arc.from] == .max {
                    steps[arc.from] = steps[state] + 1
                    next.append(arc.from)
                }
            }
            states = next
        }
        return steps
    }
}
