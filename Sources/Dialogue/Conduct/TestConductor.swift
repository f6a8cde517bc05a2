public import Acuity
public import Platform
public import Records

/// Runs a test from the first line to the report: shows what the procedure wants shown, holds the
/// dialogue about each line, and gives the procedure the answers.
///
/// The letters go to the display and to the observers, never to the answer source.
public struct TestConductor {
    package let setup: TestSetup
    package let settings: ConductSettings
    package let source: any AnswerSource
    package let display: any Display
    package let observers: [any TestObserver]
    package let stop: StopRequest
    private let hearing: HearingModel
    private let elapsed: () -> Duration

    private var procedure: any AcuityProcedure
    package private(set) var lettersAskedAgain = 0
    /// Answers of finished lines that an operator gave.
    private var overrides = 0
    /// How often a piece of the sound was lost.
    package var soundsMissing = 0
    /// Why answers cannot be heard for now, if so.
    package var trouble: String?
    /// Why the test is to end before the procedure does; nil while it goes on.
    package var early: TestEnd?

    /// A test about to begin.
    ///
    /// - Parameters:
    ///   - setup: what stands in the report besides the score.
    ///   - procedure: what is measured, and how.
    ///   - hearing: how often letters are misheard, for the estimate.
    ///   - source: where the answers come from.
    ///   - display: where the letters are shown.
    ///   - observers: who is told what happens.
    ///   - stop: the wish from outside to stop.
    ///   - trouble: why answers cannot be heard already, if so.
    ///   - clock: what tells how long the test takes.
    public init(
        setup: TestSetup, procedure: any AcuityProcedure, hearing: HearingModel = .exact,
        source: any AnswerSource, display: any Display, observers: [any TestObserver] = [],
        settings: ConductSettings = ConductSettings(), stop: StopRequest = StopRequest(),
        trouble: String? = nil, clock: some Clock<Duration> = ContinuousClock()
    ) {
        self.setup = setup
        self.procedure = procedure
        self.hearing = hearing
        self.source = source
        self.display = display
        self.observers = observers
        self.settings = settings
        self.stop = stop
        self.trouble = trouble
        let start = clock.now
        elapsed = { start.duration(to: clock.now) }
    }

    /// Runs the test to its end, or until it is stopped.
    ///
    /// A source that fails ends the test and its report says why: what was measured is not lost.
    ///
    /// - Throws: only what the display or an observer throws.
    public mutating func run() throws -> TestReport {
        let began = time
        while early == nil, let shown = procedure.next {
            try tell(.present(shown))
            var dialogue = LineDialogue(shown: shown, trouble: trouble)
            try hold(&dialogue)
            // A line read whole counts also when the test is stopped right after it.
            if let answers = dialogue.reading.finalAnswers { try close(dialogue, answers) }
        }
        let duration = time - began
        let finish = procedure.score.end
        let leftOver = finish == nil ? nil : soundLeftOver()
        let estimate = procedure.read.isEmpty ? nil : self.estimate(besides: leftOver)
        let score = procedure.score.beside(estimate)
        let end = finish.map(TestEnd.finished) ?? early ?? .stoppedFromOutside
        let report = TestReport(
            setup: setup, score: score, lettersAskedAgain: lettersAskedAgain,
            duration: duration, end: end, overrides: overrides, soundsMissing: soundsMissing,
            estimate: estimate, leftOver: leftOver)
        try tell(.result(report))
        try display.show(
            TestView(presentation: nil, places: [], prompt: .finished(report)))
        return report
    }

    private func estimate(besides leftOver: SoundLeftOver?) -> AcuityEstimate {
        let estimate = procedure.estimate(hearing: hearing)
        return leftOver == nil ? estimate : estimate.adding(.soundLeftOver)
    }

    /// The time of the test: that of a recording, else the clock's.
    private var time: Duration { source.listened ?? elapsed() }

    private mutating func close(_ dialogue: LineDialogue, _ answers: [Answer]) throws {
        overrides += dialogue.reading.overrides
        let answered = try AnsweredPresentation(dialogue.shown, answers)
        try procedure.take(answers)
        try tell(.line(dialogue.shown.line, right: answered.right))
        try display.show(
            TestView(
                presentation: dialogue.shown, places: dialogue.reading.places,
                prompt: .lineFinished,
                feedback: settings.showsRightAndWrong ? answered.judged : nil,
                asked: dialogue.reading.asked, said: dialogue.reading.taken))
    }

    package mutating func tell(_ event: TestEvent) throws {
        if case .askAgain(_, let positions, _) = event { lettersAskedAgain += positions.count }
        for observer in observers { try observer.observe(event) }
    }
}
