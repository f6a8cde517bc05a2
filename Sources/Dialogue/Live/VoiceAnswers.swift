public import Audio
internal import PhoneticMapping
public import Recognition

/// The answers of a person at a microphone, or in a recording that takes its place.
///
/// It is told only whether letters, a correction or "go on" are awaited, never which letter is on
/// the screen. Its clock is the sound itself, so a recording is heard as it would be live.
/// One thread at a time.
public final class VoiceAnswers: AdvisingSource {
    /// When quiet means something, in seconds of sound.
    public struct Patience: Sendable, Equatable {
        /// Nothing has been said yet: the person is asked again.
        public var beforeSpeech = 8.0
        /// Part of the line was read, or something was said in which there was no answer: what is
        /// missing is asked for.
        public var withinLine = 3.5
        /// The same where speech without an answer came so often that whoever speaks waits for a
        /// word: a breath between two sentences. Aloud's own choice.
        public var afterMuchTalk = 1.5
        /// So often, stretches of speech. Aloud's own choice.
        public var muchTalk = 3
        /// The line is complete and a correction would have come by now, of who reads without
        /// pauses.
        public var afterLine = 1.0
        /// The same of who reads with pauses, as a share of the longest one: what was taken for a
        /// letter of the line may have been a hum, and the last one is still to come. Tried on four
        /// lines, read at 1.5 to 1.8 s a letter (docs/hearing.md).
        public var pausesAfterLine = 1.25
        /// No longer than this, however long the pauses are: seconds. Chosen, not measured: after
        /// one long pause the line's end should not seem to hang.
        public var longestAfterLine = 2.5
        /// After so long without an answer the person is asked again, though it was never quiet:
        /// somebody talks on, or a noise does not end. Aloud's own choice.
        public var beforeAnyQuiet = 20.0
        /// How often the test gets the word in between.
        public var idle = 0.2

        /// The usual patience, that of a test by voice.
        public init() {}

        /// How long the quiet after the last letter of a line lasts until the line is over,
        /// seconds.
        ///
        /// - Parameter pause: the longest between its letters, seconds.
        func afterLine(pause: Double) -> Double {
            max(afterLine, min(pausesAfterLine * pause, longestAfterLine))
        }
    }

    /// An answer that begins sooner after Aloud has spoken, and the echo of that, may not be the
    /// first one, seconds. Answers begin 0.2 s after the end of a question on average (Stivers
    /// 2009), and the echo is waited for until 0.35 s after it. Aloud's own choice: a letter's
    /// length.
    private static let soonestWhole = 0.5
    /// What begins sooner after the letters before are over is no answer to those shown since,
    /// seconds: to see and name a single letter takes half a second (Cattell 1886, Mind 11:63).
    /// Aloud's own choice: the quickest of people, and no quicker.
    static let soonestRead = 0.3
    /// Talk that begins sooner after a letter may correct it, seconds. Aloud's own choice: a second
    /// thought comes at once, and what others say in the room whenever they like.
    static let soonAfterLetter = 0.6
    /// How long such talk lasts at least, seconds: "I mean D" takes 0.77, and a letter that nobody
    /// understood mostly less.
    static let shortestRemark = 0.7
    /// A sound that is longer is somebody who says something, and not one who thinks, seconds.
    /// Aloud's own choice.
    private static let longestHum = 0.8
    /// Sooner than this, seconds, the beginning of the letter itself may be cut off.
    private static let soonestFirst = 0.1

