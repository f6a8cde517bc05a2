internal import Acuity
internal import Audio
internal import HandsFree
internal import Listening
internal import WebDisplay

/// One test of one eye on the pages.
struct WebTest {
    /// The screen, as the page that began told it.
    let begin: BeginRequest
    let choice: AnswerChoice
    /// Eye and distance among them.
    let arguments: ParsedArguments
    let observers: [any TestObserver]
    /// Whether the person has not been told yet how it goes.
    let isFirst: Bool
    /// Whether one person comes after the other, each a stranger.
    let isServed: Bool
    let person: TestedPerson
    let lane: WebLane
    let environment: CommandEnvironment

    /// Runs it to its report.
    ///
    /// - Throws: `ScreenShowsNothing`, or why answers cannot be heard.
    func run() throws -> TestReport {
        let desk = lane.stage.desk
        let plan = try plan()
        var setup = plan.setup
        setup.isCalibrated = begin.isCalibrated
        let procedure = WatchedProcedure(plan.procedure) { desk.estimate($0) }
        // A test that would be over before it began has to say why.
        guard procedure.next != nil else { throw ScreenShowsNothing(distance: setup.distance) }
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
        let watching = observers + [OperatorObserver(desk)] + guides
        let source = try answers(to: procedure.optotypes, until: stop)
        let attended = AttendedAnswers(source, desk: desk)
        if let voice = source as? VoiceAnswers {
            try warmUp(
                voice, attended, setup, procedure.optotypes, observers: watching, until: stop)
        }
        var conductor = TestConductor(
            setup: setup, procedure: procedure, hearing: plan.hearing, source: attended,
            display: WebPatientDisplay(on: lane.stage, distance: setup.distance),
            observers: watching, stop: stop)
        return try conductor.run()
    }

    /// What is measured, and how, on this screen.
    private func plan() throws -> TestPlan {
        var generator = SystemRandomNumberGenerator()
        let optotypes = try arguments[TestPlan.procedureOption].optotypes
        return try TestPlan(
            arguments,
            hearing: try AssumedHearing.model(for: optotypes, choice, arguments, in: environment),
            range: begin.range, using: &generator)
    }

    /// The person's answers; their sound is also measured for the operator. Directions are answered
    /// by hand, unless they are typed.
    private func answers(
        to optotypes: OptotypeSet, until stop: StopRequest
    ) throws -> any AnswerSource {
        if optotypes.areDirections, !choice.isText { return NoAnswers(until: stop) }
        let source = try TestCommand.answerSource(
            for: choice, showing: optotypes, arguments, in: environment, until: stop,
            gate: lane.voice?.gate, person: person)
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
