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
    /// The beginning of the note of each test; the name of its row follows.
    private static let mark = "aloud-workbench score: "

    /// A scored recording, and the tests that earlier runs made on its day.
    private struct Scored {
        let test: ScoredTest
        let began: Moment
        /// The key of its person; nil if the table names nobody, or the records lack the person.
        let person: RecordID?
        /// The digest of its sound.
        let digest: String
        let kept: [StoredTest]

        /// The note of its test: the name of the row, the sound and its part.
        var note: String { start + test.part + ")" }

        /// The beginning of the notes of all parts of the sound.
        private var start: String { mark + test.name + " (sound " + digest }

        /// Whether a test is of the person of this reading. A table without people fits everybody:
        /// somebody may have assigned the test.
        private func hasPerson(of kept: StoredTest) -> Bool {
            test.person == nil || person != nil && person == kept.person
        }

        /// Whether a test has the person, eye, chart, distance and stop of this reading; the chart
        /// only if the table names it.
        private func isOf(_ kept: StoredTest) -> Bool {
            let (own, setup) = (test.record.setup, kept.record.setup)
            return hasPerson(of: kept) && own.eye == setup.eye
                && (!test.namesChart || own.chart == setup.chart)
                && own.distance == setup.distance && own.stopRule == setup.stopRule
        }

        /// Whether a test of the same time and row has no sound in its note, as earlier versions of
        /// Aloud wrote it.
        private func isShort(_ kept: StoredTest) -> Bool {
            kept.circumstances.note == mark + test.name && kept.began == began
        }

        /// The tests of this part of the sound, also those that were declared a mistake.
        private var former: [StoredTest] {
            kept.filter { $0.circumstances.note == note || isShort($0) && isOf($0) }
        }

        /// The tests of other readings of it, as an earlier table had it.
        var others: [StoredTest] { former.filter { $0.state != .voided && !isOf($0) } }

        /// Whether the records have this reading. One that was declared a mistake is not added again,
        /// unless it replaces another reading now.
        var isKnown: Bool {
            former.contains { isOf($0) && (others.isEmpty || $0.state != .voided) }
        }

        /// A test of the same name and person that may be this recording or another one: its note has
        /// another channel or other times, or no sound.
        var doubtful: StoredTest? {
            guard !isKnown else { return nil }
            return kept.first {
                guard $0.state != .voided, let note = $0.circumstances.note else { return false }
                return isShort($0)
                    ? hasPerson(of: $0) : note != self.note && note.hasPrefix(start) && isOf($0)
            }
        }
    }

    /// Adds the recordings with one score to records.
    ///
    /// - Parameters:
    ///   - path: the file or the address of the records.
    ///   - replaces: whether tests of the same recordings with another person, eye, chart, distance
    ///     or stop are declared a mistake.
    /// - Throws: `OtherReadingKept` for such a test, unless it is replaced, and `DoubtfulTest`:
    ///   nothing is added then. `HalfKept` if the records refuse a change.
    static func keep(
        _ scores: [ChartScore], in path: String, replacing replaces: Bool,
        _ environment: CommandEnvironment
    ) throws {
        let opened = try OpenRecords(path, in: environment)
        defer { opened.close() }
        let now = Moment(environment.date())
        var days: [CalendarDay: [StoredTest]] = [:]
        let tests = try scores.compactMap(\.test).map { test in
            let began = modified(test.file).map { Moment($0) } ?? now
            let kept = try days[began.day] ?? earlier(on: began.day, in: opened.store)
            days[began.day] = kept
            return Scored(
                test: test, began: began,
                person: try test.person.flatMap { try opened.store.person(withID: $0)?.key },
                digest: try test.digest(), kept: kept)
        }
        for scored in tests {
            if let test = scored.doubtful {
                throw DoubtfulTest(recording: scored.test.name, test: test.id)
            }
            if !replaces, let other = scored.others.first {
                throw OtherReadingKept(recording: scored.test.name, test: other.id)
            }
        }
        var (added, replaced) = (0, 0)
        for scored in tests {
            do {
                // The former test stays valid until the records have the new one.
                if !scored.isKnown, try add(scored, to: opened, at: now) { added += 1 }
                for var other in scored.others {
                    other.state = .voided
                    let author = Author(opened.author.name, reason: "replaced by \(scored.note)")
                    _ = try opened.store.amend(other, by: author)
                    replaced += 1
                }
            } catch {
                throw HalfKept(
                    recording: scored.test.name, reason: "\(error)", added: added,
                    replaced: replaced)
            }
        }
        let left = scores.count - tests.count
        environment.say(
            "Records: \(added.counting("test")) added, \(tests.count - added) there before"
                + (replaced > 0 ? ", \(replaced) declared a mistake" : "")
                + (left > 0
                    ? "; \(left.counting("recording")) without one score of chart 1, 2 or R at its"
                        + " own distance left out." : "."))
    }

    /// The tests of a day that earlier runs made of recordings.
    private static func earlier(
        on day: CalendarDay, in store: any RecordKeeping
    ) throws -> [StoredTest] {
        var tests: [StoredTest] = []
        try store.eachTest(TestQuery(from: day, through: day)) { test in
            if test.circumstances.note?.hasPrefix(mark) == true { tests.append(test) }
        }
        return tests
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

/// An error: the records have a recording with another person, eye, chart, distance or stop.
struct OtherReadingKept: Error, CustomStringConvertible {
    /// The name of the row in the table.
    let recording: String
    /// The test in the records.
    let test: RecordID

    var description: String {
        "The records have the recording '\(recording)' with another person, eye, chart, distance or"
            + " stop, as the test \(test.text). Nothing was added. Correct the table, or give"
            + " '--replace' to declare that test a mistake and add another. If both are right, give"
            + " the row another 'record'."
    }
}

/// An error: it is not certain whether a test of the records is of a recording.
struct DoubtfulTest: Error, CustomStringConvertible {
    /// The name of the row in the table.
    let recording: String
    /// The test in the records.
    let test: RecordID

    var description: String {
        "The test \(test.text) of the records may be of the recording '\(recording)', with another"
            + " channel, start or end, or from an earlier version of Aloud. Nothing was added. If"
            + " that test is wrong, declare it a mistake: 'aloud records amend \(test.text) --void"
            + " --reason WORDS'. If both are right, give the row another 'record'."
    }
}

/// An error: the records refuse a change after others.
struct HalfKept: Error, CustomStringConvertible {
    /// The name of the row in the table.
    let recording: String
    /// The reason with the way out.
    let reason: String
    /// The numbers of tests that were added, and declared a mistake, until then.
    let added: Int
    let replaced: Int

    var description: String {
        "The recording '\(recording)' cannot be kept: \(reason) Until then, Aloud added"
            + " \(added.counting("test")) and declared \(replaced) a mistake. Correct the cause, then"
            + " run the same command again."
    }
}
