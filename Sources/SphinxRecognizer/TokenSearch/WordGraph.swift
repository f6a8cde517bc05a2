internal import Foundation
internal import Grammar

/// A grammar's network without silent steps: which words may follow each state, and where a sentence
/// may end.
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

    /// The same sentences as those of a network.
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

    /// The states that silent steps lead to, with what the cheapest way costs.
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

    /// Makes one of those states from which the same follows.
    mutating func mergeAlike() {
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

    /// How many of the first words are the longest sentence that they begin with; nil for none.
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
