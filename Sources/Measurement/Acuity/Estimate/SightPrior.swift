internal import Foundation

/// The prior of an eye before its test, as probabilities on a grid.
///
/// P(right) = lapse x guess + (1 - lapse) (guess + (1 - guess) Phi((size - threshold) / sigma)): a
/// cumulative normal over logMAR (Carkeet A. Modeling logMAR visual acuity scores. Optom Vis Sci
/// 2001), with a floor for guessing and a ceiling for lapses. A lapse names any letter, so that the
/// ceiling is 1 - lapse (1 - guess); the 1 - delta of QUEST+ (Watson AB. QUEST+: a general
/// multidimensional Bayesian adaptive psychometric method. J Vis 2017) is the same with delta =
/// lapse (1 - guess). All thresholds of a wide range are equally likely, so that the estimate
/// depends only on the answers; thresholds beyond it are possible, and a tenth as likely.
public struct SightPrior: Sendable {
    /// The shape of the psychometric function.
    public enum Curve: Sendable, Equatable {
        /// A cumulative normal with the standard deviation sigma.
        case normal
        /// 1 - exp(-10^(x / sigma)), the Weibull function of a logarithmic axis with the slope
        /// 1 / sigma (Watson AB, Pelli DG. QUEST. Percept Psychophys 1983). At the threshold, 63 %
        /// of the letters are seen.
        case weibull

        /// The chance of seeing, 0...1.
        ///
        /// - Parameter distance: from the threshold to the letter, in sigmas.
        public func share(at distance: Double) -> Double {
            switch self {
            case .normal: NormalDistribution.share(below: distance)
            case .weibull: -expm1(-pow(10, distance))
            }
        }
    }

    /// The shape of the psychometric function.
    public let curve: Curve
    /// Letters of this level and larger ones are seen by almost everybody, logMAR.
    public let easyLevel: LogMAR
    /// The smallest threshold of the grid, in logMAR.
    public let smallestThreshold: Double
    /// Number of thresholds on the grid, `thresholdStep` apart.
    public let thresholdCount: Int
    /// Distance between neighbouring thresholds, logMAR: half a letter.
    public static let thresholdStep = 0.01
    /// Range of equally likely thresholds, logMAR; thresholds outside it are less likely.
    public let usual: ClosedRange<Double>
    /// The probability of each threshold; they add up to 1.
    public let thresholdWeights: [Double]
    /// The standard deviations of the psychometric curve, in logMAR, ascending.
    public let sigmas: [Double]
    /// The probability of each sigma; they add up to 1.
    public let sigmaWeights: [Double]
    /// Lapse rates: the chances of an answer that does not depend on the letter seen.
    public private(set) var lapses: [Double]
    /// The probability of each lapse rate; they add up to 1.
    public private(set) var lapseWeights: [Double]
    /// The chance to say "I can't see it" of a letter that is seen.
    public let falseMiss: Double
    /// How much larger than the average letter each of these letters must be to be seen as well,
    /// logMAR; negative for easier letters. Letters without an entry have 0.
    public let letterShifts: [Letter: Double]

    /// The chance of seeing: `curves[sigma * curveLength + index]`. For each sigma, the difference
    /// between size and threshold falls from the largest to the smallest by a `thresholdStep` an
    /// index.
    let curves: [Double]
    /// Entries in the curve of one sigma.
    let curveLength: Int

    /// A prior.
    ///
    /// - Parameters:
    ///   - thresholds: from the best possible acuity to the worst, in logMAR; 20/8 is about the
    ///     limit that the spacing of cones in the fovea sets. Sizes beyond them count as the
    ///     nearest size within.
    ///   - usual: thresholds that are equally likely, in logMAR: from 20/10, the bottom line of a
    ///     chart, to 20/400, where blindness begins (ICD-11, 9D90).
    ///   - unusualWeight: the probability of each other threshold, relative to a usual one.
    ///   - medianSigma: the median of sigma, logMAR; normal eyes have 0.08.
    ///   - sigmaSpread: the standard deviation of sigma's natural logarithm. The distribution is
    ///     cut off at two standard deviations on either side, which leaves 0.94 of the spread with
    ///     seven sigmas. Normal eyes range from about 0.04 to 0.2 (Horner DG et al. 1985): that is
    ///     a spread of 0.27 if nearly all eyes are in the range, and of 0.41 if 95 % are. With 0.29
    ///     the interval holds the truth in 94 to 96 % of tests for either spread.
    ///   - sigmaCount: the number of sigmas considered.
    ///   - sigmaWeights: sigmas with their weights, ascending, instead of those of `medianSigma`,
    ///     `sigmaSpread` and `sigmaCount`.
    ///   - lapses: lapse rates with their weights.
    ///   - falseMiss: the chance to say "I can't see it" of a letter that is seen.
    ///   - letterShifts: letters that are harder or easier than the average, in logMAR. In 3,710
    ///     subjects C, D, O and S were harder than others (Ferris FL et al. Am J Ophthalmol 1993);
    ///     the difference depends on print and screen, so the default makes all letters equal.
    ///   - curve: the shape of the psychometric function.
    ///   - easyLevel: the smallest level that almost everybody sees; 20/400 for sizes.
    public init(
        thresholds: ClosedRange<Double> = -0.4...1.75,
        usual: ClosedRange<Double> = -0.3...1.3, unusualWeight: Double = 0.1,
        medianSigma: Double = 0.08,
        sigmaSpread: Double = 0.29, sigmaCount: Int = 7,
        sigmaWeights given: [(sigma: Double, weight: Double)]? = nil,
        lapses: [(rate: Double, weight: Double)] = [(0.01, 0.9), (0.05, 0.1)],
        falseMiss: Double = 0.02, letterShifts: [Letter: Double] = [:],
        curve: Curve = .normal, easyLevel: LogMAR = LogMAR(hundredths: 130)
    ) {
        self.curve = curve
        self.easyLevel = easyLevel
        self.letterShifts = letterShifts
        self.usual = usual
        let step = Self.thresholdStep
        smallestThreshold = thresholds.lowerBound
        let width = thresholds.upperBound - thresholds.lowerBound
        thresholdCount = Int((width / step).rounded()) + 1
        let weights = (0..<thresholdCount).map { index in
            let threshold = thresholds.lowerBound + Double(index) * step
            let isUsual =
                threshold > usual.lowerBound - step / 2 && threshold < usual.upperBound + step / 2
            return isUsual ? 1 : unusualWeight
        }
        let sumOfWeights = weights.reduce(0, +)
        thresholdWeights = weights.map { $0 / sumOfWeights }
        // From minus to plus two standard deviations of the logarithm.
        let places = (0..<sigmaCount).map { index in
            sigmaCount == 1 ? 0 : 4 * Double(index) / Double(sigmaCount - 1) - 2
        }
        sigmas = given?.map(\.sigma) ?? places.map { medianSigma * exp(sigmaSpread * $0) }
        let densities = given?.map(\.weight) ?? places.map { exp(-$0 * $0 / 2) }
        sigmaWeights = densities.map { $0 / densities.reduce(0, +) }
        self.lapses = lapses.map(\.rate)
        lapseWeights = Self.weights(lapses)
        self.falseMiss = falseMiss
        let reach = thresholdCount - 1
        curveLength = 2 * reach + 1
        curves = sigmas.flatMap { sigma in
            (-reach...reach).map { index in
                curve.share(at: -Double(index) * step / sigma)
            }
        }
    }

