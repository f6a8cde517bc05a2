package import Acuity

/// The weekly tests of a simulated person, judged as the history judges them: without a change, with a
/// sudden loss, and with slow losses.
package struct PersonSeries: Sendable {
    /// Number of tests that were compared with a baseline, in the series without a change.
    package let compared: Int
    /// Compared tests beyond the limit.
    package let beyond: Int
    /// Whether a change was confirmed where there is none.
    package let isFalselyConfirmed: Bool
    /// For each of `SeriesPlan.steps`, whether the loss was confirmed in time.
    package let findsStep: [Bool]
    /// For each slow loss, whether any test confirmed a loss.
    package let findsSlowLoss: [Bool]

    private static let daysAYear = 365.25

    /// Number of tests that a person takes.
    ///
    /// - Parameter slowLosses: the number of slow losses.
    static func tests(slowLosses: Int) -> Int {
        SeriesPlan.tests * (1 + slowLosses) + SeriesPlan.steps.reduce(0) { $0 + $1.tests }
    }

    /// The series of a person.
    ///
    /// The same person has the same letters, guesses and mishearings in the same week, with or without
    /// a loss.
    ///
    /// - Parameters:
    ///   - number: the number of the person, from 0.
    ///   - seed: of the simulation.
    ///   - slowLosses: logMAR a year.
    /// - Throws: an error of the procedure.
    package init(
        _ number: Int, of cell: BenchCell, seed: UInt64, slowLosses: [Double]
    ) throws(ProcedureError) {
        let visit = PatientVisit(number, of: cell, seed: seed, tests: SeriesPlan.tests)
        func tests(
            _ weeks: Range<Int>, losing loss: (Int) -> Double
        ) throws(ProcedureError) -> [(week: Int, test: SeriesTest)] {
            var tests: [(week: Int, test: SeriesTest)] = []
            for week in weeks {
                var visit = visit
                visit.loss = loss(week)
                let record = visit.record(of: try visit.test(week), week)
                guard let test = SeriesTest(record, week: week) else { continue }
                tests.append((week, test))
            }
            return tests
        }
        func states(_ tests: [(week: Int, test: SeriesTest)]) -> [(week: Int, SeriesFinding)] {
            Array(zip(tests.map(\.week), AcuitySeries(tests.map(\.test)).findings))
        }
        func confirms(_ findings: [(week: Int, SeriesFinding)], in weeks: Range<Int>) -> Bool {
            findings.contains {
                weeks.contains($0.week) && $0.1.state == .confirmed && $0.1.isWorse
            }
        }
        let unchanged = try tests(0..<SeriesPlan.tests) { _ in 0 }
        let findings = states(unchanged).map(\.1).filter { $0.state != .first }
        compared = findings.count
        beyond = findings.count { $0.state != .unchanged }
        isFalselyConfirmed = findings.contains { $0.state == .confirmed }
        let before = unchanged.filter { $0.week < SeriesPlan.lossAt }
        var steps: [Bool] = []
        for step in SeriesPlan.steps {
            let weeks = SeriesPlan.lossAt..<SeriesPlan.lossAt + step.tests
            let after = try tests(weeks) { _ in step.loss }
            steps.append(confirms(states(before + after), in: weeks))
        }
        findsStep = steps
        var slow: [Bool] = []
        for loss in slowLosses {
            let all = try tests(0..<SeriesPlan.tests) { loss * 7 * Double($0) / Self.daysAYear }
            slow.append(confirms(states(all), in: 0..<SeriesPlan.tests))
        }
        findsSlowLoss = slow
    }
}

extension SeriesTest {
    /// A simulated test as the history takes it; nil for a test that the history leaves out,
    /// because the result is withheld or the interval is open.
    fileprivate init?(_ record: RunRecord, week: Int) {
        guard !record.isWithheld, !record.isOpen else { return nil }
        let width = record.interval.upperBound - record.interval.lowerBound
        self.init(
            acuity: record.estimate, deviation: width / 2 / 1.96, day: 7 * Double(week))
    }
}
