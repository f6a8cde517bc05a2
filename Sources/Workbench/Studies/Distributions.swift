internal import Foundation

/// The gamma and beta functions of statistics, and what follows from them.
enum Distributions {
    /// The regularised lower incomplete gamma function P(a, x), by its series
    /// x^a exp(-x) Σ x^n / Γ(a + n + 1) (Abramowitz and Stegun, Handbook of Mathematical Functions, 6.5.29).
    static func lowerGamma(_ a: Double, _ x: Double) -> Double {
        guard x > 0 else { return 0 }
        var term = exp(a * log(x) - x - lgamma(a + 1))
        var sum = term
        var n = 1.0
        while term > sum * 1e-14 || n < x {
            term *= x / (a + n)
            sum += term
            n += 1
        }
        return min(sum, 1)
    }

    /// The regularised incomplete beta function I(x; a, b), by its continued fraction (the same, 26.5.8)
    /// in the form of Lentz.
    static func incompleteBeta(_ x: Double, _ a: Double, _ b: Double) -> Double {
        guard x > 0 else { return 0 }
        guard x < 1 else { return 1 }
        // The fraction converges quickly below the mean; above it, the other tail does.
        guard x <= (a + 1) / (a + b + 2) else { return 1 - incompleteBeta(1 - x, b, a) }
        let scale = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x)) / a
        var (c, d) = (1.0, 1 / kept(1 - (a + b) * x / (a + 1)))
        var fraction = d
        for m in 1...400 {
            let m = Double(m)
            for factor in [
                m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
                -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
            ] {
                d = 1 / kept(1 + factor * d)
                c = kept(1 + factor / c)
                fraction *= c * d
            }
            if abs(c * d - 1) < 1e-14 { break }
        }
        return scale * fraction
    }

    /// The number, or a tiny one instead of 0.
    private static func kept(_ number: Double) -> Double {
        abs(number) < 1e-300 ? 1e-300 : number
    }

    /// The quantile of the chi-squared distribution.
    ///
    /// - Parameters:
    ///   - share: 0...1, without its ends.
    ///   - freedom: degrees of freedom, above 0.
    static func chiSquared(_ share: Double, freedom: Double) -> Double {
        root { lowerGamma(freedom / 2, $0 / 2) < share }
    }

    /// The quantile of the F distribution, with the degrees of freedom of numerator and denominator.
    ///
    /// - Parameter share: 0...1, without its ends.
    static func f(_ share: Double, _ numerator: Double, _ denominator: Double) -> Double {
        root { x in
            let part = numerator * x
            return incompleteBeta(part / (part + denominator), numerator / 2, denominator / 2)
                < share
        }
    }

    /// The positive number up to which a condition holds, by bisection.
    private static func root(_ holds: (Double) -> Bool) -> Double {
        var (low, high) = (0.0, 1.0)
        while holds(high), high < 1e12 { (low, high) = (high, 2 * high) }
        for _ in 0..<80 {
            let middle = (low + high) / 2
            if holds(middle) { low = middle } else { high = middle }
        }
        return (low + high) / 2
    }
}
