package import Acuity
internal import Contrast
internal import PhoneticMapping
package import Platform
package import Records

/// Runs a test from the first line to the report: shows the procedure's presentations, holds the
/// dialogue about each line, and gives the procedure the answers.
///
/// The letters go to the display and to the observers, never to the answer source.
package struct TestConductor {
    package let setup: TestSetup
    package let settings: ConductSettings
    package let source: any AnswerSource
    package let display: any Display
    package let observers: [any TestObserver]
    package let stop: StopRequest
    private let endIfStopped: () -> TestEnd
    private let hearing: RecognitionErrorModel
    private let elapsed: () -> Duration
    /// The duration of the part before an interruption.
    private let before: Duration
    private var distances: DistanceLog
    private var timing: LetterTiming

    private var procedure: any AcuityProcedure
    package private(set) var lettersAskedAgain = 0
    /// Requests so far, without those after a disturbance.
    private var requests = 0
    /// The positions of the line whose present answers were reported.
    private var told: Set<Int> = []
    /// Number of answers in finished lines that an operator gave.
    private var overrides = 0
    /// The number of times that sound was lost.
    package var soundsMissing = 0
    /// Letters replaced in a row because the person moved or chose another language.
    private var replacements = 0
    /// Maximum number of them, so that a person who leans in with each answer still gets to the end.
    /// Then the letters stay, and only their size follows the distance. Aloud's own choice.
    private static let mostReplacements = 3
    /// The language that the person has chosen during the test; nil for none.
    private var language: String?
    /// The reason that answers cannot be heard for now, if there is one.
    package var trouble: String?
    /// The reason that the test ends before the procedure does; nil while it runs.
    package var early: TestEnd?

    /// A test about to begin.
    ///
    /// - Parameters:
    ///   - setup: the contents of the report besides the score.
    ///   - procedure: the measuring procedure.
    ///   - hearing: the recognition errors that the estimate assumes.
    ///   - person: how this person was heard in the warm-up; only the estimate uses it.
    ///   - earlier: the part before an interruption; empty for a test that begins.
    ///   - source: the source of the answers.
    ///   - display: shows the letters.
    ///   - observers: receive the events.
    ///   - stop: an outside request to stop.
    ///   - endIfStopped: the end of the test if that request ends it.
    ///   - trouble: the reason why answers cannot be heard already, if there is one.
    ///   - viewing: the distance from the eye to the letters; nil if it is not measured.
    ///   - lettersAge: the time since the letters appeared on the screen, nil while they are held back;
    ///     by default they appear as soon as the display gets them.
    ///   - clock: measures the duration of the test.
    package init(
        setup: TestSetup, procedure: any AcuityProcedure, hearing: RecognitionErrorModel = .exact,
        person: PersonalHearing = PersonalHearing(), earlier: EarlierPart = EarlierPart(),
        source: any AnswerSource, display: any Display, observers: [any TestObserver] = [],
        settings: ConductSettings = ConductSettings(), stop: StopRequest = StopRequest(),
        endIfStopped: @escaping () -> TestEnd = { .stoppedFromOutside },
        trouble: String? = nil,
        viewing: @escaping () -> MeasuredDistance? = { nil },
        lettersAge: (() -> Duration?)? = nil,
        clock: some Clock<Duration> = ContinuousClock()
    ) {
        self.setup = setup
        self.procedure = procedure
        var heard = earlier.person
        heard.add(person)
        self.hearing = hearing.of(heard)
        self.source = source
        self.display = display
        self.observers = observers
        self.settings = settings
        self.stop = stop
        self.endIfStopped = endIfStopped
        self.trouble = trouble
        distances = DistanceLog(viewing, earlier: earlier.distances)
        lettersAskedAgain = earlier.lettersAskedAgain
        overrides = earlier.overrides
        soundsMissing = earlier.soundsMissing
        before = earlier.duration
        timing = LetterTiming(lettersAge)
        let start = clock.now
        elapsed = { start.duration(to: clock.now) }
    }

    /// Runs the test to its end, or until it is stopped.
    ///
    /// If the source fails, the test ends and its report gives the reason: the answers so far are
    /// kept.
    ///
    /// - Throws: only errors of the display or an observer.
    package mutating func run() throws -> TestRecord {
        let began = time
        while early == nil, let shown = procedure.next {
            try tell(.present(shown))
            var dialogue = LineDialogue(shown: shown, trouble: trouble, lastRead: lastRead)
            try hold(&dialogue)
            // A line read whole counts also when the test is stopped right after it.
            if dialogue.isLeft {
                replacements += 1
                procedure.redraw()
            } else if let answers = dialogue.reading.finalAnswers {
                replacements = 0
                try close(dialogue, answers)
            }
        }
        let duration = before + time - began
        let finish = procedure.score.end
        let leftOver = finish == nil ? nil : soundLeftOver()
        let choice = setup.contrastProcedure
        let estimate =
            procedure.read.isEmpty || choice != nil ? nil : self.estimate(besides: leftOver)
        let beside = procedure.score.beside(estimate)
        let score = early == .finished(.notUnderstood) ? beside.givenUp : beside
        let end = finish.map(TestEnd.finished) ?? early ?? .stoppedFromOutside
        var setup = setup
        setup.viewing = distances.used
        if let language { setup.hear(language) }
        var report = TestRecord(
            setup: setup, score: score, lettersAskedAgain: lettersAskedAgain,
            duration: duration, end: end, overrides: overrides, soundsMissing: soundsMissing,
            estimate: estimate, leftOver: leftOver)
        if let choice, !procedure.read.isEmpty {
            report.contrast = ContrastResult(
                of: choice, procedure, hearing: hearing, isLeftOver: leftOver != nil)
        }
        try tell(.result(report))
        try display.show(
            TestView(presentation: nil, places: [], prompt: .finished(report)))
        return report
    }

    private func estimate(besides leftOver: SoundLeftOver?) -> AcuityEstimate {
        var estimate = procedure.estimate(hearing: hearing)
        if let viewing = distances.used {
            estimate = estimate.allowing(forDistance: viewing.deviation)
        }
        return leftOver == nil ? estimate : estimate.adding(.soundLeftOver)
    }

    /// The time of the test: that of a recording, else the clock's.
    private var time: Duration { source.listened ?? elapsed() }

    private mutating func close(_ dialogue: LineDialogue, _ answers: [Answer]) throws {
        overrides += dialogue.reading.overrides
        let answered = try AnsweredPresentation(dialogue.shown, answers)
        try procedure.take(answers)
        distances.keepPresent()
        try tell(.line(dialogue.shown.line, right: answered.right))
        try display.show(
            TestView(
                presentation: dialogue.shown, places: dialogue.reading.places,
                prompt: .lineFinished,
                feedback: settings.showsRightAndWrong ? answered.judged : nil,
                asked: dialogue.reading.asked, said: dialogue.reading.taken,
                lastRead: dialogue.lastRead))
    }

    /// The size of the letters that the person read last, more than half of them rightly.
    private var lastRead: LogMAR? {
        procedure.read.last { 2 * $0.right > $0.answers.count }?.presentation.size
    }

    package mutating func tell(_ event: TestEvent) throws {
        switch event {
        case .present: told = []
        case .answer(_, let position, _, _, _), .override(_, let position, _, _):
            told.insert(position)
        case .correction(_, let position): told.remove(position)
        case .askAgain(_, let positions, let unclear, let asking):
            lettersAskedAgain += asking == .afterBreak ? unclear.count : positions.count
            told.subtract(positions)
        // The letters were hidden until now.
        case .resume, .recovered: timing.begin(source)
        default: break
        }
        for observer in observers { try observer.observe(event) }
    }
}

