internal import Foundation

/// Whether the answers of a test can be relied on, and whether the acuity lies within what the test
/// can show.
struct Reliability {
    private let posterior: AcuityPosterior
    private let read: [AnsweredPresentation]
    private let sizes: ClosedRange<LogMAR>
    private let hasScore: Bool

    /// Maximum share of unclear answers in a reliable test. Aloud's own choice: above it, more
    /// answers were unclear than understood.
    private static let mostUnclear = 0.5
    /// Maximum share of unclear answers without a warning: in a quiet room adults have less
    /// (docs/decisions/069-many-unclear-answers-are-a-warning.md).
    private static let oftenUnclear = 0.2
    /// Minimum number of unclear answers that is evidence about a test. Aloud's own choice: the
    /// letters of two lines.
    private static let fewUnclear = 10
    /// Minimum number of named letters that is evidence of guessing. Aloud's own choice: the
    /// letters of one line.
    private static let fewNamed = 5
    /// Answers are no better than guessing if guessing gets as many right with a higher probability
    /// than this.
    private static let guessingChance = 0.05
    /// Minimum ratio of the likelihoods of a guesser and of an honest patient. An honest patient
    /// exceeds it in at most one of that many tests, because the mean ratio over all answers of
    /// honest patients is 1.
    private static let leastOdds = 200.0
    /// Minimum of `fit`, in standard deviations.
    private static let leastFit = -5.0
    /// Minimum probability of a right answer, so that its logarithm is finite.
    private static let leastChance = 1e-9

    /// - Parameters:
    ///   - sizes: the sizes that could be shown.
    ///   - hasScore: whether the procedure found an acuity.
    init(
        _ posterior: AcuityPosterior, read: [AnsweredPresentation], sizes: ClosedRange<LogMAR>,
        hasScore: Bool
    ) {
        self.posterior = posterior
        self.read = read
        self.sizes = sizes
        self.hasScore = hasScore
    }

    /// The warnings for a reader of the estimate.
    ///
    /// - Parameter interval: the interval of the estimate.
    func flags(_ interval: ClosedRange<LogMAR>) -> [EstimateFlag] {
        var flags: [EstimateFlag] = []
        // If no letter was understood, nothing is known about the acuity.
        if posterior.letters > 0 {
            let (below, above) = (posterior.isOpenBelow, posterior.isOpenAbove)
            if interval.upperBound > sizes.upperBound || above { flags.append(.atFloor) }
            if interval.lowerBound < sizes.lowerBound || below { flags.append(.atCeiling) }
        }
        let unclear = read.unclear
        if unclear.count >= Self.fewUnclear, unclear.share > Self.oftenUnclear {
            flags.append(unclear.share > Self.mostUnclear ? .tooManyUnclear : .oftenUnclear)
        }
        if isGuessingAtHugeSize { flags.append(.guessingAtHugeSize) }
        if isGuessingThroughout { flags.append(.guessingThroughout) }
        if isOftenGuessing { flags.append(.oftenGuessing) }
        if let fit, fit < Self.leastFit { flags.append(.impossiblePattern) }
        return flags
    }

    /// A letter whose answer was understood.
    private struct Trial {
        let size: LogMAR
        let guess: Double
        let isNamed: Bool
        let isRight: Bool
    }

    private var understood: [Trial] {
        read.flatMap { answered -> [Trial] in
            let shown = answered.presentation
            let levels = shown.levels
            return answered.answers.indices.compactMap { index in
                guard let response = answered.answers[index].response else { return nil }
                return Trial(
                    size: levels[index], guess: shown.optotypes.guess,
                    isNamed: response != .missed,
                    isRight: response.isRight(for: shown.letters[index]))
            }
        }
    }

    private var named: [Trial] { understood.filter(\.isNamed) }

    private var isGuessingAtHugeSize: Bool {
        // Letters cannot measure an eye that is no better than guessing at such a level.
        let huge = named.filter { $0.size >= posterior.prior.easyLevel }
        return Self.areNoBetterThanGuessing(huge)
    }

    /// Whether a test found an acuity in answers that are no better than guessing. A test without
    /// an acuity already shows that its letters were not read.
    ///
    /// The Bayes factor accounts for the size of letters: missed small ones are not evidence of
    /// guessing. The limit is even odds (docs/decisions/012-guessing-is-a-bayes-factor.md).
    private var isGuessingThroughout: Bool {
        guard hasScore, named.count >= Self.fewNamed else { return false }
        var guesser = AcuityPosterior(
            hearing: posterior.hearing, prior: posterior.prior.guessing(inShare: 1))
        for answered in read { guesser.take(answered) }
        return posterior.logEvidence < guesser.logEvidence
    }

    /// Whether guessing would get this many letters right, or more, in more than 5 % of cases.
    private static func areNoBetterThanGuessing(_ trials: [Trial]) -> Bool {
        guard trials.count >= fewNamed, let guess = trials.first?.guess else { return false }
        let right = trials.count { $0.isRight }
        var tail = 0.0
        var term = pow(1 - guess, Double(trials.count))
        for count in 0...trials.count {
            if count >= right { tail += term }
            term *= Double(trials.count - count) / Double(count + 1) * guess / (1 - guess)
        }
        return tail > guessingChance
    }

    /// Whether the answers are far likelier for a patient who often says any letter: the Bayes
    /// factor of two priors that differ in the lapse rate (Jeffreys H. Theory of probability,
    /// 1961).
    private var isOftenGuessing: Bool {
        var guesser = AcuityPosterior(
            hearing: posterior.hearing, prior: posterior.prior.guessing(inShare: 0.5))
        for answered in read { guesser.take(answered) }
        return guesser.logEvidence - posterior.logEvidence > log(Self.leastOdds)
    }

    /// The distance of the answers' likelihood from that expected for an eye of the acuity found,
    /// in standard deviations: the index l_z (Drasgow F, Levine MV, Williams EA. Appropriateness
    /// measurement with polychotomous item response models and standardized indices. Br J Math Stat
    /// Psychol 1985). "I can't see it" counts as a wrong answer that could not have been right by
    /// guessing. Nil if no answer was understood.
    private var fit: Double? {
        let threshold = posterior.mean.value
        let sigma = posterior.meanSigma
        var likelihood = 0.0
        var expected = 0.0
        var variance = 0.0
        for trial in understood {
            let (base, gain) =
                trial.isNamed
                ? posterior.chanceOfRight(guess: trial.guess) : (0, 1 - posterior.prior.falseMiss)
            let seen = posterior.prior.curve.share(at: (trial.size.value - threshold) / sigma)
            let right = max(base + gain * seen, Self.leastChance)
            let odds = log(right / (1 - right))
            likelihood += log(trial.isRight ? right : 1 - right)
            expected += right * log(right) + (1 - right) * log(1 - right)
            variance += right * (1 - right) * odds * odds
        }
        return variance > 0 ? (likelihood - expected) / variance.squareRoot() : nil
    }
}
