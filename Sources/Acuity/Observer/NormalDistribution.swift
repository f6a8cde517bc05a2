internal import Foundation

/// The standard normal distribution.
public enum NormalDistribution {
    /// The share of it that lies below a number: erfc(-x / sqrt 2) / 2 (Abramowitz M, Stegun IA.
    /// Handbook of mathematical functions, 1964, chapter 26.2).
    public static func share(below x: Double) -> Double {
        0.5 * erfc(-x / 2.0.squareRoot())
    }

    /// The number below which a share of it lies, found by halving.
    ///
    /// - Parameter share: more than 0, less than 1; beyond 1e-15 of either end 8 or -8.
    static func quantile(_ share: Double) -> Double {
        var (low, high) = (-8.0, 8.0)
        // Sixteen halved so often is less than the numbers' own steps.
        for _ in 0..<60 {
            let middle = (low + high) / 2
            if Self.share(below: middle) < share { low = middle } else { high = middle }
        }
        return (low + high) / 2
    }
}
