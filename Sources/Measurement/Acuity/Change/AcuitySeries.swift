internal import Foundation

/// One test of a series: tests of the same eye under conditions that can be compared.
public struct SeriesTest: Sendable, Equatable {
    /// The estimate, logMAR.
    public let acuity: Double
    /// The standard deviation within the test, logMAR: half the 95 % interval, divided by 1.96.
    public let deviation: Double
    /// The time of the test in days, from any beginning.
    public let day: Double

    /// - Parameters: as the properties of their names.
    public init(acuity: Double, deviation: Double, day: Double) {
        self.acuity = acuity
        self.deviation = deviation
        self.day = day
    }
}

/// A test of a series compared with its baseline.
public struct SeriesFinding: Sendable, Equatable {
    /// The result of the comparison.
    public enum State: String, Sendable, CaseIterable {
        /// Nothing to compare with.
        case first
        /// No change beyond chance.
        case unchanged
        /// Beyond the limit, once: to be tested again.
        case once
        /// Beyond the stricter limit twice in a row on the same side, or a slow change in the sum of
        /// all tests.
        case confirmed
    }

    /// The state after this test.
    public let state: State
    /// The mean of the tests that this one is compared with, logMAR; nil for the first test.
    public let baseline: Double?
    /// The largest difference from the baseline, logMAR, that chance explains in 95 of 100 tests of an
    /// unchanged eye; nil for the first test.
    public let limit: Double?
    /// The acuity minus the baseline, logMAR: above 0 is worse; nil for the first test.
    public let difference: Double?
    /// Whether the change is a loss; false for a gain and where there is none.
    public let isWorse: Bool
    /// Whether only all tests together show the change: it is slow, and this test lies within the limit
    /// of 95 %.
    public let isSlow: Bool
}

/// The changes in a series of tests.
///
/// The variance of a test is t² + s²: between tests and within the test. The first tests, up to three,
/// are the baseline; the limit for the difference from their mean of n is z sqrt((t² + s²)(1 + 1/n)).
/// A difference beyond the limit of 95 % is seen once. It is confirmed if two tests in a row lie beyond
/// the limit of 99 % on the same side: a limit of 95 % for both would confirm a change in 6 % of
/// unchanged people in a year of weekly tests.
///
/// A slow change is confirmed by a cumulative sum (Page ES, Biometrika 1954) with k = 0.5 and h = 5 of
/// each test's difference from the mean of all before it, in standard deviations of that difference, at
/// most 3 (self-starting: Hawkins DM, The Statistician 1987). One side of it gives a false alarm once in about
/// 930 tests. Decision 061 has the figures of both together, by simulation.
public struct AcuitySeries: Sendable {
    /// The finding for each test, in their order.
    public let findings: [SeriesFinding]
    /// The standard deviation between tests, logMAR, after the last one.
    public let deviationBetweenTests: Double
    /// The slope; nil for fewer than five tests, or if they lie within half a year.
    public let slope: SeriesSlope?

    /// The number of tests of a baseline.
    static let baselineTests = 3
    /// Two-sided quantiles of the normal distribution: 95 % and 99 %.
    private static let (z95, z99) = (1.96, 2.576)

    /// Judges the tests of a series, the earliest first.
    public init(_ tests: [SeriesTest], condition: EyeCondition = .healthy) {
        var between = BetweenTestsDeviation(condition)
        var sums = CumulativeSums()
        var sideBefore = 0
        var findings: [SeriesFinding] = []
        for (index, test) in tests.enumerated() {
            guard index > 0 else {
                findings.append(.first)
                continue
            }
            let baseline = Comparison(
                test, with: tests.prefix(min(index, Self.baselineTests)), between.value)
            let all = Comparison(test, with: tests.prefix(index), between.value)
            sums.add(all.difference / all.deviation)
            let side = baseline.side(beyond: Self.z99)
            let slowSide = sums.side
            let isConfirmed = side != 0 && side == sideBefore || slowSide != 0
            let onceSide = baseline.side(beyond: Self.z95)
            let changed = isConfirmed ? (slowSide != 0 ? slowSide : side) : onceSide
            findings.append(
                SeriesFinding(
                    state: isConfirmed ? .confirmed : onceSide != 0 ? .once : .unchanged,
                    baseline: baseline.mean, limit: Self.z95 * baseline.deviation,
                    difference: baseline.difference, isWorse: changed > 0,
                    isSlow: isConfirmed && onceSide == 0))
            sideBefore = side
            between.take(
                test.acuity - tests[index - 1].acuity,
                within: (tests[index - 1].deviation, test.deviation))
        }
        self.findings = findings
        deviationBetweenTests = between.value
        slope = SeriesSlope(tests, deviationBetweenTests: between.value)
    }
}

extension SeriesFinding {
    fileprivate static let first = SeriesFinding(
        state: .first, baseline: nil, limit: nil, difference: nil, isWorse: false,
        isSlow: false)
}

/// A test beside the mean of earlier ones.
private struct Comparison {
    /// The mean of the earlier tests, logMAR.
    let mean: Double
    /// The test minus the mean, logMAR.
    let difference: Double
    /// The standard deviation of the difference for an unchanged eye, logMAR.
    let deviation: Double

    init(_ test: SeriesTest, with earlier: ArraySlice<SeriesTest>, _ between: Double) {
        func variance(_ test: SeriesTest) -> Double {
            between * between + test.deviation * test.deviation
        }
        let count = Double(earlier.count)
        mean = earlier.reduce(0) { $0 + $1.acuity } / count
        difference = test.acuity - mean
        let ofMean = earlier.reduce(0) { $0 + variance($1) } / (count * count)
        deviation = (variance(test) + ofMean).squareRoot()
    }

    /// 1 if the test is worse by more than `z` deviations, -1 if it is better, 0 if it is neither.
    func side(beyond z: Double) -> Int {
        abs(difference) > z * deviation ? (difference > 0 ? 1 : -1) : 0
    }
}

/// The two cumulative sums of a series, for losses and for gains.
private struct CumulativeSums {
    private var (loss, gain) = (0.0, 0.0)

    /// The slack of a test and the height of the alarm, in standard deviations.
    private static let (slack, alarm) = (0.5, 5.0)
    /// The sums do not grow beyond this, so that an eye that is as before is seen soon.
    private static let most = 6.0
    /// The largest deviation that counts whole: one test alone confirms nothing.
    private static let widest = 3.0

    /// Adds a test by its deviation from what was expected, in standard deviations.
    mutating func add(_ deviation: Double) {
        let deviation = min(max(deviation, -Self.widest), Self.widest)
        loss = min(max(0, loss + deviation - Self.slack), Self.most)
        gain = min(max(0, gain - deviation - Self.slack), Self.most)
    }

    /// 1 for a loss, -1 for a gain, 0 for neither.
    var side: Int { loss > Self.alarm ? 1 : gain > Self.alarm ? -1 : 0 }
}
