internal import Acuity
internal import Audio
internal import Dialogue
internal import PhoneticMapping
internal import Platform
internal import Recognition
internal import Records

/// One whole test that a recorded person takes: a random chart, read line by line.
struct SpokenTest: Sendable {
    /// The acuities that are drawn, logMAR: those of most people, and well within the chart.
    private static let acuities = 0.0...0.8

    let voice: RecordedVoice
    /// The test's number among those of the person, from 1.
    let number: Int
    /// Draws the chart, the eye, and how the person speaks.
    let seed: UInt64
    /// Whether it begins with a warm-up.
    let warmsUp: Bool
    /// The hearing that the estimate assumes.
    let hearing: RecognitionErrorModel
    /// Whether the events are kept.
    let keepsEvents: Bool
    let degrading: SoundDegrading
    /// Makes the resamplers that vary the speed of recordings.
    let resampler: ResamplerFactory

    /// Runs the test.
    ///
    /// - Parameter listener: the listener; it forgets its last speaker first.
    /// - Throws: an error of an observer. A test whose recogniser fails ends with `failed`.
    func take(with listener: LetterListener) throws -> TakenTest {
        let stop = StopRequest()
        listener.forgetSession()
        // The acuities of one person are spread evenly; each person has their own.
        let traits = ObserverPopulation(thresholds: .range(Self.acuities))
            .person(number - 1, seed: StableHash.number(of: voice.speaker, seed: seed))
        let own = StableHash.number(of: "\(voice.speaker) \(number)", seed: seed)
        let chart = Chart(.random, seed: own % 1_000_000)
        let room = PatientRoom(RoomAcoustics(of: voice, degrading, seed: own), seed: own)
        let watcher = TestWatcher(keepsEvents: keepsEvents) { room.seconds }
        let patient = RecordedPatient(
            voice, seeing: SimulatedObserver(traits, seed: own), in: room, stop: stop, seed: own,
            resamplingBy: resampler, onSpeech: { watcher.hear($0) })
        let ear = VoiceAnswers(source: room, listener: listener)
        let source = CommandCounter(ear)
        var person = PersonalHearing()
        if warmsUp {
            var warmUp = WarmUp(
                teaching: ear, answers: source, size: WarmUp.usualSize, seed: own % 1_000_000,
                display: patient, observers: [watcher, patient], stop: stop)
            try warmUp.run()
            person = warmUp.person
        }
        let reading = ChartReading(chart: chart)
        var conductor = TestConductor(
            setup: TestSetup(eye: .both, chart: .random, seed: own % 1_000_000),
            procedure: reading, hearing: hearing, person: person, source: source, display: patient,
            observers: [watcher, patient], stop: stop)
        let report = try conductor.run()
        return TakenTest(
            speaker: voice.speaker, set: voice.set, number: number, acuity: traits.threshold,
            report: report, said: try said(by: patient, reading),
            lines: report.score.lines.map { ReadLine(said: patient.saw(in: $0.presentation), $0) },
            commands: source.commands, seconds: room.seconds, isCut: room.isOver,
            wasPaused: patient.wasPaused, understood: watcher.understood, events: watcher.events)
    }

    /// The result of the letters said, as a perfect ear would hear them. For it, the patient also
    /// reads lines that the test did not show.
    private func said(by patient: RecordedPatient, _ reading: ChartReading) throws -> SaidResult {
        var reading = reading
        while let shown = reading.next { try reading.take(patient.saw(in: shown)) }
        let estimate = reading.estimate()
        return SaidResult(
            logMAR: reading.score.beside(estimate).logMAR,
            estimate: estimate.ifReliable?.figure)
    }
}

/// The result of a test if every letter were heard as it was said.
struct SaidResult: Sendable, Equatable {
    /// The score; nil if the letters that were said give none.
    var logMAR: LogMAR?
    var estimate: LogMAR?
}

/// Passes on the events of a source, and counts the commands in them.
final class CommandCounter: AnswerSource {
    private let source: any AnswerSource
    /// The count of each command.
    private(set) var commands: [SpokenCommand: Int] = [:]

    init(_ source: any AnswerSource) { self.source = source }

    var listened: Duration? { source.listened }

    func next(_ awaited: ExpectedAnswer) throws -> AnswerEvent {
        let event = try source.next(awaited)
        guard case .utterance(let utterance) = event else { return event }
        for answer in utterance.answers {
            guard case .command(let command) = answer.kind else { continue }
            commands[command, default: 0] += 1
        }
        return event
    }

    func lettersAppear() { source.lettersAppear() }
}

/// Counts the letters that a warm-up understands, and keeps the events if they are wanted.
private final class TestWatcher: TestObserver {
    private let keepsEvents: Bool
    private let clock: () -> Double
    /// Nil without a warm-up.
    private(set) var understood: Int?
    private(set) var events: [WatchedEvent] = []

    init(keepsEvents: Bool, clock: @escaping () -> Double) {
        self.keepsEvents = keepsEvents
        self.clock = clock
    }

    func observe(_ event: TestEvent) {
        if case .warmUp(.end(_, let letters)) = event { understood = letters }
        keep(.test(event.recorded))
    }

    /// Keeps the patient's utterance.
    func hear(_ letters: String) { keep(.says(letters)) }

    private func keep(_ content: @autoclosure () -> WatchedEvent.Content) {
        if keepsEvents { events.append(WatchedEvent(content(), at: clock())) }
    }
}
