internal import Foundation

/// The people that simulated observers are drawn from.
public struct ObserverPopulation: Sendable, Equatable {
    /// The thresholds that there are.
    public var thresholds: Thresholds
    /// How gradual their seeing sets in.
    public var slopes: Slopes
    /// The traits that all patients share; threshold and sigma are not used.
    public var traits: ObserverTraits

    /// The thresholds of a population.
    public enum Thresholds: Sendable, Equatable {
        /// Any of a range, each equally likely.
        case range(ClosedRange<Double>)
        /// These, in logMAR, one after the other; at least one.
        case grid([Double])
    }

    /// The sigmas of a population, in logMAR.
    public enum Slopes: Sendable, Equatable {
        /// The same for all.
        case same(Double)
        /// The logarithm of sigma is normal, with this median and standard deviation of the natural
        /// logarithm, but that nothing lies outside the range.
        case logNormal(median: Double, spread: Double, within: ClosedRange<Double>)

        /// Normal eyes: median 0.08, range 0.04 to 0.2 (Horner DG et al. Am J Optom Physiol Opt
        /// 1985 found slopes that differ tenfold among normal subjects). 0.27 is that range taken
        /// as three standard deviations to either side: ln(0.2 / 0.04) / 6.
        public static let normalEyes = Slopes.logNormal(
            median: 0.08, spread: 0.27, within: 0.04...0.2)

        /// The same with that range taken as the middle 95 %, and the rest left out: ln(0.2 / 0.04) /
        /// (2 x 1.96). The source does not say which of the two it is.
        public static let wideNormalEyes = Slopes.logNormal(
            median: 0.08, spread: 0.41, within: 0.04...0.2)

        /// All sigmas larger or smaller by a factor.
        public func scaled(by factor: Double) -> Slopes {
            switch self {
            case .same(let sigma): .same(sigma * factor)
            case .logNormal(let median, let spread, let range):
                .logNormal(
                    median: median * factor, spread: spread,
                    within: range.lowerBound * factor...range.upperBound * factor)
            }
        }
    }

    /// A population.
    public init(
        thresholds: Thresholds = .range(-0.2...1.2), slopes: Slopes = .normalEyes,
        traits: ObserverTraits = ObserverTraits(threshold: LogMAR(0))
    ) {
        self.thresholds = thresholds
        self.slopes = slopes
        self.traits = traits
    }

    /// The traits of one of the people.
    ///
    /// People are spread evenly over thresholds and sigmas, however many there are, which reduces
    /// the effect of chance on the results: an additive recurrence in two dimensions (Roberts M.
    /// The unreasonable effectiveness of quasirandom sequences, 2018) that starts where the seed
    /// says (Cranley R, Patterson TNL. Randomization of number theoretic methods for multiple
    /// integration. SIAM J Numer Anal 1976).
    ///
    /// - Parameters:
    ///   - number: of the person, from 0.
    ///   - seed: of the population.
    public func person(_ number: Int, seed: UInt64) -> ObserverTraits {
        var start = SplitMix64(seed: seed)
        let shares = Self.steps.map { step in
            (start.fraction() + Double(number) * step).truncatingRemainder(dividingBy: 1)
        }
        var person = traits
        switch thresholds {
        case .range(let range):
            person.threshold = LogMAR(
                range.lowerBound + shares[0] * (range.upperBound - range.lowerBound))
        case .grid(let values): person.threshold = LogMAR(values[number % values.count])
        }
        person.sigma = slopes.sigma(atShare: shares[1])
        return person
    }

    /// 1 / p and 1 / p^2 with p^3 = p + 1.
    private static let steps = [0.754_877_666_246_692_7, 0.569_840_290_998_053_3]
}

extension ObserverPopulation.Slopes {
    /// The sigma below which a share of the population's lies, in logMAR.
    fileprivate func sigma(atShare share: Double) -> Double {
        switch self {
        case .same(let sigma): return sigma
        case .logNormal(let median, let spread, let range):
            let ends = [range.lowerBound, range.upperBound].map {
                NormalDistribution.share(below: log($0 / median) / spread)
            }
            let place = NormalDistribution.quantile(ends[0] + share * (ends[1] - ends[0]))
            return min(max(median * exp(spread * place), range.lowerBound), range.upperBound)
        }
    }
}
