internal import Acuity
internal import RecordStore
internal import Records

/// A person as the page receives them.
struct PersonContent: Encodable {
    let key: String
    let title: String
    let name: String?
    let id: String?
    let birthDate: String?

    init(_ person: Person) {
        key = person.key.text
        title = person.title
        name = person.name
        id = person.id
        birthDate = person.birthDate?.description
    }
}

/// The people of a search, and the latest tests of nobody.
struct FoundPeople: Encodable {
    let people: [PersonContent]
    /// Whether there are more.
    let isCut: Bool
    let nameless: [PointContent]
    /// The choice for the next test; nil without one.
    let next: String?
}

/// The choice for the next test; nil without one.
struct NextContent: Encodable {
    let words: String?
}

/// A test in a history as the page receives it.
struct PointContent: Encodable {
    let key: String
    /// Milliseconds since 1970.
    let at: Int64
    let began: String
    let eye: String
    let outcome: String
    let logMAR: Double?
    /// The estimate from all answers, the middle of its interval; nil without an interval.
    let estimate: Double?
    let low: Double?
    let high: Double?
    /// Whether the acuity may be better than `logMAR`.
    let isBound: Bool
    let letters: Int?
    let correction: String?
    let method: String
    let distance: String
    /// Whether the test can go on.
    let isInterrupted: Bool
    /// The remarks on the state: "interrupted", "amended".
    let remarks: [String]
    /// The change in words, if it exceeds chance.
    let change: String?

    init(_ point: AcuityHistory.Point) {
        self.init(
            point.test, interval: point.interval,
            change: point.change.flatMap { $0.exceedsChance ? $0.words : nil })
    }

    init(_ test: StoredTest, interval: ClosedRange<LogMAR>? = nil, change: String? = nil) {
        let (record, setup) = (test.record, test.record.setup)
        key = test.id.text
        at = test.began.milliseconds
        began = test.began.dayAndMinute
        eye = test.eye.rawValue
        outcome = record.headline ?? record.estimate?.ifReliable?.figureWords ?? "No score"
        logMAR = rounded(record.figure?.value, places: 2)
        estimate = interval == nil ? nil : rounded(record.estimate?.logMAR.value, places: 2)
        low = rounded(interval?.lowerBound.value, places: 2)
        high = rounded(interval?.upperBound.value, places: 2)
        isBound = record.score.isBound
        letters = record.score.letterScore
        correction = test.circumstances.correction?.words
        method = setup.procedure ?? setup.method ?? "chart"
        distance = setup.distance.description
        isInterrupted = test.state == .interrupted
        remarks =
            (test.state == .finished ? [] : [test.state.words])
            + (test.isAmended ? ["amended"] : [])
            + (setup.isCalibrated == true ? [] : ["uncalibrated"])
        self.change = change
    }
}

/// A history as the page receives it.
struct HistoryContent: Encodable {
    let person: PersonContent
    let eyes: [EyeContent]
    /// The number of tests that run at this moment.
    let running: Int
    /// The time at which it was read.
    let read: String
    /// The end of the audit trail.
    let head: String

    struct EyeContent: Encodable {
        let eye: String
        let title: String
        let points: [PointContent]
    }

    init(_ person: Person, _ history: AcuityHistory, at now: Moment, head: AuditHead, running: Int)
    {
        self.person = PersonContent(person)
        eyes = history.eyes.map { eye, points in
            EyeContent(
                eye: eye.rawValue, title: AcuityHistory.title(of: eye),
                points: points.map { PointContent($0) })
        }
        read = now.dayAndMinute
        self.head = head.description
        self.running = running
    }
}

/// A test with its letters as the page receives it.
struct TestContent: Encodable {
    let test: PointContent
    /// The report in lines of text.
    let report: String
    /// Names and values of the circumstances.
    let facts: [[String]]

    init(_ test: StoredTest, events: Int) {
        self.test = PointContent(test)
        report = test.record.text
        let about = test.circumstances
        let facts: [(String, String?)] = [
            ("Test", test.id.text), ("State", test.state.words),
            ("Began", test.began.description), ("Correction", about.correction?.words),
            ("Examiner", about.examiner), ("Lane", about.lane), ("Software", about.software),
            ("Model", about.model), ("Note", about.note), ("Events", String(events)),
        ]
        self.facts = facts.compactMap { name, value in value.map { [name, $0] } }
    }
}
