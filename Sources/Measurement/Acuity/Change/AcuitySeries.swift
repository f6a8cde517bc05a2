internal import Foundation

/// One test of a series. The tests of a series are of the same eye under comparable conditions.
public struct SeriesTest: Sendable, Equatable {
    /// The estimate, logMAR.
    public let acuity: Double
    /// The standard deviation within the test, logMAR: half the 95 % interval, divided by 1.96.
    public let deviation: Double
    /// The time of the test, days since any fixed start.
    public let day: Double

    /// - Parameters: each sets the property of its name.
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
        /// The first test: there is no earlier one to compare it with.
        case first
        /// No change beyond chance.
        case unchanged
        /// Beyond the limit once: the eye should be tested again.
        case once
        /// Beyond the stricter limit twice in a row on the same side, or a slow change that the
        /// cumulative sum shows.
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
    /// Whether the change is a loss; false for a gain or no change.
    public let isWorse: Bool
    /// Whether the change is slow: only several tests together show it, and this test lies within
    /// the 95 % limit.
    public let isSlow: Bool
}

/// The changes in a series of tests.
///
/// The variance of a test is t² + s², where t is the standard deviation between tests and s the
/// standard deviation within the test. The first n tests, up to three, are the baseline. The limit
/// for a test's difference from their mean is z sqrt((t² + s²)(1 + 1/n)). One test beyond the 95 %
/// limit gets the state `once`. Two tests in a row beyond the 99 % limit on the same side confirm a
/// change. With the 95 % limit for both, a year of weekly tests would confirm a change in 6 % of
/// unchanged people.
///
/// A cumulative sum (Page ES, Biometrika 1954) with k = 0.5 and h = 5 confirms a slow change. It
/// adds each test's difference from the mean of the earlier tests, in standard deviations of that
/// difference, at most 3 (self-starting: Hawkins DM, The Statistician 1987). Each side gives a
/// false alarm once in about 930 tests. An alarm counts only while its last tests, up to five,
/// still differ: their mean lies beyond the one-sided 95 % limit from the mean of the earlier tests
/// and on the same side of the baseline, and this test does not lie beyond its own limit on the
/// other side. So a change and its figure never contradict each other.
///
/// Neither mean includes tests with a confirmed change, nor the first of the two tests that confirm
/// it. So an eye that recovers is compared with its acuity before the change. Decision 061 has the
/// figures, by simulation.
public struct AcuitySeries: Sendable {
    /// The finding for each test, in their order.
    public let findings: [SeriesFinding]
    /// The standard deviation between tests, logMAR, after the last one.
    public let deviationBetweenTests: Double
    /// The slope; nil for fewer than five tests, or less than half a year.
    public let slope: SeriesSlope?

    /// The number of tests of a baseline.
    static let baselineTests = 3
    /// Quantiles of the normal distribution: two-sided 95 % and 99 %, and one-sided 95 %.
    private static let (z95, z99, oneSided95) = (1.96, 2.576, 1.645)

