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
    /// A logistic regression on 3,153 words heard with the grammar of 26 letters: spelled words of
    /// AN4, letters of GRID, the development set `letters`, and as what is no letter Speech
    /// Commands and speechocean762. On `letters`, each speaker left out in turn, its half marks 16
    /// of 259 as unclear, seven of them rightly. The regression measured `fit` from the best sounds
    /// that a search held open; from the best of all that the grammar can need, the same words lie
    /// as much further as takes 0.27 off the log odds (98 words of people and of synthetic voices,
    /// standard deviation 0.15), which the constant gives back.
    var confidence: Double {
        let bounded = max(-Self.mostMargin, min(Self.mostMargin, margin))
        return 1 / (1 + exp(-(1.721 + 1.202 * bounded / Self.mostMargin - 0.341 * fit)))
    }
}