    private let source: any AudioSource
    package let listener: LetterListener
    /// How sure what is awaited must be.
    package var thresholds: HearingThresholds { listener.thresholds }
    private let patience: Patience
    private var endpointer: Endpointer
    private(set) var spokenLevel = SpokenLevel()
    private var answerLevel = AnswerLevel()
    /// What was certain before the quiet had lasted long enough for everything else.
    package var early: (segment: SpeechSegment, breath: HeardBreath)?
    /// Whether one more answer completes what was asked for.
    var awaitsLast: Bool { awaited.count == 1 }
    package private(set) var awaited = Awaited.correction
    private var waiting: [AnswerEvent] = []
    private var quietSince = 0.0
    /// Since when no answer was heard that was asked for, by the clock of the sound.
    private var unansweredSince = 0.0
    private var idleSince = 0.0
    private var readSomething = false
    /// How many answers were awaited when that was read; 0 where nothing was.
    private var countRead = 0
    private var pace = ReadingPace()
    /// Stretches of speech in which there was no answer, since something was asked for or answered.
    private var talks = 0
    private var isBroken = false
    /// Since when the person is listened to after Aloud has spoken, by the clock of the sound.
    private var heardSince: Double?
    /// Since when what is shown now can be seen at the earliest, by that clock; nil for the first.
    private(set) var shownSince: Double?
    /// Where the letter or direction ended that was heard last, if nothing was heard since, by that
    /// clock.
    private(set) var letterEnd: Double?
    private var hasEnded = false
    /// Why the sound broke off, to be told once what came before it was heard.
    private var failure: (any Error)?
    /// Called once, when a voice drives the microphone to its limits.
    public var onClipping: (() -> Void)?
    private var hasClipped = false
    /// Called with every piece of sound, for a level meter.
    public var onSound: ((AudioChunk) -> Void)?

    /// Listens from the start of a sound, with the thresholds of the listener.
    ///
    /// - Parameter source: a `LiveAudioSource` is also asked what happened beside the sound.
    public init(source: any AudioSource, listener: LetterListener, patience: Patience = Patience())
    {
        self.source = source
        self.listener = listener
        self.patience = patience
        endpointer = Endpointer()
    }

    /// How much of a recording was heard; nil at a microphone.
    public var listened: Duration? {
        source is any LiveAudioSource ? nil : .seconds(endpointer.time)
    }

    public func next(_ awaited: Awaited) throws -> AnswerEvent {
        // Another line, or an asking.
        if awaited.count > self.awaited.count {
            pace = ReadingPace()
            talks = 0
            unansweredSince = endpointer.time
        }
        // What was read was no part of what is awaited now, such as the letter before in a warm-up.
        if countRead > 0, awaited.count >= countRead { readSomething = false }
        self.awaited = awaited
        while true {
            if !waiting.isEmpty { return waiting.removeFirst() }
            if hasEnded { return .ended }
            if let failure { throw failure }
            if let quiet = quietEvent(awaited) { return quiet }
            // A device that is lost gives no sound, and so no time by which to be idle.
            if let live = source as? any LiveAudioSource, !live.hasNews(within: patience.idle) {
                return .idle
            }
            try listen()
            if waiting.isEmpty, endpointer.time - idleSince >= patience.idle {
                idleSince = endpointer.time
                return .idle
            }
        }
    }

    public var advice: SoundAdvice? { spokenLevel.advice }

    /// Something was done otherwise than by voice: that was no silence.
    public func heardOtherwise() {
        quietSince = endpointer.time
        unansweredSince = quietSince
    }

    /// The person answered otherwise than by voice: what is being said, and what was said and is
    /// not told yet, belongs to what was answered so.
    public func answeredOtherwise() {
        heardOtherwise()
        endpointer.reset()
        isBroken = false
        waiting.removeAll { event in
            switch event {
            case .utterance, .maybe, .talk: true
            case .settled, .silence, .idle, .trouble, .recovered, .soundMissing, .override, .ended:
                false
            }
        }
    }

    /// What the quiet means, if it has lasted long enough to mean something.
    private func quietEvent(_ awaited: Awaited) -> AnswerEvent? {
        if case .answers = awaited,
            endpointer.time - unansweredSince >= patience.beforeAnyQuiet
        {
            beginAnew()
            return .silence
        }
        guard !endpointer.isSpeaking else { return nil }
        let quiet = endpointer.time - quietSince
        switch awaited {
        case .correction where quiet >= patience.afterLine(pause: pace.longestPause):
            beginAnew()
            shownSince = endpointer.time
            return .settled
        case .answers
        where quiet >= patienceForAnswers:
            beginAnew()
            return .silence
        case .answers, .correction, .resumption:
            return nil
        }
    }

