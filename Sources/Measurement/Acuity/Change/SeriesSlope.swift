internal import Foundation

/// The slope of a series: the weighted least squares line of acuity on time, with weights
/// 1 / (t² + s²).
public struct SeriesSlope: Sendable, Equatable {
    /// The change a year, logMAR: above 0 is a loss.
    public let perYear: Double
    /// The 95 % interval of it, by Student's t with n - 2 degrees of freedom, logMAR a year.
    public let interval95: ClosedRange<Double>
    /// The number of tests.
    public let tests: Int

    /// Whether the interval leaves out 0.
    public var isCertain: Bool { !interval95.contains(0) }

    /// The least number of tests, and the least time between the first and the last, days.
    static let (leastTests, leastDays) = (5, 183.0)
    private static let daysAYear = 365.25

    /// The slope of tests; nil for too few or too short a time.
    init?(_ tests: [SeriesTest], deviationBetweenTests t: Double) {
        guard tests.count >= Self.leastTests, let first = tests.first, let last = tests.last,
            last.day - first.day >= Self.leastDays
        else { return nil }
        let weights = tests.map { 1 / (t * t + $0.deviation * $0.deviation) }
        let years = tests.map { ($0.day - first.day) / Self.daysAYear }
        let total = weights.reduce(0, +)
        func mean(_ values: [Double]) -> Double {
            zip(weights, values).reduce(0) { $0 + $1.0 * $1.1 } / total
        }
        let acuities = tests.map(\.acuity)
        let (middle, level) = (mean(years), mean(acuities))
        let spread = zip(weights, years).reduce(0) { $0 + $1.0 * ($1.1 - middle) * ($1.1 - middle) }
        guard spread > 0 else { return nil }
        let shared = zip(weights, zip(years, acuities)).reduce(0) {
            $0 + $1.0 * ($1.1.0 - middle) * ($1.1.1 - level)
        }
        let slope = shared / spread
        let left = zip(weights, zip(years, acuities)).reduce(0) { sum, point in
            let miss = point.1.1 - level - slope * (point.1.0 - middle)
            return sum + point.0 * miss * miss
        }
        let freedom = tests.count - 2
        let error = (left / Double(freedom) / spread).squareRoot()
        let half = StudentT(freedom: freedom).quantile(0.975) * error
        perYear = slope
        interval95 = slope - half...slope + half
        self.tests = tests.count
    }
}

/// Student's t distribution.
struct StudentT {
    /// Degrees of freedom, at least 1.
    let freedom: Int

    /// The density: Γ((ν + 1) / 2) / (sqrt(ν π) Γ(ν / 2)) (1 + x² / ν)^(-(ν + 1) / 2).
    private func density(_ x: Double) -> Double {
        let v = Double(freedom)
        let scale = exp(lgamma((v + 1) / 2) - lgamma(v / 2)) / (v * .pi).squareRoot()
        return scale * pow(1 + x * x / v, -(v + 1) / 2)
    }

    /// The share below `x`, for `x` of at least 0: Simpson's rule with 400 intervals.
    private func share(below x: Double) -> Double {
        let steps = 400
        let step = x / Double(steps)
        var sum = density(0) + density(x)
        for index in 1..<steps {
            sum += (index.isMultiple(of: 2) ? 2 : 4) * density(Double(index) * step)
        }
        return 0.5 + sum * step / 3
    }

    /// The number below which this share lies, by bisection.
    ///
    /// - Parameter share: from 0.5 to 0.99.
    func quantile(_ share: Double) -> Double {
        var (low, high) = (0.0, 40.0)
        for _ in 0..<60 {
            let middle = (low + high) / 2
            if self.share(below: middle) < share { low = middle } else { high = middle }
        }
        return (low + high) / 2
    }
}
