package import Acuity
package import Audio
internal import Foundation
package import Grammar
package import PhoneticMapping

/// The evidence in a net's frames for and against each word that a search found in them.
///
/// A word is weighed between its neighbours: the probability of each letter, and of other words of
/// the grammar, is computed by the forward algorithm over the frames from the end of the word
/// before to the start of the word after.
package struct AnswerEvidence: Sendable {
    /// A word with its pronunciations, as indices of tokens.
    private struct Candidate {
        var word: String
        var ways: [[Int]]
    }

    /// Number of frames that count on a side of a word without a neighbour: half a second.
    private static let reach = 25
    /// Limit of log odds and of differences of logarithms. Larger values would overstate how sure
    /// the net is.
    private static let most = 12.0
    /// Range of speech in a quiet room, tens of dB, and the part of a deficit below it that counts.
    private static let (quiet, inNoise) = (4.0, 0.7)

    private let letters: [(letter: Letter, ways: [[Int]])]
    private let unlikely: Set<Letter>
    private let others: [Candidate]
    /// The talk in the grammar, nil if it has none.
    private let talk: GrammarNetwork?
    private let ways: [String: [[Int]]]
    private let names: [String: Letter]
    private let homophones: [String: Letter]
    private let places: [String: Int]
    private let blank: Int
    private let model: AnswerModel
    /// The phrases of a grammar that is a list of answers; nil for other grammars.
    private let phrases: PhraseChoice?
    private let offsets: [Letter: Double]

    /// - Parameters:
    ///   - grammar: the words to be heard.
    ///   - names: the letter of each word that names one.
    ///   - homophones: the letter of each other word that sounds like its name.
    ///   - tokens: those of the net.
    ///   - model: turns evidence into probabilities.
    ///   - setting: the setting that a phrase before a test means; nil if there is none.
    package init(
        grammar: ListeningGrammar, names: [String: Letter], homophones: [String: Letter] = [:],
        tokens: [String], model: AnswerModel,
        setting: (String) -> SpokenSetting? = { SpokenSetting(heardInForm: $0) }
    ) {
        let places = Dictionary(
            tokens.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        let letterSounds = names.merging(homophones) { name, _ in name }
        let ways = SpokenTokens.ways(in: grammar, letters: letterSounds).mapValues { ways in
            // A pronunciation with a token that the net does not know cannot be heard.
            ways.filter { $0.allSatisfy { places[$0] != nil } }.map { $0.compactMap { places[$0] } }
        }
        var ofLetters: [Letter: [[Int]]] = [:]
        for (word, letter) in names.sorted(by: { $0.key < $1.key }) {
            // The letter's own token comes first in each word.
            let own = ways[word] ?? []
            ofLetters[letter, default: Array(own.prefix(1))] += own.dropFirst()
        }
        letters = ofLetters.filter { !$0.value.isEmpty }
            .sorted { $0.key.rawValue < $1.key.rawValue }
            .map { (letter: $0.key, ways: $0.value) }
        let onChart = Set(grammar.onChart.compactMap { names[$0] })
        unlikely = Set(grammar.offChart.compactMap { names[$0] }).subtracting(onChart)
        others = ways.sorted { $0.key < $1.key }.filter { names[$0.key] == nil }
            .map { Candidate(word: $0.key, ways: $0.value) }
        self.ways = ways
        self.names = names
        self.homophones = homophones
        self.places = places
        talk = grammar.talk?.network
        phrases = PhraseChoice(grammar, ways: ways, setting: setting)
        blank = places[TokenFrames.blank] ?? 0
        self.model = model
        offsets = Dictionary(
            (model.offsets ?? [:]).compactMap { name, offset in
                name.first.flatMap { Letter($0) }.map { ($0, offset) }
            }, uniquingKeysWith: { first, _ in first })
    }

    /// Letters that are listened for but hardly expected: those on no chart.
    package var unlikelyLetters: Set<Letter> { unlikely }

    /// The words that a search found, each with its probability, without those of talk.
    ///
    /// - Returns: the words, with times in seconds from the first sample.
    package func words(
        _ found: [FoundWord], in sound: TokenFrames, _ stretch: SpeechAnalysis
    ) -> [WordHypothesis] {
        let isTalk = found.map { word in
            word.isFiller || talk?.accepts(word.word.split(separator: " ").map(String.init)) == true
        }
        let all = found.reduce(0) { $0 + $1.tokens.count }
        let talked = zip(found, isTalk).reduce(0) { $0 + ($1.1 ? $1.0.tokens.count : 0) }
        let named = found.count { names[$0.word] != nil }
        let ofStretch = Self.evidence(of: stretch)
        return found.indices.filter { !isTalk[$0] }.map { index in
            let word = found[index]
            let start = index > 0 ? found[index - 1].frames.upperBound + 1 : 0
            let end =
                index + 1 < found.count ? found[index + 1].frames.lowerBound : sound.frames
            let first = max(start, word.frames.lowerBound - Self.reach)
            let window =
                first..<max(min(end, word.frames.upperBound + 1 + Self.reach), start + 1)
            let isLetter = names[word.word] != nil
            var evidence = ofStretch
            evidence["talk"] = all > 0 ? Double(talked) / Double(all) : 0
            evidence["company"] = Double(min(named - (isLetter ? 1 : 0), 4))
            evidence["alone"] = found.count == 1 ? 1 : 0
            evidence["announced"] =
                index > 0 && isTalk[index - 1] && !found[index - 1].isFiller ? 1 : 0
            let likelihood = TokenLikelihood(sound, frames: window, blank: blank)
            let time = Self.time(of: word.frames)
            if isLetter { return letter(word.word, likelihood, time, &evidence) }
            return homophones[word.word] == nil
                ? other(word, likelihood, time, &evidence)
                : homophone(word.word, likelihood, time, &evidence)
        }
    }

    /// The hypothesis of a letter for a stretch of speech in which no word was found.
    package func unknown(
        in sound: TokenFrames, _ stretch: SpeechAnalysis, time: ClosedRange<Double>
    ) -> WordHypothesis {
        let likelihood = TokenLikelihood(sound, frames: 0..<sound.frames, blank: blank)
        var evidence = Self.evidence(of: stretch)
        evidence["alone"] = 1
        evidence["unfound"] = 1
        return letter(WordHypothesis.unknown, likelihood, time, &evidence)
    }

    /// The phrase that best fits a whole stretch of speech, if the grammar is a list of answers.
    /// Nil for other grammars, if no phrase fits, or if the search found several answers that are
    /// likelier together.
    package func phrase(
        _ found: [FoundWord], in sound: TokenFrames, time: ClosedRange<Double>
    ) -> WordHypothesis? {
        guard let choice = phrases?.best(in: sound, blank: blank) else { return nil }
        if found.count > 1, !found.contains(where: \.isFiller) {
            let way = found.flatMap(\.tokens).compactMap { places[$0] }
            let likelihood = TokenLikelihood(sound, frames: 0..<sound.frames, blank: blank)
            if likelihood.log(of: way) > choice.log { return nil }
        }
        return WordHypothesis(
            choice.phrase, time: time,
            confidence: AnswerModel.probability(choice.evidence, model.phrase),
            evidence: choice.evidence)
    }

    /// The evidence that all words of a stretch share.
    private static func evidence(of stretch: SpeechAnalysis) -> [String: Double] {
        ["loudness": min(stretch.range, 60) / 10, "long": max(0, stretch.seconds - 0.6)]
    }

    /// The probability that nothing was said in a sound, 0…1.
    package func silence(in sound: TokenFrames) -> Double {
        exp(TokenLikelihood(sound, frames: 0..<sound.frames, blank: blank).log(of: []))
    }

    private static func time(of frames: ClosedRange<Int>) -> ClosedRange<Double> {
        let half = TokenFrames.secondsPerFrame / 2
        return TokenFrames.time(ofFrame: frames.lowerBound) - half...TokenFrames.time(
            ofFrame: frames.upperBound) + half
    }

    private func letter(
        _ word: String, _ likelihood: TokenLikelihood, _ time: ClosedRange<Double>,
        _ evidence: inout [String: Double]
    ) -> WordHypothesis {
        let logs = letters.map { entry in Self.sum(entry.ways.map(likelihood.log)) }
        let tokens = Self.sum(letters.map { likelihood.log(of: $0.ways[0]) })
        note(all: Self.sum(logs), tokens: tokens, in: &evidence)
        let least = -4 * Self.most
        var weights = zip(letters, logs).map { entry, log in
            model.sharpness * max(log, least) + (offsets[entry.letter] ?? 0)
                + (unlikely.contains(entry.letter) ? LetterPosterior.offChart : 0)
        }
        let most = weights.max() ?? 0
        weights = weights.map { exp($0 - most) }
        let total = weights.reduce(0, +)
        let shares = Dictionary(
            uniqueKeysWithValues: zip(letters.map(\.letter), weights.map { $0 / total }))
        return WordHypothesis(
            word, time: time, confidence: shares.values.max() ?? 0,
            presence: AnswerModel.probability(evidence, model.presence), letters: shares,
            evidence: evidence)
    }

    /// Adds the evidence for letters from the logarithms of their probability and of that of their
    /// own tokens. Only a part of a deficit of the range below 40 dB counts, because noise causes
    /// it (decision 067).
    private func note(all: Double, tokens: Double, in evidence: inout [String: Double]) {
        let probability = min(max(exp(all), 1e-9), 1 - 1e-9)
        evidence["letter"] = min(max(log(probability / (1 - probability)), -Self.most), Self.most)
        let loudness = evidence["loudness"] ?? 0
        evidence["loudness"] = max(loudness, Self.quiet + Self.inNoise * (loudness - Self.quiet))
        // The gain of a letter's phones over its own token.
        evidence["phones"] = all > -.infinity ? min(max(all - tokens, 0), Self.most) : 0
    }

    /// The hypothesis of a word that sounds like a letter's name, judged as that letter is.
    private func homophone(
        _ word: String, _ likelihood: TokenLikelihood, _ time: ClosedRange<Double>,
        _ evidence: inout [String: Double]
    ) -> WordHypothesis {
        let logs = (ways[word] ?? []).map(likelihood.log)
        note(all: Self.sum(logs), tokens: logs.first ?? -.infinity, in: &evidence)
        return WordHypothesis(
            word, time: time, confidence: AnswerModel.probability(evidence, model.presence),
            evidence: evidence)
    }

    private func other(
        _ word: FoundWord, _ likelihood: TokenLikelihood, _ time: ClosedRange<Double>,
        _ evidence: inout [String: Double]
    ) -> WordHypothesis {
        let way = word.tokens.compactMap { places[$0] }
        let isPhrase = word.word.contains(" ")
        let own =
            isPhrase
            ? likelihood.log(of: way) : Self.sum((ways[word.word] ?? [way]).map(likelihood.log))
        let greedy = likelihood.greedy
        // The likeliest alternative: a letter, another word, or no word at all.
        var rivals = [likelihood.log(of: [])]
        if !(isPhrase ? [way] : ways[word.word] ?? []).contains(greedy) {
            rivals.append(likelihood.log(of: greedy))
        }
        rivals += letters.map { likelihood.log(of: $0.ways[0]) }
        if !isPhrase {
            rivals += others.filter { $0.word != word.word }
                .map { Self.sum($0.ways.map(likelihood.log)) }
        }
        let count = Double(max(way.count, 1))
        let floor = -8 * count
        let best = rivals.max() ?? -.infinity
        evidence["rival"] = min(max(max(own, floor) - max(best, floor), -Self.most), Self.most)
        evidence["fit"] = max(own, floor) / count
        evidence["length"] = min(count, 10)
        evidence["phrase"] = isPhrase ? 1 : 0
        return WordHypothesis(
            word.word, time: time, confidence: AnswerModel.probability(evidence, model.word),
            evidence: evidence)
    }

    /// The logarithm of the sum of some probabilities, given their logarithms.
    private static func sum(_ logs: [Double]) -> Double {
        guard let most = logs.max(), most > -.infinity else { return -.infinity }
        return most + log(logs.reduce(0) { $0 + exp($1 - most) })
    }
}
