internal import Foundation

/// A small generator of random numbers whose every draw follows from its seed.
///
/// SplitMix64 (Steele GL, Lea D, Flood CH. Fast splittable pseudorandom number generators.
/// OOPSLA 2014); its output function is Stafford's mix 13 of MurmurHash3. Not for secrets.
public struct SplitMix64: RandomNumberGenerator, Sendable, Equatable {
    private var state: UInt64

    /// A generator that starts from a seed; the same seed gives the same draws.
    public init(seed: UInt64) {
        state = seed
    }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// The standard normal distribution.
public enum NormalDistribution {
    /// The share of the distribution that lies below a number: erfc(-x / sqrt 2) / 2 (Abramowitz M,
    /// Stegun IA. Handbook of mathematical functions, 1964, chapter 26.2).
    public static func share(below x: Double) -> Double {
        0.5 * erfc(-x / 2.0.squareRoot())
    }

    /// The number below which a share of the distribution lies, by bisection.
    ///
    /// - Parameter share: more than 0, less than 1. Within 6e-16 of either end the result is -8 or
    ///   8.
    static func quantile(_ share: Double) -> Double {
        var (low, high) = (-8.0, 8.0)
        // After 60 halvings the interval is narrower than 2e-17.
        for _ in 0..<60 {
            let middle = (low + high) / 2
            if Self.share(below: middle) < share { low = middle } else { high = middle }
        }
        return (low + high) / 2
    }
}

extension RandomNumberGenerator {
    /// A number from the standard normal distribution (Box GEP, Muller ME. A note on the generation
    /// of random normal deviates. Ann Math Statist 1958). Two draws are made for each.
    public mutating func standardNormal() -> Double {
        // `fraction` is less than 1, so the logarithm is never that of 0.
        let radius = (-2 * log(1 - fraction())).squareRoot()
        return radius * cos(2 * Double.pi * fraction())
    }

    /// The index of a weight, drawn with a probability proportional to the weight.
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
        // Rounding errors may leave a remainder after the last weight.
        return last
    }
}

// These draws replace the standard library's, whose algorithms may change between versions. A seed
// must always give the same chart and the same patient.
extension RandomNumberGenerator {
    /// A whole number, 0..<bound; all are equally likely.
    ///
    /// - Parameter bound: at least 1.
    public mutating func index(below bound: Int) -> Int {
        let range = UInt64(bound)
        // Draws from the incomplete last stretch of the 64 bits would favour small numbers.
        let limit = UInt64.max - UInt64.max % range
        while true {
            let draw = next()
            if draw < limit { return Int(draw % range) }
        }
    }

    /// A number, 0..<1, in steps of 2^-53.
    public mutating func fraction() -> Double {
        Double(next() >> 11) * 0x1p-53
    }
}
