import LetterSpeech

@testable import SphinxRecognizer

/// The best reading of tokens under a network of words, found by following every path: what
/// PocketSphinx is held against. It knows nothing of how its networks are made.
struct ExactSearch {
    /// A word, a pronunciation of it, and where it leads.
    private struct Chain {
        var word: String
        var tokens: [Int]
        var from: Int
        var to: Int
        var cost: Double
        /// The best path in each token, and in the blank after it.
        var own: [Path]
        var blanks: [Path]
    }

    /// A path: its score and its words, the last first.
    private struct Path {
        var score = -Double.infinity
        var words: [String] = []

        func costing(_ nats: Double) -> Path { Path(score: score - nats, words: words) }
        func saying(_ word: String) -> Path { Path(score: score, words: [word] + words) }
        static func best(_ paths: Path...) -> Path { paths.max { $0.score < $1.score } ?? Path() }
    }

    let network: GrammarNetwork
    let ways: [String: [[String]]]
    let talk: Bool
    var costs: [String: Double] = [:]

    /// The words of the best path, talk as `FoundWord.talk`, and its score.
    func reading(of sound: TokenFrames) -> (words: [String], score: Double) {
        let place = Dictionary(uniqueKeysWithValues: sound.tokens.enumerated().map { ($1, $0) })
        let blank = place["-"] ?? 0
        let phones = sound.tokens.indices.filter { sound.tokens[$0].first?.isLowercase == true }
        let talkScores = TalkPath(sound, phones: phones, blank: blank).scores
        var chains = network.arcs.filter { $0.word != nil }.flatMap { arc in
            (ways[arc.word ?? ""] ?? []).map { tokens in
                Chain(
                    word: arc.word ?? "", tokens: tokens.compactMap { place[$0] }, from: arc.from,
                    to: arc.to, cost: TokenSearch.wordCost + (costs[arc.word ?? ""] ?? 0),
                    own: .init(repeating: Path(), count: tokens.count),
                    blanks: .init(repeating: Path(), count: tokens.count))
            }
        }
        if talk {
            // Talk is a word like others, of one token, between any two words.
            for state in 0..<network.stateCount {
                chains.append(
                    Chain(
                        word: FoundWord.talk, tokens: [-1], from: state, to: state,
                        cost: TokenSearch.talkCost, own: [Path()], blanks: [Path()]))
            }
        }
        var ends = [Path](repeating: Path(), count: network.stateCount)
        ends[network.start] = Path(score: 0)
        followSilent(&ends)
        var silence = Path(score: 0)
        for frame in 0..<sound.frames {
            func score(_ token: Int) -> Double {
                Double(token < 0 ? talkScores[frame] : sound[frame, token])
            }
            var next = [Path](repeating: Path(), count: network.stateCount)
            silence = silence.costing(-score(blank))
            next[network.start] = silence
            for index in chains.indices {
                let chain = chains[index]
                for step in chain.tokens.indices {
                    let entry =
                        step == 0
                        ? ends[chain.from].costing(chain.cost)
                        : .best(chain.own[step - 1], chain.blanks[step - 1])
                    chains[index].own[step] = Path.best(chain.own[step], entry)
                        .costing(-score(chain.tokens[step]))
                    chains[index].blanks[step] = Path.best(chain.blanks[step], chain.own[step])
                        .costing(-score(blank))
                }
                if let own = chains[index].own.last, let blanks = chains[index].blanks.last {
                    next[chain.to] = .best(next[chain.to], Path.best(own, blanks).saying(chain.word))
                }
            }
            ends = next
            followSilent(&ends)
        }
        // What is said may be nothing at all, but for talk.
        let best = Path.best(ends[network.final], startOnly(ends, silence))
        return (best.words.reversed(), best.score)
    }

    private func startOnly(_ ends: [Path], _ silence: Path) -> Path {
        let start = ends[network.start]
        return Path.best(silence, start.words.allSatisfy { $0 == FoundWord.talk } ? start : Path())
    }

    private func followSilent(_ ends: inout [Path]) {
        var isChanged = true
        while isChanged {
            isChanged = false
            for arc in network.arcs where arc.word == nil && ends[arc.from].score > ends[arc.to].score {
                ends[arc.to] = ends[arc.from]
                isChanged = true
            }
        }
    }
}
