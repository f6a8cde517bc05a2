internal import CMixtures
internal import LetterSpeech

/// How well each of many words explains the same sound, on acoustic scores that were computed once.
///
/// Each word is the chain of states that the acoustic model gives its phones, with silence before
/// and after that may be absent. Its score is that of the best way through (Viterbi, IEEE Trans.
/// Inf. Theory 1967), without a beam: every word has one. PocketSphinx could be asked word by word,
/// but takes a hundred times as long for it and tells nothing of words that its beams leave out.
final class WordScorer {
    private let chains: [WordChains.Chain]
    /// The states of all chains, chain after chain, in whole eights, by their senones; those that
    /// fill up the last eight belong to no chain.
    private let states: [Int]
    /// What it costs to begin in each state, to stay in it, to come to it from the one before, and
    /// to leave it.
    private let begin: [Float]
    private let stay: [Float]
    private let come: [Float]
    private let leave: [Float]

    /// - Parameters:
    ///   - model: the acoustic model.
    ///   - words: which words to score.
    ///   - pairs: words of which two are scored as one, run into each other or with a pause
    ///     between; its name has a blank between theirs.
    ///   - pronunciations: how they sound; variants are written "aitch(2)".
    init(
        model: AcousticModel, words: [String], pairs: [(String, String)] = [],
        pronunciations: [(word: String, phones: [String])]
    ) throws(SphinxError) {
        let chains = try WordChains(
            model: model, words: words, pairs: pairs, pronunciations: pronunciations)
        self.chains = chains.chains
        let spare = -chains.states.count & 7
        let filling = chains.states.prefix(1).flatMap { repeatElement($0.senone, count: spare) }
        states = chains.states.map(\.senone) + filling
        func filled(_ numbers: [Float]) -> [Float] {
            numbers + repeatElement(.infinity, count: spare)
        }
        begin = filled(chains.begin)
        stay = filled(chains.states.map(\.stay))
        come = filled(chains.come)
        leave = filled(chains.states.map(\.leave))
    }

    /// The senones that the words pass through.
    var senones: Set<Int> { Set(states) }

    /// The scores of all words, the best first, and how far the best lies from the best sounds that
    /// were scored, in nats a frame; nil where the sound has too few frames for any word.
    func scores(of sound: SenoneScores) -> (words: [WordScore], fit: Double)? {
        guard sound.frames > 0 else { return nil }
        let costs = costs(in: sound)
        var best: [String: Float] = [:]
        for chain in chains {
            let cost = chain.ends.map { costs[$0] + leave[$0] }.min() ?? .infinity
            if cost < best[chain.word] ?? .infinity { best[chain.word] = cost }
        }
        best = best.filter { $0.value < .infinity }
        guard let least = best.values.min() else { return nil }
        let words = best.map {
            WordScore($0.key, nats: Double(least - $0.value) * SphinxRecognizer.scoreUnit)
        }.sorted { ($1.nats, $0.word) < ($0.nats, $1.word) }
        return (words, Double(least) * SphinxRecognizer.scoreUnit / Double(sound.frames))
    }

    /// What the best way costs that ends in each state.
    private func costs(in sound: SenoneScores) -> [Float] {
        let places = states.map { Int32(sound.senones.places[$0]) }
        precondition(places.allSatisfy { $0 >= 0 }, "a word's senone is not scored")
        // Rows of as many, one number before each: `aloud_follow` writes from one into the other.
        let rest = [Float](repeating: .infinity, count: begin.count + 1)
        var costs = [.infinity] + begin + rest
        costs.withUnsafeMutableBufferPointer { costs in
            sound.withScores { scores in
                // There is a number, so there is an address.
                aloud_follow(
                    places, stay, come, places.count, scores.baseAddress, sound.width,
                    sound.frames, costs.baseAddress! + 1)
            }
        }
        return Array(costs.dropFirst().prefix(begin.count))
    }
}
