extension GrammarNetwork {
    /// The same sentences with fewer states: states that are reached in the same ways are one, and so
    /// are those from which the same follows.
    ///
    /// A search looks at every state in every frame, and listens for silence and noise in each that it
    /// reaches. Phrases that begin or end alike ("I think it's", "I guess") need not have states of
    /// their own for that.
    public var withStatesMerged: GrammarNetwork {
        var network = self
        while true {
            let fewer = network.merging(
                by: { $0.to }, { Arc(from: $0.from, to: 0, word: $0.word, weight: $0.weight) }
            )
            .merging(by: { $0.from }, { Arc(from: 0, to: $0.to, word: $0.word, weight: $0.weight) })
            if fewer.stateCount == network.stateCount { return network }
            network = fewer
        }
    }

    /// The same with those states as one that have the same arcs on one side.
    ///
    /// - Parameters:
    ///   - state: the state that an arc belongs to, on that side.
    ///   - rest: the arc without it.
    private func merging(by state: (Arc) -> Int, _ rest: (Arc) -> Arc) -> GrammarNetwork {
        var sides = [Set<Arc>](repeating: [], count: stateCount)
        for arc in arcs { sides[state(arc)].insert(rest(arc)) }
        var known: [Set<Arc>: Int] = [:]
        var new: [Int] = []
        var count = 0
        for old in 0..<stateCount {
            let isOwn = old == start || old == final
            if !isOwn, let same = known[sides[old]] {
                new.append(same)
                continue
            }
            if !isOwn { known[sides[old]] = count }
            new.append(count)
            count += 1
        }
        var moved: Set<Arc> = []
        var merged: [Arc] = []
        for arc in arcs {
            let arc = Arc(from: new[arc.from], to: new[arc.to], word: arc.word, weight: arc.weight)
            if moved.insert(arc).inserted { merged.append(arc) }
        }
        return GrammarNetwork(
            stateCount: count, start: new[start], final: new[final], arcs: merged)
    }
}
