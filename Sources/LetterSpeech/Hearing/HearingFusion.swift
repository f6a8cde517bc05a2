public import Acuity
internal import Foundation

/// Makes one calibrated probability of all that is known of a heard word: how well the recogniser's
/// models explain it, what the classifier takes it for, how long it is and how loud.
///
/// A multinomial logit (McFadden, in Frontiers in Econometrics, 1974): each thing that the word may
/// have been has features, their weighted sum is the logarithm of its odds. The weights are the
/// same for all letters, so no letter is likelier than another beforehand.
/// `training/fusion` fits them on speakers whom neither opinion was trained on.
public struct HearingFusion: Sendable {
    /// What the words of a grammar are to the fusion.
    public enum Role: Sendable, Equatable {
        /// A letter's own name.
        case letter(Letter)
        /// A letter's word of the spelling alphabet.
        case codeWord
        /// One of the four straight directions.
        case direction
        /// A command of one word.
        case command
    }

    /// A word that the recogniser did not find worth scoring is this many nats behind the best.
    static let leastScore = -60.0
    /// A word that the classifier does not know, or holds for impossible: the logarithm of its
    /// probability.
    static let leastOpinion = -12.0

    /// From how far speech rises over what lies around it, dB, it is quiet there, and up to where
    /// noisy.
    public static let quiet = 30.0
    static let noisy = 15.0

    /// The log odds of a letter that is on no chart beside one that is: one in twenty is named by
    /// those who guess among all letters (a choice, not a measurement). With -2 of 154 letters on
    /// no chart 117 are right for 101, but of 1,200 in lines, all on the chart, 40 wrong for 30.
    static let unlikelyOdds = -3.0

    private let roles: [String: Role]
    private let unlikely: Set<Letter>
    private let letters: [Letter]
    /// The other words that are answers.
    private let answers: [String]
    private let weights: Weights

    /// A fusion for some words.
    ///
    /// - Parameters:
    ///   - roles: the words that are answers by themselves; all others are "other".
    ///   - unlikely: letters that are listened for and hardly expected.
    public init(
        roles: [String: Role], unlikely: Set<Letter> = [], weights: Weights = .fitted
    ) {
        self.roles = roles
        self.unlikely = unlikely
        self.weights = weights
        let named = roles.values.compactMap { role in
            if case .letter(let letter) = role { letter } else { nil }
        }
        letters = Set(named).sorted { $0.rawValue < $1.rawValue }
        answers = roles.filter { if case .letter = $0.value { false } else { true } }.keys.sorted()
    }

    /// What a word of a breath may have been; nil where the classifier was not asked.
    ///
    /// - Parameters:
    ///   - index: which of the words.
    ///   - words: all words of the breath, in order.
    public func belief(ofWord index: Int, in words: [HeardWord]) -> WordBelief? {
        let word = words[index]
        guard let opinion = word.opinion else { return nil }
        let scores = Scores(word.scores, roles: roles)
        let isUnscored = word.scores.isEmpty
        let noise = noisiness(of: word)
        let common =
            letterTerm(
                word, opinion, isUnscored: isUnscored, isAlone: words.count == 1, noise: noise)
            + companyTerm(ofWord: index, in: words)
        let scoreWeight = weights.letterScore + noise * weights.letterScoreInNoise
        let opinionWeight = weights.letterOpinion + noise * weights.letterOpinionInNoise
        // Of the letters, then of the other answers, then of what is none.
        var odds = letters.map { letter in
            let score = isUnscored ? 0 : softened(scores.letters[letter])
            let view = max(opinion.letters[letter] ?? Self.leastOpinion, Self.leastOpinion)
            return common + scoreWeight * score + opinionWeight * view
                + (unlikely.contains(letter) ? Self.unlikelyOdds : 0)
        }
        odds += answers.map { name in
            let score = isUnscored ? 0 : softened(scores.words[name])
            let view = max(
                opinion.words[name.uppercased()] ?? Self.leastOpinion, Self.leastOpinion)
            return weights.wordScore * score + weights.wordOpinion * view + wordTerm(name)
                + (word.word == name ? weights.wordNamed : 0)
        }
        let rest = isUnscored ? 0 : softened(scores.other)
        odds.append(
            weights.otherScore * rest + weights.otherOpinion * otherView(opinion)
                + (word.isNoAnswer ? weights.otherNamed : 0))
        let most = odds.max() ?? 0
        let shares = odds.map { exp($0 - most) }
        let sum = shares.reduce(0, +)
        return WordBelief(
            letters: Dictionary(
                uniqueKeysWithValues: letters.enumerated().map { ($1, shares[$0] / sum) }),
            words: Dictionary(
                uniqueKeysWithValues: answers.enumerated().map {
                    ($1, shares[letters.count + $0] / sum)
                }),
            other: shares[shares.count - 1] / sum)
    }

