internal import Foundation

/// Aloud's own procedure: lines of letters, with the sizes whose answers are most informative.
///
/// It begins with single letters until it has a rough threshold, and continues with lines of five.
/// After each line the posterior over threshold, sigma, lapses and mishearing decides the sizes of
/// the next one: those that minimise the expected variance of the threshold after the answers (the
/// one-step rule of Watson AB. QUEST+. J Vis 2017, with the variance instead of the entropy). An
/// unclear answer changes nothing, and its letter is not a trial: others are shown, until
/// `OpenLetters.mostReplaced` were unclear.
public struct AdaptiveTest: AcuityProcedure {
    /// The quantity that the letters measure.
    public enum Goal: Sendable, Equatable {
        /// The threshold: letters minimise its variance.
        case threshold
        /// The threshold and its uncertainty: letters minimise the variance of the threshold plus
        /// `weight` times the variance of sigma's natural logarithm. The width of the interval
        /// depends on the slope of the eye's curve, and letters near the threshold hardly show it.
        case thresholdAndSlope(weight: Double)
        /// Everything: letters minimise the entropy over threshold and sigma, as in QUEST+.
        case everything
    }

    /// Settings for the end of the test and for the letters that it shows.
    public struct Settings: Sendable, Equatable {
        /// The test ends after this many answered letters.
        public var mostLetters = 45
        /// It ends when the 95 % interval is no wider than this, in logMAR; nil to show all
        /// letters.
        public var intervalWidth: Double?
        /// Letters shown side by side.
        public var lettersInLine = 5
        /// Letters are shown one by one while the standard deviation of the threshold is larger
        /// than this, logMAR: a size chosen after each answer narrows the range faster than five
        /// chosen at once. Below about two thirds of a normal eye's sigma it hardly matters. 0
        /// shows all letters one by one.
        public var spreadBeforeLines = 0.05
        /// Whether the letters of a line may be of different sizes.
        public var mixesSizes = true
        /// The quantity that the letters measure.
        public var goal = Goal.threshold
        /// The number of sigmas that a choice of sizes distinguishes.
        public var sigmasInPlan = 3
        /// How far the candidate sizes extend beyond the thresholds that are still likely, logMAR:
        /// below them (negative) and above them. An answer is most informative a little above the
        /// threshold, where guessing matters less.
        public var reach = -0.05...0.15
        /// The sizes that it shows if the screen can show them, logMAR.
        public var sizes = LogMAR(-0.3)...LogMAR(1.6)
        /// The set of optotypes that it shows.
        public var optotypes = OptotypeSet.sloan

        /// The usual settings.
        public init() {}
    }

    /// The settings that the test started with.
    public let settings: Settings
    public let sizes: ClosedRange<LogMAR>
    public private(set) var next: Presentation?
    public private(set) var read: [AnsweredPresentation] = []
    /// The posterior of the eye so far.
    public private(set) var posterior: AcuityPosterior
    /// The reason that it ended; nil while it runs.
    public private(set) var end: ProcedureEnd?
    private let openLetters: OpenLetterRule
    private var generator: SplitMix64
    /// The posterior of a patient who guesses half of the time.
    private var guesser: AcuityPosterior
    /// Number of easy letters shown.
    private(set) var easyLetters = 0

    /// Minimum odds that the answers are a guesser's for an easy letter to be shown. A guesser
    /// misses it half of the time, others hardly ever.
    private static let oddsForEasyLetter = 4.0
    private static let mostEasyLetters = 8
    /// Distance of an easy letter above the mean threshold, as a multiple of the mean sigma plus
    /// the standard deviation of the threshold.
    private static let easier = 4.0

    /// A test about to begin.
    ///
    /// - Parameters:
    ///   - settings: the number of letters and the end of the test.
    ///   - hearing: how letters are heard.
    ///   - prior: the acuities that are likely before the first letter.
    ///   - range: the sizes that can be shown.
    ///   - openLetters: the rule for letters that were never understood.
    ///   - seed: decides the letters.
    public init(
        settings: Settings = Settings(), hearing: RecognitionErrorModel = .exact,
        prior: SightPrior = .standard, range: SizeRange = .all,
        openLetters: OpenLetterRule = .replaced, seed: UInt64
    ) {
        self.settings = settings
        self.openLetters = openLetters
        let shown = range.within(settings.sizes)
        sizes = shown ?? settings.sizes
        posterior = AcuityPosterior(hearing: hearing, prior: prior)
        guesser = AcuityPosterior(hearing: hearing, prior: prior.guessing(inShare: 0.5))
        generator = SplitMix64(seed: seed)
        if shown != nil { next = line() }
    }

