/// A graph of words in the form that PocketSphinx searches: words by their pronunciations, with
/// silence and talk.
///
/// Sentences may be empty, and talk may occur before, between and after words. For each word end
/// that it keeps, PocketSphinx tries each word that may follow and each silent step from there. So
/// words that end a sentence lead to a state of its own that only silent steps leave.
struct TokenNetwork {
    /// A step with a word, and its cost in nats.
    struct Step {
        var from: Int
        var to: Int
        /// The name of a pronunciation.
        var name: String
        var cost: Double
    }

    private(set) var stateCount: Int
    let start = 0
    private(set) var final: Int
    private(set) var steps: [Step] = []
    /// Steps without a word and without a cost.
    private(set) var silent: [(from: Int, to: Int)] = []
    /// Steps of talk.
    private(set) var talk: [(from: Int, to: Int)] = []

    /// - Parameters:
    ///   - ways: the names of the pronunciations of each word.
    ///   - cost: the cost of a word, in nats.
    ///   - hearsTalk: whether there may be talk.
    init(
        _ graph: WordGraph, ways: [String: [String]], hearsTalk: Bool,
        cost: (_ word: String) -> Double
    ) {
        // Each state of the graph, the end, and where words lead that end a sentence.
        final = graph.steps.count
        stateCount = final + 1
        var entries = Array(graph.steps.indices)
        for state in graph.steps.indices where graph.isEnd[state] {
            entries[state] = stateCount
            stateCount += 1
            silent.append((entries[state], final))
            if !graph.steps[state].isEmpty { silent.append((entries[state], state)) }
        }
        silent.append((start, final))
        let shared = Self.sharedState(graph)
        for (state, steps) in graph.steps.enumerated() {
            var common: Set<WordGraph.Step> = []
            if let shared, shared.users.contains(state) {
                common = Set(graph.steps[shared.state])
                silent.append((state, shared.state))
                if entries[state] != state { silent.append((entries[state], shared.state)) }
            }
            for step in steps where !common.contains(step) {
                for name in ways[step.word] ?? [] {
                    self.steps.append(
                        Step(
                            from: state, to: entries[step.to], name: name,
                            cost: step.cost + cost(step.word)))
                }
            }
            guard hearsTalk else { continue }
            if state == start {
                talk.append((start, start))
            } else if steps.isEmpty {
                talk.append((entries[state], entries[state]))
            } else {
                talk.append((state, entries[state]))
            }
        }
    }

    /// A state whose steps many others have as well, and those states: where silent steps lead there
    /// from them, the steps need not be there twice.
    private static func sharedState(_ graph: WordGraph) -> (state: Int, users: Set<Int>)? {
        let sides = graph.steps.map { Set($0) }
        let users = sides.indices.map { state in
            Set(sides.indices.filter { $0 != state && sides[$0].isSuperset(of: sides[state]) })
        }
        let best = sides.indices.filter { graph.isEnd[$0] && !users[$0].isEmpty }
            .max { sides[$0].count * users[$0].count < sides[$1].count * users[$1].count }
        return best.map { ($0, users[$0]) }
    }
}
