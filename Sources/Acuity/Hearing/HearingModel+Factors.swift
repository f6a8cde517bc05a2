internal import Foundation

extension HearingModel {
    /// By how much the chance to be misheard may differ from the one given, with weights: three
    /// points, those of a normal distribution of its logarithm (Gauss and Hermite), so weighted
    /// that the mean is the chance given and two thirds stay with the middle one.
    var factors: [(factor: Double, weight: Double)] {
        guard spread > 0, misheard > 0 else { return [(1, 1)] }
        let far = min(exp(3.0.squareRoot() * spread), max(1.5, Self.mostInATest / misheard))
        let above = (1 - 1 / far) / (far - 1 / far) / 3
        return [(1 / far, 1.0 / 3 - above), (1, 2.0 / 3), (far, above)]
    }

    /// More than this share of letters is not thought to be misheard, unless that was told: it would
    /// make a chart worse by more than a line, 0.008 for each percent.
    private static let mostInATest = 0.15

    /// One of the factors by which the chance to be misheard may differ from the one given, drawn
    /// by its weight.
    public func factor(using generator: inout some RandomNumberGenerator) -> Double {
        factors[generator.index(weightedBy: factors.map(\.weight))].factor
    }
}
