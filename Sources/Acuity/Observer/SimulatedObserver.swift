/// A simulated patient of known acuity, who sees by chance as a psychometric function says.
///
/// P(right) = lapse / 10 + (1 - lapse) (guess + (1 - guess) Phi((size - threshold) / sigma)), a
/// cumulative normal over logMAR with a floor for guessing among ten letters (Carkeet A. Modeling
/// logMAR visual acuity scores: effects of termination rules and alternative forced-choice options.
/// Optom Vis Sci 2001). When wrong, another of Sloan's letters is named, each equally likely.
public struct SimulatedObserver: Sendable {
    /// The size at which a letter is seen, not guessed, half of the time.
    public let threshold: LogMAR
    /// How gradual seeing sets in: the standard deviation of the curve, in logMAR. 0.08 is the
    /// median of normal eyes; they range from about 0.04 to 0.2 (Horner DG et al. 1985).
    public let sigma: Double
    /// The chance of an answer that does not depend on what is seen, 0...1.
    public let lapse: Double
    /// The chance to guess a letter that is not seen, 0...1.
    public let guess: Double
    /// Below this chance of seeing, 0...1, the patient says that it cannot be seen instead of
    /// guessing; nil for a patient who always guesses.
    public let givesUpBelow: Double?

    private var generator: SplitMix64

    /// A patient; the same seed gives the same answers to the same letters.
    public init(
        threshold: LogMAR, sigma: Double = 0.08, lapse: Double = 0.01, guess: Double = 0.1,
        givesUpBelow: Double? = nil, seed: UInt64
    ) {
        self.threshold = threshold
        self.sigma = sigma
        self.lapse = lapse
        self.guess = guess
        self.givesUpBelow = givesUpBelow
        generator = SplitMix64(seed: seed)
    }

    /// The chance, 0...1, that a letter of a size is seen and not guessed.
    public func chanceOfSeeing(_ size: LogMAR) -> Double {
        NormalDistribution.share(below: (size.value - threshold.value) / sigma)
    }

    /// The chance, 0...1, that a letter of a size is named rightly by one who always guesses.
    public func chanceOfNaming(_ size: LogMAR) -> Double {
        let whenLapsing = 1 / Double(Letter.sloan.count)
        return lapse * whenLapsing + (1 - lapse) * (guess + (1 - guess) * chanceOfSeeing(size))
    }

    /// What the patient answers to a letter.
    public mutating func look(at letter: Letter, size: LogMAR) -> Response {
        // Both draws are made for every letter, so that giving up does not change later answers.
        let chance = generator.fraction()
        let others = Letter.sloan.filter { $0 != letter }
        let mistaken = others[generator.index(below: others.count)]
        if let givesUpBelow, chanceOfSeeing(size) < givesUpBelow { return .missed }
        return .named(chance < chanceOfNaming(size) ? letter : mistaken)
    }

    /// What the patient answers to a line, letter by letter.
    public mutating func read(_ presentation: Presentation) -> [Response] {
        zip(presentation.letters, presentation.sizes).map { look(at: $0, size: $1) }
    }
}
