/// The acuity as all answers together tell it, with how sure that is.
public struct AcuityEstimate: Sendable, Equatable {
    /// The acuity: the mean of the posterior, logMAR. It is the size at which a letter is seen, and
    /// not guessed, half of the time.
    public let logMAR: LogMAR
    /// The median of the posterior.
    public let median: LogMAR
    /// The acuity lies between these with a probability of 95 %, 2.5 % on either side. An end that
    /// is open is that of the thresholds thought of, and says nothing.
    public let interval95: ClosedRange<LogMAR>
    /// Whether the eye may see any better, for all that the answers tell.
    public let isOpenBelow: Bool
    /// Whether the eye may see any worse, for all that the answers tell.
    public let isOpenAbove: Bool
    /// Letters that were taken as evidence.
    public let letters: Int
    /// What a reader has to know besides.
    public let flags: [EstimateFlag]

    /// An estimate; a posterior makes it.
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

    /// The same with one flag more.
    public func adding(_ flag: EstimateFlag) -> AcuityEstimate {
        AcuityEstimate(
            logMAR: logMAR, median: median, interval95: interval95, letters: letters,
            isOpenBelow: isOpenBelow, isOpenAbove: isOpenAbove, flags: flags + [flag])
    }

    /// Why the test gives no score; empty where it gives one.
    public var reasonsToWithhold: [EstimateFlag] { flags.filter(\.withholdsScore) }

    /// Whether the answers can be relied on.
    public var isReliable: Bool { reasonsToWithhold.isEmpty }

    /// This, where there are answers and they can be relied on; what a report shows.
    public var ifReliable: AcuityEstimate? { isReliable && letters > 0 ? self : nil }

    /// The acuity, where the interval has two ends; else the mean is a place on the grid.
    public var figure: LogMAR? { isOpenBelow || isOpenAbove ? nil : logMAR }

    /// From one end of the interval to the other, in logMAR; infinite where one is open.
    public var intervalWidth: Double {
        guard !isOpenBelow, !isOpenAbove else { return .infinity }
        return interval95.upperBound.value - interval95.lowerBound.value
    }
}

extension AcuityPosterior {
    /// The estimate.
    public var estimate: AcuityEstimate { estimate { _ in [] } }

    /// The estimate, with what is to be known besides the interval.
    func estimate(flags: (ClosedRange<LogMAR>) -> [EstimateFlag]) -> AcuityEstimate {
        let ends = quantiles([0.025, 0.5, 0.975])
        let interval = ends[0]...ends[2]
        return AcuityEstimate(
            logMAR: mean, median: ends[1], interval95: interval, letters: letters,
            isOpenBelow: isOpenBelow, isOpenAbove: isOpenAbove, flags: flags(interval))
    }
}

extension AcuityProcedure {
    /// The estimate that all answers so far give together, whatever the procedure's own score is.
    ///
    /// - Parameters:
    ///   - hearing: how letters are heard.
    ///   - prior: what is believed of the eye beforehand; the procedure's own if not given.
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
