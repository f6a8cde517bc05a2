internal import LetterSpeech

/// How well each of many words explains the same sound, on acoustic scores that were computed once.
///
/// Each word is the chain of states that the acoustic model gives its phones, with silence before
/// and after that may be absent. Its score is that of the best way through (Viterbi, IEEE Trans.
/// Inf. Theory 1967), without a beam: every word has one. PocketSphinx could be asked word by word,
/// but takes a hundred times as long for it and tells nothing of words that its beams leave out.
final class WordScorer {
    private struct State {
        var senone: Int
        var stay: Float
        var leave: Float
    }

    /// A way to say a word.
    private struct Chain {
        var word: String
        var states: [State]
        /// Where the word begins and ends in `states`; around it is silence.
        var spoken: ClosedRange<Int>
    }

    private let chains: [Chain]
    private let senoneCount: Int
    private let scoreLog: ScoreLog
    private let decoder: SphinxDecoder
    /// PocketSphinx scores sounds in a search alone; what this one finds does not matter.
    private static let search = "any one word"

    /// - Parameters:
    ///   - model: the folder of the acoustic model.
    ///   - words: which words to score.
    ///   - pronunciations: how they sound; variants are written "aitch(2)".
    init(
        model: String, words: [String], pronunciations: [(word: String, phones: [String])]
    ) throws(SphinxError) {
        let scoreLog = try ScoreLog()
        // Gaussians of a codebook that count in a frame: 4, as usual, lose 2.5 % of 249 letters with
        // Aloud's own model, which was trained with all. The beams have nothing to find.
        let decoder = try SphinxDecoder.start(
            model: model,
            tuning: [
                "-senlogdir": scoreLog.folder, "-compallsen": "yes", "-topn": "8",
                "-beam": "1e-10", "-wbeam": "1e-10", "-pbeam": "1e-10",
            ])
        if let first = pronunciations.first {
            try decoder.add(word: first.word, phones: first.phones)
            try decoder.setSearch(named: Self.search, network: GrammarNetwork(word: first.word))
        }
        let inventory = try PhoneInventory(model + "/mdef")
        let costs = try TransitionCosts(model + "/transition_matrices")
        let wanted = Set(words)
        func states(
            _ phone: String, _ left: String, _ right: String, _ place: PhoneInventory.Place
        ) -> [State]? {
            guard let sound = inventory.sound(phone, after: left, before: right, place),
                let row = costs[sound.transitions], row.count == sound.senones.count
            else { return nil }
            return zip(sound.senones, row).map {
                State(senone: $0, stay: $1.stay, leave: $1.leave)
            }
        }
        let silence = states("SIL", "SIL", "SIL", .alone) ?? []
        var chains: [Chain] = []
        for (entry, phones) in pronunciations {
            let word = String(entry.prefix { $0 != "(" })
            guard wanted.contains(word), !phones.isEmpty else { continue }
            let around = ["SIL"] + phones + ["SIL"]
            var spoken: [State] = []
            for (index, phone) in phones.enumerated() {
                let place: PhoneInventory.Place =
                    switch (index == 0, index == phones.count - 1) {
                    case (true, true): .alone
                    case (true, false): .begin
                    case (false, true): .end
                    case (false, false): .inside
                    }
                guard let more = states(phone, around[index], around[index + 2], place) else {
                    throw .word(word, reason: "the model has no \(phone)")
                }
                spoken += more
            }
            chains.append(
                Chain(
                    word: word, states: silence + spoken + silence,
                    spoken: silence.count...silence.count + spoken.count - 1))
        }
        self.chains = chains
        self.scoreLog = scoreLog
        self.decoder = decoder
        senoneCount = inventory.senoneCount
    }

    /// How well each sound of the model explains each frame; nil if there are no frames.
    func sounds(of cepstra: Cepstra) throws(SphinxError) -> SenoneScores? {
        _ = try decoder.decode(cepstra, search: Self.search)
        return scoreLog.take(senones: senoneCount).flatMap { $0.frames > 0 ? $0 : nil }
    }

    /// The scores of all words, the best first, and how far the best lies from the best sounds of
    /// the model, in nats a frame; nil where the sound has too few frames for any word.
    func scores(of sound: SenoneScores) -> (words: [WordScore], fit: Double)? {
        let frames = (0..<sound.frames).map { sound.all(at: $0, count: senoneCount) }
        var best: [String: Float] = [:]
        for chain in chains {
            let cost = Self.cost(of: chain, frames)
            if cost < best[chain.word] ?? .infinity { best[chain.word] = cost }
        }
        best = best.filter { $0.value < .infinity }
        guard let least = best.values.min() else { return nil }
        let words = best.map {
            WordScore($0.key, nats: Double(least - $0.value) * SphinxRecognizer.scoreUnit)
        }.sorted { ($1.nats, $0.word) < ($0.nats, $1.word) }
        return (words, Double(least) * SphinxRecognizer.scoreUnit / Double(frames.count))
    }

    /// The cost of the best way through a chain.
    private static func cost(of chain: Chain, _ frames: [[Int16]]) -> Float {
        let states = chain.states
        var costs = [Float](repeating: .infinity, count: states.count)
        for (time, frame) in frames.enumerated() {
            for index in stride(from: states.count - 1, through: 0, by: -1) {
                let state = states[index]
                var way = costs[index] + state.stay
                if index > 0 { way = min(way, costs[index - 1] + states[index - 1].leave) }
                if time == 0, index == 0 || index == chain.spoken.lowerBound { way = 0 }
                costs[index] = way + Float(frame[state.senone])
            }
        }
        let ends = [chain.spoken.upperBound, states.count - 1]
        return ends.map { costs[$0] + states[$0].leave }.min() ?? .infinity
    }
}
