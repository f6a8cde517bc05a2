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

    /// - Parameters:
    ///   - model: the acoustic model.
    ///   - words: which words to score.
    ///   - pairs: words of which two are scored as one, run into each other or with a pause between;
    ///     its name has a blank between theirs.
    ///   - pronunciations: how they sound; variants are written "aitch(2)".
    init(
        model: AcousticModel, words: [String], pairs: [(String, String)] = [],
        pronunciations: [(word: String, phones: [String])]
    ) throws(SphinxError) {
        let wanted = Set(words)
        func states(
            _ phone: String, _ left: String, _ right: String, _ place: PhoneInventory.Place
        ) -> [State]? {
            guard let sound = model.inventory.sound(phone, after: left, before: right, place),
                let row = model.transitions[sound.transitions], row.count == sound.senones.count
            else { return nil }
            return zip(sound.senones, row).map {
                State(senone: $0, stay: $1.stay, leave: $1.leave)
            }
        }
        let silence = states("SIL", "SIL", "SIL", .alone) ?? []
        /// The states of sounds said as one word, with silence around it.
        func spoken(_ phones: [String], as word: String) throws(SphinxError) -> [State] {
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
            return spoken
        }
        func chain(_ word: String, _ spoken: [State]) -> Chain {
            Chain(
                word: word, states: silence + spoken + silence,
                spoken: silence.count...silence.count + spoken.count - 1)
        }
        var ways: [String: [[String]]] = [:]
        for (entry, phones) in pronunciations where !phones.isEmpty {
            ways[String(entry.prefix { $0 != "(" }), default: []].append(phones)
        }
        var chains: [Chain] = []
        for (entry, phones) in pronunciations {
            let word = String(entry.prefix { $0 != "(" })
            guard wanted.contains(word), !phones.isEmpty else { continue }
            chains.append(chain(word, try spoken(phones, as: word)))
        }
        for (first, second) in pairs {
            let name = "\(first) \(second)"
            for one in ways[first] ?? [] {
                for other in ways[second] ?? [] {
                    chains.append(chain(name, try spoken(one + other, as: name)))
                    let apart = try spoken(one, as: first) + silence + spoken(other, as: second)
                    chains.append(chain(name, apart))
                }
            }
        }
        self.chains = chains
    }

    /// The senones that the words pass through.
    var senones: Set<Int> { Set(chains.lazy.flatMap(\.states).map(\.senone)) }

    /// The scores of all words, the best first, and how far the best lies from the best sounds that
    /// were scored, in nats a frame; nil where the sound has too few frames for any word.
    func scores(of sound: SenoneScores) -> (words: [WordScore], fit: Double)? {
        var best: [String: Float] = [:]
        for chain in chains {
            let cost = Self.cost(of: chain, sound)
            if cost < best[chain.word] ?? .infinity { best[chain.word] = cost }
        }
        best = best.filter { $0.value < .infinity }
        guard let least = best.values.min() else { return nil }
        let words = best.map {
            WordScore($0.key, nats: Double(least - $0.value) * SphinxRecognizer.scoreUnit)
        }.sorted { ($1.nats, $0.word) < ($0.nats, $1.word) }
        return (words, Double(least) * SphinxRecognizer.scoreUnit / Double(sound.frames))
    }

    /// The cost of the best way through a chain.
    private static func cost(of chain: Chain, _ sound: SenoneScores) -> Float {
        let states = chain.states
        let places = states.map { sound.senones.places[$0.senone] }
        precondition(places.allSatisfy { $0 >= 0 }, "a word's senone is not scored")
        let first = chain.spoken.lowerBound
        var costs = [Float](repeating: .infinity, count: states.count)
        sound.withScores { scores in
            for frame in 0..<sound.frames {
                let row = frame * sound.width
                for index in (1..<states.count).reversed() {
                    let state = states[index]
                    let way = min(
                        costs[index] + state.stay, costs[index - 1] + states[index - 1].leave)
                    costs[index] =
                        (frame == 0 && index == first ? 0 : way)
                        + Float(scores[row + places[index]])
                }
                costs[0] =
                    (frame == 0 ? 0 : costs[0] + states[0].stay) + Float(scores[row + places[0]])
            }
        }
        let ends = [chain.spoken.upperBound, states.count - 1]
        return ends.map { costs[$0] + states[$0].leave }.min() ?? .infinity
    }
}