extension TestConductor {
    /// Holds the dialogue about a line until it is finished or the test must end.
    package mutating func hold(_ dialogue: inout LineDialogue) throws {
        try display.show(dialogue.view)
        timing.begin(source)
        source.lettersAppear()
        while !dialogue.isClosed, early == nil {
            guard !stop.isRequested else {
                early = endIfStopped()
                return
            }
            let event: AnswerEvent
            do {
                event = try source.next(dialogue.awaited)
            } catch {
                early = stop.isRequested ? endIfStopped() : .failed("\(error)")
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
                // Letters may have been said and lost: the uncertain ones are asked for again.
                try tell(dialogue.reading.breakOff(), in: dialogue)
                try closeOrAsk(&dialogue, isDisturbed: true)
            }
        case .moved:
            // A line that is partly read stays: the person would read letters a second time.
            let reading = dialogue.reading
            guard replacements < Self.mostReplacements else { return }
            let isUnread = reading.items.isEmpty && reading.answers.allSatisfy { $0 == nil }
            guard reading.count == 1 || isUnread, !reading.isFull else { return }
            var other = procedure
            other.redraw()
            guard other.next != dialogue.shown else { return }
            dialogue.isLeft = true
            dialogue.isClosed = true
        case .soundMissing(let reason):
            soundsMissing += 1
            try tell(.soundMissing(reason))
            // Any number of letters may be in the missing sound.
            try tell(dialogue.reading.takeTalk(at: nil), in: dialogue)
        case .language(let offered):
            try tell(.language(offered))
            if offered.isAccepted {
                language = offered.language
                // Letters heard in another language may be wrong, so the line is read again.
                dialogue.isLeft = true
                dialogue.isClosed = true
            } else if dialogue.reading.isFull || dialogue.reading.isPaused {
                try display.show(dialogue.view)
            } else {
                try tell(dialogue.reading.breakOff(), in: dialogue)
                try closeOrAsk(&dialogue, isDisturbed: true)
            }
        case .override(let position, let response, let remark):
            guard dialogue.shown.letters.indices.contains(position) else { return }
            dialogue.reading.override(position, with: response)
            try tell(.override(line: dialogue.shown.line, position: position, response, remark))
            try display.show(dialogue.view)
            // Without sound there is no quiet after which the line would be over.
            if dialogue.trouble != nil, dialogue.reading.isFull { try closeOrAsk(&dialogue) }
        // A request to stop may end the source, too.
        case .ended: early = stop.isRequested ? endIfStopped() : .answersEnded
        }
    }

