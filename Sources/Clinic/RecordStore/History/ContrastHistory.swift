package import Acuity
internal import Contrast
internal import Records

/// The tests of contrast of a person over time, in their own series, without acuities.
package struct ContrastHistory: Sendable {
    /// A test in a series.
    package struct Point: Sendable {
        /// The test.
        package let test: StoredTest
        /// The contrast sensitivity, logCS, or the letters right of a low-contrast chart; nil
        /// without a result, and for a result that is only worse than the darkest letters.
        package let figure: Double?
        /// The largest difference that chance explains at this test: log units, or letters.
        package let limit: Double
        /// The difference from the baseline; positive is better. Nil for the first tests of a
        /// series, and for a test that is not compared.
        package internal(set) var difference: Double?
        /// The comparison with the baseline; nil as for `difference`.
        package internal(set) var state: SeriesFinding.State?
    }

    /// The tests of an eye that can be compared.
    package struct Series: Sendable {
        /// The eye.
        package let eye: Eye
        /// The Weber contrast of all letters of a low-contrast acuity; nil for contrast
        /// sensitivity.
        package let letters: Double?
        /// The tests, the earliest first.
        package let points: [Point]
        /// The condition of the eye, which sets the limit.
        package let condition: EyeCondition
        /// The largest difference that chance explains in a usual test: log units, or letters. It
        /// is larger for charts and shorter tests.
        package let limit: Double
    }

    /// The series: sensitivity before low-contrast acuity, the right eye first.
    package let series: [Series]

    /// The 95 % repeatability of contrast sensitivity in healthy eyes, log units: that of 30 letters
    /// on a screen (Kollbaum PS et al. Validation of an iPad test of letter contrast sensitivity.
    /// Optom Vis Sci 2014).
    package static let repeatability = 0.15
    /// The same for the charts of Pelli and Robson and of Mars, and for tests with fewer letters
    /// (Dougherty BE et al. An evaluation of the Mars letter contrast sensitivity test. Optom Vis
    /// Sci 2005).
    package static let repeatabilityOfCharts = 0.20
    /// The same for eyes with macular disease, log units (Patel PJ et al. Intersession
    /// repeatability of contrast sensitivity scores in age-related macular degeneration. IOVS
    /// 2009).
    package static let repeatabilityInDisease = 0.35
    /// A change of this many low-contrast letters counts (Balcer LJ et al. Low-contrast acuity measures
    /// visual improvement in phase 3 trial of natalizumab in relapsing MS. J Neurol Sci 2012).
    package static let letters = 7.0

    /// The history of the finished tests of contrast among these tests.
    ///
    /// - Parameter followUp: the conditions of the eyes and the days of new baselines; nil for
    ///   healthy eyes.
    package init(_ tests: [StoredTest], followUp: FollowUp? = nil) {
        let followUp = followUp ?? FollowUp()
        let counted = tests.filter {
            $0.state == .finished && $0.record.setup.quantity == .contrast
        }.sorted { ($0.began.milliseconds, $0.id) < ($1.began.milliseconds, $1.id) }
        var found: [Series] = []
        for letters in [nil, 0.025, 0.0125] as [Double?] {
            for eye in [Eye.right, .left, .both] {
                let own = counted.filter {
                    $0.eye == eye && $0.record.setup.contrast?.letters == letters
                }
                guard !own.isEmpty else { continue }
                let condition = followUp.condition(of: eye)
                let limit =
                    letters != nil
                    ? Self.letters
                    : condition == .healthy ? Self.repeatability : Self.repeatabilityInDisease
                found.append(
                    Series(
                        eye: eye, letters: letters,
                        points: Self.points(own, limit, from: followUp.baselineDay(of: eye)),
                        condition: condition, limit: limit))
            }
        }
        series = found
    }

    /// The history of all tests that a store has of a person.
    package init(of person: Person, in store: any RecordKeeping) throws(RecordError) {
        self.init(
            try store.tests(
                TestQuery(
                    person: person.key, states: [.finished], limit: AcuityHistory.mostTests)),
            followUp: person.followUp)
    }

    /// Compares each test with the first one under the same conditions: correction, procedure and
    /// optotypes, on a measured screen, on the same side of the day of a new baseline.
    private static func points(
        _ tests: [StoredTest], _ limit: Double, from day: CalendarDay?
    ) -> [Point] {
        var baselines: [Conditions: Double] = [:]
        var before: [Conditions: Double] = [:]
        return tests.map { test in
            let result = test.record.contrast
            let figure = result?.logCS?.value ?? result?.lettersRight.map { Double($0) }
            var point = Point(
                test: test, figure: figure, limit: Self.limit(of: test, usual: limit))
            // A bound is not compared: the eye may see better by any amount.
            guard let figure, result?.isBound == false, test.record.isComplete,
                test.record.setup.isCalibrated != false, test.circumstances.trial == nil
            else { return point }
            let conditions = Conditions(test, isAfterDay: day.map { test.began.day >= $0 } ?? false)
            guard let baseline = baselines[conditions] else {
                baselines[conditions] = figure
                point.state = .first
                return point
            }
            let difference = figure - baseline
            point.difference = difference
            let isChanged = abs(difference) > point.limit
            let last = before[conditions] ?? 0
            let isConfirmed = isChanged && abs(last) > point.limit && last * difference > 0
            point.state = isConfirmed ? .confirmed : isChanged ? .once : .unchanged
            before[conditions] = difference
            return point
        }
    }

    /// The largest difference that chance explains at a test.
    ///
    /// - Parameter usual: the largest difference at a usual test of the same eye.
    private static func limit(of test: StoredTest, usual: Double) -> Double {
        let setup = test.record.setup
        guard setup.contrast?.letters == nil else { return usual }
        let isShort =
            setup.procedure != ProcedureChoice.contrast.rawValue
            || (test.record.contrast?.letters ?? 0) < ContrastTest.usualLetters
        return isShort ? max(usual, repeatabilityOfCharts) : usual
    }

    /// The conditions under which tests can be compared.
    private struct Conditions: Hashable {
        let correction: Correction?
        let optotypes: OptotypeSet
        let procedure: String?
        let isAfterDay: Bool

        init(_ test: StoredTest, isAfterDay: Bool) {
            correction = test.circumstances.correction
            optotypes = test.record.optotypes
            procedure = test.record.setup.procedure
            self.isAfterDay = isAfterDay
        }
    }
}

