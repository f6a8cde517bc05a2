/// The screening of the E-ETDRS procedure: one letter a level, to find where to begin.
struct EETDRSScreening: Sendable {
    /// The level that is shown, 0 for the largest.
    private(set) var level = Self.first
    private var step = Step.first

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
    private static let smallest = EETDRS.levels.count - 1

    /// Takes an answer.
    ///
    /// - Returns: the screening level when it is found: the smallest one right.
    mutating func take(right: Bool) -> Int? {
        switch (step, right) {
        case (.first, true), (.coarse, true):
            if level == Self.smallest { return level }
            level += Self.coarseStep
            step = .coarse
        case (.first, false):
            level = 0
            step = .fromLargest
        case (.coarse, false):
            level -= Self.coarseStep - 1
            step = .belowLastRight
        case (.belowLastRight, true), (.downwards, true):
            if level == Self.smallest { return level }
            level += 1
            step = .downwards
        case (.belowLastRight, false), (.upwards, false):
            if level == 0 { return level }
            level -= 1
            step = .upwards
        case (.downwards, false): return level - 1
        case (.upwards, true): return level
        case (.fromLargest, true):
            if level == Self.first { return level }
            level += 1
        case (.fromLargest, false): return max(level - 1, 0)
        }
        return nil
    }
}