    /// Judges the tests of a series, the earliest first.
    public init(_ tests: [SeriesTest], condition: EyeCondition = .healthy) {
        var between = BetweenTestsDeviation(condition)
        var sums = CumulativeSums()
        var unchanged = tests.prefix(1)
        var (sideBefore, confirmedBefore) = (0, 0)
        var findings: [SeriesFinding] = []
        for (index, test) in tests.enumerated() {
            guard index > 0 else {
                findings.append(.first)
                continue
            }
            func baseline() -> Comparison {
                Comparison([test], with: unchanged.prefix(Self.baselineTests), between.value)
            }
            let usual = Comparison([test], with: unchanged, between.value)
            sums.add(test, deviation: usual.difference / usual.deviation)
            let side = baseline().side(beyond: Self.z99)
            let isTwice = side != 0 && side == sideBefore
            if isTwice, confirmedBefore == 0 { unchanged.removeLast() }
            let first = baseline()
            let onceSide = first.side(beyond: Self.z95)
            var confirmed = isTwice ? side : 0
            if !isTwice, let alarm = sums.alarm, alarm.side != -onceSide {
                let last = Comparison(alarm.tests, with: unchanged, between.value)
                let isBeyondBaseline = Double(alarm.side) * (last.mean - first.earlierMean) > 0
                if last.side(beyond: Self.oneSided95) == alarm.side, isBeyondBaseline {
                    confirmed = alarm.side
                }
            }
            if confirmed == 0 { unchanged.append(test) }
            findings.append(
                SeriesFinding(
                    state: confirmed != 0 ? .confirmed : onceSide != 0 ? .once : .unchanged,
                    baseline: first.earlierMean, limit: Self.z95 * first.deviation,
                    difference: first.difference,
                    isWorse: (confirmed != 0 ? confirmed : onceSide) > 0,
                    isSlow: confirmed != 0 && onceSide == 0))
            (sideBefore, confirmedBefore) = (side, confirmed)
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

/// Compares the mean of one or more tests with the mean of earlier tests.
private struct Comparison {
    /// The mean of the tests, logMAR.
    let mean: Double
    /// The mean of the earlier tests, logMAR.
    let earlierMean: Double
    /// The standard deviation of the difference between the two means for an unchanged eye, logMAR.
    let deviation: Double

    init(_ tests: [SeriesTest], with earlier: ArraySlice<SeriesTest>, _ between: Double) {
        func moments(_ tests: some Collection<SeriesTest>) -> (mean: Double, variance: Double) {
            let count = Double(tests.count)
            let variance = tests.reduce(0) { $0 + between * between + $1.deviation * $1.deviation }
            return (tests.reduce(0) { $0 + $1.acuity } / count, variance / (count * count))
        }
        let (new, old) = (moments(tests), moments(earlier))
        (mean, earlierMean) = (new.mean, old.mean)
        deviation = (new.variance + old.variance).squareRoot()
    }

    /// The mean of the tests minus that of the earlier ones, logMAR.
    var difference: Double { mean - earlierMean }

    /// 1 if the tests are worse by more than `z` deviations, -1 if they are better, 0 if neither.
    func side(beyond z: Double) -> Int {
        abs(difference) > z * deviation ? (difference > 0 ? 1 : -1) : 0
    }
}

/// The two cumulative sums of a series, for losses and for gains.
private struct CumulativeSums {
    private var (loss, gain) = (Sum(), Sum())

    /// The slack of a test and the height of the alarm, in standard deviations.
    private static let (slack, alarm) = (0.5, 5.0)
    /// Maximum of a sum, in standard deviations, so that it falls soon after the eye recovers.
    private static let most = 6.0
    /// The largest deviation that counts in full: a single test confirms nothing.
    private static let widest = 3.0
    /// Maximum number of tests of an alarm.
    private static let lastTests = 5

    /// A sum with the last tests since it was 0.
    private struct Sum {
        var value = 0.0
        var tests: [SeriesTest] = []

        mutating func add(_ test: SeriesTest, _ deviation: Double) {
            value = min(max(0, value + deviation - slack), most)
            tests = value > 0 ? (tests + [test]).suffix(lastTests) : []
        }
    }

    /// Adds a test with its deviation from the expected acuity, in standard deviations.
    mutating func add(_ test: SeriesTest, deviation: Double) {
        let deviation = min(max(deviation, -Self.widest), Self.widest)
        loss.add(test, deviation)
        gain.add(test, -deviation)
    }

    /// The side of the sum that is in alarm, 1 for a loss and -1 for a gain, with its last tests.
    var alarm: (side: Int, tests: [SeriesTest])? {
        if loss.value > Self.alarm { return (1, loss.tests) }
        return gain.value > Self.alarm ? (-1, gain.tests) : nil
    }
}
