/// The electronic ETDRS procedure: a screening by single letters, and then five letters of each
/// size around the threshold (Beck RW et al. A computerized method of visual acuity testing. Am J
/// Ophthalmol 2003; manual of the Electronic Visual Acuity tester).
///
/// Levels go from 20/800 (logMAR 1.6) down to 20/12 (-0.2) in steps of 0.1. The score is the
/// letters right in the threshold phase and five for each level above the largest one used.
///
/// Levels that cannot be shown are left out. If 20/400 cannot be shown, the screening begins with
/// the nearest level that can, and neither phase goes beyond the smallest. Three right letters of
/// the largest level shown earn the credit for levels too large to be shown, as on a chart.
public struct EETDRS: AcuityProcedure {
    /// The sizes, from 20/800 to 20/12.
    public static let levels = (0...18).map { LogMAR(hundredths: 160 - 10 * $0) }

    private let levels: Levels
    private var trials: LetterTrials
    private var phase: Phase
    /// The number of answers that belong to the screening.
    private var screened = 0

    private enum Phase: Sendable {
        case screening(EETDRSScreening)
        case threshold(EETDRSThreshold, level: Int)
    }

    /// A test about to begin.
    ///
    /// - Parameters:
    ///   - range: the sizes that can be shown.
    ///   - openLetters: the rule for letters that were never understood.
    ///   - seed: decides the letters, and the order of the levels.
    public init(
        range: SizeRange = .all, openLetters: OpenLetterRule = .replaced, seed: UInt64
    ) {
        levels = Levels(Self.levels, within: range)
        trials = LetterTrials(.sloan, rule: openLetters, seed: seed)
        let screening = EETDRSScreening(among: levels.numbers)
        phase = .screening(screening)
        if levels.canBeShown { trials.show(levels[screening.level]) }
    }

    public var next: Presentation? { trials.next }

    public mutating func redraw() { trials.redraw() }

    public var read: [AnsweredPresentation] { trials.read }

    public var prior: SightPrior { .standard }

    public var optotypes: OptotypeSet { .sloan }

    public var sizes: ClosedRange<LogMAR> { levels.sizes }

    public mutating func take(_ answers: [Answer]) throws(ProcedureError) {
        guard let right = try trials.take(answers) else { return }
        switch phase {
        case .screening(var screening):
            if let level = screening.take(right: right) {
                screened = trials.read.count
                ask(EETDRSThreshold(from: level, among: levels.numbers))
            } else {
                phase = .screening(screening)
                trials.show(levels[screening.level])
            }
        case .threshold(var threshold, let level):
            threshold.take(right: right, at: level)
            ask(threshold)
        }
    }

    /// Shows the next letter of the threshold phase, or ends it.
    private mutating func ask(_ threshold: EETDRSThreshold) {
        let level = threshold.nextLevel { trials.index(below: $0) }
        phase = .threshold(threshold, level: level ?? 0)
        if let level { trials.show(levels[level]) } else { trials.finish(.stopRuleMet) }
    }

    public var score: AcuityScore {
        let lines = Array(trials.read.dropFirst(screened)).bySize
        guard case .threshold(let threshold, _) = phase, trials.end == .stopRuleMet else {
            return AcuityScore(
                logMAR: nil, lettersRight: trials.read.lettersRight, lettersCredited: 0,
                lines: trials.read.bySize, end: trials.end,
                remarks: [.stoppedEarly] + (trials.areLeftOpen ? [.lettersLeftOpen] : []))
        }
        var remarks: [AcuityRemark] = []
        if threshold.missedAtLargest { remarks.append(.beyondLargestLine) }
        if threshold.readAtSmallest { remarks.append(.beyondSmallestLine) }
        return AcuityScore(
            logMAR: threshold.hasEarnedCredit
                ? LogMAR(hundredths: 170 - 2 * threshold.score) : nil,
            lettersRight: threshold.lettersRight,
            lettersCredited: threshold.hasEarnedCredit ? threshold.lettersCredited : 0,
            lines: lines, end: trials.end, remarks: remarks
        ).bounded(by: sizes)
    }
}

/// The screening of the E-ETDRS procedure: one letter a level, to find where to begin.
struct EETDRSScreening: Sendable {
    /// The level that is shown, 0 for the largest.
    private(set) var level: Int
    private var step = Step.first
    /// The levels that can be shown.
    private let levels: ClosedRange<Int>
    /// 20/400, or the nearest level that can be shown.
    private let first: Int
    /// The level that was right last, on the way down by three.
    private var lastRight: Int?

