internal import Foundation

/// The people that simulated observers are drawn from.
public struct ObserverPopulation: Sendable, Equatable {
    /// The thresholds of the people.
    public var thresholds: Thresholds
    /// The slopes of their psychometric curves.
    public var slopes: Slopes
    /// The traits that all patients share; their threshold and sigma are ignored.
    public var traits: ObserverTraits

    /// The thresholds of a population.
    public enum Thresholds: Sendable, Equatable {
        /// Any threshold of a range, logMAR; all are equally likely.
        case range(ClosedRange<Double>)
        /// These thresholds in turn, logMAR; at least one.
        case grid([Double])
    }

    /// The sigmas of a population, in logMAR.
    public enum Slopes: Sendable, Equatable {
        /// The same for all.
        case same(Double)
        /// The natural logarithm of sigma has a normal distribution with this median and standard
        /// deviation, cut off outside the range.
        case logNormal(median: Double, spread: Double, within: ClosedRange<Double>)

        /// Normal eyes: median 0.08, range 0.04 to 0.2 (Horner DG et al. Am J Optom Physiol Opt
        /// 1985 found slopes that differ tenfold among normal subjects). The spread 0.27 takes that
        /// range as three standard deviations to either side: ln(0.2 / 0.04) / 6.
        public static let normalEyes = Slopes.logNormal(
            median: 0.08, spread: 0.27, within: 0.04...0.2)

        /// Normal eyes, with the same range taken as the middle 95 % and the rest left out:
        /// ln(0.2 / 0.04) / (2 x 1.96). The source does not say which of the two spreads is right.
        public static let wideNormalEyes = Slopes.logNormal(
            median: 0.08, spread: 0.41, within: 0.04...0.2)

        /// The slopes with all sigmas multiplied by a factor.
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
    /// Any number of people is spread evenly over thresholds and sigmas, which reduces the effect
    /// of chance on the results. The method is an additive recurrence in two dimensions (Roberts M.
    /// The unreasonable effectiveness of quasirandom sequences, 2018). The seed decides its start
    /// (Cranley R, Patterson TNL. Randomization of number theoretic methods for multiple
    /// integration. SIAM J Numer Anal 1976).
    ///
    /// - Parameters:
    ///   - number: the number of the person, from 0.
    ///   - seed: the seed of the population.
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

    /// Steps of the recurrence in its two dimensions: 1 / p and 1 / p^2 with p^3 = p + 1.
    private static let steps = [0.754_877_666_246_692_7, 0.569_840_290_998_053_3]
}

extension ObserverPopulation.Slopes {
    /// The sigma below which a share of the population lies, logMAR.
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

/// The traits of a simulated patient.
public struct ObserverTraits: Sendable, Equatable {
    /// The size at which a letter is seen, not guessed, half of the time.
    public var threshold: LogMAR
    /// The gradualness of seeing: the standard deviation of the curve, in logMAR.
    public var sigma: Double
    /// The chance of an answer that does not depend on what is seen, 0...1.
    public var lapse: Double
    /// The chance of guessing an unseen letter right, 0...1; nil for 1 / number of choices.
    public var guess: Double?
    /// The chance of seeing, 0...1, below which the patient says "I can't see it" instead of
    /// guessing; nil for a patient who always guesses.
    public var givesUpBelow: Double?
    /// The chance, 0...1, that a patient who could name a letter says "I can't see it".
    public var falseMisses: Double
    /// The rise of the threshold with each hundred letters answered, in logMAR.
    public var fatigue: Double
    /// The standard deviation of the threshold from one test to the next, in logMAR.
    public var drift: Double
    /// The differences in difficulty between letters.
    public var difficulty: LetterDifficulty
    /// How many times likelier a wrong answer is a letter of the same look, round or straight, than
    /// one of the other look; 1 for a patient who confuses all letters alike.
    public var resemblance: Double

    /// A patient. The defaults are the observer of the published simulations: sigma is the median
    /// of normal eyes (Carkeet 2001; Horner et al. 1985), and the patient always guesses, does not
    /// tire and finds all letters equally hard.
    public init(
        threshold: LogMAR, sigma: Double = 0.08, lapse: Double = 0.01, guess: Double? = nil,
        givesUpBelow: Double? = nil, falseMisses: Double = 0, fatigue: Double = 0,
        drift: Double = 0, difficulty: LetterDifficulty = .equal, resemblance: Double = 1
    ) {
        self.threshold = threshold
        self.sigma = sigma
        self.lapse = lapse
        self.guess = guess
        self.givesUpBelow = givesUpBelow
        self.falseMisses = falseMisses
        self.fatigue = fatigue
        self.drift = drift
        self.difficulty = difficulty
        self.resemblance = resemblance
    }
}

/// How much larger or smaller than the average letter each letter has to be to be seen.
///
/// Round letters are harder at threshold: C, O, S and D against Z, N, H, V, R and K in 3,710
/// subjects (Ferris FL et al. Relative letter and position difficulty on visual acuity charts from
/// the Early Treatment Diabetic Retinopathy Study. Am J Ophthalmol 1993).
public struct LetterDifficulty: Sendable, Equatable {
    /// How much larger the hard letters have to be than the easy ones, in logMAR.
    public var spread: Double

    /// The letters that are hard.
    public static let hard: Set<Letter> = [.c, .d, .o, .s]

    /// All letters are equally hard.
    public static let equal = LetterDifficulty(spread: 0)

    /// Letters of two groups: hard letters have to be larger than the others.
    ///
    /// - Parameter spread: the difference in size, logMAR.
    public init(spread: Double) { self.spread = spread }

    /// The shift of the threshold for a letter, in logMAR. Its mean over Sloan's ten letters is 0,
    /// so the threshold remains that of the average letter.
    public func shift(of letter: Letter) -> Double {
        guard spread != 0 else { return 0 }
        let hardShare = Double(Self.hard.count) / Double(Letter.sloan.count)
        return spread * ((Self.hard.contains(letter) ? 1 : 0) - hardShare)
    }
}
