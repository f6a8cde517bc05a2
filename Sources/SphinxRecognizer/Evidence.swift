internal import Foundation
internal import LetterSpeech

/// What speaks for a heard answer, and how sure that makes it.
struct Evidence {
    /// By how many nats the best other answer explains the sound worse; below zero where the
    /// answer was heard in a breath and another one in the same sound alone.
    var margin: Double
    /// How far its sounds lie from the best sounds that the grammar has, in nats a frame.
    var fit: Double
    /// How well each word explains the same sound; empty where that was not asked for.
    var scores: [WordScore] = []

    /// The margin beyond which more says nothing: 25 nats.
    static let mostMargin = 25.0

    /// The probability that the answer was said, 0…1.
    ///
    /// A logistic regression on 1,985 letters heard with Aloud's model in spelled words of 14 AN4
    /// speakers left out of its training, in the development set `letters`, and in Speech Commands,
    /// which hold none, each group counting alike (training/acoustic-model/fit_confidence.py).
    /// Its constant is moved by ln(6 / 1): at a test, six of seven answers are taken to be
    /// letters.
    var confidence: Double {
        let bounded = max(-Self.mostMargin, min(Self.mostMargin, margin))
        return 1 / (1 + exp(-(4.70 + 2.12 * bounded / Self.mostMargin - 0.986 * fit)))
    }
}
