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
