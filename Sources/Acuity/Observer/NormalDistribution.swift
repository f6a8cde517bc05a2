internal import Foundation

/// The standard normal distribution.
enum NormalDistribution {
    /// The share of it that lies below a number: erfc(-x / sqrt 2) / 2 (Abramowitz M, Stegun IA.
    /// Handbook of mathematical functions, 1964, chapter 26.2).
    static func share(below x: Double) -> Double {
        0.5 * erfc(-x / 2.0.squareRoot())
    }
}
