/// A grammar as a network of words, which PocketSphinx calls a finite state grammar.
///
/// Each way from `start` to `final` is a sentence. Unlike the networks that PocketSphinx builds
/// from JSGF, it accepts exactly the sentences of the grammar. In PocketSphinx's networks, `see+ |
/// dee` also accepts "see dee", a weight before a bracket or a rule has no effect, and `+` doubles
/// the part that it repeats.
package struct GrammarNetwork: Sendable, Equatable {
    /// A step from one state to another.
    package struct Arc: Sendable, Hashable {
        /// The state before it, 0..<stateCount.
        package var from: Int
        /// The state after it.
        package var to: Int
        /// The word said; nil for a silent step.
        package var word: String?
        /// A probability, 0.000001…1: that of the alternative, where the grammar gives one.
        package var weight: Double

        /// A step between two states, 0..<stateCount, with the probability of its alternative.
        package init(from: Int, to: Int, word: String?, weight: Double) {
            self.from = from
            self.to = to
            self.word = word
            self.weight = weight
        }
    }

    /// The number of states.
    package let stateCount: Int
    /// The start state of every sentence, 0..<stateCount.
    package let start: Int
    /// The final state of every sentence, 0..<stateCount.
    package let final: Int
    /// The steps.
    package let arcs: [Arc]

    /// A network of steps between states that are all 0..<stateCount.
    package init(stateCount: Int, start: Int, final: Int, arcs: [Arc]) {
        self.stateCount = stateCount
        self.start = start
        self.final = final
        self.arcs = arcs
    }
}

extension GrammarNetwork {
    /// The network of any number of words in any order.
    package init(loopOf words: Set<String>) {
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
    /// Only for grammars without errors: their recursion is only at the end of a rule, and their
    /// size is bounded.
    ///
    /// - Parameter weights: a factor of the weight of each mention of a rule, by its name; 1 for
    ///   rules that are not listed.
    package init(of rule: String, in graph: RuleGraph, weights: [String: Double] = [:]) {
        var builder = NetworkBuilder(graph, weights: weights)
        let start = builder.newState()
        let final = builder.newState()
        builder.add(rule, from: start, to: final, weight: 1)
        stateCount = builder.stateCount
        self.start = start
        self.final = final
        arcs = builder.arcs
    }

    /// Whether a sentence leads from `start` to `final`.
    package func accepts(_ sentence: [String]) -> Bool {
        var states = silentReach(from: [start])
        for word in sentence {
            let next = arcs.filter { $0.word == word && states.contains($0.from) }.map(\.to)
            states = silentReach(from: Set(next))
        }
        return states.contains(final)
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

extension GrammarNetwork {
    /// The same sentences with fewer states. States with the same incoming arcs are merged, and so
    /// are states with the same outgoing arcs.
    ///
    /// A search visits every state in every frame, and listens for silence and noise in each state
    /// that it reaches. Phrases that begin or end alike ("I think it's", "I guess") should
    /// therefore share states.
    package var withStatesMerged: GrammarNetwork {
        let words = Set(arcs.compactMap(\.word)).sorted()
        let numbers = Dictionary(uniqueKeysWithValues: zip(words, words.indices))
        var steps = arcs.map {
            Step(
                from: $0.from, to: $0.to, word: $0.word.flatMap { numbers[$0] }, weight: $0.weight)
        }
        var names = Array(0..<stateCount)
        var count = stateCount
        while true {
            let before = count
            for reached in [true, false] { merge(&steps, reached: reached, &names, &count) }
            if count == before { break }
        }
        return GrammarNetwork(
            stateCount: count, start: names[start], final: names[final],
            arcs: steps.map {
                Arc(from: $0.from, to: $0.to, word: $0.word.map { words[$0] }, weight: $0.weight)
            })
    }

    /// An arc whose word is a number: words themselves take long to compare.
    private struct Step: Hashable {
        var from: Int
        var to: Int
        var word: Int?
        var weight: Double
    }

    /// Merges states that have the same steps on one side.
    ///
    /// - Parameters:
    ///   - reached: whether to compare the steps that lead to a state, instead of those that leave
    ///     it.
    ///   - names: the present number of each state of the network.
    ///   - count: the present number of states.
    private func merge(
        _ steps: inout [Step], reached: Bool, _ names: inout [Int], _ count: inout Int
    ) {
        var sides = [Set<Step>](repeating: [], count: count)
        for step in steps {
            var rest = step
            if reached { rest.to = 0 } else { rest.from = 0 }
            sides[reached ? step.to : step.from].insert(rest)
        }
        var known: [Set<Step>: Int] = [:]
        var new: [Int] = []
        var newCount = 0
        for old in 0..<count {
            let isOwn = old == names[start] || old == names[final]
            if !isOwn, let same = known[sides[old]] {
                new.append(same)
                continue
            }
            if !isOwn { known[sides[old]] = newCount }
            new.append(newCount)
            newCount += 1
        }
        var moved: Set<Step> = []
        var merged: [Step] = []
        for step in steps {
            var step = step
            step.from = new[step.from]
            step.to = new[step.to]
            if moved.insert(step).inserted { merged.append(step) }
        }
        steps = merged
        names = names.map { new[$0] }
        count = newCount
    }
}

extension GrammarNetwork {
    /// Sentences that lead from `start` to `final`, the shortest first, each once.
    ///
    /// - Parameters:
    ///   - count: the maximum number of sentences; a repetition has an unlimited number.
    ///   - words: the maximum number of words in a sentence.
    package func sentences(atMost count: Int, words: Int = 12) -> [[String]] {
        let ahead = Dictionary(grouping: arcs, by: \.from)
        var found: [[String]] = []
        var known: Set<[String]> = []
        var beginnings: [(state: Int, said: [String])] = [(start, [])]
        // Extends all beginnings of one length before longer ones, and keeps at most eight times
        // `count` of them.
        for _ in 0...words {
            var longer: [(state: Int, said: [String])] = []
            var seen: Set<Beginning> = []
            while let (state, said) = beginnings.popLast() {
                guard seen.insert(Beginning(state: state, said: said)).inserted else { continue }
                if state == final, known.insert(said).inserted { found.append(said) }
                guard found.count < count else { return found }
                for arc in ahead[state] ?? [] {
                    guard let word = arc.word else {
                        beginnings.append((arc.to, said))
                        continue
                    }
                    if longer.count < 8 * count { longer.append((arc.to, said + [word])) }
                }
            }
            beginnings = longer
        }
        return found
    }

    private struct Beginning: Hashable {
        var state: Int
        var said: [String]
    }
}
