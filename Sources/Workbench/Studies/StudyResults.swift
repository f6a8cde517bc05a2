internal import RecordStore

/// The results of a study: each visit of the form with Aloud's test of that visit.
package struct StudyResults: Sendable {
    /// A visit with Aloud's test; nil until there is one.
    package struct Entry: Sendable {
        package let visit: StudyVisit
        package let test: AloudTest?

        /// The visit, and its test.
        package init(visit: StudyVisit, test: AloudTest?) {
            self.visit = visit
            self.test = test
        }
    }

    /// The entries in the order of the form.
    package let entries: [Entry]
    /// The name of the other method.
    package let other: String
    /// Tests of people or eyes that the form does not have.
    package let strangers: Int

    /// The most days between a test and the due day that is nearest to it. Chosen, not measured: a
    /// test farther away hardly belongs to the study.
    private static let mostDays = 30
    /// The weight of a day between a test and a visit without a result of the other method, which has
    /// perhaps not taken place. Chosen, not measured.
    private static let withoutOther = 2

    /// Joins a form with the tests of the records. The finished tests of an eye belong to its visits
    /// in their order, whether they have a result or not. If a visit lacks a finished test, the due
    /// days decide which one.
    ///
    /// - Throws: `StudyTableErrors` if an eye has more tests than visits, or a test without a visit
    ///   that is due near its day.
    package init(
        _ form: StudyForm, _ tests: [StudyEye: [AloudTest]]
    ) throws(StudyTableErrors) {
        let visits = Dictionary(grouping: form.visits, by: \.key)
            .mapValues { $0.sorted { ($0.due, $0.visit) < ($1.due, $1.visit) } }
        var errors: [String] = []
        var found: [StudyEye: [Int: AloudTest]] = [:]
        for (eye, own) in tests.sorted(by: { $0.key < $1.key }) {
            guard let planned = visits[eye] else { continue }
            guard own.count <= planned.count else {
                errors.append(
                    "\(eye.person), \(eye.eye) eye: \(own.count) finished tests for"
                        + " \(planned.count) visits. Remove those that do not belong to the study"
                        + " from the table of tests.")
                continue
            }
            let days = own.map { Self.days(from: $0, to: planned) }
            for (test, days) in zip(own, days) where days.min() ?? .max > Self.mostDays {
                errors.append(
                    "\(eye.person), \(eye.eye) eye: the test of '\(test.began)' is more than"
                        + " \(Self.mostDays) days from each visit. Correct 'due' in the form, or"
                        + " remove the test from the table of tests.")
            }
            // On the day of a visit the other method is used, too.
            let costs = days.map { own in
                zip(own, planned).map { $1.isOtherDone ? $0 : $0 * Self.withoutOther }
            }
            let places = Self.places(costs, among: planned.count)
            found[eye] = Dictionary(
                zip(places.map { planned[$0].visit }, own), uniquingKeysWith: { first, _ in first })
        }
        guard errors.isEmpty else { throw StudyTableErrors(lines: errors) }
        entries = form.visits.map { Entry(visit: $0, test: found[$0.key]?[$0.visit]) }
        other = form.other
        strangers = tests.filter { visits[$0.key] == nil }.reduce(0) { $0 + $1.value.count }
    }

    /// The days between a test and each visit; far more than any study has for a test without a day.
    private static func days(from test: AloudTest, to visits: [StudyVisit]) -> [Int] {
        visits.map { visit in
            test.day.map { abs($0.daysSince1970 - visit.due.daysSince1970) } ?? 1_000_000
        }
    }

    /// The visit of each test, both in their order: the choice with the fewest weighted days between
    /// tests and visits, and of equal choices the one with the earlier visits.
    ///
    /// - Parameters:
    ///   - days: for each test the days to each visit.
    ///   - visits: the number of visits, at least that of tests.
    private static func places(_ days: [[Int]], among visits: Int) -> [Int] {
        // For each number of tests, the fewest days with each number of visits.
        var fewest = [Array(repeating: 0, count: visits + 1)]
        for own in days {
            let before = fewest[fewest.count - 1]
            var sums = [Int.max]
            for visit in 0..<visits {
                let taken = before[visit] == .max ? Int.max : before[visit] + own[visit]
                sums.append(min(sums[visit], taken))
            }
            fewest.append(sums)
        }
        var places: [Int] = []
        var end = visits
        for sums in fewest.dropFirst().reversed() {
            while end > 0, sums[end - 1] == sums[end] { end -= 1 }
            end -= 1
            places.append(end)
        }
        return places.reversed()
    }

    /// The visits due by a day that lack Aloud's test or a result of the other method, the earliest
    /// first.
    ///
    /// - Parameter day: the last day, as in "2026-01-31".
    package func due(by day: String) -> [(visit: StudyVisit, missing: [String])] {
        entries.compactMap { entry in
            let missing = entry.visit.order.filter { method in
                method == StudyVisit.aloud ? entry.test == nil : !entry.visit.isOtherDone
            }
            guard entry.visit.due.description <= day, !missing.isEmpty else { return nil }
            return (entry.visit, missing)
        }.sorted { ($0.visit.due, $0.visit.key) < ($1.visit.due, $1.visit.key) }
    }

    /// The groups of the people, each once; the empty group for people without one.
    package var groups: [String] {
        var groups: [String] = []
        for entry in entries where !groups.contains(entry.visit.group) {
            groups.append(entry.visit.group)
        }
        return groups
    }
}
