internal import Acuity
internal import Contrast
internal import RecordExports
internal import RecordStore
internal import Records

/// A test in a list.
struct TestSummary: Encodable {
    let test: StoredTest
    private let exported: ExportedTest
    private let seesNames: Bool
    /// The comparison with the baseline of its series.
    private let change: AcuityChange?
    /// The first test of its series.
    private let series: RecordID?
    /// The comparison of a test of contrast; nil for other tests, and outside a history.
    private var contrast: (point: ContrastHistory.Point, series: ContrastHistory.Series)?

    /// A test.
    ///
    /// - Parameter seesNames: whether the caller may read the name that was typed at the lane.
    init(_ test: StoredTest, change: AcuityChange? = nil, seesNames: Bool) {
        self.init(test, change: change, series: change?.series, seesNames: seesNames)
    }

    /// A test at its place in the history of its person.
    init(_ point: AcuityHistory.Point) {
        self.init(point.test, change: point.change, series: point.series, seesNames: true)
    }

    /// A test of contrast at its place in the history of its person.
    init(_ point: ContrastHistory.Point, of series: ContrastHistory.Series) {
        self.init(point.test, change: nil, series: nil, seesNames: true)
        contrast = (point, series)
    }

    private init(_ test: StoredTest, change: AcuityChange?, series: RecordID?, seesNames: Bool) {
        self.test = test
        self.seesNames = seesNames
        self.change = change
        self.series = series
        exported = ExportedTest(test, person: nil)
    }

    func encode(to encoder: any Encoder) throws {
        let (record, setup) = (test.record, test.record.setup)
        try encoder.write([
            "id": test.id, "person": orNull(test.person), "sitting": test.sitting,
            "state": test.state, "began": test.began, "ended": orNull(test.end),
            "version": test.version, "eye": test.eye.rawValue,
            "procedure": setup.procedure ?? "chart",
            "correction": orNull(test.circumstances.correction),
            "distanceMetres": rounded(setup.distance.metres),
            "logMAR": orNull(rounded(exported.acuity?.logMAR.value, places: 2)),
            "bound": orNull(exported.acuity?.bound.rawValue),
            "letters": orNull(record.score.letterScore),
            "estimate": orNull(rounded(exported.estimate?.figure?.value, places: 2)),
            "low": orNull(rounded(exported.low?.value, places: 2)),
            "high": orNull(rounded(exported.high?.value, places: 2)),
            "enteredName": seesNames ? test.circumstances.enteredName : nil,
            "outcome": record.outcomeWords,
            "conditions": conditions, "remarks": remarks,
            "quantity": setup.quantity == .acuity ? nil : setup.quantity.rawValue,
            "logCS": rounded(record.contrast?.logCS?.value, places: 2),
            "logCSLow": rounded(record.contrast?.interval95?.lowerBound.value, places: 2),
            "logCSHigh": rounded(record.contrast?.interval95?.upperBound.value, places: 2),
            "faintLetters": record.contrast?.lettersRight,
        ])
        if let contrast, let difference = contrast.point.difference {
            try encoder.write([
                "change": contrast.series.words(contrast.point),
                "changeState": contrast.point.state?.rawValue,
                "changeDirection": contrast.point.exceedsChance
                    ? contrast.point.isWorse ? "worse" : "better" : nil,
                "difference": rounded(difference), "condition": contrast.series.condition.rawValue,
                "isMeasured": setup.isCalibrated,
            ])
            return
        }
        try encoder.write([
            "change": change?.words, "isMeasured": test.record.setup.isCalibrated,
            "changeState": change?.state, "changeDirection": change?.direction, "series": series,
            "baseline": rounded(change?.baseline), "limit": rounded(change?.limit),
            "since": change?.since, "condition": change?.condition.rawValue,
        ])
    }

    private var conditions: String {
        let setup = test.record.setup
        return [
            setup.procedure ?? setup.method ?? "chart", "at \(setup.distance)",
            test.circumstances.correction?.words,
        ].compactMap { $0 }.joined(separator: ", ")
    }

    private var remarks: [String] {
        (test.state == .finished ? [] : [test.state.words])
            + (test.isAmended ? ["amended"] : [])
            + (test.record.setup.isCalibrated == true ? [] : ["uncalibrated"])
    }
}

/// A test with its letters.
struct TestContent: Encodable {
    let test: StoredTest
    /// The number of its events.
    let events: Int
    let hasSound: Bool
    private let change: AcuityChange?
    private let seesNames: Bool

    /// A test with the number of its events.
    ///
    /// - Parameter seesNames: whether the caller may read the name that was typed at the lane.
    init(
        _ test: StoredTest, change: AcuityChange?, events: Int, hasSound: Bool, seesNames: Bool
    ) {
        var test = test
        if !seesNames { test.circumstances.leaveOutNames() }
        self.test = test
        self.change = change
        self.seesNames = seesNames
        self.events = events
        self.hasSound = hasSound
    }

    func encode(to encoder: any Encoder) throws {
        try encoder.write([
            "summary": TestSummary(test, change: change, seesNames: seesNames), "test": test,
            "report": test.record.text,
            "events": events, "hasSound": hasSound,
        ])
    }
}

/// A history of a person.
struct HistoryContent: Encodable {
    let person: Person
    let eyes: [EyeContent]
    /// The tests of contrast, in their own series.
    let contrast: [ContrastContent]
    /// The number of tests that run at this moment.
    let running: Int
    /// The time at which it was read.
    let read: Moment
    /// The end of the audit trail.
    let head: String

    struct EyeContent: Encodable {
        let eye: String
        let title: String
        let tests: [TestSummary]
        let slope: SlopeContent?
        /// The condition of the eye that the clinic has chosen.
        let condition: String
    }

    /// A series of tests of contrast.
    struct ContrastContent: Encodable {
        let eye: String
        let title: String
        let letterContrast: Double?
        let tests: [TestSummary]
        let limit: Double
        let condition: String
    }

    /// The slope of the longest series of an eye, logMAR a year.
    struct SlopeContent: Encodable {
        let perYear: Double?
        let low: Double?
        let high: Double?
        let tests: Int
        let isCertain: Bool

        init(_ slope: SeriesSlope) {
            perYear = rounded(slope.perYear)
            low = rounded(slope.interval95.lowerBound)
            high = rounded(slope.interval95.upperBound)
            tests = slope.tests
            isCertain = slope.isCertain
        }
    }

    init(
        _ person: Person, _ history: AcuityHistory, _ contrast: ContrastHistory, at now: Moment,
        head: AuditHead, running: Int
    ) {
        self.contrast = contrast.series.map { series in
            ContrastContent(
                eye: series.eye.rawValue, title: series.title, letterContrast: series.letters,
                tests: series.points.map { TestSummary($0, of: series) }, limit: series.limit,
                condition: series.condition.rawValue)
        }
        self.person = person
        eyes = history.eyes.map { series in
            EyeContent(
                eye: series.eye.rawValue, title: AcuityHistory.title(of: series.eye),
                tests: series.points.map {
                    TestSummary($0)
                },
                slope: series.slope.map(SlopeContent.init),
                condition: series.condition.rawValue)
        }
        read = now
        self.head = head.description
        self.running = running
    }
}
