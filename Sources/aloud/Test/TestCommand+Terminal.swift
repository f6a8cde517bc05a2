internal import CommandLineKit
internal import Dialogue
internal import Exam
internal import Records

extension TestCommand {
    /// Runs a test whose letters are in this terminal, and gives its report.
    ///
    /// - Parameters:
    ///   - warmsUp: whether it begins with a warm-up.
    ///   - showsRightAndWrong: whether each line is followed by which of its letters were right.
    /// - Throws: why answers cannot be heard.
    static func runInTerminal(
        _ plan: TestPlan, _ choice: AnswerChoice, _ arguments: ParsedArguments, warmsUp: Bool,
        showsRightAndWrong: Bool, observers: [any TestObserver],
        in environment: CommandEnvironment
    ) throws -> TestReport {
        var plan = plan
        let optotypes = try TestPlan.optotypes(arguments)
        let source = try answerSource(
            for: choice, showing: optotypes, arguments, in: environment, until: environment.stop)
        let display = display(for: plan.setup, choice, in: environment)
        let watching = observers + [LostSoundWarning(in: environment)]
        var trouble: String?
        if warmsUp, let voice = source as? VoiceAnswers {
            environment.say(GuidanceWords.warmUp)
            var warmUp = WarmUp(
                teaching: voice, of: optotypes, size: WarmUp.usualSize,
                seed: WarmUpChoice.seed(of: plan.setup), display: display, observers: watching,
                stop: environment.stop)
            try warmUp.run()
            trouble = warmUp.trouble
        }
        plan.setup.time = environment.time
        var conductor = TestConductor(
            setup: plan.setup, procedure: plan.procedure, hearing: plan.hearing, source: source,
            display: display, observers: watching,
            settings: ConductSettings(
                showsRightAndWrong: showsRightAndWrong, hearsRest: choice.hasEnd),
            stop: environment.stop, trouble: trouble)
        return try conductor.run()
    }

    /// Where the letters are shown: a screen that is drawn anew on a terminal, else lines of text.
    private static func display(
        for setup: TestSetup, _ choice: AnswerChoice, in environment: CommandEnvironment
    ) -> any Display {
        let term = environment.variables["TERM"] ?? ""
        guard environment.terminal.isTerminal, !term.isEmpty, term != "dumb" else {
            return PlainDisplay(to: environment.messages, distance: setup.distance)
        }
        return ScreenDisplay(
            to: environment.messages,
            layout: ScreenLayout(
                setup: setup, width: environment.terminal.width,
                ink: TerminalInk(
                    hasColor: environment.terminal.hasColor,
                    hasBlocks: TerminalInk.hasBlocks(environment.variables)),
                awaitsText: choice == .text("-")))
    }
}
