internal import Foundation

/// A letter shown, and what was heard for it.
package struct HeardLetter: Sendable, Equatable {
    /// The letter shown.
    package var shown: Letter
    /// The letter heard; nil for nothing.
    package var heard: Letter?
    /// The confidence in the letter heard, 0...1.
    package var confidence: Double
    /// The chance, 0...1, that the person names the letter shown, before the answer is heard.
    package var chance: Double

    /// Sets each property from the parameter of its name.
    package init(shown: Letter, heard: Letter?, confidence: Double, chance: Double) {
        self.shown = shown
        self.heard = heard
        self.confidence = confidence
        self.chance = chance
    }
}

/// How many letters of a reading may be misheard though they were accepted, or not heard at all.
package struct MisheardLetters: Sendable, Equatable {
    /// Maximum number of letters that were named rightly and heard wrongly or not at all.
    package let rightNamed: Int
    /// Maximum number of letters that were named wrongly and heard rightly.
    package let wrongNamed: Int

    /// The chance, 0...1, that there are more than each maximum: together they leave out 5 %.
    private static let left = 0.025
    /// The chance, 0...1, that nothing is heard of a letter that is named: of 2,128 letters by 16
    /// speakers without a part in any choice, in quiet and in three noises, 31 (the README's table).
    private static let unheard = 0.015
    /// The chance, 0...1, that a person says nothing for a letter that they cannot see; chosen.
    private static let leavesOut = 0.5

    /// Counts by the chances of a model. The person's share of misheard letters is unknown: each of
    /// the model's factors is weighed by how well it explains the letters heard (Bayes).
    package init(among letters: [HeardLetter], hearing: RecognitionErrorModel) {
        let parts = hearing.factors.map { Part(letters, factor: $0.factor, hearing: hearing) }
        let most = parts.map(\.log).max() ?? 0
        let weights = zip(hearing.factors, parts).map { $0.weight * exp($1.log - most) }
        func quantile(_ chances: (Part) -> [Double]) -> Int {
            var sums = [Double](repeating: 0, count: letters.count + 1)
            for (weight, part) in zip(weights, parts) {
                for (count, chance) in Self.distribution(chances(part)).enumerated() {
                    sums[count] += weight * chance / weights.reduce(0, +)
                }
            }
            var above = 1.0
            for (count, chance) in sums.enumerated() {
                above -= chance
                if above <= Self.left { return count }
            }
            return letters.count
        }
        rightNamed = quantile(\.rightNamed)
        wrongNamed = quantile(\.wrongNamed)
    }

    /// The letters for one share of misheard letters.
    private struct Part {
        /// The chance of each letter heard wrongly that it was named rightly.
        var rightNamed: [Double] = []
        /// The chance of each letter heard rightly that it was named wrongly.
        var wrongNamed: [Double] = []
        /// The logarithm of the chance of all letters heard.
        var log = 0.0

        init(_ letters: [HeardLetter], factor: Double, hearing: RecognitionErrorModel) {
            for letter in letters {
                let evidence =
                    letter.heard.map {
                        hearing.evidence(
                            $0, for: letter.shown,
                            factor: factor * hearing.relativeRisk(at: letter.confidence))
                    } ?? (named: hearing.misheard > 0 ? unheard : 0, namedOther: leavesOut)
                let right = letter.chance * evidence.named
                let wrong = (1 - letter.chance) * evidence.namedOther
                // A model without mishearing excludes no answer.
                guard right + wrong > 0 else { continue }
                log += Foundation.log(right + wrong)
                if letter.heard == letter.shown {
                    wrongNamed.append(wrong / (right + wrong))
                } else {
                    rightNamed.append(right / (right + wrong))
                }
            }
        }
    }

    /// The distribution of the number of events that happen, of independent events with these
    /// chances (Poisson binomial).
    private static func distribution(_ chances: [Double]) -> [Double] {
        chances.reduce([1]) { sums, chance in
            var next = sums.map { $0 * (1 - chance) } + [0]
            for (count, sum) in sums.enumerated() { next[count + 1] += sum * chance }
            return next
        }
    }
}
