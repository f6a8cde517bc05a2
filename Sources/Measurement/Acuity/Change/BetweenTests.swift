/// The condition of an eye. It decides how much more the acuity varies between tests than the
/// answers of one test show.
public enum EyeCondition: String, Sendable, CaseIterable, Codable {
    /// No disease of the macula.
    case healthy
    /// Drusen or early age-related macular degeneration.
    case drusen
    /// Age-related macular degeneration of any stage.
    case amd
    /// Late age-related macular degeneration.
    case lateAMD = "late-amd"

    /// The condition in words: "late AMD".
    public var words: String {
        switch self {
        case .healthy: "healthy eye"
        case .drusen: "drusen or early AMD"
        case .amd: "AMD"
        case .lateAMD: "late AMD"
        }
    }

    /// The usual standard deviation between tests, logMAR.
    ///
    /// It solves CR² / 2 = 1.96² (t² + s²), where CR is the published coefficient of repeatability and
    /// s the deviation within a test. Healthy: E-ETDRS, CR 0.16, s 0.041 (Beck RW et al., Am J
    /// Ophthalmol 2003). The others: ETDRS charts, CR 0.18, 0.24 and 0.34, s 0.040 (Patel PJ et al.,
    /// Invest Ophthalmol Vis Sci 2008).
    public var deviationBetweenTests: Double {
        switch self {
        case .healthy: 0.04
        case .drusen: 0.05
        case .amd: 0.076
        case .lateAMD: 0.115
        }
    }
}

/// The standard deviation between the tests of one series, logMAR: the usual one of the condition of
/// the eye, refined by the differences of successive tests.
///
/// The usual variance counts as much as twenty differences. A difference of more than 2.5 standard
/// deviations counts as one of 2.5, so that a single change of the acuity, which is one difference,
/// hardly raises the deviation.
struct BetweenTestsDeviation: Sendable {
    /// The deviation, logMAR.
    private(set) var value: Double
    private let usual: Double
    /// The sum of the variances that the differences show, logMAR².
    private var sum = 0.0
    private var differences = 0

    /// The weight of the usual variance, in differences of tests.
    private static let weight = 20.0
    /// The largest difference that counts whole, in standard deviations.
    private static let widest = 2.5
    /// The mean square of a standard normal number that is cut at `widest`:
    /// 1 - 2 (w φ(w) + (1 - w²) Φ(-w)) for w = 2.5.
    private static let meanSquareWhenCut = 0.978
    /// The range of the refined deviation, as a share of the usual one.
    private static let range = 0.5...3.0

    init(_ condition: EyeCondition) {
        usual = condition.deviationBetweenTests
        value = usual
    }

    /// Learns from the difference of two successive tests.
    ///
    /// - Parameters:
    ///   - difference: the later acuity minus the earlier one, logMAR.
    ///   - within: the deviations within the two tests, logMAR.
    mutating func take(_ difference: Double, within: (Double, Double)) {
        let ownVariance = (within.0 * within.0 + within.1 * within.1) / 2
        let expected = value * value + ownVariance
        let size = min(abs(difference) / (2 * expected).squareRoot(), Self.widest)
        sum += size * size * expected / Self.meanSquareWhenCut - ownVariance
        differences += 1
        let variance = (Self.weight * usual * usual + sum) / (Self.weight + Double(differences))
        let least = Self.range.lowerBound * usual
        value = min(max(variance, least * least).squareRoot(), Self.range.upperBound * usual)
    }
}
