internal import Acuity
internal import Audio
internal import HandsFree
internal import Listening
internal import WebDisplay

/// One test of one eye on the pages.
struct WebTest {
    let plan: TestPlan
    /// The screen, as the page that began told it.
    let begin: BeginRequest
    let choice: AnswerChoice
    let arguments: ParsedArguments
    let observers: [any TestObserver]
    /// Whether the person has not been told yet how it goes.
    let isFirst: Bool
    let lane: WebLane
    let environment: CommandEnvironment

    /// Runs it to its report.
    ///
    /// - Throws: `ScreenShowsNothing`, or why answers cannot be heard.
    func run() throws -> TestReport {
        let desk = lane.stage.desk
        let (setup, procedure) = try plan.fitted(to: begin) { desk.estimate($0) }
        // The test of its own: what it opened is closed with it, while the program may go on.
        let stop = StopRequest()
        environment.stop.whenRequested { [weak stop] in stop?.request() }
        lane.stage.runs(stop)
        desk.begins(setup, stop: stop)
        defer {
            lane.stage.runs(nil)
            stop.request()
        }
        lane.instruct(setup.eye, at: setup.distance, isFirst: isFirst, until: stop)
        let guides = lane.voice.map { [SpokenGuide($0)] } ?? []
        var conductor = TestConductor(
            setup: setup, procedure: procedure, hearing: plan.hearing,
            source: AttendedAnswers(try answers(until: stop), desk: desk),
            display: WebPatientDisplay(on: lane.stage, distance: setup.distance),
            observers: observers + [OperatorObserver(desk)] + guides, stop: stop)
        return try conductor.run()
    }

    /// The person's answers; their sound is also measured for the operator.
    private func answers(until stop: StopRequest) throws -> any AnswerSource {
        let source = try TestCommand.answerSource(
            for: choice, showing: plan.procedure.optotypes, arguments, in: environment,
            until: stop, gate: lane.voice?.gate)
        guard lane.hasOperator, let voice = source as? VoiceAnswers else { return source }
        let desk = lane.stage.desk
        var meter = LevelMeter(windowSeconds: 1)
        var unheard = 0.0
        voice.onSound = { chunk in
            meter.add(chunk.samples)
            unheard += Double(chunk.samples.count) / Double(speechRate)
            guard unheard >= Self.levelSeconds, let level = meter.level else { return }
            unheard = 0
            desk.hear(level: level.rms, noise: level.noiseFloor)
        }
        return voice
    }

    /// How often the operator is told the level, seconds of sound.
    private static let levelSeconds = 0.25
}