    private static func weights(_ lapses: [(rate: Double, weight: Double)]) -> [Double] {
        let sum = lapses.reduce(0) { $0 + $1.weight }
        return lapses.map { $0.weight / sum }
    }

    /// The same eyes, but of people who name a random letter in this share of cases, 0...1.
    func guessing(inShare share: Double) -> SightPrior {
        var prior = self
        prior.lapses = [share]
        prior.lapseWeights = [1]
        return prior
    }

    /// The prior for an adult's eye about which nothing else is known.
    public static let standard = SightPrior()

    /// The prior for a test that shows no letters smaller than 20/16 and may end after a few. Such
    /// a test cannot distinguish an eye of -0.2 from better ones, so the prior decides. Thresholds
    /// outside the usual range are a twentieth as likely. With the range and the tenth of
    /// `standard`, the interval would hold the truth in more than 96 % of tests.
    public static let fewLetters = SightPrior(usual: -0.2...1.3, unusualWeight: 0.05)

    /// The prior for a chart that ends with the first line of fewer than three right letters, even
    /// if letters were only misheard. The chart has letters down to 20/10, so among good
    /// thresholds only those better than -0.25 are less likely. About one eye in thirty has one at
    /// 18 years (mean -0.12, standard deviation 0.07: Ohlsson J, Villarreal G. Normal visual
    /// acuity in 17-18 year olds. Acta Ophthalmol Scand 2005).
    public static let earlyEnd = SightPrior(usual: -0.25...1.3, unusualWeight: 0.05)

    /// The thresholds of the grid, in logMAR.
    public var thresholds: [Double] {
        (0..<thresholdCount).map { smallestThreshold + Double($0) * Self.thresholdStep }
    }

    /// From the smallest to the largest threshold that is possible, in logMAR.
    public var thresholdRange: ClosedRange<Double> {
        let half = Self.thresholdStep / 2
        let largest = smallestThreshold + Double(thresholdCount - 1) * Self.thresholdStep
        return smallestThreshold - half...largest + half
    }

    /// The position in a curve of the chance of seeing a size if the threshold is the first one:
    /// the index of an entry, and the fraction of the way to the next entry, 0..<1.
    func place(of size: LogMAR) -> (index: Int, rest: Double) {
        let reach = Double(thresholdCount - 1)
        let steps = (size.value - smallestThreshold) / Self.thresholdStep
        let place = reach - min(max(steps, 0), reach)
        // Sizes in whole hundredths are on the grid; their sums may differ from it by a rounding
        // error.
        let near = place.rounded()
        if abs(place - near) < 1e-6 { return (Int(near), 0) }
        return (Int(place), place - place.rounded(.down))
    }
}

extension SightPrior {
    /// A patient drawn from this prior: threshold, sigma and lapse rate are drawn by their chances.
    ///
    /// - Parameters:
    ///   - traits: the patient's other traits.
    ///   - generator: draws the chances.
    public func person(
        like traits: ObserverTraits, using generator: inout some RandomNumberGenerator
    ) -> ObserverTraits {
        var person = traits
        let place = Double(generator.index(weightedBy: thresholdWeights))
        // A grid point represents all thresholds that are nearer to it than to other points.
        let within = generator.fraction() - 0.5
        person.threshold = LogMAR(smallestThreshold + (place + within) * Self.thresholdStep)
        person.sigma = sigmas[generator.index(weightedBy: sigmaWeights)]
        person.lapse = lapses[generator.index(weightedBy: lapseWeights)]
        return person
    }
}
