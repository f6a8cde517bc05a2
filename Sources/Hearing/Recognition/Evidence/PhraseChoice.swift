internal import Foundation
internal import Grammar
internal import PhoneticMapping

/// The choice of the phrase of a small grammar that matches a whole stretch of speech.
///
/// The answers to the questions before a test are a few hundred phrases, and most of their words
/// are not in the net's training data. The net is unsure of such a word, but the right phrase is
/// nearly always the likeliest of all phrases. So all phrases are weighed at once.
struct PhraseChoice: Sendable {
    /// A phrase that was chosen, with the evidence for it.
    struct Choice {
        var phrase: String
        /// The natural logarithm of its probability among all that can be said.
        var log: Double
        var evidence: [String: Double]
    }

    /// Maximum number of sentences of a grammar that is a list of answers.
    private static let mostPhrases = 3_000
    /// Limit of differences of logarithms.
    private static let most = 12.0

    private let phrases: [String]
    /// The number of each phrase's meaning. Phrases with the same number mean the same: "two
    /// metre", "two metres".
    private let meanings: [Int]
    /// The ways to say the phrases as a tree: the parent of each node, and the token that the node
    /// adds. The root, node 0, is silence.
    private let parents: [Int]
    private let tokens: [Int]
    /// The nodes at which a phrase ends.
    private let ends: [(node: Int, phrase: Int)]

    /// - Parameters:
    ///   - ways: the pronunciations of each word, as places of tokens.
    ///   - setting: the setting that a phrase means; nil if there is none.
    /// - Returns: nil for the grammar of a test, or one with too many sentences.
    init?(
        _ grammar: ListeningGrammar, ways: [String: [[Int]]],
        setting: (String) -> SpokenSetting? = { SpokenSetting(heardInForm: $0) }
    ) {
        guard grammar.letters.isEmpty, grammar.directions.isEmpty else { return nil }
        let sentences = grammar.answer.network.sentences(atMost: Self.mostPhrases + 1)
        guard sentences.count <= Self.mostPhrases else { return nil }
        var phrases: [String] = []
        var meanings: [Int] = []
        var known: [String: Int] = [:]
        var parents = [0]
        var tokens = [0]
        var children: [[Int: Int]] = [[:]]
        var ends: [(node: Int, phrase: Int)] = []
        for sentence in sentences where !sentence.isEmpty {
            let phrase = sentence.joined(separator: " ")
            let meaning = setting(phrase).map { "\($0)" } ?? phrase
            meanings.append(known[meaning] ?? known.count)
            known[meaning] = meanings.last
            var nodes: Set = [0]
            for word in sentence {
                var next: Set<Int> = []
                for (node, way) in nodes.flatMap({ node in (ways[word] ?? []).map { (node, $0) } })
                {
                    var place = node
                    for token in way {
                        if let child = children[place][token] {
                            place = child
                        } else {
                            children[place][token] = parents.count
                            children.append([:])
                            parents.append(place)
                            tokens.append(token)
                            place = parents.count - 1
                        }
                    }
                    next.insert(place)
                }
                nodes = next
            }
            ends += nodes.sorted().map { (node: $0, phrase: phrases.count) }
            phrases.append(phrase)
        }
        guard !phrases.isEmpty else { return nil }
        (self.phrases, self.meanings, self.ends) = (phrases, meanings, ends)
        (self.parents, self.tokens) = (parents, tokens)
    }

    /// The likeliest phrase for the whole of a sound; nil if no phrase fits into it.
    func best(in sound: TokenFrames, blank: Int) -> Choice? {
        let logs = logs(in: sound, blank: blank)
        var own = -Double.infinity
        var best = 0
        var totals = [Double](repeating: -.infinity, count: (meanings.max() ?? 0) + 1)
        for (phrase, value) in logs.phrases.enumerated() {
            totals[meanings[phrase]] = Self.sum(totals[meanings[phrase]], value)
            if value > own { (own, best) = (value, phrase) }
        }
        guard own > -.infinity else { return nil }
        let total = totals[meanings[best]]
        var rivals = logs.silence
        for (meaning, value) in totals.enumerated() where meaning != meanings[best] {
            rivals = Self.sum(rivals, value)
        }
        let likelihood = TokenLikelihood(sound, frames: 0..<sound.frames, blank: blank)
        let length = Double(max(depth(of: best), 1))
        return Choice(
            phrase: phrases[best], log: total,
            evidence: [
                "margin": min(max(total - rivals, -Self.most), Self.most),
                "fit": min(max((total - likelihood.log(of: likelihood.greedy)) / length, -8), 1),
                "length": min(length, 10),
            ])
    }

    /// The number of tokens in the shortest way to say a phrase.
    private func depth(of phrase: Int) -> Int {
        ends.filter { $0.phrase == phrase }.map { end in
            var node = end.node
            var depth = 0
            while node > 0 {
                node = parents[node]
                depth += 1
            }
            return depth
        }.min() ?? 0
    }

    /// The logarithms of the probabilities of silence and of each phrase, by the forward algorithm of
    /// `TokenLikelihood` over all phrases together.
    private func logs(in sound: TokenFrames, blank: Int) -> (silence: Double, phrases: [Double]) {
        var result = [Double](repeating: -.infinity, count: phrases.count)
        guard sound.frames > 0 else { return (0, result) }
        // The probability that the frames so far end in a node's token, or in a blank after it.
        var inToken = [Double](repeating: 0, count: parents.count)
        var inBlank = inToken
        inBlank[0] = 1
        var scale = 0.0
        for frame in 0..<sound.frames {
            let quiet = exp(Double(sound[frame, blank]))
            var total = 0.0
            // In reverse order: a node comes after its parent, and needs the parent's value of the
            // frame before.
            for node in parents.indices.reversed() {
                let blankBehind = (inBlank[node] + inToken[node]) * quiet
                if node > 0 {
                    let parent = parents[node]
                    let repeats = parent > 0 && tokens[parent] == tokens[node]
                    inToken[node] =
                        (inToken[node] + inBlank[parent] + (repeats ? 0 : inToken[parent]))
                        * exp(Double(sound[frame, tokens[node]]))
                }
                inBlank[node] = blankBehind
                total += blankBehind + inToken[node]
            }
            guard total > 0 else { return (-.infinity, result) }
            scale += log(total)
            for node in parents.indices {
                inToken[node] /= total
                inBlank[node] /= total
            }
        }
        for end in ends {
            let value = inToken[end.node] + inBlank[end.node]
            if value > 0 {
                result[end.phrase] = Self.sum(result[end.phrase], scale + log(value))
            }
        }
        return (inBlank[0] > 0 ? scale + log(inBlank[0]) : -.infinity, result)
    }

    /// The logarithm of the sum of two probabilities, given their logarithms.
    private static func sum(_ first: Double, _ second: Double) -> Double {
        let (high, low) = (max(first, second), min(first, second))
        return low == -.infinity ? high : high + log1p(exp(low - high))
    }
}
