import Grammar
import Recognition

@testable import SphinxRecognizer

/// The score of the best reading of tokens under a network of words, found by following every path:
/// what PocketSphinx is held against. It knows nothing of how its networks are made.
struct ExactSearch {
    /// A pronunciation of a word, and where it leads.
    private struct Chain {
        var tokens: [Int]
        var from: Int
        var to: Int
        var cost: Double
        /// The score of the best path in each token, and in the blank after it.
        var own: [Double]
        var blanks: [Double]
    }

    /// The score if there is no path.
    private static let none = -Double.infinity

    let network: GrammarNetwork
    let ways: [String: [[String]]]
    let talk: Bool
    var costs: [String: Double] = [:]
    /// Whether nothing may be said but talk, whatever the network says.
    var mayBeNothing = true

    /// The score of the best path, in nats.
    func score(of sound: TokenFrames) -> Double {
        let place = Dictionary(uniqueKeysWithValues: sound.tokens.enumerated().map { ($1, $0) })
        let blank = place["-"] ?? 0
        let known = Set(ways.values.joined().joined())
        let spoken = sound.tokens.indices.filter {
            $0 != blank
                && (sound.tokens[$0].first?.isLowercase == true
                    || !known.contains(sound.tokens[$0]))
        }
        let talkScores = TalkPath(sound, tokens: spoken, blank: blank).scores
        var chains = network.arcs.filter { $0.word != nil }.flatMap { arc in
            (ways[arc.word ?? ""] ?? []).map { tokens in
                Chain(
                    tokens: tokens.compactMap { place[$0] }, from: arc.from,
                    to: arc.to, cost: TokenSearch.wordCost + (costs[arc.word ?? ""] ?? 0),
                    own: Array(repeating: Self.none, count: tokens.count),
                    blanks: Array(repeating: Self.none, count: tokens.count))
            }
        }
        if talk {
            // Talk is a word like others, of one token, between any two words.
            for state in 0..<network.stateCount {
                chains.append(
                    Chain(
                        tokens: [-1], from: state, to: state,
                        cost: TokenSearch.talkCost, own: [Self.none], blanks: [Self.none]))
            }
        }
        var ends = [Double](repeating: Self.none, count: network.stateCount)
        ends[network.start] = 0
        followSilent(&ends)
        var silence = 0.0
        for frame in 0..<sound.frames {
            func score(_ token: Int) -> Double {
                Double(token < 0 ? talkScores[frame] : sound[frame, token])
            }
            var next = [Double](repeating: Self.none, count: network.stateCount)
            silence += score(blank)
            next[network.start] = silence
            for index in chains.indices {
                let chain = chains[index]
                for step in chain.tokens.indices {
                    let entry =
                        step == 0
                        ? ends[chain.from] - chain.cost
                        : max(chain.own[step - 1], chain.blanks[step - 1])
                    chains[index].own[step] =
                        max(chain.own[step], entry) + score(chain.tokens[step])
                    chains[index].blanks[step] =
                        max(chain.blanks[step], chain.own[step]) + score(blank)
                }
                if let own = chains[index].own.last, let blanks = chains[index].blanks.last {
                    next[chain.to] = max(next[chain.to], own, blanks)
                }
            }
            ends = next
            followSilent(&ends)
        }
        // No word leads back to the start.
        return mayBeNothing ? max(ends[network.final], ends[network.start]) : ends[network.final]
    }

    private func followSilent(_ ends: inout [Double]) {
        var isChanged = true
        while isChanged {
            isChanged = false
            for arc in network.arcs where arc.word == nil && ends[arc.from] > ends[arc.to] {
                ends[arc.to] = ends[arc.from]
                isChanged = true
            }
        }
    }
}