    /// How long it may be quiet while answers are awaited, seconds.
    private var patienceForAnswers: Double {
        if readSomething { return patience.withinLine }
        if talks >= patience.muchTalk { return patience.afterMuchTalk }
        return talks > 0 ? patience.withinLine : patience.beforeSpeech
    }

    private func beginAnew() {
        readSomething = false
        talks = 0
        countRead = 0
        pace = ReadingPace()
        quietSince = endpointer.time
        unansweredSince = endpointer.time
    }

    private func listen() throws {
        if let live = source as? any LiveAudioSource {
            guard let event = live.next() else { return end() }
            try take(event)
            return
        }
        let chunk: AudioChunk?
        do {
            chunk = try source.read()
        } catch {
            failure = error
            return try hearLast()
        }
        if let chunk { return try take(chunk) }
        let missing = MissingSound(of: source)
        // Of the last letter the rest may be missing.
        isBroken = missing != nil && endpointer.isSpeaking
        try hearLast()
        if let missing { waiting.append(.soundMissing("\(missing)")) }
        end()
    }

    /// Hears what the end of the sound has cut off.
    private func hearLast() throws {
        if let last = endpointer.finish() { try hear(last) }
    }

    private func end() {
        hasEnded = true
        waiting.append(.ended)
    }

    private func take(_ event: CaptureEvent) throws {
        switch event {
        case .sound(let chunk): try take(chunk)
        // Sound is missing in what is being said: it must not be taken for what is left of it.
        case .overrun(let count):
            isBroken = endpointer.isSpeaking
            waiting.append(
                .soundMissing(
                    "the microphone ran over, \(count) so far; what was being said, if anything, is asked"
                        + " for again"))
        case .dropped(let seconds):
            isBroken = endpointer.isSpeaking
            waiting.append(
                .soundMissing(
                    "\((seconds * 10).rounded() / 10) s of sound came too fast to be heard; what was"
                        + " being said, if anything, is asked for again"))
        case .unheard:
            // What was begun before Aloud spoke, if anything, is cut.
            isBroken = endpointer.isSpeaking
            heardSince = endpointer.time
            // Letters come when all is said.
            if shownSince == quietSince {
                quietSince = endpointer.time
                shownSince = quietSince
            }
        case .lost(let reason):
            endpointer.reset()
            isBroken = false
            pace = ReadingPace()
            answerLevel = AnswerLevel()
            waiting.append(.trouble("\(LostMicrophone(reason: reason))"))
        case .returned:
            quietSince = endpointer.time
            waiting.append(.recovered)
        }
    }

    private func take(_ chunk: AudioChunk) throws {
        onSound?(chunk)
        spokenLevel.take(chunk.samples)
        let wasSpeaking = endpointer.isSpeaking
        let segments = try endpointer.take(chunk.samples) { try isCertain($0) }
        for segment in segments { try hear(segment) }
        // Letters may have been said in it.
        waiting += endpointer.takeTooLong().map(AnswerEvent.talk)
        if wasSpeaking || endpointer.isSpeaking || !segments.isEmpty {
            quietSince = endpointer.time
        }
        // A stretch that was no speech after all has taken its break with it.
        if !endpointer.isSpeaking { isBroken = false }
    }

