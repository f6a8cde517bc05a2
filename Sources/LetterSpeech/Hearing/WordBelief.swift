public import Acuity
internal import Foundation

/// What a word may have been, and how likely each is: probabilities that add up to 1.
public struct WordBelief: Sendable, Equatable {
    /// Letters, by their own names.
    public var letters: [Letter: Double]
    /// Other words that are answers, as the dictionary writes them: "delta", "left", "stop".
    public var words: [String: Double]
    /// Anything else: other words, talk, noise.
    public var other: Double

    /// Probabilities, 0…1, that add up to 1.
    public init(letters: [Letter: Double], words: [String: Double], other: Double) {
        self.letters = letters
        self.words = words
        self.other = other
    }

    /// What is believed of something that was an answer: the same without `other`, and sharpened.
    ///
    /// - Parameter sharpness: the exponent of the probabilities, 1 to leave them as they are; a
    ///   temperature, inverted (Guo and others, On Calibration of Modern Neural Networks, ICML
    ///   2017).
    public func ifAnswer(sharpness: Double) -> WordBelief {
        let letters = letters.mapValues { pow($0, sharpness) }
        let words = words.mapValues { pow($0, sharpness) }
        // In the order of a dictionary sums differ in the last digit from one time to the next.
        let sum = (Array(letters.values) + words.values).sorted().reduce(0, +)
        guard sum > 0 else { return self }
        return WordBelief(
            letters: letters.mapValues { $0 / sum }, words: words.mapValues { $0 / sum }, other: 0)
    }
}
