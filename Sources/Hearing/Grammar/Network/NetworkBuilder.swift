/// Unfolds a grammar into states and arcs, after Thompson (Regular expression search algorithm.
/// Commun ACM 1968): each repeated part has its own states, so that a loop leads only to its own
/// start.
struct NetworkBuilder {
    private(set) var stateCount = 0
    private(set) var arcs: [GrammarNetwork.Arc] = []
    private let graph: RuleGraph
    private let recursive: Set<String>
    /// Factors of rules' weights, by name; a rule that is not listed has 1.
    private let weights: [String: Double]
    /// The start states of the recursive rules being unfolded.
    private var open: [String: Int] = [:]
    /// The arcs so far: alternatives with the same arc share it.
    private var known: Set<GrammarNetwork.Arc> = []

    init(_ graph: RuleGraph, weights: [String: Double]) {
        self.graph = graph
        self.weights = weights
        recursive = Set(graph.recursiveCalls.map(\.callee))
    }

    mutating func newState() -> Int {
        stateCount += 1
        return stateCount - 1
    }

    /// Unfolds a rule between two states.
    mutating func add(_ name: String, from: Int, to: Int, weight: Double) {
        guard let rule = graph.rules[name] else { return }
        let weight = weight * (weights[name] ?? 1)
        guard recursive.contains(name) else {
            return add(rule.alternatives, from: from, to: to, weight: weight)
        }
        if let start = open[name] {
            // The call is the last item of the rule, so it ends where the first use of the rule
            // ends.
            return addArc(from: from, to: start, word: nil, weight: weight)
        }
        let start = newState()
        addArc(from: from, to: start, word: nil, weight: weight)
        open[name] = start
        add(rule.alternatives, from: start, to: to, weight: 1)
        open[name] = nil
    }

    private mutating func add(
        _ alternatives: [JSGFAlternative], from: Int, to: Int, weight: Double
    ) {
        for alternative in alternatives {
            var state = from
            var weight = weight * (alternative.weight ?? 1)
            for (index, item) in alternative.items.enumerated() {
                let next = index == alternative.items.count - 1 ? to : newState()
                add(item, from: state, to: next, weight: weight)
                state = next
                weight = 1
            }
        }
    }

    private mutating func add(_ item: JSGFItem, from: Int, to: Int, weight: Double) {
        guard item.repetition != .once else {
            return add(item.content, from: from, to: to, weight: weight)
        }
        let start = newState()
        let end = newState()
        addArc(from: from, to: start, word: nil, weight: weight)
        add(item.content, from: start, to: end, weight: 1)
        addArc(from: end, to: start, word: nil, weight: 1)
        addArc(
            from: item.repetition == .zeroOrMore ? start : end, to: to, word: nil, weight: 1)
    }

    private mutating func add(
        _ content: JSGFItem.Content, from: Int, to: Int, weight: Double
    ) {
        switch content {
        case .word(let word): addArc(from: from, to: to, word: word, weight: weight)
        case .rule(let name): add(name, from: from, to: to, weight: weight)
        case .null: addArc(from: from, to: to, word: nil, weight: weight)
        case .void: break
        case .group(let inner): add(inner, from: from, to: to, weight: weight)
        case .optional(let inner):
            addArc(from: from, to: to, word: nil, weight: weight)
            add(inner, from: from, to: to, weight: weight)
        }
    }

    private mutating func addArc(from: Int, to: Int, word: String?, weight: Double) {
        // PocketSphinx takes a probability of zero for a word that is never said.
        let arc = GrammarNetwork.Arc(
            from: from, to: to, word: word, weight: Swift.max(weight, 0.000_001))
        guard word != nil || from != to, known.insert(arc).inserted else { return }
        arcs.append(arc)
    }
}
