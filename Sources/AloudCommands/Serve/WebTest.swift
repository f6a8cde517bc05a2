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
        let procedure = ScreenBoundProcedure(
            plan.procedure, range: begin.range, at: setup.distance
        ) { desk.estimate($0) }
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
        lane.instruct(setup.eye, reading: procedure.optotypes, isFirst: isFirst, until: stop)
        let guides = lane.voice.map { [SpokenGuide($0)] } ?? []
        var conductor = TestConductor(
            setup: setup, procedure: procedure, hearing: plan.hearing,
            source: try answers(to: procedure.optotypes, until: stop),
            display: WebPatientDisplay(on: lane.stage, distance: setup.distance),
            observers: observers + [OperatorObserver(desk)] + guides, stop: stop)
        return try conductor.run()
    }

    /// What is measured, and how, on this screen.
    private func plan() throws -> TestPlan {
        var generator = SystemRandomNumberGenerator()
        let arguments = try arguments.fitted(to: begin)
        let optotypes = try arguments[TestPlan.procedureOption].optotypes
        return try TestPlan(
            arguments,
            hearing: try AssumedHearing.model(for: optotypes, choice, arguments, in: environment),
            using: &generator)
    }

    /// The person's answers; their sound is also measured for the operator. Directions are also
    /// answered by hand, and by hand alone where there is no microphone.
    private func answers(
        to optotypes: OptotypeSet, until stop: StopRequest
    ) throws -> any AnswerSource {
        let desk = lane.stage.desk
        let sound: any AudioSource
        switch choice {
        case .text(let path):
            return AttendedAnswers(
                try TestCommand.typed(path, optotypes, arguments, in: environment, until: stop),
                desk: desk)
        case .microphone(let device):
            do {
                let microphone = try TestCommand.microphone(device, in: environment, until: stop)
                sound =
                    lane.voice.map { GatedMicrophone(microphone, gate: $0.gate) } ?? microphone
            } catch  where optotypes.areDirections {
                environment.say(
                    "Warning: \(error) Directions can be answered with the arrow keys alone.")
                return AttendedAnswers(NoAnswers(until: stop), desk: desk)
            }
        case .recording(let path): sound = try TestCommand.recording(path, in: environment)
        }
        let voice = try TestCommand.voice(
            from: sound, showing: optotypes, arguments, in: environment)
        if lane.hasOperator { measure(voice) }
        return AttendedAnswers(
            optotypes.areDirections ? DirectionAnswers(voice) : voice, desk: desk
        ) { voice.heardOtherwise() }
    }

    /// Has the operator told how loud it is at the microphone.
    private func measure(_ voice: VoiceAnswers) {
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
    }

    /// How often the operator is told the level, seconds of sound.
    private static let levelSeconds = 0.25
}
