extension GrammarNetwork {
    /// The same sentences with fewer states: states that are reached in the same ways are one, and
    /// so are those from which the same follows.
    ///
    /// A search looks at every state in every frame, and listens for silence and noise in each that
    /// it reaches. Phrases that begin or end alike ("I think it's", "I guess") need not have states
    /// of their own for that.
    public var withStatesMerged: GrammarNetwork {
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

    /// Makes one of those states that have the same steps on one side.
    ///
    /// - Parameters:
    ///   - reached: whether by those that lead to a state, not by those that lead on.
    ///   - names: what each state of the network is now called.
    ///   - count: how many states there are.
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
