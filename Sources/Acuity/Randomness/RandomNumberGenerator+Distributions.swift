internal import Foundation

extension RandomNumberGenerator {
    /// A number from the standard normal distribution (Box GEP, Muller ME. A note on the generation
    /// of random normal deviates. Ann Math Statist 1958). Two draws are made for each.
    public mutating func standardNormal() -> Double {
        // The logarithm of zero must not be asked for.
        let radius = (-2 * log(1 - fraction())).squareRoot()
        return radius * cos(2 * Double.pi * fraction())
    }

    /// The place of one of several weights, each as likely as it is heavy.
    ///
    /// - Parameter weights: none negative, at least one above zero.
    public mutating func index(weightedBy weights: [Double]) -> Int {
        var left = fraction() * weights.reduce(0, +)
        var last = 0
        for (index, weight) in weights.enumerated() where weight > 0 {
            if left < weight { return index }
            left -= weight
            last = index
        }
        // Rounding may leave a trace beyond the last weight.
        return last
    }
}
