/// The test for children of the Amblyopia Treatment Study: H, O, T and V one at a time. Three right
/// letters of the first three or four pass a level (Holmes JM et al. The amblyopia treatment study
/// visual acuity testing protocol. Arch Ophthalmol 2001; Moke PS et al. Computerized method of
/// visual acuity testing. Am J Ophthalmol 2001).
///
/// The screening goes down from 20/100, one letter a level, to the first miss. The first phase
/// starts two levels above that and goes down to a level that is failed, or up from one that is
/// failed at once. Three letters two levels larger bring back attention, and the second phase asks
/// for the failed level once more and continues below it if it is passed now. The result is the
/// smallest level passed.
public struct HOTVTest: AcuityProcedure {
    /// The sizes, from 20/800 to 20/16.
    public static let levels = (0...17).map { LogMAR(hundredths: 160 - 10 * $0) }

    private let levels: Levels
    private var trials: LetterTrials
    private var conduct: HOTVConduct

    /// A test about to begin.
    ///
    /// - Parameters:
    ///   - range: the sizes that can be shown.
    ///   - openLetters: the rule for letters that were never understood.
    ///   - seed: decides the letters.
    public init(
        range: SizeRange = .all, openLetters: OpenLetterRule = .replaced, seed: UInt64
    ) {
        levels = Levels(Self.levels, within: range)
        trials = LetterTrials(.hotv, rule: openLetters, seed: seed)
        conduct = HOTVConduct(among: levels.numbers)
        if levels.canBeShown { trials.show(levels[conduct.level]) }
    }

    public var next: Presentation? { trials.next }

    public mutating func redraw() { trials.redraw() }

    public var read: [AnsweredPresentation] { trials.read }

    public var optotypes: OptotypeSet { .hotv }

    public var prior: SightPrior { .fewLetters }

    public var sizes: ClosedRange<LogMAR> { levels.sizes }

    public mutating func take(_ answers: [Answer]) throws(ProcedureError) {
        guard let right = try trials.take(answers) else { return }
        conduct.take(right: right)
        if conduct.isOver {
            trials.finish(conduct.hasPassedSmallest ? .smallestLineRead : .stopRuleMet)
        } else {
            trials.show(levels[conduct.level])
        }
    }

    public var score: AcuityScore {
        var remarks: [AcuityRemark] = []
        if !conduct.isOver { remarks.append(.stoppedEarly) }
        if trials.areLeftOpen { remarks.append(.lettersLeftOpen) }
        if conduct.isOver, conduct.smallestPassed == nil { remarks.append(.beyondLargestLine) }
        if conduct.hasPassedSmallest { remarks.append(.beyondSmallestLine) }
        return AcuityScore(
            logMAR: trials.areLeftOpen ? nil : conduct.smallestPassed.map { levels[$0] },
            lettersRight: trials.read.lettersRight, lettersCredited: 0,
            lines: trials.read.bySize, end: trials.end, remarks: remarks)
    }
}

/// The order of levels in the HOTV test.
struct HOTVConduct: Sendable {
    /// The level that is shown, 0 for 20/800.
    private(set) var level: Int
    /// The levels that can be shown.
    private let levels: ClosedRange<Int>
    /// The smallest level passed.
    private(set) var smallestPassed: Int?
    private(set) var isOver = false
    private var step = Step.screening
    /// Numbers of right and of wrong letters of the level.
    private var right = 0
    private var wrong = 0

    private enum Step: Equatable {
        case screening
        case firstPhase
        /// Large letters after a level that was failed.
        case reinforcement(failed: Int)
        case secondPhase
    }

    /// 20/100.
    private static let first = 9
    /// How many levels larger than the last one of the screening the first phase starts, and how
    /// many levels larger than the failed level the reinforcement is.
    private static let larger = 2
    private static let rightToPass = 3
    private static let wrongToFail = 2
    private static let reinforcements = 3

    /// - Parameter levels: those that can be shown.
    init(among levels: ClosedRange<Int>) {
        self.levels = levels
        level = min(max(Self.first, levels.lowerBound), levels.upperBound)
    }

    /// Whether the smallest level was passed.
    var hasPassedSmallest: Bool { smallestPassed == levels.upperBound }

    mutating func take(right isRight: Bool) {
        if isRight { right += 1 } else { wrong += 1 }
        switch step {
        case .screening: screen(isRight)
        case .firstPhase:
            if let passed = judged { finishFirstPhaseLevel(passed) }
        case .reinforcement(let failed):
            if right + wrong == Self.reinforcements { go(to: failed, .secondPhase) }
        case .secondPhase:
            if let passed = judged { finishSecondPhaseLevel(passed) }
        }
    }

    /// Whether the level is passed or failed; nil while that is open.
    private var judged: Bool? {
        if right == Self.rightToPass { return true }
        return wrong == Self.wrongToFail ? false : nil
    }

    private mutating func screen(_ isRight: Bool) {
        if isRight, level < levels.upperBound {
            go(to: level + 1, .screening)
        } else {
            go(to: max(level - Self.larger, levels.lowerBound), .firstPhase)
        }
    }

    private mutating func finishFirstPhaseLevel(_ passed: Bool) {
        if passed {
            // On the way up, the level below was failed before.
            let failedBelow = lowestFailed == level + 1
            smallestPassed = level
            if failedBelow {
                reinforce(after: level + 1)
            } else if level == levels.upperBound {
                isOver = true
            } else {
                go(to: level + 1, .firstPhase)
            }
        } else if smallestPassed == nil, level > levels.lowerBound {
            lowestFailed = level
            go(to: level - 1, .firstPhase)
        } else if smallestPassed == nil {
            isOver = true
        } else {
            reinforce(after: level)
        }
    }

    /// The level failed last on the way up.
    private var lowestFailed: Int?

    private mutating func reinforce(after failed: Int) {
        go(to: max(failed - Self.larger, levels.lowerBound), .reinforcement(failed: failed))
    }

    private mutating func finishSecondPhaseLevel(_ passed: Bool) {
        if passed { smallestPassed = level }
        if passed, level < levels.upperBound {
            go(to: level + 1, .secondPhase)
        } else {
            isOver = true
        }
    }

    private mutating func go(to level: Int, _ step: Step) {
        self.level = level
        self.step = step
        right = 0
        wrong = 0
    }
}
