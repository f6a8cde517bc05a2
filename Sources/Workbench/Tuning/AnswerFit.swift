internal import Acuity
internal import Evaluation
internal import Foundation
internal import PhoneticMapping
internal import Recognition

/// A fit of the decision to speakers: two logistic regressions, a temperature, and a bias for each
/// letter, held near the weights that come with Aloud.
///
/// It minimises the logarithmic score of everything heard, with a ridge penalty on the distance
/// from the first weights.
struct AnswerFit {
    /// With at least this number of speakers, each letter has its own bias.
    static let speakersForOffsets = 8

    /// A letter that was heard: its evidence, whether a letter was said, and which one.
    struct LetterPlace {
        var features: [Double]
        var isSaid: Bool
        /// The place of the letter said among all letters; nil if it is unknown.
        var said: Int?
        /// The log likelihood of each letter, times the first sharpness; nil for those that are not
        /// listened for.
        var logs: [Double?]
    }

    /// Another word that was heard.
    struct WordPlace {
        var features: [Double]
        var isSaid: Bool
    }

    /// The letters and words heard from one speaker.
    struct Observations {
        var letters: [LetterPlace] = []
        var words: [WordPlace] = []
    }

    private let base: AnswerModel
    private let presenceNames: [String]
    private let wordNames: [String]
    private let hasOffsets: Bool
    private let unlikely: Set<Letter>
    private let priors: [Double]

    /// - Parameters:
    ///   - base: the weights that the evidence was heard with.
    ///   - unlikely: letters on no chart, whose prior does not change with the sharpness.
    ///   - hasOffsets: whether each letter has a bias.
    init(base: AnswerModel, unlikely: Set<Letter>, hasOffsets: Bool) {
        self.unlikely = unlikely
        priors = Letter.allCases.map { unlikely.contains($0) ? LetterPosterior.offChart : 0 }
        self.base = base
        presenceNames = base.presence.keys.sorted()
        wordNames = base.word.keys.sorted()
        self.hasOffsets = hasOffsets
    }

    /// The letters and words heard from a speaker, as the fit needs them.
    func observations(of rows: [HeardRow]) -> Observations {
        var found = Observations()
        for row in rows {
            let words = row.heard.utterances.flatMap(\.words)
            var said = Set(row.row.transcript.map { $0.lowercased() })
            if said.contains("i") { said.insert("eye") }
            let named = words.filter { !$0.letters.isEmpty }
            let answers = named.enumerated().map { index, word in
                let best = word.letters.max {
                    ($0.value, $1.key.rawValue) < ($1.value, $0.key.rawValue)
                }
                return SpokenAnswer(.letter(best?.key ?? .a), heard: "\(index)")
            }
            var letters: [Int: Letter] = [:]
            for step in AnswerAlignment(said: row.row.letters, heard: answers).steps {
                if let index = step.answer.flatMap({ Int($0.heard) }) { letters[index] = step.said }
            }
            for (index, word) in named.enumerated() {
                found.letters.append(place(of: word, said: letters[index]))
            }
            found.words += words.filter(\.letters.isEmpty).map { word in
                WordPlace(
                    features: features(word, wordNames),
                    isSaid: word.word.split(separator: " ").allSatisfy { said.contains(String($0)) }
                )
            }
        }
        return found
    }

    private func place(of word: WordHypothesis, said: Letter?) -> LetterPlace {
        let all = Letter.allCases
        let logs = all.map { letter in
            word.letters[letter].map {
                log(max($0, 1e-30)) - offset(letter)
                    - (unlikely.contains(letter) ? LetterPosterior.offChart : 0)
            }
        }
        return LetterPlace(
            features: features(word, presenceNames), isSaid: said != nil,
            said: said.flatMap { letter in
                word.letters[letter] == nil ? nil : all.firstIndex(of: letter)
            }, logs: logs)
    }

    private func features(_ word: WordHypothesis, _ names: [String]) -> [Double] {
        names.map { $0 == "bias" ? 1 : word.evidence[$0] ?? 0 }
    }

    private func offset(_ letter: Letter) -> Double { base.offsets?[letter.description] ?? 0 }
}

