/// The estimate of the acuity from all answers together, with its uncertainty.
public struct AcuityEstimate: Sendable, Equatable {
    /// The acuity: the mean of the posterior, logMAR. It is the size at which a letter is seen, and
    /// not guessed, half of the time.
    public let logMAR: LogMAR
    /// The median of the posterior.
    public let median: LogMAR
    /// The acuity lies between these with a probability of 95 %, 2.5 % on either side. An open end
    /// is only the end of the range of thresholds considered.
    public let interval95: ClosedRange<LogMAR>
    /// Whether the lower end is open: the eye may see better than any threshold considered.
    public let isOpenBelow: Bool
    /// Whether the upper end is open: the eye may see worse than any threshold considered.
    public let isOpenAbove: Bool
    /// Number of letters taken as evidence.
    public let letters: Int
    /// Warnings for a reader of the estimate.
    public let flags: [EstimateFlag]

    /// Sets each property from the parameter of its name. `AcuityPosterior` makes estimates from
    /// answers.
    public init(
        logMAR: LogMAR, median: LogMAR, interval95: ClosedRange<LogMAR>, letters: Int,
        isOpenBelow: Bool = false, isOpenAbove: Bool = false, flags: [EstimateFlag] = []
    ) {
        self.logMAR = logMAR
        self.median = median
        self.interval95 = interval95
        self.letters = letters
        self.isOpenBelow = isOpenBelow
        self.isOpenAbove = isOpenAbove
        self.flags = flags
    }

    /// The estimate with a further flag.
    public func adding(_ flag: EstimateFlag) -> AcuityEstimate {
        AcuityEstimate(
            logMAR: logMAR, median: median, interval95: interval95, letters: letters,
            isOpenBelow: isOpenBelow, isOpenAbove: isOpenAbove, flags: flags + [flag])
    }

    /// The estimate with a wider interval, because the distance, and so the size of all letters,
    /// has this relative standard deviation. The variances add up, as for normal distributions.
    public func allowing(forDistance deviation: Double) -> AcuityEstimate {
        let added = 1.96 * deviation * Self.perNaturalLogarithm
        func away(_ end: LogMAR) -> Double {
            let own = end.value - median.value
            return (own * own + added * added).squareRoot()
        }
        return AcuityEstimate(
            logMAR: logMAR, median: median,
            interval95: LogMAR(
                median.value - away(interval95.lowerBound))...LogMAR(
                    median.value + away(interval95.upperBound)),
            letters: letters, isOpenBelow: isOpenBelow, isOpenAbove: isOpenAbove, flags: flags)
    }

    /// The decimal logarithm of e.
    private static let perNaturalLogarithm = 0.434_294_481_9

    /// The reasons that the test has no score; empty if it has one.
    public var reasonsToWithhold: [EstimateFlag] { flags.filter(\.withholdsScore) }

    /// Whether the answers can be relied on.
    public var isReliable: Bool { reasonsToWithhold.isEmpty }

    /// This estimate, if there are answers and they are reliable; reports show it.
    public var ifReliable: AcuityEstimate? { isReliable && letters > 0 ? self : nil }

    /// The acuity, if the interval has two ends. Otherwise the mean depends on the limits of the
    /// grid.
    public var figure: LogMAR? { isOpenBelow || isOpenAbove ? nil : logMAR }

    /// The width of the interval, logMAR; infinite if an end is open.
    public var intervalWidth: Double {
        guard !isOpenBelow, !isOpenAbove else { return .infinity }
        return interval95.upperBound.value - interval95.lowerBound.value
    }
}

extension AcuityPosterior {
    /// The estimate.
    public var estimate: AcuityEstimate { estimate { _ in [] } }

    /// The estimate, with its warnings.
    func estimate(flags: (ClosedRange<LogMAR>) -> [EstimateFlag]) -> AcuityEstimate {
        let ends = quantiles([0.025, 0.5, 0.975])
        let interval = ends[0]...ends[2]
        return AcuityEstimate(
            logMAR: mean, median: ends[1], interval95: interval, letters: letters,
            isOpenBelow: isOpenBelow, isOpenAbove: isOpenAbove, flags: flags(interval))
    }
}

extension AcuityProcedure {
    /// The estimate from all answers so far. It does not depend on the procedure's own score.
    ///
    /// - Parameters:
    ///   - hearing: how letters are heard.
    ///   - prior: the prior of the eye (default: the procedure's own).
    public func estimate(
        hearing: RecognitionErrorModel = .exact, prior: SightPrior? = nil
    ) -> AcuityEstimate {
        var posterior = AcuityPosterior(hearing: hearing, prior: prior ?? self.prior)
        for answered in read { posterior.take(answered) }
        let reliability = Reliability(
            posterior, read: read, sizes: sizes, hasScore: score.logMAR != nil)
        return posterior.estimate { reliability.flags($0) }
    }
}

/// A warning that a reader of an estimate needs besides the numbers.
public enum EstimateFlag: String, CaseIterable, Sendable, Codable {
    /// The acuity may be worse than the largest letters can show.
    case atFloor
    /// The acuity may be better than the smallest letters can show.
    case atCeiling
    /// More answers were unclear than understood.
    case tooManyUnclear
    /// Many answers were unclear, so others may be misheard.
    case oftenUnclear
    /// The answers to letters that almost everybody sees were no better than guessing.
    case guessingAtHugeSize
    /// All letters that were named, taken together, were named no better than by guessing.
    case guessingThroughout
    /// The answers are far likelier for a patient who often says any letter, whatever the size.
    case oftenGuessing
    /// Small letters were named and larger ones were missed. No eye sees that way.
    case impossiblePattern
    /// A recording continues after the end of its test: the answers may belong to other letters
    /// than those that were shown.
    case soundLeftOver

    /// Whether the flag makes the test unreliable, so that there is no score.
    public var withholdsScore: Bool {
        switch self {
        case .atFloor, .atCeiling, .oftenUnclear: false
        case .tooManyUnclear, .guessingAtHugeSize, .guessingThroughout, .oftenGuessing,
            .impossiblePattern, .soundLeftOver:
            true
        }
    }

    /// The flag in words for a person.
    ///
    /// - Parameter areTyped: whether the answers are typed, so that no microphone is to blame.
    public func words(areTyped: Bool) -> String {
        switch self {
        case .atFloor: "The acuity may be worse than the largest letters of this test can show."
        case .atCeiling: "The acuity may be better than the smallest letters shown can tell."
        case .tooManyUnclear:
            "No score: too many answers were unclear."
                + (areTyped
                    ? " Test again, with a letter or \"pass\" for each position."
                    : " Test again in a quieter room, closer to the microphone.")
        case .oftenUnclear:
            areTyped
                ? "Many answers were unclear. Test again, with a letter or \"pass\" for each position."
                : "Many answers were unclear, so others may be misheard. Test again in a quieter room,"
                    + " closer to the microphone."
        case .guessingAtHugeSize:
            "No score: huge letters were named no better than by guessing. The acuity is worse"
                + " than this test measures, or the answers were not this person's."
        case .guessingThroughout:
            "No score: the letters were named no better than by guessing. The acuity is worse than"
                + " this test measures, or the answers were not this person's."
        case .oftenGuessing:
            "No score: large letters were named wrongly again and again. Make sure that the person can"
                + " see the screen, then test again."
        case .impossiblePattern:
            "No score: larger letters were missed while smaller ones were named, which is not"
                + " plausible. Test again."
        case .soundLeftOver:
            "No score: the recording continues after the end of the test, so some answers may belong to"
                + " another line."
        }
    }
}
