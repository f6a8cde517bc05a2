package import Acuity
package import CommandLineKit
package import Dialogue
package import PhoneticMapping
package import Platform
package import RecordStore
package import Records

/// A test that shows its letters in a terminal, as words.
package struct TerminalTest {
    private let room: ExamRoom
    private let observers: [any TestObserver]
    /// The reason that the test is incomplete in the records; nil if it is complete.
    package private(set) var notKept: TestNotKept?
    /// The comparison of the result with the person's earlier tests; nil without a comparison.
    package private(set) var change: AcuityChange?

    /// - Parameters:
    ///   - room: the exam.
    ///   - observers: follow the test.
    package init(in room: ExamRoom, observers: [any TestObserver]) {
        self.room = room
        self.observers = observers + [LostSoundWarning(in: room.console)]
    }

    /// Runs the test to its report.
    ///
    /// - Throws: why answers cannot be heard.
    package mutating func run(_ plan: TestPlan) throws -> TestRecord {
        let (configuration, console) = (room.configuration, room.console)
        var setup = plan.setup
        // A terminal shows letters of one size.
        setup.isCalibrated = false
        let source = try room.answers(until: console.stop)
        let keeper = try room.keeper(of: setup)
        defer { keeper?.end() }
        let observers = (keeper.map { [$0] } ?? []) + self.observers
        self.observers.compare(with: keeper)
        if let keeper, let voice = source as? VoiceAnswers {
            voice.isKept(by: keeper)
        }
        let display = PlainDisplay(to: console.messages, distance: setup.distance)
        var trouble: String?
        var person = PersonalHearing()
        if configuration.warmsUp, let voice = source as? VoiceAnswers {
            console.say(GuidanceWords.warmUp)
            var warmUp = WarmUp(
                teaching: voice, of: configuration.measurement.optotypes, size: WarmUp.usualSize,
                seed: setup.warmUpSeed, display: display, observers: observers,
                stop: console.stop)
            try warmUp.run()
            trouble = warmUp.trouble
            person = warmUp.person
        }
        setup.time = console.time
        var conductor = TestConductor(
            setup: setup, procedure: plan.procedure, hearing: plan.hearing, person: person,
            source: source, display: display, observers: observers,
            settings: ConductSettings(
                showsRightAndWrong: configuration.showsRightAndWrong,
                hearsRest: configuration.answers.hasEnd),
            stop: console.stop, trouble: trouble)
        let report = try conductor.run()
        notKept = keeper?.failure.map { TestNotKept(reason: $0) }
        change = keeper?.change
        return report
    }
}

extension TestSetup {
    /// The seed of the order of a warm-up's letters: that of the test if it has one.
    var warmUpSeed: UInt64 { seed ?? UInt64.random(in: 0..<1_000_000) }
}

/// Answers as lines of text, by an operator or a program: each line is a whole answer.
package final class TypedAnswers: AnswerSource {
    private let lines: TimedLineReader
    private let mapper: PhoneticMapper
    private let stop: StopRequest
    private let optotypes: OptotypeSet
    private let complain: (String) -> Void
    /// Number of letters in the line shown: the number awaited before any of them is asked again.
    private var lettersInLine = 0
    /// Whether the next line was not available when it was first requested.
    private var isAwaited = false

    /// The longest wait for a line before a page or an operator is checked, seconds.
    private static let patience = 0.05

    /// - Parameters:
    ///   - lines: the typed lines.
    ///   - mapper: finds the letters and commands in them.
    ///   - optotypes: the optotypes of the test; they decide whether words such as "up" are
    ///     answers.
    ///   - stop: once requested, no line counts any more.
    ///   - complain: called with a sentence about a line that is not text.
    package init(
        _ lines: TimedLineReader, mapper: PhoneticMapper, optotypes: OptotypeSet = .sloan,
        stop: StopRequest, complain: @escaping (String) -> Void
    ) {
        self.optotypes = optotypes
        self.lines = lines
        self.mapper = mapper
        self.stop = stop
        self.complain = complain
    }

    package func next(_ awaited: ExpectedAnswer) throws -> AnswerEvent {
        if case .answers(let count, again: false) = awaited { lettersInLine = count }
        let next = try lines.next(within: Self.patience)
        // A stop also ends the input, perhaps in mid-line. A part of a line is not an answer.
        if stop.isRequested { return .idle }
        let line: String
        switch next {
        case .waiting:
            isAwaited = true
            return .idle
        case .ended: return .ended
        case .line(let typed): line = typed
        }
        // A line that was there before may have been typed at any time.
        let moment: Utterance.Moment = isAwaited ? .now : .unknown
        isAwaited = false
        switch UtteranceReader.Line(line) {
        case .text(let text):
            return .utterance(
                Utterance(answers(to: text, awaited), isFinal: true, moment: moment))
        case .noText(let reason):
            complain("A line of the answers is not text (\(reason)): no answer.")
            return .utterance(Utterance([], isFinal: true))
        case .tooLong(let limit):
            throw InputError.lineTooLong(limit: limit)
        }
    }

    /// The answers of a line. Directions are mapped as letters: a word that only sounds like one of
    /// those letters, such as "see", is unclear and asked again.
    private func answers(to text: String, _ awaited: ExpectedAnswer) -> [SpokenAnswer] {
        guard optotypes.areDirections else {
            return mapper.answers(to: text, awaiting: row(for: awaited))
        }
        let words = mapper.spelledDirections(in: text, among: optotypes)
        return mapper.answers(to: words).map { answer in
            guard case .letter = answer.kind, !DirectionWords.names(answer, among: optotypes)
            else { return answer }
            var unclear = answer
            unclear.kind = .unclear
            return unclear
        }
    }

    /// The lengths of a word in capitals that is read as a row of letters.
    private func row(for awaited: ExpectedAnswer) -> TypedLetterRow {
        guard case .answers(let count, _) = awaited else { return .lineOfChart }
        return TypedLetterRow(lengths: [count, lettersInLine], choices: Set(optotypes.choices))
    }
}
