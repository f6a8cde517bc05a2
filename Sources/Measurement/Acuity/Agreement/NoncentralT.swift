internal import Foundation

/// The noncentral t distribution: that of (Z + shift) / sqrt(chi-squared / freedom), where Z is a
/// standard normal number.
package struct NoncentralT {
    /// Degrees of freedom.
    package let freedom: Double
    /// The shift of the normal number Z; 0 for Student's t.
    package let shift: Double

    /// Sets each property from the parameter of its name.
    package init(freedom: Double, shift: Double) {
        self.freedom = freedom
        self.shift = shift
    }

    /// The probability of a value of at most t, by Simpson's rule over the distribution of
    /// sqrt(chi-squared / freedom).
    package func share(below t: Double) -> Double {
        // The density of s = sqrt(chi2 / n) is 2 (n/2)^(n/2) / Gamma(n/2) s^(n-1) exp(-n s^2 / 2).
        let half = freedom / 2
        let scale = log(2) + half * log(half) - lgamma(half)
        func integrand(_ s: Double) -> Double {
            guard s > 0 else { return 0 }
            let density = exp(scale + (freedom - 1) * log(s) - half * s * s)
            return density * erfc(-(t * s - shift) / 2.0.squareRoot()) / 2
        }
        // The standard deviation of s is about 1 / sqrt(2 n); beyond eight of them the density is
        // negligible.
        let reach = 8 / (2 * freedom).squareRoot()
        let (low, high) = (max(0, 1 - reach), 1 + reach)
        let steps = 2_000
        let width = (high - low) / Double(steps)
        var sum = integrand(low) + integrand(high)
        for step in 1..<steps {
            sum += (step % 2 == 1 ? 4 : 2) * integrand(low + Double(step) * width)
        }
        return sum * width / 3
    }

    /// The value below which this share lies, by bisection.
    package func quantile(_ share: Double) -> Double {
        var (low, high) = (shift - 10, shift + 10)
        while self.share(below: high) < share { high += high - low }
        while self.share(below: low) > share { low -= high - low }
        for _ in 0..<50 {
            let middle = (low + high) / 2
            if self.share(below: middle) < share { low = middle } else { high = middle }
        }
        return (low + high) / 2
    }
}
