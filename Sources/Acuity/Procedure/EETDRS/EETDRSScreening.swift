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
            // The largest of all was wrong already.
            if first == levels.lowerBound { return level }
            level = levels.lowerBound
            step = .fromLargest
        case (.coarse, false):
            let below = (lastRight ?? level) + 1
            // One level down brought the miss: the one above it was the last right.
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
