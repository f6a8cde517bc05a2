import Acuity
import Foundation
import RecordStore
import Records
import TestTraits
import Testing

@Suite("A person's history", .listening)
struct HistoryTests {
    /// A test on a day of 2026 with this number of lines read.
    private func test(
        _ day: String, lines: Int, eye: Eye = .right, correction: Correction = .glasses,
        state: TestState = .finished
    ) throws -> StoredTest {
        let began = try #require(Moment("2026-\(day)T10:00:00.000Z"))
        var test = try SampleTest(eye: eye, lines: lines, began: began).finished
        test.circumstances.correction = correction
        test.state = state
        return test
    }

    @Test("a change beyond chance is noted, then confirmed; a smaller one is not marked")
    func changes() throws {
        let history = AcuityHistory([
            try test("03-01", lines: 5), try test("01-01", lines: 9), try test("02-01", lines: 9),
            try test("04-01", lines: 5),
        ])
        let points = try #require(history.eyes.first).points
        #expect(history.eyes.count == 1)
        #expect(
            points.map(\.test.began.day.description)
                == ["2026-01-01", "2026-02-01", "2026-03-01", "2026-04-01"])
        #expect(
            points.map { $0.change?.finding.state } == [nil, .unchanged, .once, .confirmed])
        let change = try #require(points[2].change)
        #expect(abs(change.difference - 0.4) < 0.05)
        #expect(
            change.words.hasPrefix("0.4") && change.words.contains("worse than the baseline of"))
        #expect(change.words.hasSuffix("Seen once: test again."))
        #expect(points[3].change?.words.hasSuffix("Confirmed by another test.") == true)
        #expect(history.changes.count == 2)
    }

    @Test("tests from the day of a new baseline are a series of their own, by eye")
    func newBaseline() throws {
        let days = ["01-01", "01-08", "02-01", "02-08", "02-15", "02-22"]
        let tests = try [Eye.right, .left].flatMap { eye in
            try zip(days, [5, 5, 9, 9, 5, 5]).map { try test($0, lines: $1, eye: eye) }
        }
        let day = try #require(CalendarDay("2026-02-01"))
        let eyes = AcuityHistory(tests, followUp: FollowUp(rightFrom: day)).eyes
        // The eye that was operated on loses what it had gained; without the day it is as before.
        #expect(
            eyes[0].points.map { $0.change?.finding.state }
                == [nil, .unchanged, nil, .unchanged, .once, .confirmed])
        #expect(eyes[0].points[5].change?.direction == "worse")
        #expect(eyes[0].points[5].change?.since.description == "2026-02-15")
        #expect(eyes[0].points[5].series == eyes[0].points[2].test.id)
        #expect(
            eyes[1].points.map { $0.change?.direction }
                == [nil, nil, "better", "better", nil, nil])
    }

    @Test("a loss after a recovery is a new change")
    func secondLoss() throws {
        let days = (1...9).flatMap { ["0\($0)-01", "0\($0)-15"] }
        let lines = [9, 9, 9, 5, 5, 5, 9, 9, 9, 9, 9, 9, 9, 9, 5, 5]
        let tests = try zip(days, lines).map { try test($0, lines: $1) }
        let points = try #require(AcuityHistory(tests).eyes.first).points
        #expect(points.indices.filter { points[$0].change?.isNews == true } == [4, 15])
        #expect(points[15].change?.since.description == "2026-08-01")
        #expect(points[13].change?.words.hasPrefix("No change beyond chance") == true)
    }

    @Test("a test on a screen that was not measured is compared with none") func unmeasured() throws
    {
        let tests = try ["01-01", "02-01", "03-01"].map {
            try test($0, lines: $0 == "03-01" ? 4 : 9)
        }
        for isMeasured in [true, false] {
            var last = tests[2]
            last.record.setup.isCalibrated = isMeasured ? tests[0].record.setup.isCalibrated : false
            #expect(AcuityHistory(tests.prefix(2) + [last]).changes.isEmpty != isMeasured)
        }
    }

    @Test("tests under other conditions, interrupted ones and other eyes are not compared")
    func conditions() throws {
        let history = AcuityHistory([
            try test("01-01", lines: 9), try test("02-01", lines: 4, correction: .none),
            try test("03-01", lines: 4, state: .interrupted),
            try test("04-01", lines: 4, eye: .left),
            try test("05-01", lines: 4, state: .voided), try test("06-01", lines: 9),
        ])
        #expect(history.eyes.map(\.eye) == [.right, .left])
        #expect(history.eyes.map(\.points.count) == [4, 1])
        #expect(history.changes.isEmpty)
    }

    @Test("a series never mixes optotypes, near and far, or known and unknown corrections")
    func mixed() throws {
        let days = ["01-01", "02-01", "03-01"]
        let tests = try days.map { try test($0, lines: $0 == "03-01" ? 4 : 9) }
        func changes(_ alter: (inout StoredTest) throws -> Void) rethrows -> Int {
            var last = tests[2]
            try alter(&last)
            return AcuityHistory(tests.prefix(2) + [last]).changes.count
        }
        #expect(changes { _ in } == 1)
        for optotypes in OptotypeSet.allCases {
            #expect(
                changes { $0.record.setup.optotypes = optotypes } == (optotypes == .sloan ? 1 : 0))
        }
        let near = try Distance(metres: 0.4)
        #expect(changes { $0.record.setup.distance = near } == 0)
        let threeMetres = try Distance(metres: 3)
        #expect(changes { $0.record.setup.distance = threeMetres } == 1)
        for correction in Correction.allCases {
            #expect(
                changes { $0.circumstances.correction = correction }
                    == (correction == .glasses ? 1 : 0))
        }
        #expect(changes { $0.circumstances.correction = nil } == 0)
        // The procedure names its usual optotypes.
        var empty = TestRecord.empty(tests[0].record.setup)
        empty.setup.procedure = "landolt"
        #expect(empty.optotypes == .landolt)
    }

    @Test("the slope is that of the first of several equally long series") func slopes() throws {
        var tests: [StoredTest] = []
        for (index, correction) in Correction.allCases.enumerated() {
            for visit in 0..<5 {
                // Only the eye with the first correction gets worse.
                tests.append(
                    try test(
                        "0\(2 * visit + 1)-1\(index)", lines: index == 0 ? 9 - visit : 9,
                        correction: correction))
            }
        }
        let slope = try #require(AcuityHistory(tests).eyes.first?.slope)
        #expect(slope.tests == 5 && slope.perYear > 0.1)
    }

    @Test("the previous test is of the same series; an unmeasured test has none")
    func before() throws {
        var tests = [
            try test("01-01", lines: 9), try test("02-01", lines: 7, correction: .none),
            try test("03-01", lines: 8),
        ]
        let history = AcuityHistory(tests)
        let points = try #require(history.eyes.first).points
        #expect(
            points.map(\.series) == [tests[0].id, tests[1].id, tests[0].id])
        let compared = history.comparisons(in: tests[2].sitting)
        #expect(compared[.right]?.before?.test.id == tests[0].id)
        #expect(compared[.left] == nil)
        let second = history.comparisons(in: tests[1].sitting)
        #expect(second[.right]?.test.test.id == tests[1].id && second[.right]?.before == nil)
        tests[2].record.setup.isCalibrated = false
        let unmeasured = AcuityHistory(tests)
        #expect(unmeasured.eyes.first?.points.last?.series == nil)
        #expect(unmeasured.comparisons(in: tests[2].sitting)[.right]?.before == nil)
    }

    @Test("a time after the change of the clock has the clock of that day")
    func summerTime() throws {
        let zone = try #require(TimeZone(identifier: "Europe/Berlin"))
        for (now, text, there) in [
            ("2026-10-24T09:00:00+02:00", "2026-10-26T08:30:00Z", "2026-10-26, 09:30"),
            ("2026-03-27T09:00:00+01:00", "2026-03-30T00:00:00+02:00", "2026-03-30, 00:00"),
            ("2026-10-24T09:00:00+02:00", "2026-10-24T22:30:00Z", "2026-10-25, 00:30"),
        ] {
            let (here, moment) = (try #require(Moment(now)), try #require(Moment(text)))
            #expect(here.there(at: moment.milliseconds, in: zone).dayAndMinute == there)
        }
    }

    @Test("days and moments follow the calendar") func calendar() throws {
        for text in ["2024-02-29", "1900-02-28", "2000-02-29", "0001-01-01", "9999-12-31"] {
            #expect(CalendarDay(text)?.description == text)
        }
        for text in [
            "1900-02-29", "2023-02-29", "2023-13-01", "2023-1-01", "23-01-01", "2023-00-10",
        ] {
            #expect(CalendarDay(text) == nil, "\(text)")
        }
        let late = try #require(Moment("2026-03-01T00:30:00.5+02:00"))
        #expect(late.description == "2026-03-01T00:30:00.500+02:00")
        #expect(late.milliseconds == 1_772_317_800_500)
        #expect(late.dayAndMinute == "2026-03-01, 00:30")
        let before = try #require(Moment("1957-08-23T23:59:59.999-03:30"))
        #expect(before.description == "1957-08-23T23:59:59.999-03:30")
        for text in ["2026-03-01", "2026-03-01T25:00:00Z", "2026-03-01T10:00:00"] {
            #expect(Moment(text) == nil, "\(text)")
        }
    }
}
