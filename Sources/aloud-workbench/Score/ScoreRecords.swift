internal import Acuity
internal import ChartScoring
internal import CommandLineKit
internal import Exam
internal import Foundation
internal import Platform
internal import RecordStore
internal import Records

/// Keeps scored recordings of charts as tests in the records.
enum ScoreRecords {
    /// Maximum number of tests of a person and a day that are looked through.
    private static let mostOfDay = 10_000

    /// A scored recording, and the tests that earlier runs made of it.
    private struct Scored {
        let test: ScoredTest
        let began: Moment
        let former: [StoredTest]

        /// Whether a test has the eye, chart, distance and stop of this reading.
        func isOf(_ kept: StoredTest) -> Bool {
            let (own, setup) = (test.record.setup, kept.record.setup)
            return own.eye == setup.eye && own.chart == setup.chart
                && own.distance == setup.distance && own.stopRule == setup.stopRule
        }

        /// The tests of other readings of the recording, as an earlier table had it.
        var others: [StoredTest] { former.filter { $0.state != .voided && !isOf($0) } }

        /// Whether the records have this reading. One that was declared a mistake is not added again,
        /// unless it replaces another reading now.
        var isKnown: Bool {
            former.contains { isOf($0) && (others.isEmpty || $0.state != .voided) }
        }

        var note: String { ScoreRecords.note(of: test) }
    }

    /// Adds the recordings with one score to records.
    ///
    /// - Parameters:
    ///   - path: the file or the address of the records.
    ///   - replaces: whether tests of the same recordings with another eye, chart, distance or stop
    ///     are declared a mistake.
    /// - Throws: `OtherReadingKept` for such a test, unless it is replaced; nothing is added then.
    static func keep(
        _ scores: [ChartScore], in path: String, replacing replaces: Bool,
        _ environment: CommandEnvironment
    ) throws {
        let opened = try OpenRecords(path, in: environment)
        defer { opened.close() }
        let now = Moment(environment.date())
        let tests = try scores.compactMap(\.test).map { test in
            let began = modified(test.file).map { Moment($0) } ?? now
            return Scored(
                test: test, began: began,
                former: try former(of: test, at: began, in: opened.store))
        }
        if !replaces {
            for scored in tests {
                guard let other = scored.others.first else { continue }
                throw OtherReadingKept(recording: scored.test.name, test: other.id)
            }
        }
        var (added, replaced) = (0, 0)
        for scored in tests {
            for var other in scored.others {
                other.state = .voided
                let author = Author(opened.author.name, reason: "replaced by \(scored.note)")
                _ = try opened.store.amend(other, by: author)
                replaced += 1
            }
            guard !scored.isKnown else { continue }
            if try add(scored, to: opened, at: now) { added += 1 }
        }
        let left = scores.count - tests.count
        environment.say(
            "Records: \(added.counting("test")) added, \(tests.count - added) there before"
                + (replaced > 0 ? ", \(replaced) declared a mistake" : "")
                + (left > 0
                    ? "; \(left.counting("recording")) without one score of chart 1, 2 or R at its"
                        + " own distance left out." : "."))
    }

    private static func note(of test: ScoredTest) -> String {
        "aloud-workbench score: \(test.name)"
    }

    /// The tests that earlier runs made of a recording for its person, also those that were declared
    /// a mistake.
    private static func former(
        of test: ScoredTest, at began: Moment, in store: any RecordKeeping
    ) throws -> [StoredTest] {
        var person: RecordID?
        if let id = test.person {
            guard let known = try store.person(withID: id) else { return [] }
            person = known.key
        }
        let note = note(of: test)
        return try store.tests(
            TestQuery(person: person, from: began.day, through: began.day, limit: mostOfDay)
        ).filter {
            $0.person == person && $0.began == began && $0.circumstances.note == note
        }
    }

    /// - Returns: false if the records have the test.
    private static func add(
        _ scored: Scored, to opened: OpenRecords, at now: Moment
    ) throws -> Bool {
        let (test, began) = (scored.test, scored.began)
        let person = try PersonEntry(id: test.person).person(
            in: opened.store, by: opened.author, at: now)?.key
        var circumstances = Circumstances(correction: nil, software: "aloud \(aloudVersion)")
        circumstances.note = scored.note
        let id = RecordID(at: began)
        let length = test.record.duration / .milliseconds(1)
        return try opened.store.add(
            StoredTest(
                id: id, person: person, sitting: id, state: .finished, began: began,
                ended: Moment(
                    milliseconds: began.milliseconds + Int64(length),
                    offsetMinutes: began.offsetMinutes), circumstances: circumstances,
                record: test.record), events: [], by: opened.author)
    }

    /// The time of a recording from the metadata of its file.
    private static func modified(_ path: String) -> Date? {
        (try? FileManager.default.attributesOfItem(atPath: path))?[.modificationDate] as? Date
    }
}

/// An error: the records have a recording with another eye, chart, distance or stop.
struct OtherReadingKept: Error, CustomStringConvertible {
    /// The name of the row in the table.
    let recording: String
    /// The test in the records.
    let test: RecordID

    var description: String {
        "The records have the recording '\(recording)' with another eye, chart, distance or stop, as"
            + " the test \(test.text). Nothing was added. Correct the table, or give '--replace' to"
            + " declare that test a mistake and add another."
    }
}
