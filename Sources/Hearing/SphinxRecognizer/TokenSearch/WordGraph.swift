internal import Foundation
internal import Grammar

/// A grammar's network without silent steps. It has the words that may follow each state, and the
/// states where a sentence may end.
struct WordGraph {
    /// A step to the next state.
    struct Step: Hashable {
        var word: String
        var to: Int
        /// In nats.
        var cost: Double
    }

    /// The steps from each state; sentences start in the first.
    var steps: [[Step]]
    /// Whether a sentence may end in each state.
    var isEnd: [Bool]

    /// Makes a graph with the sentences of a network.
    init(_ network: GrammarNetwork) {
        let following = Dictionary(grouping: network.arcs, by: \.from)
        var numbers = [network.start: 0]
        var places = [network.start]
        steps = []
        isEnd = []
        while steps.count < places.count {
            let reach = Self.silentReach(from: places[steps.count], following)
            var least: [Step: Double] = [:]
            for (state, cost) in reach.sorted(by: { $0.key < $1.key }) {
                for arc in following[state] ?? [] {
                    guard let word = arc.word else { continue }
                    if numbers[arc.to] == nil {
                        numbers[arc.to] = places.count
                        places.append(arc.to)
                    }
                    let step = Step(word: word, to: numbers[arc.to] ?? 0, cost: 0)
                    least[step] = min(least[step] ?? .infinity, cost - log(arc.weight))
                }
            }
            steps.append(
                least.map { Step(word: $0.key.word, to: $0.key.to, cost: $0.value) }
                    .sorted { ($0.word, $0.to) < ($1.word, $1.to) })
            isEnd.append(reach[network.final] != nil)
        }
        mergeAlike()
    }

    /// The states that silent steps reach, with the cost of the cheapest way.
    private static func silentReach(
        from start: Int, _ following: [Int: [GrammarNetwork.Arc]]
    ) -> [Int: Double] {
        var reach = [start: 0.0]
        var pending = [start]
        while let state = pending.popLast() {
            for arc in following[state] ?? [] where arc.word == nil {
                let cost = (reach[state] ?? 0) - log(arc.weight)
                if cost < reach[arc.to] ?? .infinity {
                    reach[arc.to] = cost
                    pending.append(arc.to)
                }
            }
        }
        return reach
    }

    /// Merges states with the same continuations.
    private mutating func mergeAlike() {
        struct Side: Hashable {
            var steps: [Step]
            var isEnd: Bool
        }
        while true {
            var known: [Side: Int] = [:]
            var names: [Int] = []
            var kept: [Int] = []
            for state in steps.indices {
                let side = Side(steps: steps[state], isEnd: isEnd[state])
                if let same = known[side] {
                    names.append(same)
                } else {
                    known[side] = kept.count
                    names.append(kept.count)
                    kept.append(state)
                }
            }
            guard kept.count < steps.count else { return }
            isEnd = kept.map { isEnd[$0] }
            steps = kept.map { state in
                var once: Set<Step> = []
                return steps[state].map { Step(word: $0.word, to: names[$0.to], cost: $0.cost) }
                    .filter { once.insert($0).inserted }
            }
        }
    }

    /// The number of words in the longest sentence that the words begin with; nil for none.
    func longestSentence(in words: some Sequence<String>) -> Int? {
        var states: Set<Int> = [0]
        var longest: Int?
        for (count, word) in words.enumerated() {
            states = Set(states.flatMap { steps[$0] }.filter { $0.word == word }.map(\.to))
            if states.isEmpty { break }
            if states.contains(where: { isEnd[$0] }) { longest = count + 1 }
        }
        return longest
    }
}

/// Finds states that allow everything that others do, and the steps that are then unnecessary.
extension WordGraph {
    /// For each state, the states that accept at least the same continuations: each of its steps
    /// exists there, too, and leads to states with the same property (the largest simulation of
    /// Milner, An algebraic definition of simulation between programs. IJCAI 1971).
    private func superiors() -> [Set<Int>] {
        let words = Dictionary(
            uniqueKeysWithValues: Set(steps.joined().map(\.word)).enumerated().map { ($1, $0) })
        // The steps by state and word.
        let following = steps.map { steps in
            Dictionary(grouping: steps) { words[$0.word] ?? 0 }
        }
        var superiors = steps.indices.map { state in
            Set(
                steps.indices.filter { other in
                    (isEnd[other] || !isEnd[state])
                        && following[state].keys.allSatisfy { following[other][$0] != nil }
                })
        }
        var isStable = false
        while !isStable {
            isStable = true
            for state in steps.indices {
                for other in superiors[state] where other != state {
                    let holds = following[state].allSatisfy { word, steps in
                        steps.allSatisfy { step in
                            (following[other][word] ?? []).contains {
                                $0.cost <= step.cost && superiors[step.to].contains($0.to)
                            }
                        }
                    }
                    if !holds {
                        superiors[state].remove(other)
                        isStable = false
                    }
                }
            }
        }
        return superiors
    }

    /// The graph without redundant steps, for the same sentences. A step is redundant if another
    /// one with the same word costs no more and leads to a state that accepts at least as much.
    ///
    /// A grammar for "several answers, or one" has each answer twice.
    func reduced() -> WordGraph {
        let superiors = superiors()
        var graph = self
        for state in steps.indices {
            var kept: [Step] = []
            for step in steps[state] {
                func covers(_ other: Step, _ step: Step) -> Bool {
                    other.word == step.word && other.cost <= step.cost
                        && superiors[step.to].contains(other.to)
                }
                if kept.contains(where: { covers($0, step) }) { continue }
                kept.removeAll { covers(step, $0) }
                kept.append(step)
            }
            graph.steps[state] = kept
        }
        return graph.reachable()
    }

    /// The part that is reachable, with equivalent states merged.
    private func reachable() -> WordGraph {
        var numbers = [0: 0]
        var places = [0]
        var next = 0
        while next < places.count {
            for step in steps[places[next]] where numbers[step.to] == nil {
                numbers[step.to] = places.count
                places.append(step.to)
            }
            next += 1
        }
        var part = self
        part.isEnd = places.map { isEnd[$0] }
        part.steps = places.map { place in
            steps[place].map { Step(word: $0.word, to: numbers[$0.to] ?? 0, cost: $0.cost) }
        }
        part.mergeAlike()
        return part
    }
}
