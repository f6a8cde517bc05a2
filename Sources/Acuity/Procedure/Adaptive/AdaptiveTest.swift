/// Aloud's own procedure: lines of letters whose sizes are chosen so that their answers tell most.
///
/// It begins with letters shown one at a time, to find where to look, and goes on with lines of five.
/// After each line the posterior over threshold, sigma, lapses and mishearing decides the sizes of
/// the next one: those after whose answers the variance of the threshold is expected to be least
/// (the one-step rule of Watson AB. QUEST+. J Vis 2017, with the variance in place of the
/// entropy). An unclear answer changes nothing.
public struct AdaptiveTest: AcuityProcedure {
    /// What its letters are to tell.
    public enum Goal: Sendable, Equatable {
        /// The threshold: its variance is to become small.
        case threshold
        /// Everything: the entropy over threshold and sigma is to become small, as in QUEST+.
        case everything
    }

    /// When it ends and what it shows.
    public struct Settings: Sendable, Equatable {
        /// It ends when so many letters were shown.
        public var mostLetters = 45
        /// It ends when the 95 % interval is no wider than this, in logMAR; nil to show all letters.
        public var intervalWidth: Double?
        /// Letters shown side by side.
        public var lettersInLine = 5
        /// So many letters are shown one by one before the first line, to find where to look: a
        /// size chosen after each answer narrows the range faster than five chosen at once.
        public var lettersBeforeLines = 10
        /// Whether the letters of a line may be of different sizes.
        public var mixesSizes = true
        /// What the letters are to tell.
        public var goal = Goal.threshold
        /// The sizes that it shows where they can be shown, logMAR.
        public var sizes = LogMAR(-0.3)...LogMAR(1.6)
        /// What it shows.
        public var optotypes = OptotypeSet.sloan

        /// The usual settings.
        public init() {}
    }

    public let settings: Settings
    public let sizes: ClosedRange<LogMAR>
    public private(set) var next: Presentation?
    public private(set) var read: [AnsweredPresentation] = []
    /// What is believed of the eye so far.
    public private(set) var posterior: AcuityPosterior
    public private(set) var end: ProcedureEnd?
    private var generator: SplitMix64

    /// A test about to begin.
    ///
    /// - Parameters:
    ///   - seed: decides the letters.
    ///   - hearing: how letters are heard.
    ///   - range: what can be shown.
    public init(
        settings: Settings = Settings(), hearing: HearingModel = .exact,
        prior: SightPrior = .standard, range: SizeRange = .all, seed: UInt64
    ) {
        self.settings = settings
        let shown = range.within(settings.sizes)
        sizes = shown ?? settings.sizes
        posterior = AcuityPosterior(hearing: hearing, prior: prior)
        generator = SplitMix64(seed: seed)
        if shown != nil { next = line() }
    }

    public var optotypes: OptotypeSet { settings.optotypes }

    public mutating func take(_ answers: [Answer]) throws(ProcedureError) {
        guard let shown = next else { throw .done }
        let answered = try AnsweredPresentation(shown, answers)
        read.append(answered)
        posterior.take(answered)
        if lettersShown >= settings.mostLetters {
            finish(.allLettersShown)
        } else if let width = settings.intervalWidth, posterior.estimate.intervalWidth <= width {
            finish(.intervalReached)
        } else {
            next = line()
        }
    }

    public var score: AcuityScore {
        AcuityScore(
            logMAR: read.isEmpty ? nil : posterior.mean,
            lettersRight: read.reduce(0) { $0 + $1.right }, lettersCredited: 0, lines: read,
            end: end, remarks: end == nil ? [.stoppedEarly] : [])
    }

    private var lettersShown: Int { read.reduce(0) { $0 + $1.answers.count } }

    private mutating func finish(_ reason: ProcedureEnd) {
        next = nil
        end = reason
    }

    /// The line that is expected to tell most, with letters at random.
    private mutating func line() -> Presentation {
        let shown = lettersShown
        let inLine = shown < settings.lettersBeforeLines ? 1 : settings.lettersInLine
        let count = min(inLine, settings.mostLetters - shown)
        let plan = SizePlan(
            posterior, sizes: sizes, guess: settings.optotypes.guess,
            goal: settings.goal)
        let sizes = settings.mixesSizes ? plan.mixed(count) : plan.alike(count)
        let letters = settings.optotypes.draw(
            count, after: read.last?.presentation.letters.last, using: &generator)
        return Presentation(
            line: read.count + 1, letters: Array(zip(letters, sizes.sorted(by: >))),
            optotypes: settings.optotypes)
    }
}
