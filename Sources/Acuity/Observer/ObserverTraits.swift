/// The traits of a simulated patient.
public struct ObserverTraits: Sendable, Equatable {
    /// The size at which a letter is seen, not guessed, half of the time.
    public var threshold: LogMAR
    /// How gradual seeing sets in: the standard deviation of the curve, in logMAR.
    public var sigma: Double
    /// The chance of an answer that does not depend on what is seen, 0...1.
    public var lapse: Double
    /// The chance to guess a letter that is not seen, 0...1; nil for one in the number of choices.
    public var guess: Double?
    /// Below this chance of seeing, 0...1, the patient says that it cannot be seen instead of
    /// guessing; nil for a patient who always guesses.
    public var givesUpBelow: Double?
    /// The chance, 0...1, that a patient who could name a letter says that it cannot be seen.
    public var falseMisses: Double
    /// How much the threshold rises with each hundred letters answered, in logMAR.
    public var fatigue: Double
    /// How much the threshold differs from one test to the next, as a standard deviation in logMAR.
    public var drift: Double
    /// Which letters are harder than others.
    public var difficulty: LetterDifficulty
    /// How many times likelier a wrong answer is a letter of the same look, round or straight, than
    /// one of the other; 1 for a patient who mixes up all letters alike.
    public var resemblance: Double

    /// A patient. Without further words: the observer of the published simulations, whose sigma is
    /// the median of normal eyes (Carkeet 2001; Horner et al. 1985), who always guesses, does not
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

    /// All letters alike.
    public static let equal = LetterDifficulty(spread: 0)

    /// Hard letters that have to be larger by so much.
    ///
    /// - Parameter spread: in logMAR.
    public init(spread: Double) { self.spread = spread }

    /// The shift of the threshold for a letter, in logMAR. Its mean over Sloan's ten letters is 0,
    /// so the threshold remains that of the average letter.
    public func shift(of letter: Letter) -> Double {
        guard spread != 0 else { return 0 }
        let hardShare = Double(Self.hard.count) / Double(Letter.sloan.count)
        return spread * ((Self.hard.contains(letter) ? 1 : 0) - hardShare)
    }
}
