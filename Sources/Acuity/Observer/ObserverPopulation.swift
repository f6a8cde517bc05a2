internal import Foundation

/// The people that simulated observers are drawn from.
public struct ObserverPopulation: Sendable, Equatable {
    /// The thresholds that there are.
    public var thresholds: Thresholds
    /// How gradual their seeing sets in.
    public var slopes: Slopes
    /// What they have in common; its threshold and sigma are not used.
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
        /// logarithm; what lies outside the range is drawn anew.
        case logNormal(median: Double, spread: Double, within: ClosedRange<Double>)

        /// Normal eyes: median 0.08, range 0.04 to 0.2 (Horner DG et al. Am J Optom Physiol Opt
        /// 1985 found slopes that differ tenfold among normal subjects). 0.41 is that range taken
        /// as the middle 95 %: ln(0.2 / 0.04) / (2 x 1.96).
        public static let normalEyes = Slopes.logNormal(
            median: 0.08, spread: 0.41, within: 0.04...0.2)

        /// The same with that range taken as the middle 99.7 %: ln(0.2 / 0.04) / 6. The source does
        /// not say which of the two it is.
        public static let narrowNormalEyes = Slopes.logNormal(
            median: 0.08, spread: 0.27, within: 0.04...0.2)

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
    /// - Parameters:
    ///   - number: of the person, from 0; decides the threshold of a grid.
    ///   - generator: decides the rest.
    public func person(
        _ number: Int, using generator: inout some RandomNumberGenerator
    ) -> ObserverTraits {
        var person = traits
        switch thresholds {
        case .range(let range):
            let share = generator.fraction()
            person.threshold = LogMAR(
                range.lowerBound + share * (range.upperBound - range.lowerBound))
        case .grid(let values): person.threshold = LogMAR(values[number % values.count])
        }
        switch slopes {
        case .same(let sigma): person.sigma = sigma
        case .logNormal(let median, let spread, let range):
            repeat {
                person.sigma = median * exp(spread * generator.standardNormal())
            } while !range.contains(person.sigma)
        }
        return person
    }
}
