internal import Acuity
internal import Audio
internal import CommandLineKit
internal import Dialogue
internal import Exam
internal import Platform
internal import Records
internal import TestPages

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
    /// Which person since the program started, from 1, where one comes after the other, each a
    /// stranger; nil where one person alone is tested.
    let sitting: Int?
    let person: TestedPerson
    let lane: WebLane
    let environment: CommandEnvironment

    /// Runs it to its report.
    ///
    /// - Throws: `ScreenShowsNothing`, or why answers cannot be heard.
    func run() throws -> TestReport {
        let desk = lane.stage.desk
        var plan = try plan(arguments)
        // A test that would be over before it began has to say why.
        guard plan.procedure.next != nil else {
            throw ScreenShowsNothing(distance: plan.setup.distance)
        }
        // The test of its own: what it opened is closed with it, while the program may go on.
        let stop = StopRequest(within: environment.stop)
        lane.stage.runs(stop)
        desk.begins(plan.setup, stop: stop)
        defer {
            lane.stage.runs(nil)
            stop.request()
        }
        let optotypes = plan.procedure.optotypes
        lane.instruct(
            plan.setup.eye, reading: optotypes,
            areAlone: try TestPlan.choice(arguments).showsOneByOne, isFirst: isFirst, until: stop)
        let watching = watching
        // Opened when all is said: nobody would read what it gives before.
        let sound = try sound(toAnswer: optotypes, until: stop)
        let voice = try sound.map { try listening(to: $0, for: optotypes) }
        let display = lane.patientDisplay(at: plan.setup.distance)
        let answers = try attended(voice, optotypes, shownOn: display, until: stop)
        var trouble: String?
        if let voice {
            trouble = try warmUp(
                voice, answers, plan.setup, optotypes, observers: watching, until: stop)
        }
        if let sound, let line = try chosenStart(sound, optotypes, &trouble, until: stop) {
            plan = try self.plan(arguments.with(TestPlan.start, line.feet))
            desk.begins(plan.setup, stop: stop)
        }
        return try conduct(
            plan, answers, on: display, observers: watching, trouble: trouble, until: stop)
    }

    /// Runs it from its first letter, the operator seeing the estimate.
    ///
    /// - Parameter trouble: why nothing can be heard as it begins, if so.
    private func conduct(
        _ plan: TestPlan, _ answers: any AnswerSource, on display: WebPatientDisplay,
        observers: [any TestObserver], trouble: String?, until stop: StopRequest
    ) throws -> TestReport {
        let desk = lane.stage.desk
        var setup = plan.setup
        setup.time = environment.time
        var conductor = TestConductor(
            setup: setup,
            procedure: WatchedProcedure(plan.procedure, hearing: plan.hearing) {
                desk.estimate($0)
            },
            hearing: plan.hearing, source: answers, display: display, observers: observers,
            stop: stop, trouble: trouble)
        return try conductor.run()
    }

    /// All who follow the test: the callers, the operator, whoever started the program, and the voice that
    /// guides, if there is one.
    private var watching: [any TestObserver] {
        let guides = lane.voice.map { [SpokenGuide($0) { [begin] in begin.showsAtOnce($0) }] } ?? []
        return observers + [OperatorObserver(lane.stage.desk), LostSoundWarning(in: environment)]
            + guides
    }

    /// What is measured, and how, on this screen.
    private func plan(_ arguments: ParsedArguments) throws -> TestPlan {
        var plan = try TestPlan(
            arguments, answeredBy: choice, range: begin.range, telling: false, in: environment)
        plan.setup.isCalibrated = begin.isCalibrated
        plan.setup.sitting = sitting
        return plan
    }

    /// The line at which the person wants to start; nil for the procedure's own start.
    ///
    /// - Parameter trouble: why nothing can be heard, if so, before and after.
    private func chosenStart(
        _ sound: any AudioSource, _ optotypes: OptotypeSet, _ trouble: inout String?,
        until stop: StopRequest
    ) throws -> SnellenLine? {
        guard begin.choosesStart,
            try TestPlan.choice(arguments).ownOptions.contains(TestPlan.start.name)
        else { return nil }
        let answers = SettingAnswers(
            source: sound,
            listener: try SettingGrammar.steps.listener(arguments, in: environment))
        var choice = StartChoice(
            lane: lane, begin: begin, optotypes: optotypes, answers: answers, stop: stop,
            trouble: trouble)
        defer { trouble = choice.trouble }
        return try choice.line()
    }
}

