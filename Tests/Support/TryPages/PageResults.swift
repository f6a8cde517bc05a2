internal import Acuity
internal import Records
internal import TestPages

/// Results to show: the right eye, the left eye and both.
enum PageResults {
    /// Charts read by somebody who misses some letters of the small lines.
    static func reports() throws -> [TestRecord] {
        try zip(Eye.allCases, [7, 9, 8]).map { eye, last in
            var reading = ChartReading(chart: Chart(eye == .left ? .two : .one))
            while let shown = reading.next {
                try reading.take(
                    shown.letters.enumerated().map { index, letter in
                        if shown.line < last { return Answer(.named(letter)) }
                        if shown.line > last + 1 { return Answer(.missed) }
                        return Answer(
                            index < 2 ? .named(letter) : index == 2 ? .named(.h) : .missed)
                    })
            }
            let size = 1.1 - Double(last) / 10
            let estimate = AcuityEstimate(
                logMAR: LogMAR(size), median: LogMAR(size),
                interval95: LogMAR(size - 0.08)...LogMAR(size + 0.07), letters: 50)
            return TestRecord(
                setup: TestSetup(eye: eye, chart: eye == .left ? .two : .one, isCalibrated: true),
                score: reading.score, lettersAskedAgain: eye == .left ? 3 : 0,
                duration: .seconds(64), end: .finished(.stopRuleMet), estimate: estimate)
        }
    }

    /// A result whose record could not be kept, of a person who stopped in the second eye.
    static func interrupted() throws -> PatientView {
        let first = try reports()[0]
        let second = TestRecord(
            setup: TestSetup(eye: .left, chart: .two, isCalibrated: true),
            score: ChartReading(chart: Chart(.two)).score, lettersAskedAgain: 0,
            duration: .seconds(12), end: .stoppedByPerson)
        return .result(
            [first, second],
            notes: ["At 4 m this screen can show letters from logMAR 1.00 to -0.30."],
            date: "2026-01-31, 10:20", chooses: true,
            trouble: "This page is the only complete copy of the result. Please print it.")
    }

    /// A result that the full disk could not keep.
    static func notKept() throws -> PatientView {
        .result(
            Array(try reports().prefix(2)), notes: [], date: "2026-01-31, 10:20", chooses: true,
            trouble: "The test is not all in the records. The disk of the records is full. Free"
                + " some space; what was kept before is safe. Please print this result.")
    }

    /// The result page.
    static func view(_ reports: [TestRecord], isMeasured: Bool) -> PatientView {
        .result(
            reports,
            notes: [
                isMeasured
                    ? "The screen was measured (3.60 pixels per millimetre), so the letters had"
                        + " their true size."
                    : "Uncalibrated: the screen was not measured, so the letters may have been too"
                        + " large or too small.",
                "At 4 m this screen can show letters from logMAR 1.00 to -0.30.",
            ], date: "2026-01-31, 10:20, sitting 1", chooses: true)
    }
}
