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

    /// Joins a form with the tests of the records. The finished tests of an eye belong to its visits
    /// in their order, whether they have a result or not.
    ///
    /// - Throws: `StudyTableErrors` if an eye has more tests than visits.
    package init(
        _ form: StudyForm, _ tests: [StudyEye: [AloudTest]]
    ) throws(StudyTableErrors) {
        let visits = Dictionary(grouping: form.visits, by: \.key)
            .mapValues { $0.map(\.visit).sorted() }
        let crowded = tests.filter { $0.value.count > visits[$0.key]?.count ?? .max }
        guard crowded.isEmpty else {
            throw StudyTableErrors(
                lines: crowded.sorted { $0.key < $1.key }.map { eye, tests in
                    "\(eye.person), \(eye.eye) eye: \(tests.count) finished tests for"
                        + " \(visits[eye]?.count ?? 0) visits. Remove those that do not belong to the"
                        + " study from the table of tests."
                })
        }
        entries = form.visits.map { visit in
            let place = visits[visit.key]?.firstIndex(of: visit.visit) ?? 0
            let own = tests[visit.key] ?? []
            return Entry(visit: visit, test: own.indices.contains(place) ? own[place] : nil)
        }
        other = form.other
        strangers = tests.filter { visits[$0.key] == nil }.reduce(0) { $0 + $1.value.count }
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
