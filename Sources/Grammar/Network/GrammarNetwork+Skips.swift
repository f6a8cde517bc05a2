extension GrammarNetwork {
    /// How many words may follow a skip for it to be taken out.
    private static let fewWords = 12

    /// The same sentences with fewer silent steps: where words may be left out before others, the
    /// others follow at once as well.
    ///
    /// A search keeps each end of a word once for every state that silent steps lead to from there,
    /// so that a skip at the start of a few commands costs a place for each end of each letter. A
    /// step to where many words start, as that back to the start of a repetition, stays: copying
    /// them would cost more.
    public var withoutSkips: GrammarNetwork {
        let following = Dictionary(grouping: arcs, by: \.from)
        var shorter: [Arc] = []
        var known: Set<Arc> = []
        for arc in arcs {
            let next = following[arc.to] ?? []
            if arc.word == nil, arc.to != final, !next.isEmpty, next.count <= Self.fewWords,
                next.allSatisfy({ $0.word != nil })
            {
                for word in next {
                    let copy = Arc(
                        from: arc.from, to: word.to, word: word.word,
                        weight: arc.weight * word.weight)
                    if known.insert(copy).inserted { shorter.append(copy) }
                }
            } else if known.insert(arc).inserted {
                shorter.append(arc)
            }
        }
        return GrammarNetwork(stateCount: stateCount, start: start, final: final, arcs: shorter)
    }
}
