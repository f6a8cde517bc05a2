internal import Foundation

/// Counts of how one person was heard in the warm-up. Its letters are so large that nobody misreads
/// them, so the letter meant is known.
///
/// Only the estimate uses these counts. They influence neither recognition nor the letters shown.
public struct PersonalHearing: Sendable, Equatable {
    /// Number of letters heard.
    public private(set) var letters = 0
    /// Number of them that were misheard.
    public private(set) var misheard = 0

    /// Counts of no letters.
    public init() {}

    /// Counts from a record; nil if no warm-up can have them.
    package init?(letters: Int, misheard: Int) {
        guard (0...Self.mostLetters).contains(letters), (0...letters).contains(misheard) else {
            return nil
        }
        self.letters = letters
        self.misheard = misheard
    }

    /// Maximum number of letters in a record. A warm-up asks for each letter at most twice by its
    /// name, so no person has that many.
    private static let mostLetters = 10_000

    /// Whether no letter is counted.
    public var isEmpty: Bool { letters == 0 }

    /// Counts a letter that was heard as the answer to a letter so large that everybody sees it.
    public mutating func hear(_ heard: Letter, for shown: Letter) {
        letters += 1
        if heard != shown { misheard += 1 }
    }

    /// Adds the counts of the same person at another time.
    package mutating func add(_ other: PersonalHearing) {
        letters += other.letters
        misheard += other.misheard
    }
}

extension RecognitionErrorModel {
    /// This model with the counts of a person; unchanged if no letter is counted.
    public func of(_ person: PersonalHearing) -> RecognitionErrorModel {
        guard !person.isEmpty else { return self }
        var model = self
        model.person = person
        return model
    }

    /// Factors of the share misheard for a person, with weights that add up to 1: the posterior of the
    /// share on a logarithmic grid, after a beta prior of the mean `misheard` that counts as
    /// `speakerWeight` letters, cut off below a tenth of that mean and above `mostMisheard`.
    func factors(of person: PersonalHearing) -> [(factor: Double, weight: Double)] {
        let low = misheard * Self.leastFactor
        let high = min(max(Self.largestShare, 2 * misheard), Self.mostMisheard)
        let wrong = Double(person.misheard)
        let right = Double(person.letters) - wrong
        let shares = (0..<Self.points).map { index in
            low * pow(high / low, Double(index) / Double(Self.points - 1))
        }
        // The density over the logarithm of a share is the density over the share, times the share.
        let weights = shares.map { share in
            exp(
                (Self.speakerWeight * misheard + wrong) * log(share)
                    + (Self.speakerWeight * (1 - misheard) - 1 + right) * log1p(-share))
        }
        let sum = weights.reduce(0, +)
        return zip(shares, weights).map { (factor: $0 / misheard, weight: $1 / sum) }
    }

    /// Number of letters that the prior counts as. Recognition differs between speakers outside the
    /// training data: 0.2 % of 431 letters of ten Americans are wrong or not heard, 9.7 % of 62
    /// letters of four Indians (docs/hearing.md). A beta distribution of these groups is likeliest
    /// if it counts as 15 to 20 letters; 2 to 100 are within the 95 % likelihood ratio. With 4 the
    /// interval still holds the truth for people who are misheard ten times as often as assumed.
    private static let speakerWeight = 4.0
    /// The smallest share of the grid, as a fraction of the mean share, and the largest share.
    private static let (leastFactor, largestShare) = (0.1, 0.45)
    /// Points of the grid.
    private static let points = 9
}
