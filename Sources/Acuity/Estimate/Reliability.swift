internal import Foundation

/// Whether the answers of a test can be relied on, and whether the acuity lies within what the test
/// can show.
struct Reliability {
    private let posterior: AcuityPosterior
    private let read: [AnsweredPresentation]
    private let sizes: ClosedRange<LogMAR>

    /// More unclear answers than this share of all make a test unreliable: Aloud's own choice, since
    /// then more was asked for again than understood.
    private static let mostUnclear = 0.5
    /// Fewer unclear answers than these say nothing of a test: Aloud's own choice, as many as two
    /// lines have letters.
    private static let fewUnclear = 10
    /// 20/400: who reads no more than by guessing here is not measured by letters.
    private static let hugeSize = LogMAR(hundredths: 130)
    /// Fewer letters of that size and larger say nothing of guessing: Aloud's own choice, as many as
    /// a line has.
    private static let fewHuge = 5
    /// As many right by guessing happens more often than this: not better than guessing.
    private static let guessingChance = 0.05
    /// How many times likelier the answers have to be of a guesser than of an honest patient. An
    /// honest patient's answers come out so in one test of as many at most: the mean of the ratio
    /// over all that honest patients may answer is 1.
    private static let leastOdds = 200.0
    /// Standard deviations below what is to be expected.
    private static let leastFit = -5.0

    init(
        _ posterior: AcuityPosterior, read: [AnsweredPresentation], sizes: ClosedRange<LogMAR>
    ) {
        self.posterior = posterior
        self.read = read
        self.sizes = sizes
    }

    /// What a reader of the estimate has to know.
    ///
    /// - Parameter interval: the interval of the estimate.
    func flags(_ interval: ClosedRange<LogMAR>) -> [EstimateFlag] {
        var flags: [EstimateFlag] = []
        if interval.upperBound > sizes.upperBound { flags.append(.atFloor) }
        if interval.lowerBound < sizes.lowerBound { flags.append(.atCeiling) }
        if hasTooManyUnclear { flags.append(.tooManyUnclear) }
        if isGuessingAtHugeSize { flags.append(.guessingAtHugeSize) }
        if isOftenGuessing { flags.append(.oftenGuessing) }
        if let fit, fit < Self.leastFit { flags.append(.impossiblePattern) }
        return flags
    }

    private var hasTooManyUnclear: Bool {
        let answers = read.flatMap(\.answers)
        let unclear = answers.reduce(0) {
            $0 + $1.unclearBefore + ($1.response == nil ? 1 : 0)
        }
        let clear = answers.count { $0.response != nil }
        guard unclear >= Self.fewUnclear else { return false }
        return Double(unclear) > Self.mostUnclear * Double(unclear + clear)
    }

    /// A letter that was named.
    private struct Trial {
        let size: LogMAR
        let guess: Double
        let isRight: Bool
    }

    private var named: [Trial] {
        read.flatMap { answered -> [Trial] in
            let shown = answered.presentation
            return answered.answers.indices.compactMap { index in
                guard case .named = answered.answers[index].response else { return nil }
                return Trial(
                    size: shown.sizes[index], guess: shown.optotypes.guess,
                    isRight: answered.answers[index].isRight(for: shown.letters[index]))
            }
        }
    }

    private var isGuessingAtHugeSize: Bool {
        let huge = named.filter { $0.size >= Self.hugeSize }
        guard huge.count >= Self.fewHuge, let guess = huge.first?.guess else { return false }
        let right = huge.count { $0.isRight }
        // The chance of so many right or more by guessing.
        var tail = 0.0
        var term = pow(1 - guess, Double(huge.count))
        for count in 0...huge.count {
            if count >= right { tail += term }
            term *= Double(huge.count - count) / Double(count + 1) * guess / (1 - guess)
        }
        return tail > Self.guessingChance
    }

    /// Whether the answers are far likelier of one who often says any letter: the Bayes factor of
    /// two priors that differ in the lapse rate (Jeffreys H. Theory of probability, 1961).
    private var isOftenGuessing: Bool {
        var guesser = AcuityPosterior(
            hearing: posterior.hearing, prior: posterior.prior.ofGuesser)
        for answered in read { guesser.take(answered) }
        return guesser.logEvidence - posterior.logEvidence > log(Self.leastOdds)
    }

    /// How far the likelihood of the answers is from what is to be expected of an eye of the
    /// acuity found, in standard deviations: the index l_z (Drasgow F, Levine MV, Williams EA.
    /// Appropriateness measurement with polychotomous item response models and standardized
    /// indices. Br J Math Stat Psychol 1985). Nil where nothing was named.
    private var fit: Double? {
        let threshold = posterior.mean.value
        let sigma = posterior.meanSigma
        var likelihood = 0.0
        var expected = 0.0
        var variance = 0.0
        for trial in named {
            let (base, gain) = posterior.chanceOfRight(guess: trial.guess)
            let seen = NormalDistribution.share(below: (trial.size.value - threshold) / sigma)
            let right = base + gain * seen
            let odds = log(right / (1 - right))
            likelihood += log(trial.isRight ? right : 1 - right)
            expected += right * log(right) + (1 - right) * log(1 - right)
            variance += right * (1 - right) * odds * odds
        }
        return variance > 0 ? (likelihood - expected) / variance.squareRoot() : nil
    }
}
