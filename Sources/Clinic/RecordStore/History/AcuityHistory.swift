package import Acuity
internal import Records

/// The tests of a person over time, eye by eye, with the changes that exceed chance.
package struct AcuityHistory: Sendable {
    /// A test in the history.
    package struct Point: Sendable {
        /// The test.
        package let test: StoredTest
        /// The acuity: the score, or the estimate if there is no score; nil if there is neither.
        package let figure: LogMAR?
        /// The 95 % interval of the estimate; nil if an end of it is open, or without an estimate.
        package let interval: ClosedRange<LogMAR>?
        /// The change since the test before under the same conditions; nil if there is none, or if
        /// one of the two has no interval.
        package internal(set) var change: Change?
    }

    /// A difference between two tests.
    package struct Change: Sendable, Equatable {
        /// The later acuity minus the earlier one, logMAR: below 0 is better.
        package let difference: Double
        /// The largest difference, logMAR, that chance alone explains in 95 of 100 pairs of tests.
        package let limit: Double
        /// The time of the earlier test.
        package let since: Moment

        /// Whether chance alone hardly explains it: it exceeds the limit also as both are printed,
        /// to a hundredth.
        package var exceedsChance: Bool { abs(difference) >= limit + 0.01 }

        /// The change in words: "0.24 worse than on 2026-01-31, more than chance explains (0.11)".
        package var words: String {
            let size = LogMAR(abs(difference)).description
            let direction = difference < 0 ? "better" : "worse"
            return "\(size) \(direction) than on \(since.day), more than chance explains"
                + " (\(LogMAR(limit)))"
        }
    }

    /// The points of each eye that was tested, the earliest first.
    package let eyes: [(eye: Eye, points: [Point])]

    /// The history of tests; those that run or are declared a mistake are left out.
    package init(_ tests: [StoredTest]) {
        let counted = tests.filter { $0.state == .finished || $0.state == .interrupted }
            .sorted { ($0.began.milliseconds, $0.id) < ($1.began.milliseconds, $1.id) }
        eyes = [Eye.right, .left, .both].compactMap { eye in
            let points = Self.points(counted.filter { $0.eye == eye })
            return points.isEmpty ? nil : (eye, points)
        }
    }

    /// All points whose change exceeds chance, the latest first.
    package var changes: [Point] {
        eyes.flatMap(\.points).filter { $0.change?.exceedsChance == true }
            .sorted { $0.test.began > $1.test.began }
    }

    /// An eye as a heading: "Right eye".
    package static func title(of eye: Eye) -> String {
        switch eye {
        case .right: "Right eye"
        case .left: "Left eye"
        case .both: "Both eyes"
        }
    }

    private static func points(_ tests: [StoredTest]) -> [Point] {
        var points: [Point] = []
        var latest: [Conditions: Point] = [:]
        for test in tests {
            let reliable = test.record.estimate?.ifReliable
            var interval = reliable?.interval95
            if reliable?.isOpenBelow == true || reliable?.isOpenAbove == true { interval = nil }
            var point = Point(
                test: test, figure: test.record.figure, interval: interval, change: nil)
            let conditions = Conditions(test)
            if test.state == .finished {
                point.change = latest[conditions].flatMap { change(from: $0, to: point) }
                if point.interval != nil { latest[conditions] = point }
            }
            points.append(point)
        }
        return points
    }

    /// The change between two tests with independent errors: their variances add up.
    private static func change(from earlier: Point, to later: Point) -> Change? {
        guard let before = middle(of: earlier), let now = middle(of: later) else { return nil }
        let limit = (before.half * before.half + now.half * now.half).squareRoot()
        return Change(
            difference: now.figure - before.figure, limit: limit, since: earlier.test.began)
    }

    private static func middle(of point: Point) -> (figure: Double, half: Double)? {
        guard let interval = point.interval, let estimate = point.test.record.estimate else {
            return nil
        }
        return (
            estimate.logMAR.value, (interval.upperBound.value - interval.lowerBound.value) / 2
        )
    }

    /// The conditions under which tests can be compared.
    private struct Conditions: Hashable {
        let correction: Correction?
        let isNear: Bool

        init(_ test: StoredTest) {
            correction = test.circumstances.correction
            isNear = test.record.setup.distance.metres < 1
        }
    }
}

extension StoredTest {
    /// The result in a word or two, for a table: "20/40 +2", "worse than 1.02", "interrupted".
    package var outcome: String {
        if let line = record.score.notation { return "\(line)\(record.orBetter)" }
        return record.outcome ?? (state == .finished ? "no score" : state.words)
    }
}