    private mutating func hear(_ utterance: Utterance, in dialogue: inout LineDialogue) throws {
        if dialogue.endSilence(by: utterance.answers) { try tell(.resume) }
        let utterance = timing.timed(utterance, from: source)
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
            // If nothing follows "again", `closeOrAsk` asks instead.
            if change == .again, !dialogue.reading.items.isEmpty,
                dialogue.reading.mayAskAtOnce(), requests < ConductSettings.mostRequests
            {
                requests += 1
                try tell(
                    .askAgain(
                        line: dialogue.shown.line, positions: dialogue.reading.asked,
                        by: dialogue.reading.asking))
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
            try closeOrAsk(&dialogue)
        } else {
            try display.show(dialogue.view)
        }
    }

    /// Reports the changes that a sound without an answer made.
    private mutating func tell(_ changes: [ReadingChange], in dialogue: LineDialogue) throws {
        for change in changes { try tell(change, line: dialogue.shown.line, clock: nil) }
        if !changes.isEmpty { try display.show(dialogue.view) }
    }

    private mutating func tell(_ change: ReadingChange, line: Int, clock: Double?) throws {
        switch change {
        case .answered(let position, let answer):
            try tell(
                .answer(
                    line: line, position: position, answer, clock: clock,
                    metres: distances.present?.metres))
        case .mended(let position, let answer):
            try tell(.correction(line: line, position: position))
            guard let answer else { return }
            try tell(
                .answer(
                    line: line, position: position, answer, clock: clock,
                    metres: distances.present?.metres))
        case .paused: try tell(.pause(.asked))
        case .resumed: try tell(.resume)
        // "Again" shows in the request that follows it, "stop" in the result.
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

    /// Finishes the line if it is fully read; otherwise asks for the missing letters.
    ///
    /// - Parameter isDisturbed: whether answers could not be heard for a time, which is not the
    ///   person's doing and counts for no bound.
    private mutating func closeOrAsk(
        _ dialogue: inout LineDialogue, isDisturbed: Bool = false
    ) throws {
        let positions =
            dialogue.reading.isFull ? [] : dialogue.reading.ask(isDisturbed: isDisturbed)
        // Answers that no longer count, and are not asked for now, are taken back.
        let answers = dialogue.reading.answers
        for position in told.subtracting(positions).sorted() where answers[position] == nil {
            try tell(.correction(line: dialogue.shown.line, position: position))
        }
        guard !positions.isEmpty else {
            dialogue.isClosed = true
            return
        }
        guard isDisturbed || requests < ConductSettings.mostRequests else {
            early = .finished(.notUnderstood)
            return
        }
        if !isDisturbed { requests += 1 }
        try tell(
            .askAgain(
                line: dialogue.shown.line, positions: positions,
                unclear: dialogue.reading.notUnderstood, by: dialogue.reading.asking))
        try display.show(dialogue.view)
        // Speech from before the letters came back is not for them.
        if isDisturbed { source.lettersAppear() }
    }
}