    public var optotypes: OptotypeSet { settings.optotypes }

    public var prior: SightPrior { posterior.prior }

    public mutating func take(_ answers: [Answer]) throws(ProcedureError) {
        guard let shown = next else { throw .done }
        let answered = try AnsweredPresentation(shown, answers)
        read.append(answered)
        posterior.take(answered)
        guesser.take(answered)
        if lettersAnswered >= settings.mostLetters {
            finish(.allLettersShown)
        } else if read.areGivenUp || openLetters.isSpent(by: read) {
            finish(.notUnderstood)
        } else if isKnownCloselyEnough {
            finish(.intervalReached)
        } else {
            next = line()
        }
    }

    public mutating func redraw() {
        guard let shown = next else { return }
        next = presentation(of: shown.sizes, besides: shown)
    }

    public var score: AcuityScore {
        // A few letters are enough for the estimate; a score needs all of them.
        let isFinished = end == .allLettersShown || end == .intervalReached
        let score = AcuityScore(
            logMAR: isFinished ? posterior.mean : nil,
            lettersRight: read.lettersRight, lettersCredited: 0, lines: read,
            end: end, remarks: isFinished ? [] : [.stoppedEarly] + remarksOnOpen)
        guard isFinished else { return score }
        // If the posterior has an open end, a mean beyond the sizes shown depends on the grid and
        // is not an acuity.
        let mean = posterior.mean
        if posterior.isOpenAbove {
            return score.replaced(
                by: mean > sizes.upperBound ? nil : mean, adding: .beyondLargestLine)
        }
        if posterior.isOpenBelow {
            return score.replaced(by: max(mean, sizes.lowerBound), adding: .beyondSmallestLine)
        }
        return score.bounded(by: sizes)
    }

    private var remarksOnOpen: [AcuityRemark] {
        openLetters == .replaced && end == .notUnderstood ? [.lettersLeftOpen] : []
    }

    /// Whether the interval is as narrow as requested; an interval with an open end never is.
    private var isKnownCloselyEnough: Bool {
        guard let width = settings.intervalWidth else { return false }
        return posterior.estimate.intervalWidth <= width
    }

    /// Letters that were understood.
    private var lettersAnswered: Int { read.reduce(0) { $0 + $1.answers.count - $1.open } }

    private mutating func finish(_ reason: ProcedureEnd) {
        next = nil
        end = reason
    }

    /// The line with the most informative sizes, with letters at random.
    private mutating func line() -> Presentation {
        if let size = easySize {
            easyLetters += 1
            return presentation(of: [size])
        }
        let inLine = posterior.spread > settings.spreadBeforeLines ? 1 : settings.lettersInLine
        let count = min(inLine, settings.mostLetters - lettersAnswered)
        let plan = SizePlan(
            posterior, letters: count, sizes: sizes, guess: settings.optotypes.guess,
            settings: settings)
        let sizes = settings.mixesSizes ? plan.mixed(count) : plan.alike(count)
        return presentation(of: sizes)
    }

    /// The size of an easy letter, if the answers may be a guesser's.
    private var easySize: LogMAR? {
        let odds = guesser.logEvidence - posterior.logEvidence
        guard odds > log(Self.oddsForEasyLetter), easyLetters < Self.mostEasyLetters else {
            return nil
        }
        let above = Self.easier * (posterior.meanSigma + posterior.spread)
        let easy = LogMAR(posterior.mean.value + above)
        return min(max(easy, sizes.lowerBound), sizes.upperBound)
    }

    /// Maximum number of draws to find other letters than before. More are needed only if a single
    /// optotype is left.
    private static let mostDraws = 100

    /// Letters at random in these sizes.
    ///
    /// - Parameter old: letters that are not to be shown again in the same order.
    private mutating func presentation(
        of sizes: [LogMAR], besides old: Presentation? = nil
    ) -> Presentation {
        var letters: [Letter]
        var draws = 0
        repeat {
            draws += 1
            letters = settings.optotypes.draw(
                sizes.count, after: read.last?.presentation.letters.last,
                besides: openLetters == .replaced && sizes.count == 1 ? read.unheardLast : [],
                using: &generator)
        } while letters == old?.letters && draws < Self.mostDraws
        return Presentation(
            line: read.count + 1, letters: Array(zip(letters, sizes.sorted(by: >))),
            optotypes: settings.optotypes)
    }
}

extension AdaptiveTest.Settings {
    /// The usual settings for a set of optotypes; diagonals are shown one at a time.
    public init(showing optotypes: OptotypeSet) {
        self.init()
        self.optotypes = optotypes
        if optotypes.areDiagonals { lettersInLine = 1 }
    }
}
