package import Acuity
internal import Foundation

/// A word that was heard in a stretch of speech, with the probability of each reading.
package struct WordHypothesis: Sendable, Equatable {
    /// The word of a stretch of speech in which the search found no word.
    package static let unknown = "<unknown>"

    /// The word as the dictionary writes it; of a phrase its words, with blanks between.
    package var word: String
    /// The time of the word, seconds of the whole sound.
    package var time: ClosedRange<Double>
    /// The probability that it was said, 0…1; for a letter, that it was this one if any letter was
    /// said.
    package var confidence: Double
    /// For a letter, the probability that any letter was said, 0…1; nil for other words.
    package var presence: Double?
    /// For a letter, the probability of each letter if it was one.
    package var letters: [Letter: Double]
    /// The features of these probabilities, by the names of `AnswerModel`'s weights.
    package var evidence: [String: Double]

    /// A word with its time and probabilities.
    package init(
        _ word: String, time: ClosedRange<Double>, confidence: Double, presence: Double? = nil,
        letters: [Letter: Double] = [:], evidence: [String: Double] = [:]
    ) {
        self.word = word
        self.time = time
        self.confidence = confidence
        self.presence = presence
        self.letters = letters
        self.evidence = evidence
    }

    /// Its length, seconds.
    package var seconds: Double { time.upperBound - time.lowerBound }
}

/// The probability of each letter after one hearing of it or several.
///
/// ```swift
/// let first = LetterPosterior(letters: [.d: 0.5, .t: 0.4], accept: 0.7)
/// first.accepted  // nil
/// let second = LetterPosterior(letters: [.d: 0.6, .t: 0.1], accept: 0.7)
/// first.followed(by: second).accepted  // D, with 0.77
/// ```
package struct LetterPosterior: Sendable, Equatable {
    /// The probability of each letter that was listened for. The rest to 1 is the probability that
    /// it was something else.
    package var letters: [Letter: Double]
    /// Minimum probability of an accepted letter.
    package var accept: Double
    /// Letters with a low prior probability: those on no chart.
    package var unlikely: Set<Letter>

    /// The prior log odds of a letter on no chart against one on a chart, if both are listened for:
    /// a guesser names one in twenty (Aloud's own choice).
    package static let offChart = -3.0

    /// The weight of an earlier reading next to a later one of the same letter by the same person:
    /// the exponent of its probabilities. 1 would treat the two as independent, 0 would forget the
    /// first. On 566 ordered pairs of letters spelled by nine people outside the training data, the
    /// likelihood rises up to 1. But these people say a letter twice in different words, and a
    /// person who repeats an unclear letter also repeats some of what made it unclear.
    package static let memory = 0.75
    /// Minimum probability of a letter after one hearing: the recordings are too few for less.
    package static let least = 1e-4
    /// `offChart` as a factor. Each hearing applies it to a letter on no chart.
    private static let oddsOfUnlikely = exp(offChart)

    /// The posterior of one hearing.
    ///
    /// - Parameters:
    ///   - letters: the probability of each letter, 0…1, together 1 at most.
    ///   - accept: the minimum probability of an accepted letter.
    ///   - unlikely: those of the letters that are on no chart.
    package init(letters: [Letter: Double], accept: Double = 1, unlikely: Set<Letter> = []) {
        self.letters = letters
        self.accept = accept
        self.unlikely = unlikely
    }

    /// The likeliest letter, if it is likely enough to be accepted.
    package var accepted: (letter: Letter, probability: Double)? {
        let best = letters.max { ($0.value, $1.key.rawValue) < ($1.value, $0.key.rawValue) }
        return best.flatMap { $0.value >= accept ? ($0.key, $0.value) : nil }
    }

    /// The posterior after another hearing of the same letter: the product of the probabilities,
    /// with the earlier ones softened (Bayes' rule for partly dependent hearings). That a letter is
    /// on no chart counts once, not with every hearing.
    package func followed(by later: LetterPosterior) -> LetterPosterior {
        let common = letters.keys.filter { later.letters[$0] != nil }
        func product(_ first: Double, _ second: Double) -> Double {
            pow(max(first, Self.least), Self.memory) * max(second, Self.least)
        }
        var shares: [Letter: Double] = [:]
        for letter in common {
            let first =
                (letters[letter] ?? 0) / (unlikely.contains(letter) ? Self.oddsOfUnlikely : 1)
            shares[letter] = product(first, later.letters[letter] ?? 0)
        }
        let sum = shares.values.sorted().reduce(product(rest, later.rest), +)
        return LetterPosterior(
            letters: shares.mapValues { $0 / sum }, accept: later.accept, unlikely: later.unlikely)
    }

    /// The probability that it was one of the letters.
    package var presence: Double { letters.values.sorted().reduce(0, +) }
    private var rest: Double { max(0, 1 - presence) }
}
