internal import Foundation

/// The slope of a series: the weighted least squares line of acuity on time, with weights
/// 1 / (t² + s²).
public struct SeriesSlope: Sendable, Equatable {
    /// The change a year, logMAR: above 0 is a loss.
    public let perYear: Double
    /// The 95 % interval of the slope, by Student's t with n - 2 degrees of freedom, logMAR a year.
    public let interval95: ClosedRange<Double>
    /// The number of tests.
    public let tests: Int

    /// Whether the interval leaves out 0.
    public var isCertain: Bool { !interval95.contains(0) }

    /// Minimum number of tests, and the minimum time between the first and the last, days.
    static let (leastTests, leastDays) = (5, 183.0)
    private static let daysAYear = 365.25

    /// The slope of tests; nil if there are too few tests or the time between them is too short.
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
        let student = NoncentralT(freedom: Double(freedom), shift: 0)
        let half = student.quantile(0.975) * error
        perYear = slope
        interval95 = slope - half...slope + half
        self.tests = tests.count
    }
}
