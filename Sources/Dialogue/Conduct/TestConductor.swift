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
    private let hearing: RecognitionErrorModel
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
        setup: TestSetup, procedure: any AcuityProcedure, hearing: RecognitionErrorModel = .exact,
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
    public mutating func run() throws -> TestRecord {
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
        let report = TestRecord(
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

extension TestConductor {
    /// Holds the dialogue about a line until it is finished or the test is to end.
    package mutating func hold(_ dialogue: inout LineDialogue) throws {
        try display.show(dialogue.view)
        while !dialogue.isClosed, early == nil {
            guard !stop.isRequested else {
                early = .stoppedFromOutside
                return
            }
            let event: AnswerEvent
            do {
                event = try source.next(dialogue.awaited)
            } catch {
                early = stop.isRequested ? .stoppedFromOutside : .failed("\(error)")
                return
            }
            try react(to: event, in: &dialogue)
        }
    }

    private mutating func react(to event: AnswerEvent, in dialogue: inout LineDialogue) throws {
        switch event {
        case .utterance(let utterance): try hear(utterance, in: &dialogue)
        case .maybe(let time):
            if dialogue.endSilence(by: nil) { try tell(.resume) }
            try tell(dialogue.reading.takeMaybe(at: time), in: dialogue)
        case .talk(let time): try tell(dialogue.reading.takeTalk(at: time), in: dialogue)
        case .settled:
            // While letters are awaited nothing can settle; their time limit is `silence`.
            if dialogue.awaited == .correction { try closeOrAsk(&dialogue) }
        case .silence: try hearNothing(in: &dialogue)
        case .idle: break
        case .trouble(let reason):
            trouble = reason
            dialogue.trouble = reason
            try tell(.trouble(reason))
            try display.show(dialogue.view)
        case .recovered:
            guard dialogue.trouble != nil else { return }
            trouble = nil
            dialogue.trouble = nil
            try tell(.recovered)
            if dialogue.reading.isFull || dialogue.reading.isPaused {
                try display.show(dialogue.view)
            } else {
                // Letters may have been said that nobody heard: what is not sure is asked for
                // again.
                try tell(dialogue.reading.breakOff(), in: dialogue)
                try closeOrAsk(&dialogue)
            }
        case .soundMissing(let reason):
            soundsMissing += 1
            try tell(.soundMissing(reason))
            // Any number of letters may have been said in what is missing.
            try tell(dialogue.reading.takeTalk(at: nil), in: dialogue)
        case .override(let position, let response):
            guard dialogue.shown.letters.indices.contains(position) else { return }
            dialogue.reading.override(position, with: response)
            try tell(.override(line: dialogue.shown.line, position: position, response))
            try display.show(dialogue.view)
            // Without sound there is no quiet after which the line would be over.
            if dialogue.trouble != nil, dialogue.reading.isFull { try closeOrAsk(&dialogue) }
        // A request to stop may end the source, too.
        case .ended: early = stop.isRequested ? .stoppedFromOutside : .answersEnded
        }
    }

    private mutating func hear(_ utterance: Utterance, in dialogue: inout LineDialogue) throws {
        if dialogue.endSilence(by: utterance.answers) { try tell(.resume) }
        let changes = dialogue.reading.take(utterance.answers)
        if !utterance.answers.isEmpty { dialogue.silences = 0 }
        dialogue.emptyTexts =
            utterance.isFinal && utterance.answers.isEmpty ? dialogue.emptyTexts + 1 : 0
        guard dialogue.emptyTexts < ConductSettings.mostEmptyTexts else {
            early = .failed("\(dialogue.emptyTexts) lines of text in a row had no answer.")
            return
        }
        for change in changes {
            try tell(change, line: dialogue.shown.line, clock: utterance.clock)
            // Where nothing follows it, the asking does.
            if change == .again, !dialogue.reading.items.isEmpty {
                try tell(
                    .askAgain(
                        line: dialogue.shown.line, positions: dialogue.reading.asked, unclear: []))
            }
        }
        if changes.contains(.paused) { dialogue.pauseReason = .asked }
        if changes.contains(.stopped) {
            early = .stoppedByPerson
        } else if dialogue.reading.isPaused {
            try display.show(dialogue.view)
        } else if utterance.isFinal
            || changes.contains(.again) && dialogue.reading.items.isEmpty
        {
            let saysNothingElse = changes.allSatisfy { $0 == .again }
            try closeOrAsk(&dialogue, isText: utterance.isFinal && saysNothingElse)
        } else {
            try display.show(dialogue.view)
        }
    }

    /// Tells what a sound without an answer changed.
    private mutating func tell(_ changes: [ReadingChange], in dialogue: LineDialogue) throws {
        for change in changes { try tell(change, line: dialogue.shown.line, clock: nil) }
        if !changes.isEmpty { try display.show(dialogue.view) }
    }

    private mutating func tell(_ change: ReadingChange, line: Int, clock: Double?) throws {
        switch change {
        case .answered(let position, let answer):
            try tell(.answer(line: line, position: position, answer, clock: clock))
        case .mended(let position, let answer):
            try tell(.correction(line: line, position: position))
            guard let answer else { return }
            try tell(.answer(line: line, position: position, answer, clock: clock))
        case .paused: try tell(.pause(.asked))
        case .resumed: try tell(.resume)
        // "Again" shows in the asking that follows it, "stop" in the result.
        case .again, .stopped: break
        }
    }

    private mutating func hearNothing(in dialogue: inout LineDialogue) throws {
        guard !dialogue.reading.isPaused, dialogue.trouble == nil else { return }
        dialogue.silences += 1
        if dialogue.silences < settings.silencesBeforePause || dialogue.reading.isFull {
            try closeOrAsk(&dialogue)
        } else {
            dialogue.reading.pause()
            dialogue.pauseReason = .silence
            try tell(.pause(.silence))
            try display.show(dialogue.view)
        }
    }

    /// Finishes the line if it is fully read, and else asks for what is missing.
    ///
    /// - Parameter isText: whether it follows a line of text, which told nothing but answers.
    private mutating func closeOrAsk(
        _ dialogue: inout LineDialogue, isText: Bool = false
    ) throws {
        if dialogue.reading.isFull {
            dialogue.isClosed = true
            return
        }
        let before = dialogue.reading.leftOpen
        let positions = dialogue.reading.ask(isText: isText)
        // What was told of a letter does not stand where it is left open after all.
        for position in dialogue.reading.leftOpen.subtracting(before).sorted() {
            try tell(.correction(line: dialogue.shown.line, position: position))
        }
        guard !positions.isEmpty else {
            dialogue.isClosed = true
            return
        }
        try tell(
            .askAgain(
                line: dialogue.shown.line, positions: positions,
                unclear: dialogue.reading.notUnderstood))
        try display.show(dialogue.view)
    }
}
