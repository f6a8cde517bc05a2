/// A simulated patient of known acuity, who sees letters with the chances of a psychometric
/// function.
///
/// P(right) = lapse / n + (1 - lapse) (guess + (1 - guess) Phi((size - threshold) / sigma)), a
/// cumulative normal over logMAR with a floor for guessing among the n letters of the set shown
/// (Carkeet A. Modeling logMAR visual acuity scores: effects of termination rules and alternative
/// forced-choice options. Optom Vis Sci 2001). A wrong answer is another letter of the set. All are
/// equally likely, unless the patient confuses letters of similar look.
///
/// ```swift
/// var patient = SimulatedObserver(threshold: LogMAR(0.3), seed: 1)
/// let responses = patient.read(Chart(.one).lines[0])  // five, right or wrong
/// ```
public struct SimulatedObserver: Sendable {
    /// The traits of the patient.
    public let traits: ObserverTraits
    /// Number of letters answered so far; each adds to the fatigue.
    public private(set) var answered = 0

    private var generator: SplitMix64

    /// A patient; the same seed gives the same answers to the same letters.
    public init(_ traits: ObserverTraits, seed: UInt64) {
        self.traits = traits
        generator = SplitMix64(seed: seed)
    }

    /// A patient who does not tire and finds all letters equally hard.
    ///
    /// 0.08 is the median sigma of normal eyes, in logMAR; they range from about 0.04 to 0.2
    /// (Horner DG et al. 1985).
    public init(
        threshold: LogMAR, sigma: Double = 0.08, lapse: Double = 0.01, guess: Double? = nil,
        givesUpBelow: Double? = nil, seed: UInt64
    ) {
        self.init(
            ObserverTraits(
                threshold: threshold, sigma: sigma, lapse: lapse, guess: guess,
                givesUpBelow: givesUpBelow),
            seed: seed)
    }

    /// The threshold of the average letter for a patient who is not tired yet.
    public var threshold: LogMAR { traits.threshold }

    /// The chance, 0...1, that an average letter of a size is seen and not guessed.
    public func chanceOfSeeing(_ size: LogMAR) -> Double { chanceOfSeeing(size, shift: 0) }

    /// The chance, 0...1, that a patient who always guesses names an average letter of a size
    /// rightly.
    public func chanceOfNaming(_ size: LogMAR, among optotypes: OptotypeSet = .sloan) -> Double {
        chanceOfNaming(seeing: chanceOfSeeing(size), choices: optotypes.choices.count)
    }

    /// The patient's response to a letter.
    ///
    /// - Parameters:
    ///   - letter: the letter shown.
    ///   - size: its size.
    ///   - optotypes: the set of the letter; wrong answers are others of the set.
    public mutating func look(
        at letter: Letter, size: LogMAR, among optotypes: OptotypeSet = .sloan
    ) -> Response {
        let choices = optotypes.choices
        // Both draws are made for every letter, so that giving up does not change later answers.
        let chance = generator.fraction()
        let mistaken = wrongAnswer(to: letter, among: choices)
        // Drawn only for patients with false misses, so that a seed gives all others the same
        // answers.
        let deniesIt = traits.falseMisses > 0 && generator.fraction() < traits.falseMisses
        let shift = optotypes == .sloan ? traits.difficulty.shift(of: letter) : 0
        let seeing = chanceOfSeeing(size, shift: shift)
        answered += 1
        if let givesUpBelow = traits.givesUpBelow, seeing < givesUpBelow { return .missed }
        let isRight = chance < chanceOfNaming(seeing: seeing, choices: choices.count)
        if isRight { return deniesIt ? .missed : .named(letter) }
        return .named(mistaken)
    }

    /// The patient's responses to a presentation, letter by letter.
    public mutating func read(_ presentation: Presentation) -> [Response] {
        zip(presentation.letters, presentation.sizes).map {
            look(at: $0, size: $1, among: presentation.optotypes)
        }
    }

    private func chanceOfSeeing(_ size: LogMAR, shift: Double) -> Double {
        let threshold =
            traits.threshold.value + shift + traits.fatigue * Double(answered) / 100
        return NormalDistribution.share(below: (size.value - threshold) / traits.sigma)
    }

    private func chanceOfNaming(seeing: Double, choices: Int) -> Double {
        let chance = 1 / Double(choices)
        let guess = traits.guess ?? chance
        return traits.lapse * chance + (1 - traits.lapse) * (guess + (1 - guess) * seeing)
    }

    /// A choice other than the letter shown.
    private mutating func wrongAnswer(to letter: Letter, among choices: [Letter]) -> Letter {
        let others = choices.filter { $0 != letter }
        guard traits.resemblance != 1 else { return others[generator.index(below: others.count)] }
        let isRound = LetterDifficulty.hard.contains(letter)
        let weights = others.map {
            LetterDifficulty.hard.contains($0) == isRound ? traits.resemblance : 1
        }
        return others[generator.index(weightedBy: weights)]
    }
}
