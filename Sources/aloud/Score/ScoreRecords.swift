internal import CommandLineKit
internal import Foundation
internal import Platform
internal import RecordStore
internal import Records
internal import Workbench

/// Keeps scored recordings of charts as tests in the records.
enum ScoreRecords {
    /// The most tests of a person and a day that are looked through.
    private static let mostOfDay = 10_000

    /// Adds the recordings with one score to records; those that are there already are left.
    ///
    /// - Parameter path: the file or the address of the records.
    static func keep(
        _ scores: [ChartScore], in path: String, _ environment: CommandEnvironment
    ) throws {
        let opened = try OpenRecords(path, in: environment)
        defer { opened.close() }
        var (added, known) = (0, 0)
        let tests = scores.compactMap(\.test)
        for test in tests {
            if try keep(test, in: opened, environment) { added += 1 } else { known += 1 }
        }
        let left = scores.count - tests.count
        environment.say(
            "Records: \(added.counting("test")) added, \(known) there before"
                + (left > 0
                    ? "; \(left.counting("recording")) without one score of chart 1, 2 or R at its"
                        + " own distance left out." : "."))
    }

    /// - Returns: false if the records have the test.
    private static func keep(
        _ test: ScoredTest, in opened: OpenRecords, _ environment: CommandEnvironment
    ) throws -> Bool {
        let now = Moment(environment.date())
        let began = modified(test.file).map { Moment($0) } ?? now
        let person = try PersonEntry(id: test.person).person(
            in: opened.store, by: opened.author, at: now)?.key
        let note = "aloud score: \(test.name)"
        let isKnown = try opened.store.tests(
            TestQuery(person: person, from: began.day, through: began.day, limit: mostOfDay)
        ).contains {
            $0.person == person && $0.began == began && $0.eye == test.record.setup.eye
                && $0.circumstances.note == note
        }
        guard !isKnown else { return false }
        var circumstances = Circumstances(correction: nil, software: "aloud \(aloudVersion)")
        circumstances.note = note
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

    /// The time at which a recording was made, as its file has it.
    private static func modified(_ path: String) -> Date? {
        (try? FileManager.default.attributesOfItem(atPath: path))?[.modificationDate] as? Date
    }
}
