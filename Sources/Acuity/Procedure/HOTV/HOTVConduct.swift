/// The order of levels in the HOTV test.
struct HOTVConduct: Sendable {
    /// The level that is shown, 0 for 20/800.
    private(set) var level = Self.first
    /// The smallest level passed.
    private(set) var smallestPassed: Int?
    private(set) var isOver = false
    private var step = Step.screening
    /// Letters of the level that were right and wrong.
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
    private static let smallest = HOTVTest.levels.count - 1
    /// How many levels larger the first phase starts, and the large letters are.
    private static let larger = 2
    private static let rightToPass = 3
    private static let wrongToFail = 2
    private static let reinforcements = 3

    /// Whether the smallest level was passed.
    var hasPassedSmallest: Bool { smallestPassed == Self.smallest }

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
        if isRight, level < Self.smallest {
            go(to: level + 1, .screening)
        } else {
            go(to: max(level - Self.larger, 0), .firstPhase)
        }
    }

    private mutating func finishFirstPhaseLevel(_ passed: Bool) {
        if passed {
            // On the way up, the level below was failed before.
            let failedBelow = lowestFailed == level + 1
            smallestPassed = level
            if failedBelow {
                reinforce(after: level + 1)
            } else if level == Self.smallest {
                isOver = true
            } else {
                go(to: level + 1, .firstPhase)
            }
        } else if smallestPassed == nil, level > 0 {
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
        go(to: max(failed - Self.larger, 0), .reinforcement(failed: failed))
    }

    private mutating func finishSecondPhaseLevel(_ passed: Bool) {
        if passed { smallestPassed = level }
        if passed, level < Self.smallest { go(to: level + 1, .secondPhase) } else { isOver = true }
    }

    private mutating func go(to level: Int, _ step: Step) {
        self.level = level
        self.step = step
        right = 0
        wrong = 0
    }
}
