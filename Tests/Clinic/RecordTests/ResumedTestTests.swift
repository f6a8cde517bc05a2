import Acuity
import Dialogue
import RecordStore
import Records
import TestTraits
import Testing

@testable import Exam

@Suite("A test that resumes from the records", .listening)
struct ResumedTestTests {
    private static let range = SizeRange(largest: LogMAR(2), smallest: LogMAR(-1))

    @Test("the counts of finished lines are kept, those of a line that was cut off are not")
    func counts() throws {
        let kept = try TemporaryStore()
        var sample = try SampleTest(lines: 9)
        sample.test.record.setup.range = Self.range
        let texts = sample.events.map(\.text)
        let (asked, measured, taken): (RecordedEvent, RecordedEvent, RecordedEvent) = (
            .askAgain(.init(line: 1, positions: [0, 1], unclear: [])),
            .answer(
                .init(
                    line: 1, position: 0, .missed, confidence: 1, heard: "-", time: nil,
                    clock: nil, metres: 3.9)),
            .override(.init(line: 1, position: 4, .missed))
        )
        let first =
            [texts[0], asked.jsonText, measured.jsonText] + Array(texts[2...5])
            + [taken.jsonText, RecordedEvent.soundMissing(.init("a pause")).jsonText, texts[6]]
        // The test resumed before, after 10 s; its letters appeared 5 s after its beginning.
        sample.test.record.duration = .seconds(10)
        try kept.records.begin(sample.test, by: SampleTest.author)
        for (number, text) in (first + [texts[7], taken.jsonText]).enumerated() {
            let time = sample.test.began.after(.seconds(5 + number))
            try kept.records.append(
                StoredEvent(number: number, at: time, text: text), to: sample.test.id)
        }
        try kept.records.closeInterrupted(by: SampleTest.author) { _, _ in .exact }
        let resumed = try resume(sample, in: kept, after: 60)
        #expect(resumed.events == first)
        #expect(resumed.procedure.next?.line == 2)
        #expect(resumed.earlier.overrides == 1)
        #expect(resumed.earlier.soundsMissing == 1)
        #expect(resumed.earlier.lettersAskedAgain == 2)
        #expect(resumed.earlier.distances.map(\.metres) == [3.9])
        #expect(resumed.earlier.duration == .seconds(10 + first.count - 1))
        let cut = try #require(try kept.records.test(sample.test.id))
        #expect(cut.record.duration == .seconds(10 + first.count + 1))
    }

    @Test("the counts of the first eye's warm-up are kept") func heardBefore() throws {
        let kept = try TemporaryStore()
        var sample = try SampleTest(lines: 9)
        sample.test.record.setup.range = Self.range
        var person = PersonalHearing()
        person.hear(.c, for: .o)
        let known = RecordedEvent.warmUp(.known(person)).jsonText
        try kept.records.begin(sample.test, by: SampleTest.author)
        let texts = [known] + sample.events.prefix(7).map(\.text)
        for (number, text) in texts.enumerated() {
            try kept.records.append(
                StoredEvent(number: number, at: sample.test.began, text: text),
                to: sample.test.id)
        }
        try kept.records.closeInterrupted(by: SampleTest.author) { _, _ in .exact }
        let resumed = try resume(sample, in: kept, after: 60)
        #expect(resumed.earlier.person == person)
        #expect(resumed.events.first == known)
    }

    /// A test that resumes a number of seconds after its beginning.
    private func resume(
        _ sample: SampleTest, in kept: TemporaryStore, after seconds: Int
    ) throws -> ResumedTest {
        var generator = SystemRandomNumberGenerator()
        let plan = TestPlan(
            MeasurementConfiguration(chart: .one), hearing: .exact, range: Self.range,
            using: &generator)
        return try #require(
            try ResumedTest(
                sample.test.id, in: kept.records, as: plan,
                at: sample.test.began.after(.seconds(seconds))))
    }

    @Test("the set-up of a test that is interrupted twice does not count", arguments: [0, 4])
    func setUp(seconds: Int) throws {
        let kept = try TemporaryStore()
        var sample = try SampleTest(lines: 9)
        sample.test.record.setup.range = Self.range
        sample.test.record.duration = .seconds(10)
        try kept.records.begin(sample.test, by: SampleTest.author)
        // A line from before the break, and letters after a minute of set-up.
        for (number, event) in sample.events.prefix(seconds > 0 ? 9 : 7).enumerated() {
            let later = number < 7 ? 0 : number == 7 ? 60 : 60 + seconds
            try kept.records.append(
                StoredEvent(
                    number: number, at: sample.test.began.after(.seconds(later)), text: event.text),
                to: sample.test.id)
        }
        try kept.records.closeInterrupted(by: SampleTest.author) { _, _ in .exact }
        let cut = try #require(try kept.records.test(sample.test.id))
        #expect(cut.record.duration == .seconds(10 + seconds))
        let resumed = try resume(sample, in: kept, after: 120)
        #expect(resumed.earlier.duration == .seconds(10))
    }

    @Test("of two eyes, the one of the interrupted test resumes") func twoEyes() throws {
        let kept = try TemporaryStore()
        let sample = try SampleTest(eye: .left)
        try kept.records.begin(sample.test, by: SampleTest.author)
        func eye(_ id: RecordID?, _ eyes: [Eye]) -> Eye? {
            ResumedTest.eye(of: id, in: kept.records, among: eyes)
        }
        #expect(eye(sample.test.id, [.right, .left]) == .left)
        #expect(eye(sample.test.id, [.left, .right]) == .left)
        #expect(eye(sample.test.id, [.right]) == .right)
    }
}