extension AnswerFit {
    /// The first weights as numbers: presence, word, the logarithm of the change of sharpness, and
    /// the bias of each letter.
    private var start: [Double] {
        presenceNames.map { base.presence[$0] ?? 0 } + wordNames.map { base.word[$0] ?? 0 } + [0]
            + (hasOffsets ? Letter.allCases.map(offset) : [])
    }

    /// The weights that fit some speakers.
    ///
    /// - Parameter penalty: the weight of the distance from the first weights.
    func fitted(to speakers: [Observations], penalty: Double) -> AnswerModel {
        let start = start
        let weights = QuasiNewton.minimum(from: start) { weights in
            var (value, gradient) = score(weights, on: speakers)
            for index in weights.indices {
                let distance = weights[index] - start[index]
                value += penalty * distance * distance / 2
                gradient[index] += penalty * distance
            }
            return (value, gradient)
        }
        return model(weights)
    }

    /// The logarithmic score of the weights of a model on a speaker, per letter heard.
    func score(of model: AnswerModel, on speaker: Observations) -> Double {
        score(numbers(of: model), on: [speaker]).value
    }

    private func model(_ weights: [Double]) -> AnswerModel {
        var model = base
        let words = presenceNames.count
        let ratio = words + wordNames.count
        for (index, name) in presenceNames.enumerated() {
            model.presence[name] = rounded(weights[index])
        }
        for (index, name) in wordNames.enumerated() {
            model.word[name] = rounded(weights[words + index])
        }
        model.sharpness = rounded(base.sharpness * exp(weights[ratio]))
        if hasOffsets {
            model.offsets = Dictionary(
                uniqueKeysWithValues: Letter.allCases.enumerated().map { index, letter in
                    (letter.description, rounded(weights[ratio + 1 + index]))
                })
        }
        return model
    }

    private func numbers(of model: AnswerModel) -> [Double] {
        presenceNames.map { model.presence[$0] ?? 0 } + wordNames.map { model.word[$0] ?? 0 }
            + [log(model.sharpness / base.sharpness)]
            + (hasOffsets
                ? Letter.allCases.map { model.offsets?[$0.description] ?? 0 } : [])
    }

    private func rounded(_ number: Double) -> Double { (number * 1e4).rounded() / 1e4 }

    /// The sum of -ln P of what was said and not said, and its gradient.
    private func score(
        _ weights: [Double], on speakers: [Observations]
    ) -> (value: Double, gradient: [Double]) {
        var value = 0.0
        var gradient = [Double](repeating: 0, count: weights.count)
        let words = presenceNames.count
        let ratio = words + wordNames.count
        func regress(_ features: [Double], _ isSaid: Bool, from first: Int) {
            var sum = 0.0
            for index in features.indices { sum += features[index] * weights[first + index] }
            // ln(1 + e^x) without overflow.
            let signed = isSaid ? -sum : sum
            value += max(signed, 0) + log1p(exp(-abs(signed)))
            let slope = 1 / (1 + exp(-sum)) - (isSaid ? 1 : 0)
            for index in features.indices { gradient[first + index] += slope * features[index] }
        }
        let factor = exp(weights[ratio])
        for speaker in speakers {
            for place in speaker.letters {
                regress(place.features, place.isSaid, from: 0)
                guard let said = place.said else { continue }
                var most = -Double.infinity
                let logs = place.logs.enumerated().map { index, log -> Double in
                    guard let log else { return -.infinity }
                    let own =
                        factor * log + priors[index]
                        + (hasOffsets ? weights[ratio + 1 + index] : 0)
                    most = max(most, own)
                    return own
                }
                let total = logs.reduce(0) { $0 + exp($1 - most) }
                value -= logs[said] - most - log(total)
                for (index, log) in place.logs.enumerated() {
                    guard let log else { continue }
                    let slope = exp(logs[index] - most) / total - (index == said ? 1 : 0)
                    gradient[ratio] += slope * factor * log
                    if hasOffsets { gradient[ratio + 1 + index] += slope }
                }
            }
            for place in speaker.words { regress(place.features, place.isSaid, from: words) }
        }
        return (value, gradient)
    }
}