    private enum Step {
        /// 20/400.
        case first
        /// Every third level down, until a miss.
        case coarse
        /// The level below the last one right.
        case belowLastRight
        /// Level by level down, until a miss.
        case downwards
        /// Level by level up, until one is right.
        case upwards
        /// From 20/800 down to 20/400.
        case fromLargest
    }

    /// 20/400.
    private static let first = 3
    /// From 20/400 to 20/200, and so on.
    private static let coarseStep = 3

    /// - Parameter levels: those that can be shown.
    init(among levels: ClosedRange<Int>) {
        self.levels = levels
        first = min(max(Self.first, levels.lowerBound), levels.upperBound)
        level = first
    }

    /// Takes an answer.
    ///
    /// - Returns: the screening level when it is found: the smallest one right.
    mutating func take(right: Bool) -> Int? {
        switch (step, right) {
        case (.first, true), (.coarse, true):
            if level == levels.upperBound { return level }
            lastRight = level
            level = min(level + Self.coarseStep, levels.upperBound)
            step = .coarse
        case (.first, false):
            // The first letter, of the largest level, was wrong.
            if first == levels.lowerBound { return level }
            level = levels.lowerBound
            step = .fromLargest
        case (.coarse, false):
            let below = (lastRight ?? level) + 1
            // The miss is one level below the last right one.
            if below == level { return level - 1 }
            level = below
            step = .belowLastRight
        case (.belowLastRight, true), (.downwards, true):
            if level == levels.upperBound { return level }
            level += 1
            step = .downwards
        case (.belowLastRight, false), (.upwards, false):
            if level == levels.lowerBound { return level }
            level -= 1
            step = .upwards
        case (.downwards, false): return level - 1
        case (.upwards, true): return level
        case (.fromLargest, true):
            if level == first { return level }
            level += 1
        case (.fromLargest, false): return max(level - 1, levels.lowerBound)
        }
        return nil
    }
}

/// The threshold phase of the E-ETDRS procedure: five letters of each level, from a level with all
/// letters right to a level with none right.
struct EETDRSThreshold: Sendable {
    /// The largest level in use, 0 for 20/800.
    private(set) var top: Int
    /// The smallest level in use.
    private(set) var bottom: Int
    /// The levels that can be shown.
    private let levels: ClosedRange<Int>
    private var shown = Array(repeating: 0, count: EETDRS.levels.count)
    private var right = Array(repeating: 0, count: EETDRS.levels.count)

    private static let lettersInLevel = 5
    /// The first letter and every third after it are of the largest level that is not done.
    private static let largestEvery = 3

    /// - Parameters:
    ///   - screening: the level that the screening found.
    ///   - levels: those that can be shown.
    init(from screening: Int, among levels: ClosedRange<Int>) {
        self.levels = levels
        top = screening
        bottom = min(screening + 1, levels.upperBound)
    }

    /// The level of the next letter; nil when the phase is over.
    ///
    /// - Parameter draw: gives a whole number from 0 up to a bound.
    func nextLevel(_ draw: (Int) -> Int) -> Int? {
        let pool = (top...bottom).filter { shown[$0] < Self.lettersInLevel }
        guard let largest = pool.first else { return nil }
        let isForLargest = shown.reduce(0, +) % Self.largestEvery == 0
        return isForLargest ? largest : pool[draw(pool.count)]
    }

    /// Takes an answer: a miss at the top brings in the level above, a hit at the bottom the one
    /// below.
    mutating func take(right isRight: Bool, at level: Int) {
        shown[level] += 1
        if isRight { right[level] += 1 }
        if !isRight, level == top, top > levels.lowerBound { top -= 1 }
        if isRight, level == bottom, bottom < levels.upperBound { bottom += 1 }
    }

    /// Letters right in this phase.
    var lettersRight: Int { right.reduce(0, +) }

    /// Five for each level above the top one, through 20/800.
    var lettersCredited: Int { Self.lettersInLevel * top }

    /// The letter score; 85 is 20/20.
    var score: Int { lettersRight + lettersCredited }

    /// Whether even the largest level that can be shown was hardly read.
    var missedAtLargest: Bool { top == levels.lowerBound && right[top] < 3 }

    /// Whether the levels above the top one may count as read: there are no such levels, or the top
    /// one was read.
    var hasEarnedCredit: Bool { top == 0 || !missedAtLargest }

    /// Whether letters of the smallest level were read.
    var readAtSmallest: Bool { right[levels.upperBound] > 0 }
}
