/// The threshold phase of the E-ETDRS procedure: five letters of each level, from one that is read
/// whole to one of which nothing is read.
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

    /// Whether the levels above the top one may count as read: there are none, or the one below
    /// them was read.
    var hasEarnedCredit: Bool { top == 0 || !missedAtLargest }

    /// Whether letters of the smallest level were read.
    var readAtSmallest: Bool { right[levels.upperBound] > 0 }
}
