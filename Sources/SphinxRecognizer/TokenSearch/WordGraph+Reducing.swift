/// Which states allow whatever others do, and what can be left out for it.
extension WordGraph {
    /// For each state those that every sentence can go on from as well that can from it: all its
    /// steps lead there, too, to states of which the same is true (the largest simulation of Milner,
    /// An algebraic definition of simulation between programs. IJCAI 1971).
    func superiors() -> [Set<Int>] {
        let words = Dictionary(
            uniqueKeysWithValues: Set(steps.joined().map(\.word)).enumerated().map { ($1, $0) })
        // For each state and word the steps.
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

    /// The same sentences without steps beside which others of the same word lead at least as far.
    ///
    /// A grammar that says "several answers, or one" has each answer twice.
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

    /// The part that sentences can come to, states that are alike made one.
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
