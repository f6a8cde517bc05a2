package import Acuity
internal import PhoneticMapping
package import Platform
internal import Records

/// Has a person read each letter once, huge and in random order, before the test: it shows how to
/// answer and gives advice on the voice. The source learns nothing from it. "Stop", or a click,
/// skips the rest.
package struct WarmUp {
    /// The number of silences in a row that end it; the test can wait longer.
    private static let mostSilences = 3

    package let source: any AdvisingSource
    /// The source of the answers: `source`, or one that adds an operator's acts.
    private let answers: any AnswerSource
    private let display: any Display
    private let observers: [any TestObserver]
    private let stop: StopRequest
    private let skip: StopRequest
    private let size: LogMAR
    private let optotypes: OptotypeSet
    private let seed: UInt64

    private var isPaused = false
    /// The reason that answers cannot be heard for now, if there is one.
    package private(set) var trouble: String?
    private var silences = 0
    /// The number of letters that were understood.
    private var readings = 0
    private var hearing = WarmUpHearing()
    /// The hearing of the person so far.
    package var person: PersonalHearing { hearing.person }
    private var given: Set<SoundAdvice> = []
    private var end: WarmUpEnd?

    /// The size of the letters on a screen without known sizes: the largest of a chart.
    package static var usualSize: LogMAR { SnellenLine.largest.size }

    /// A warm-up about to begin.
    ///
    /// - Parameters:
    ///   - source: gives advice on the voice.
    ///   - answers: the source of the answers, if it is not `source` alone.
    ///   - optotypes: the letters; directions need no warm-up.
    ///   - size: the size in which they are shown.
    ///   - seed: draws their order.
    ///   - stop: the request to end the whole test.
    ///   - skip: the request to go on to the test.
    package init(
        teaching source: any AdvisingSource, answers: (any AnswerSource)? = nil,
        of optotypes: OptotypeSet = .sloan, size: LogMAR, seed: UInt64, display: any Display,
        observers: [any TestObserver] = [], stop: StopRequest, skip: StopRequest = StopRequest()
    ) {
        self.source = source
        self.answers = answers ?? source
        self.optotypes = optotypes
        self.size = size
        self.seed = seed
        self.display = display
        self.observers = observers
        self.stop = stop
        self.skip = skip
    }

    /// Separates the order from all other draws with the same seed. Otherwise the first line of a
    /// random chart would be the first five letters of the warm-up.
    private static let ownDraw: UInt64 = 0x5741_524D_2D55_50

    /// The letters in their order.
    package var letters: [Letter] {
        var generator = SplitMix64(seed: seed ^ Self.ownDraw)
        var left = optotypes.choices
        return optotypes.choices.map { _ in left.remove(at: generator.index(below: left.count)) }
    }

    /// Runs it to its end.
    ///
    /// A source that fails ends it; the test that follows finds the failure itself, and reports it.
    ///
    /// - Throws: only what the display or an observer throws.
    @discardableResult
    package mutating func run() throws -> WarmUpEnd {
        try tell(.begin(letters, seed: seed))
        for (index, letter) in letters.enumerated() where end == nil {
            try tell(.show(letter, number: index + 1))
            try ask(letter, number: index + 1)
        }
        let end = end ?? .finished
        try tell(.end(end, understood: readings))
        return end
    }

    /// Holds the dialogue about a letter.
    private mutating func ask(_ letter: Letter, number: Int) throws {
        var dialogue = WarmUpLetter(letter)
        let shown = Presentation(
            line: number, size: size, letters: [letter], optotypes: optotypes)
        var asking = WarmUpAsking.read
        try show(asking, shown)
        answers.lettersAppear()
        silences = 0
        var isDone = false
        while !isDone, end == nil {
            guard let step = try next(&dialogue, shown, asking) else { continue }
            switch step {
            case .again:
                asking = .again
                try tell(.again(letter, way: nil))
            case .another(let way):
                asking = .another(way)
                try tell(.again(letter, way: way))
            case .done: isDone = true
            }
            if !isDone { try show(asking, shown) }
        }
        if isDone { try finish(dialogue) }
    }

    /// Counts a letter that was understood.
    private mutating func finish(_ dialogue: WarmUpLetter) throws {
        if dialogue.isConfirmed { readings += 1 }
        try tell(
            .letter(
                dialogue.letter, isUnderstood: dialogue.isConfirmed,
                way: dialogue.isConfirmed ? dialogue.otherWay : nil))
    }

    /// The step that follows the next event; nil if nothing changes.
    private mutating func next(
        _ dialogue: inout WarmUpLetter, _ shown: Presentation, _ asking: WarmUpAsking
    ) throws -> WarmUpLetter.Step? {
        guard !stop.isRequested else {
            end = .stopped
            return nil
        }
        guard !skip.isRequested else {
            end = .skipped
            return nil
        }
        let awaited = ExpectedAnswer.answers(1, again: dialogue.askings > 1)
        guard let event = try? answers.next(isPaused ? .resumption : awaited) else {
            end = .stopped
            return nil
        }
        switch event {
        case .utterance(let utterance):
            silences = 0
            return try hear(utterance, &dialogue, shown, asking)
        case .maybe:
            guard !isPaused else { return nil }
            try tell(.heard(dialogue.letter, as: nil))
            try advise()
            return dialogue.take(nil)
        case .silence:
            guard !isPaused, trouble == nil else { return nil }
            silences += 1
            guard silences < Self.mostSilences else {
                end = .silence
                return nil
            }
            try tell(.again(dialogue.letter, way: nil))
        case .trouble(let reason):
            trouble = reason
            try tell(TestEvent.trouble(reason))
            try show(asking, shown)
        case .recovered:
            trouble = nil
            try tell(TestEvent.recovered)
            try show(asking, shown)
        // An operator who answers knows that the letter was seen, and there is no sound to learn
        // from.
        case .override: return dialogue.give()
        case .language(let offered):
            try tell(TestEvent.language(offered))
            try show(asking, shown)
        case .ended: end = .stopped
        case .soundMissing(let reason): try tell(TestEvent.soundMissing(reason))
        case .talk, .settled, .idle, .moved: break
        }
        return nil
    }

    private mutating func hear(
        _ utterance: Utterance, _ dialogue: inout WarmUpLetter, _ shown: Presentation,
        _ asking: WarmUpAsking
    ) throws -> WarmUpLetter.Step? {
        var readings: [SpokenAnswer] = []
        for answer in utterance.answers {
            switch answer.kind {
            case .command(.stop):
                end = .skipped
                return nil
            case .command(.resume) where isPaused:
                isPaused = false
                try tell(TestEvent.resume)
                try show(asking, shown)
            case _ where isPaused: break
            case .command(.pause):
                isPaused = true
                try tell(TestEvent.pause(.asked))
                try show(asking, shown)
            case .command(.cannotSee), .command(.cannotSeeAny):
                try tell(.heard(dialogue.letter, as: HeardAnswer(.missed, answer)))
                return dialogue.give()
            case .command(.again): return .again
            case .letter, .unclear: readings.append(answer)
            case .command, .direction: break
            }
        }
        guard !isPaused, let reading = readings.first else { return nil }
        // Among several letters the one meant for this optotype is unknown.
        let answer = readings.count == 1 ? reading : nil
        try tell(.heard(dialogue.letter, as: answer.flatMap(Self.heard)))
        try advise()
        let step = dialogue.take(answer)
        if case .letter(let letter) = answer?.kind, step == .done {
            try display.show(
                TestView(
                    presentation: shown, places: [.heard(letter)], prompt: .warmUp(asking)))
        }
        return step
    }

    private static func heard(_ answer: SpokenAnswer) -> HeardAnswer? {
        guard case .letter(let letter) = answer.kind else { return nil }
        return HeardAnswer(.named(letter), answer)
    }

    /// Gives advice on the sound, each piece once.
    private mutating func advise() throws {
        guard let advice = source.advice, given.insert(advice).inserted else { return }
        try tell(.advice(advice))
    }

    private func show(_ asking: WarmUpAsking, _ shown: Presentation) throws {
        let prompt: Prompt =
            trouble.map(Prompt.trouble) ?? (isPaused ? .paused(.asked) : .warmUp(asking))
        let place: Place = asking == .read ? .waiting : .asked
        try display.show(TestView(presentation: shown, places: [place], prompt: prompt))
    }

    private mutating func tell(_ event: WarmUpEvent) throws {
        hearing.take(event.recorded)
        try tell(.warmUp(event))
    }

    private func tell(_ event: TestEvent) throws {
        for observer in observers { try observer.observe(event) }
    }
}
