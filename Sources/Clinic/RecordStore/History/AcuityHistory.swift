package import Acuity
internal import Contrast
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
        /// The comparison with the earlier tests under the same conditions; nil for the first of them,
        /// and for a test that cannot be compared: without an interval, interrupted, or on a screen
        /// that was not measured.
        package internal(set) var change: AcuityChange?
        /// The series: the key of the first test of this eye under the same conditions; nil for a test
        /// on a screen that was not measured, which belongs to none.
        package internal(set) var series: RecordID?
    }

    /// An eye that was tested.
    package struct EyeSeries: Sendable {
        /// The eye.
        package let eye: Eye
        /// Its tests, the earliest first.
        package let points: [Point]
        /// The slope of the longest series under the same conditions, after the day of a new baseline,
        /// and of the one that began first if two are equally long; nil if it is too short.
        package let slope: SeriesSlope?
        /// The condition of the eye that the clinic has chosen, which sets the limits.
        package let condition: EyeCondition
    }

    /// The eyes that were tested.
    package let eyes: [EyeSeries]

    /// The history of tests; those that run, are declared a mistake or measured contrast are left
    /// out.
    ///
    /// - Parameter followUp: the conditions of the eyes and the days of new baselines, as the clinic has
    ///   chosen them; nil for healthy eyes whose tests are all compared.
    package init(_ tests: [StoredTest], followUp: FollowUp? = nil) {
        let followUp = followUp ?? FollowUp()
        let counted = tests.filter {
            ($0.state == .finished || $0.state == .interrupted)
                && $0.record.setup.quantity == .acuity
        }
        .sorted { ($0.began.milliseconds, $0.id) < ($1.began.milliseconds, $1.id) }
        eyes = [Eye.right, .left, .both].compactMap { eye in
            let tests = counted.filter { $0.eye == eye }
            return tests.isEmpty ? nil : Self.series(eye, tests, followUp)
        }
    }

    /// Maximum number of tests of a person that are compared, the latest.
    package static let mostTests = 10_000

    /// The history of all tests that a store has of a person, so that every page and export gives
    /// the same comparison.
    package init(of person: Person, in store: any RecordKeeping) throws(RecordError) {
        self.init(
            try store.tests(
                TestQuery(
                    person: person.key, states: [.finished, .interrupted], limit: Self.mostTests)),
            followUp: person.followUp)
    }

    /// All points whose change exceeds chance, the latest first.
    package var changes: [Point] {
        eyes.flatMap(\.points).filter { $0.change?.exceedsChance == true }
            .sorted { $0.test.began > $1.test.began }
    }

    /// The last test of each eye in a sitting, with the finished test before it in the same series;
    /// `before` is nil if there is none, or the test belongs to no series.
    package func comparisons(in sitting: RecordID) -> [Eye: (test: Point, before: Point?)] {
        var found: [Eye: (test: Point, before: Point?)] = [:]
        for eye in eyes {
            guard let index = eye.points.lastIndex(where: { $0.test.sitting == sitting }) else {
                continue
            }
            let test = eye.points[index]
            let before = eye.points[..<index].last {
                $0.series != nil && $0.series == test.series && $0.test.state == .finished
            }
            found[eye.eye] = (test, before)
        }
        return found
    }

    /// An eye as a heading: "Right eye".
    package static func title(of eye: Eye) -> String {
        switch eye {
        case .right: "Right eye"
        case .left: "Left eye"
        case .both: "Both eyes"
        }
    }

    private static func series(
        _ eye: Eye, _ tests: [StoredTest], _ followUp: FollowUp
    ) -> EyeSeries {
        let (condition, day) = (followUp.condition(of: eye), followUp.baselineDay(of: eye))
        var points = tests.map { test in
            let reliable = test.record.estimate?.ifReliable
            var interval = reliable?.interval95
            if reliable?.isOpenBelow == true || reliable?.isOpenAbove == true { interval = nil }
            return Point(test: test, figure: test.record.figure, interval: interval, change: nil)
        }
        // In the order of their first tests: that of a dictionary differs from run to run.
        let comparable = Dictionary(grouping: points.indices) {
            Conditions(points[$0].test, from: day)
        }.sorted { $0.value[0] < $1.value[0] }
        var longest: AcuitySeries?
        for (conditions, indices) in comparable where conditions != nil {
            for index in indices { points[index].series = points[indices[0]].test.id }
            let judged = indices.compactMap { index in
                seriesTest(points[index]).map { (index, $0) }
            }
            let series = AcuitySeries(judged.map(\.1), condition: condition)
            var changed: (isWorse: Bool, first: StoredTest)?
            var side: (isWorse: Bool, first: StoredTest)?
            var isConfirmed = false
            for ((index, _), finding) in zip(judged, series.findings)
            where finding.state != .first {
                let test = points[index].test
                let isWorse = (finding.difference ?? 0) > 0
                if side?.isWorse != isWorse { side = (isWorse, test) }
                let isChanged = finding.state != .unchanged
                if !isChanged {
                    (changed, isConfirmed) = (nil, false)
                } else if changed?.isWorse != finding.isWorse {
                    (changed, isConfirmed) = ((finding.isWorse, test), false)
                }
                let isNews = finding.state == .confirmed && !isConfirmed
                isConfirmed = isConfirmed || isNews
                // A slow change may be opposite to this test's difference from the baseline.
                let onset = finding.isWorse == isWorse ? side?.first : changed?.first
                points[index].change = AcuityChange(
                    finding: finding, series: points[indices[0]].test.id,
                    since: (changed?.first ?? points[judged[0].0].test).began.day,
                    onset: (onset ?? test).id, condition: condition, isNews: isNews)
            }
            if day == nil || conditions?.isAfterDay == true,
                series.findings.count > longest?.findings.count ?? 0
            {
                longest = series
            }
        }
        return EyeSeries(
            eye: eye, points: points, slope: longest?.slope, condition: condition)
    }

    /// The figures of a finished test with an interval.
    private static func seriesTest(_ point: Point) -> SeriesTest? {
        guard point.test.state == .finished, let interval = point.interval,
            let estimate = point.test.record.estimate?.ifReliable
        else { return nil }
        let width = interval.upperBound.value - interval.lowerBound.value
        return SeriesTest(
            acuity: estimate.logMAR.value, deviation: width / 2 / 1.96,
            day: Double(point.test.began.milliseconds) / 86_400_000)
    }

    /// The conditions under which tests can be compared.
    private struct Conditions: Hashable {
        let correction: Correction?
        let isNear: Bool
        let family: OptotypeSet
        let isCalibrated: Bool?
        /// Whether the test is of the day of a new baseline or later.
        let isAfterDay: Bool

        /// Nil for a test that is not compared: on a screen that was not measured, or in a trial,
        /// whose conditions are not those of the clinic.
        init?(_ test: StoredTest, from day: CalendarDay?) {
            let setup = test.record.setup
            guard setup.isCalibrated != false, test.circumstances.trial == nil else { return nil }
            correction = test.circumstances.correction
            isNear = setup.distance.metres < 1
            // Rings with four and with eight directions are equally hard, except for guessing.
            family = test.record.optotypes == .landolt8 ? .landolt : test.record.optotypes
            isCalibrated = setup.isCalibrated
            isAfterDay = day.map { test.began.day >= $0 } ?? false
        }
    }
}

extension TestRecord {
    /// The optotypes of the test.
    package var optotypes: OptotypeSet {
        setup.optotypes ?? score.lines.first?.presentation.optotypes
            ?? setup.procedure.flatMap { ProcedureChoice(rawValue: $0)?.optotypes } ?? .sloan
    }
}

extension StoredTest {
    /// The result in a word or two, for a table: "20/40 +2", "worse than 1.02", "interrupted".
    package var outcome: String {
        if record.isMasked { return record.outcomeWords }
        if record.setup.quantity == .contrast {
            if record.contrast?.worseThan != nil { return record.outcomeWords }
            return record.headline ?? (state == .finished ? "no result" : state.words)
        }
        if let line = record.score.notation { return "\(line)\(record.orBetter)" }
        return state == .finished ? record.outcomeWords : record.outcome ?? state.words
    }
}