    private func hear(_ segment: SpeechSegment) throws {
        let breath = try heardEarly(segment) ?? listener.hear(segment)
        let heard = thresholds.answers(to: breath)
        // Nobody reads a line so slowly, and goes on talking in between.
        var answers =
            heard.longestPause >= patience.withinLine
            ? heard.filter(\.steersTest) : ofPerson(heard, in: segment)
        let isTooSoon = answers.first.map(isTooSoon) ?? (segment.start < soonestAnswer)
        if isTooSoon, !answers.isEmpty {
            let end = answers.removeFirst().time?.upperBound ?? segment.end
            if !answers.isEmpty { waiting.append(.talk(segment.start...max(segment.start, end))) }
        }
        spokenLevel.take(segment)
        let isRemark = heard.isEmpty && isRemark(breath, in: segment)
        let isMaybe =
            heard.isEmpty && !isTooSoon && !isRemark && listener.mayBeLetter(segment, breath)
        if isRemark {
            // "I mean D", of which nothing was understood.
            let doubt = SpokenAnswer(
                .command(.correction), time: segment.start...segment.end)
            waiting.append(
                .utterance(Utterance([doubt], isFinal: false, clock: endpointer.time)))
            waiting.append(.talk(segment.start...segment.end))
            talks += 1
        } else if isMaybe {
            waiting.append(.maybe(segment.start...segment.end))
            if segment.end - segment.start > Self.longestHum { talks += 1 }
        } else if answers.isEmpty,
            !heard.isEmpty || listener.mayBeLetters(segment, breath)
                || isTooSoon && listener.mayBeLetter(segment, breath)
        {
            waiting.append(.talk(segment.start...segment.end))
            talks += 1
        }
        if awaited != .resumption {
            pace.take(answers, isMaybe: isMaybe, at: segment.start...segment.end)
        }
        if isBroken {
            for index in answers.indices { answers[index].kind = .unclear }
            isBroken = false
        }
        letterEnd = nil
        guard let lastAnswer = answers.last else { return }
        if lastAnswer.isOptotype { letterEnd = lastAnswer.time?.upperBound }
        if let heardSince, let first = answers[0].time?.lowerBound,
            first < heardSince + Self.soonestWhole
        {
            // Who answers so soon may have begun while nobody listened.
            waiting.append(.talk(segment.start...max(segment.start, first)))
            if first < heardSince + Self.soonestFirst, !answers[0].steersTest {
                answers[0].kind = .unclear
            }
        }
        heardSince = nil
        if advice == .softer, !hasClipped {
            hasClipped = true
            onClipping?()
        }
        readSomething = true
        unansweredSince = endpointer.time
        talks = 0
        countRead = awaited.count
        deliver(answers, with: answers.contains(where: \.isDirection) ? [] : breath.talk)
    }

    /// Of the answers of a breath those that count: where it is so faint that hardly the person
    /// said it, only what steers the test. Who is asked again, or paused, may be faint.
    private func ofPerson(_ answers: [SpokenAnswer], in segment: SpeechSegment) -> [SpokenAnswer] {
        let level = Double(VowelLevels(of: segment.samples).loudest)
        guard !awaited.isAgain, awaited != .resumption, answerLevel.isBehind(level) else {
            answerLevel.take(answers, at: level)
            return answers
        }
        return answers.filter(\.steersTest)
    }

    /// Tells what was said in a breath, in order.
    ///
    /// - Parameter sounds: where else in it something was said, seconds.
    private func deliver(_ answers: [SpokenAnswer], with sounds: [ClosedRange<Double>]) {
        func tell(_ answers: some Sequence<SpokenAnswer>) {
            let utterance = Utterance(Array(answers), isFinal: false, clock: endpointer.time)
            if !utterance.answers.isEmpty { waiting.append(.utterance(utterance)) }
        }
        var rest = answers[...]
        for sound in sounds {
            let before = rest.prefix { ($0.time?.lowerBound ?? 0) < sound.lowerBound }
            tell(before)
            rest = rest.dropFirst(before.count)
            // Before the first answer and after the last it may be a breath that was drawn.
            let isBetween = rest.startIndex > 0 && !rest.isEmpty
            waiting.append(isBetween ? .maybe(sound) : .talk(sound))
        }
        tell(rest)
    }
}

extension Awaited {
    /// How many answers are still to come.
    fileprivate var count: Int { if case .answers(let count, _) = self { count } else { 0 } }
    /// Whether they are asked for again.
    fileprivate var isAgain: Bool { if case .answers(_, let again) = self { again } else { false } }
}