    /// How noisy it is where a word was said, 0 to 1; 0 where that is not known.
    ///
    /// In noise all sounds lie far from the models, which says little of what they were, and both
    /// opinions claim too much.
    private func noisiness(of word: HeardWord) -> Double {
        guard let loudness = word.loudness else { return 0 }
        return min(1, max(0, (Self.quiet - loudness) / (Self.quiet - Self.noisy)))
    }

    /// What speaks for or against a letter, whichever.
    private func letterTerm(
        _ word: HeardWord, _ opinion: LetterEvidence, isUnscored: Bool, isAlone: Bool,
        noise: Double
    ) -> Double {
        let sure = min(max(opinion.letterProbability, 1e-6), 1 - 1e-6)
        let fitWeight = weights.letterFit + noise * weights.letterFitInNoise
        return weights.letter + noise * weights.letterInNoise
            + fitWeight * (isUnscored ? 0 : word.fit ?? 0)
            + weights.letterOdds * log(sure / (1 - sure))
            + weights.letterLong * max(0, word.seconds - 0.5)
            + weights.letterShort * (isAlone ? min(max(0, 0.3 - word.seconds), 0.05) : 0)
            + weights.letterLoudness * (word.loudness ?? 0) / 10
            + (isUnscored ? weights.letterUnscored : 0)
    }

    /// What the other words of a breath say for or against a letter: who reads letters names one
    /// after the other, who counts does not.
    private func companyTerm(ofWord index: Int, in words: [HeardWord]) -> Double {
        guard words.count > 1 else { return 0 }
        let beside = [index - 1, index + 1].filter(words.indices.contains)
        let others = Double(beside.count { words[$0].isNoAnswer })
        return weights.letterInCompany
            + weights.letterBesideOther * others / Double(beside.count)
    }

    private func wordTerm(_ name: String) -> Double {
        switch roles[name] {
        case .codeWord: weights.codeWord
        case .direction: weights.direction
        case .command: weights.command
        case .letter, nil: 0
        }
    }

    /// The classifier's probability of all that is no answer here, as a logarithm.
    private func otherView(_ opinion: LetterEvidence) -> Double {
        let others = opinion.words.filter { roles[$0.key.lowercased()] == nil }.map(\.value)
        // In the order of a dictionary the sum differs in the last digit from one time to the next.
        let sum = (others + [opinion.other]).sorted().reduce(0) { $0 + exp($1) }
        return max(log(sum), Self.leastOpinion)
    }

    /// Scores of whole words claim too much, as if their frames were independent: differences
    /// count by their root.
    private func softened(_ nats: Double?) -> Double {
        -(-max(nats ?? Self.leastScore, Self.leastScore)).squareRoot()
    }
}

/// The recogniser's scores, by what their words are.
private struct Scores {
    var letters: [Letter: Double] = [:]
    var words: [String: Double] = [:]
    /// The best of all words that are no answers.
    var other: Double?

    init(_ scores: [WordScore], roles: [String: HearingFusion.Role]) {
        for score in scores {
            switch roles[score.word] {
            case .letter(let letter):
                letters[letter] = max(letters[letter] ?? score.nats, score.nats)
            case .some: words[score.word] = score.nats
            case nil: other = max(other ?? score.nats, score.nats)
            }
        }
    }
}
