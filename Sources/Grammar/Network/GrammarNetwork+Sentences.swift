extension GrammarNetwork {
    /// Sentences that lead from `start` to `final`, the shortest first, each once.
    ///
    /// - Parameters:
    ///   - count: no more than these, of which a repetition has any number.
    ///   - words: none longer than this.
    public func sentences(atMost count: Int, words: Int = 12) -> [[String]] {
        let ahead = Dictionary(grouping: arcs, by: \.from)
        var found: [[String]] = []
        var known: Set<[String]> = []
        var beginnings: [(state: Int, said: [String])] = [(start, [])]
        // Of each length all beginnings are followed, and no more of them than make so many
        // sentences.
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
