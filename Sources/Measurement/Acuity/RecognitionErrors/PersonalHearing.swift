internal import Foundation

/// How one person was heard where it is known which letter was meant: in the warm-up, whose letters are
/// so large that nobody misreads them.
///
/// It is known after the answers only. The estimate uses it; what is heard, and what is shown, never do.
public struct PersonalHearing: Sendable, Equatable {
    /// Letters heard whose meaning is known.
    public private(set) var letters = 0
    /// Those of them that were misheard.
    public private(set) var misheard = 0

    /// Nothing is known yet.
    public init() {}

    /// Whether nothing is known.
    public var isEmpty: Bool { letters == 0 }

    /// Takes a letter that was heard when another, or the same, was shown so large that all see it.
    public mutating func hear(_ heard: Letter, for shown: Letter) {
        letters += 1
        if heard != shown { misheard += 1 }
    }
}

extension RecognitionErrorModel {
    /// The same hearing for a person of whom this is known; itself if nothing is.
    public func of(_ person: PersonalHearing) -> RecognitionErrorModel {
        guard !person.isEmpty else { return self }
        var model = self
        model.person = person
        return model
    }

    /// Factors of the share misheard for a person, with weights that add up to 1: the posterior of the
    /// share on a logarithmic grid, after a beta prior of the mean `misheard` that counts as
    /// `speakerWeight` letters, cut off below a tenth of that mean.
    func factors(of person: PersonalHearing) -> [(factor: Double, weight: Double)] {
        let (low, high) = (misheard * Self.leastFactor, max(Self.largestShare, 2 * misheard))
        let wrong = Double(person.misheard)
        let right = Double(person.letters) - wrong
        let shares = (0..<Self.points).map { index in
            low * pow(high / low, Double(index) / Double(Self.points - 1))
        }
        // The density of the logarithm of a share has one more power of the share than its own.
        let weights = shares.map { share in
            exp(
                (Self.speakerWeight * misheard + wrong) * log(share)
                    + (Self.speakerWeight * (1 - misheard) - 1 + right) * log1p(-share))
        }
        let sum = weights.reduce(0, +)
        return zip(shares, weights).map { (factor: $0 / misheard, weight: $1 / sum) }
    }

    /// The letters that the prior counts as. Speakers who were left out of the training are heard
    /// differently: 0.2 % of 431 letters of ten Americans are wrong or not heard, 9.7 % of 62 letters of
    /// four Indians (docs/hearing.md). A beta distribution of these groups counts as 15 to 20 letters
    /// where it is likeliest, and anything from 2 to 100 is within a likelihood ratio of 95 %. With 4 the
    /// interval still holds the truth for people who are misheard ten times as often as assumed.
    private static let speakerWeight = 4.0
    /// The smallest share of the grid, as a part of the mean, and the largest.
    private static let (leastFactor, largestShare) = (0.1, 0.45)
    /// Points of the grid.
    private static let points = 9
}
