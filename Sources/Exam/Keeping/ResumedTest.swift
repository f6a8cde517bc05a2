internal import Acuity
internal import Dialogue
internal import RecordStore
internal import Records

/// An interrupted test that resumes after its last finished line.
struct ResumedTest {
    /// The setup of the interrupted test.
    let setup: TestSetup
    /// The procedure after the answers of its finished lines.
    let procedure: any AcuityProcedure
    /// The events of these lines, as JSON.
    let events: [String]
    /// The counts of these lines.
    let earlier: EarlierPart

    /// The longest break after which a test can resume. Aloud's own choice: the eye and the light
    /// have hardly changed.
    private static let longestBreak: Int64 = 60 * 60 * 1_000

    /// The test; nil if it cannot resume: it has ended, no line was finished, it was more than an
    /// hour ago, or its procedure, eye, distance or screen is not that of the plan.
    ///
    /// - Throws: `RecordError`.
    init?(
        _ id: RecordID, in store: any RecordKeeping, as plan: TestPlan, at now: Moment
    ) throws(RecordError) {
        guard let test = try store.test(id), test.state == .interrupted,
            let ended = test.ended, now.milliseconds - ended.milliseconds < Self.longestBreak
        else { return nil }
        var setup = test.record.setup
        let wanted = plan.setup
        guard setup.eye == wanted.eye, setup.procedure == wanted.procedure,
            setup.optotypes == wanted.optotypes, setup.distance == wanted.distance,
            setup.stopRule == wanted.stopRule, setup.contrast == wanted.contrast,
            Self.isWithin(setup.range, wanted.range)
        else { return nil }
        var reader = EventReader()
        var texts: [String] = []
        var ofLines = 0
        var earlier = EarlierPart()
        let events = try store.events(of: id)
        let own = test.ownBeginning(events)
        for event in events {
            let lines = reader.read.count
            // `try?` would make one nil of an error and of an event that is not the last.
            do { _ = try reader.read(event.text) } catch { break }
            texts.append(event.text)
            guard reader.read.count > lines else { continue }
            ofLines = texts.count
            earlier = EarlierPart(reader)
            let last = max(event.at, own)
            let after = Duration.milliseconds(ended.milliseconds - last.milliseconds)
            earlier.duration = max(.zero, test.record.duration - after)
        }
        let recorded = RecordedTest(
            reading: reader.read, redrawn: reader.redrawn, result: test.record)
        guard !reader.read.isEmpty,
            let procedure = try? recorded.replayed(hearing: plan.hearing), !procedure.isDone
        else { return nil }
        setup.time = nil
        setup.sitting = wanted.sitting
        setup.isCalibrated = wanted.isCalibrated
        self.setup = setup
        self.procedure = procedure
        self.events = Array(texts.prefix(ofLines))
        self.earlier = earlier
    }

    /// The eye of a sitting whose test resumes: that of the interrupted test. If it is not tested, the
    /// test of the first eye reports that the other cannot continue.
    ///
    /// - Parameter id: the interrupted test; nil for none.
    static func eye(
        of id: RecordID?, in store: any RecordKeeping, among eyes: [Eye]
    ) -> Eye? {
        let own = id.flatMap { try? store.test($0) }?.record.setup.eye
        return eyes.first { $0 == own } ?? eyes.first
    }

    /// Whether a screen with the other range can show all sizes of the first. A camera that is not on
    /// yet leaves a wider range. They are recorded with six digits.
    private static func isWithin(_ one: SizeRange, _ other: SizeRange) -> Bool {
        one.largest.value < other.largest.value + 1e-5
            && one.smallest.value > other.smallest.value - 1e-5
    }
}

extension EarlierPart {
    /// The events that a reader has read. They have no standard deviations of distances.
    fileprivate init(_ reader: EventReader) {
        self.init()
        lettersAskedAgain = reader.lettersAskedAgain
        overrides = reader.overrides
        soundsMissing = reader.soundsMissing
        distances = reader.metres.map {
            MeasuredDistance(metres: $0, deviation: WebTest.usualDeviation)
        }
        person = reader.warmUp.person
    }
}
