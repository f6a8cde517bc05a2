/// A grammar as a network of words: what PocketSphinx calls a finite state grammar.
///
/// Each way from `start` to `final` is a sentence. Unlike the networks that PocketSphinx builds
/// from JSGF, it allows what the grammar says and nothing else: there, a repetition at the start of
/// an alternative leads back to where the other alternatives start, so that `see+ | dee` also takes
/// "see dee"; a weight before a bracket or a rule is dropped; and `+` doubles what it repeats.
public struct GrammarNetwork: Sendable, Equatable {
    /// A step from one state to another.
    public struct Arc: Sendable, Hashable {
        /// The state before it, 0..<stateCount.
        public var from: Int
        /// The state after it.
        public var to: Int
        /// What is said; nil for nothing.
        public var word: String?
        /// A probability, 0.000001…1: that of the alternative, where the grammar gives one.
        public var weight: Double

        /// A step between two states, 0..<stateCount, with the probability of its alternative.
        public init(from: Int, to: Int, word: String?, weight: Double) {
            self.from = from
            self.to = to
            self.word = word
            self.weight = weight
        }
    }

    /// How many states there are.
    public let stateCount: Int
    /// Where each sentence starts, 0..<stateCount.
    public let start: Int
    /// Where each sentence ends, 0..<stateCount.
    public let final: Int
    /// The steps.
    public let arcs: [Arc]

    /// A network of steps between states that are all 0..<stateCount.
    public init(stateCount: Int, start: Int, final: Int, arcs: [Arc]) {
        self.stateCount = stateCount
        self.start = start
        self.final = final
        self.arcs = arcs
    }
}

extension GrammarNetwork {
    /// The network of a single word.
    public init(word: String) {
        stateCount = 2
        start = 0
        final = 1
        arcs = [Arc(from: 0, to: 1, word: word, weight: 1)]
    }

    /// The network of any number of words in any order.
    public init(loopOf words: Set<String>) {
        stateCount = 3
        start = 0
        final = 2
        arcs =
            [Arc(from: 0, to: 1, word: nil, weight: 1)]
            + words.sorted().map { Arc(from: 1, to: 1, word: $0, weight: 1) }
            + [Arc(from: 1, to: 2, word: nil, weight: 1)]
    }

    /// Builds the network of one rule.
    ///
    /// Only for grammars without errors: recursion is in last place only, and the size is bounded.
    package init(of rule: String, in graph: RuleGraph) {
        var builder = NetworkBuilder(graph)
        let start = builder.newState()
        let final = builder.newState()
        builder.add(rule, from: start, to: final, weight: 1)
        stateCount = builder.stateCount
        self.start = start
        self.final = final
        arcs = builder.arcs
    }

    /// Whether a sentence leads from `start` to `final`.
    public func accepts(_ sentence: [String]) -> Bool {
        var states = silentReach(from: [start])
        for word in sentence {
            let next = arcs.filter { $0.word == word && states.contains($0.from) }.map(\.to)
            states = silentReach(from: Set(next))
        }
        return states.contains(final)
    }

    /// The words that a sentence may begin with.
    public var firstWords: Set<String> {
        let first = silentReach(from: [start])
        return Set(arcs.filter { first.contains($0.from) }.compactMap(\.word))
    }

    private func silentReach(from states: Set<Int>) -> Set<Int> {
        var reached = states
        var pending = Array(states)
        while let state = pending.popLast() {
            for arc in arcs where arc.from == state && arc.word == nil {
                if reached.insert(arc.to).inserted { pending.append(arc.to) }
            }
        }
        return reached
    }
}