extension WebTest {
    /// What the person says; nil where the answers are typed, or where there is no microphone and
    /// none is needed: directions can be answered by hand alone.
    func sound(
        toAnswer optotypes: OptotypeSet, until stop: StopRequest
    ) throws -> (any AudioSource)? {
        switch choice {
        case .text: return nil
        case .recording(let path):
            return try TestCommand.recording(path, arguments, in: environment)
        case .microphone(let device):
            do {
                let microphone = try TestCommand.microphone(device, in: environment, until: stop)
                return lane.voice.map { GatedMicrophone(microphone, gate: $0.gate) } ?? microphone
            } catch  where optotypes.areDirections {
                environment.say(
                    "Warning: \(error) Directions can be answered with the arrow keys alone.")
                return nil
            } catch {
                throw NoMicrophone(description: "\(error)")
            }
        }
    }

    /// What is heard of what the person says.
    func listening(
        to sound: any AudioSource, for optotypes: OptotypeSet
    ) throws -> VoiceAnswers {
        let voice = try TestCommand.voice(
            of: person, from: sound, showing: optotypes, arguments, in: environment)
        if lane.hasOperator { measure(voice) }
        return voice
    }

    /// The person's answers, with what an operator and the page do about them.
    ///
    /// - Parameter display: what shows the letters that are answered.
    private func attended(
        _ voice: VoiceAnswers?, _ optotypes: OptotypeSet, shownOn display: WebPatientDisplay,
        until stop: StopRequest
    ) throws -> AttendedAnswers {
        AttendedAnswers(
            try source(voice, optotypes, until: stop), desk: lane.stage.desk,
            areKept: choice.isKept,
            screenTrouble: { [lane] in lane.stage.screenTrouble },
            holdsLetters: { display.holdsLetters },
            onAct: { act in
                if case .answer = act {
                    voice?.answeredOtherwise()
                } else {
                    voice?.heardOtherwise()
                }
            })
    }

    /// The person's answers: spoken, typed, or none but those given by hand.
    private func source(
        _ voice: VoiceAnswers?, _ optotypes: OptotypeSet, until stop: StopRequest
    ) throws -> any AnswerSource {
        if case .text(let path) = choice {
            return try TestCommand.typed(path, optotypes, arguments, in: environment, until: stop)
        }
        guard let voice else { return NoAnswers(until: stop) }
        return optotypes.areDirections ? DirectionAnswers(voice, among: optotypes) : voice
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

extension WebTest {
    /// How much smaller than the largest letter of a line that fits a screen those of a warm-up are,
    /// logMAR: as large as if they stood between bars, which take 3.4 times a letter's height, where a
    /// line takes 1.4 times.
    private static let margin = 0.4

    /// Has the person read the letters of a warm-up, if there is to be one.
    ///
    /// - Parameters:
    ///   - voice: what learns.
    ///   - answers: the same, with what an operator does.
    ///   - stop: ends the test; a click on "Skip" ends the warm-up alone.
    /// - Returns: why nothing can be heard at its end, if so.
    func warmUp(
        _ voice: VoiceAnswers, _ answers: any AnswerSource, _ setup: TestSetup,
        _ optotypes: OptotypeSet, observers: [any TestObserver], until stop: StopRequest
    ) throws -> String? {
        guard isFirst,
            try WarmUpChoice.isWanted(
                arguments, choice, showing: optotypes, usually: sitting != nil)
        else { return nil }
        lane.tell([GuidanceWords.warmUp], under: "Listen", until: stop)
        let margin = try TestPlan.choice(arguments).showsOneByOne ? 0 : Self.margin
        let skip = StopRequest()
        lane.stage.runs(skip, isWarmUp: true)
        defer { lane.stage.runs(stop) }
        var warmUp = WarmUp(
            teaching: voice, answers: answers, of: optotypes,
            size: LogMAR(begin.range.largest.value - margin),
            seed: WarmUpChoice.seed(of: setup),
            display: lane.patientDisplay(at: setup.distance),
            observers: observers, stop: stop, skip: skip)
        try warmUp.run()
        lane.voice?.waitUntilSaid(seconds: WebLane.longestSpeech, unless: stop)
        return warmUp.trouble
    }
}
