internal import Acuity
package import Grammar

/// The rules of a grammar by which a sentence can be said.
package struct SentenceParse: Sendable, Equatable {
    /// A rule with the words that it covers.
    package struct Part: Sendable, Equatable {
        /// The rule's name.
        package let rule: String
        /// How deep it is called, from 0.
        package let depth: Int
        /// The indices of its words in the sentence.
        package let words: Range<Int>
    }

    /// The rules in the order in which they are called; nil if the grammar does not have the
    /// sentence.
    package let parts: [Part]?
    /// How many words from the first on begin a sentence of the grammar.
    package let understood: Int

    /// Finds the first way to say a sentence by a rule.
    ///
    /// - Parameters:
    ///   - words: in small letters.
    ///   - rule: the name of the rule.
    ///   - grammar: without errors, so that rules call themselves only after a word.
    package init(_ words: [String], by rule: String, in grammar: JSGFGrammar) {
        let search = Search(words: words, grammar: grammar)
        var found: [Part]?
        _ = search.rule(rule, at: 0, depth: 0) { end, parts in
            guard end == words.count else { return false }
            found = parts
            return true
        }
        parts = found
        understood = search.farthest
    }
}

/// A search by backtracking. Sentences are short, and a checked grammar is bounded.
private final class Search {
    typealias Parts = [SentenceParse.Part]
    /// Continues after a part of the sentence; true to stop the search.
    typealias Next = (_ end: Int, _ parts: Parts) -> Bool

    private let words: [String]
    private let grammar: JSGFGrammar
    private(set) var farthest = 0

    init(words: [String], grammar: JSGFGrammar) {
        self.words = words
        self.grammar = grammar
    }

    func rule(_ name: String, at start: Int, depth: Int, _ next: Next) -> Bool {
        guard let rule = grammar.rule(named: name) else { return false }
        return alternatives(rule.alternatives, at: start, depth: depth + 1) { end, inner in
            let own = SentenceParse.Part(rule: name, depth: depth, words: start..<end)
            return next(end, [own] + inner)
        }
    }

    private func alternatives(
        _ alternatives: [JSGFAlternative], at start: Int, depth: Int, _ next: Next
    ) -> Bool {
        alternatives.contains { sequence($0.items[...], at: start, depth: depth, next) }
    }

    private func sequence(
        _ items: ArraySlice<JSGFItem>, at start: Int, depth: Int, _ next: Next
    ) -> Bool {
        guard let first = items.first else { return next(start, []) }
        return repeated(first, at: start, depth: depth, isFirst: true) { end, parts in
            sequence(items.dropFirst(), at: end, depth: depth) { next($0, parts + $1) }
        }
    }

    private func repeated(
        _ item: JSGFItem, at start: Int, depth: Int, isFirst: Bool, _ next: Next
    ) -> Bool {
        // As many times as the words allow, then fewer.
        let found = once(item, at: start, depth: depth) { end, parts in
            // A repetition that says nothing would never end.
            guard item.repetition != .once, end > start else { return next(end, parts) }
            return repeated(item, at: end, depth: depth, isFirst: false) { next($0, parts + $1) }
        }
        let mayEnd =
            item.repetition == .zeroOrMore || item.repetition == .oneOrMore && !isFirst
        return found || mayEnd && next(start, [])
    }

    private func once(_ item: JSGFItem, at start: Int, depth: Int, _ next: Next) -> Bool {
        switch item.content {
        case .word(let word):
            guard start < words.count, words[start] == word else { return false }
            farthest = max(farthest, start + 1)
            return next(start + 1, [])
        case .rule(let name): return rule(name, at: start, depth: depth, next)
        case .null: return next(start, [])
        case .void: return false
        case .group(let inner): return alternatives(inner, at: start, depth: depth, next)
        case .optional(let inner):
            return alternatives(inner, at: start, depth: depth, next) || next(start, [])
        }
    }
}

extension GrammarNetwork {
    /// Sentences drawn by the weights of the grammar: at each state a step is drawn, so that a
    /// repetition goes on about every second time.
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