extension ContrastHistory.Series {
    /// The eye and the quantity as a heading: "Right eye, contrast sensitivity".
    package var title: String {
        let eye = AcuityHistory.title(of: eye)
        guard let letters else { return eye + ", contrast sensitivity" }
        return eye + ", letters of \(ContrastResult.percent(LogCS(contrast: letters))) contrast"
    }
}

extension ContrastHistory.Point {
    /// Whether the difference exceeds chance.
    package var exceedsChance: Bool { state == .once || state == .confirmed }

    /// Whether the change is a loss.
    package var isWorse: Bool { (difference ?? 0) < 0 }
}

extension ContrastHistory.Series {
    /// The comparison of a test in words: "worse by 0.30 logCS than at first, more than chance
    /// explains (0.15); another test confirms it"; nil for a test that is not compared.
    package func words(_ point: ContrastHistory.Point) -> String? {
        guard let difference = point.difference, let state = point.state else { return nil }
        func amount(_ value: Double) -> String {
            letters == nil
                ? "\(LogCS(abs(value)))" : "\(Int(abs(value).rounded()))"
        }
        let unit = letters == nil ? "logCS" : "letters"
        guard point.exceedsChance else {
            return "no change beyond chance (\(amount(point.limit)) \(unit))"
        }
        return "\(point.isWorse ? "worse" : "better") by \(amount(difference)) \(unit) than at"
            + " first, more than chance explains (\(amount(point.limit))), "
            + (state == .confirmed ? "confirmed" : "seen once")
    }
}
