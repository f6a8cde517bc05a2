import RecordStore
import Records
import Testing

/// A person with tests of the right eye, on a measured screen, on days of 2026.
struct SampleSeries {
    let person: Person

    /// Keeps the tests.
    ///
    /// - Parameter tests: the day ("03-01"), and the number of lines read.
    init(
        _ tests: [(day: String, lines: Int)], id: String = "17", followUp: FollowUp? = nil,
        in store: any RecordKeeping
    ) throws {
        person = try store.save(
            Person(
                key: RecordID(at: SampleClock.start), id: id, name: "Anna \(id)",
                followUp: followUp), by: SampleTest.author)
        try keep(tests, in: store)
    }

    /// Keeps more tests.
    func keep(_ tests: [(day: String, lines: Int)], in store: any RecordKeeping) throws {
        for (day, lines) in tests {
            let began = try #require(Moment("2026-\(day)T10:00:00.000Z"))
            var sample = try SampleTest(lines: lines, person: person.key, began: began)
            sample.result.setup.isCalibrated = true
            try sample.keep(in: store)
        }
    }
}
