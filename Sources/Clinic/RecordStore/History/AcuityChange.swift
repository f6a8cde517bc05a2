package import Acuity
package import Records

/// A test compared with the baseline of its series, as pages, results, REST and exports show it.
package struct AcuityChange: Sendable, Equatable {
    /// The finding of the series.
    package let finding: SeriesFinding
    /// The key of the first test of the series.
    package let series: RecordID
    /// The day since which the state holds. For a change, it is the day of the first test in a row
    /// that shows the change; else that of the first test of the series.
    package let since: CalendarDay
    /// The key of the test that identifies the change: the first of the tests in a row on this side of
    /// the baseline, however near to it. Unlike `since`, it does not depend on the limit, so it stays
    /// the same when the condition of the eye is changed.
    package let onset: RecordID
    /// The condition of the eye, which sets the limit.
    package let condition: EyeCondition
    /// Whether the test is the first one that confirms the change.
    package let isNews: Bool

    /// The difference from the baseline, logMAR: above 0 is worse.
    package var difference: Double { finding.difference ?? 0 }
    /// The mean of the tests that the test is compared with, logMAR.
    package var baseline: Double { finding.baseline ?? 0 }
    /// The largest difference, logMAR, that chance explains in 95 of 100 tests of an unchanged eye.
    package var limit: Double { finding.limit ?? 0 }

    /// Whether the difference exceeds chance.
    package var exceedsChance: Bool { [.once, .confirmed].contains(finding.state) }

    /// The state: "unchanged", "once" or "confirmed".
    package var state: String { finding.state.rawValue }
    /// The side of a change: "worse" or "better"; nil without one.
    package var direction: String? {
        exceedsChance ? (finding.isWorse ? "worse" : "better") : nil
    }

    /// The state in words: "0.24 worse than the baseline of 0.10, beyond chance (0.11). Seen once:
    /// test again.", or "No change beyond chance (0.11) since 2026-10-03."
    package var words: String {
        guard let direction else {
            return "No change beyond chance (\(LogMAR(limit))) since \(since)."
        }
        let baseline = LogMAR(baseline)
        if finding.isSlow {
            return "Slowly \(direction) than the baseline of \(baseline):"
                + " several tests together confirm it."
        }
        let beyond =
            "\(LogMAR(abs(difference))) \(direction) than the baseline of \(baseline), beyond chance"
            + " (\(LogMAR(limit)))."
        return finding.state == .confirmed
            ? "\(beyond) Confirmed by another test." : "\(beyond) Seen once: test again."
    }

    /// The comparison as JSON for events and alerts; the acuities in logMAR.
    package var json: JSONObject {
        [
            "state": state, "direction": direction, "words": words,
            "difference": rounded(difference), "baseline": rounded(baseline),
            "limit": rounded(limit), "since": since, "series": series,
            "condition": condition.rawValue,
        ]
    }

    /// The condition that set the limit, as exports say it: "Limits for: late AMD."
    package var limitWords: String { "Limits for: \(condition.words)." }
}

/// Reads how kept tests compare with the earlier ones of their person. The history of a person is read
/// once.
package struct ChangeReader {
    private let store: any RecordKeeping
    /// The changes of the tests of each person, and the number of people and changes in it.
    private var known: [RecordID: [RecordID: AcuityChange]] = [:]
    private var knownEntries = 0

    private let mostEntries: Int

    /// A reader of a store.
    ///
    /// - Parameter mostEntries: maximum number of people and changes that are remembered. An export
    ///   goes through the tests of all people by their time, so it meets each person again and again.
    package init(_ store: any RecordKeeping, mostEntries: Int = 200_000) {
        self.store = store
        self.mostEntries = mostEntries
    }

    /// The change of a test; nil for a test of nobody, the first of a series, and one that cannot be
    /// compared.
    package mutating func change(of test: StoredTest) throws(RecordError) -> AcuityChange? {
        guard let key = test.person, test.state == .finished else { return nil }
        if let changes = known[key] { return changes[test.id] }
        guard let person = try store.person(key) else { return nil }
        var changes: [RecordID: AcuityChange] = [:]
        for point in try AcuityHistory(of: person, in: store).eyes.flatMap(\.points) {
            changes[point.test.id] = point.change
        }
        if knownEntries >= mostEntries { (known, knownEntries) = ([:], 0) }
        known[key] = changes
        // A person without a change counts, too.
        knownEntries += 1 + changes.count
        return changes[test.id]
    }
}

extension RecordKeeping {
    /// The comparison of a test with the person's earlier ones; nil as for `ChangeReader`.
    package func change(of test: StoredTest) throws(RecordError) -> AcuityChange? {
        var reader = ChangeReader(self)
        return try reader.change(of: test)
    }
}
