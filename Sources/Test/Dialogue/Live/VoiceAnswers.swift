package import Audio
internal import PhoneticMapping
package import Recognition

/// The answers of a person at a microphone, or in a recording that takes its place.
///
/// It knows only whether letters, a correction or "go on" are awaited, never which letter is on the
/// screen. Its clock is the sound itself, so a recording is heard as it would be live.
/// One thread at a time.
package final class VoiceAnswers: AdvisingSource {
    private let source: any AudioSource
    private var listener: LetterListener
    private let idle: Double
    private var endpointer = Endpointer()
    private var certainAnswer = CertainAnswer()
    private var judge: AnswerJudge
    private var quiet: QuietTimer
    private var spokenLevel = SpokenLevel()
    private var awaited = ExpectedAnswer.correction
    private var waiting: [AnswerEvent] = []
    /// Sound of a recording that was read and is not heard yet.
    private var unheard: ArraySlice<Float> = []
    /// Whether sound is missing in the present stretch of speech, or other letters have appeared in
    /// it.
    private var isBroken = false
    private var hasEnded = false
    /// The failure of the source, thrown after the sound before it was heard.
    private var failure: (any Error)?
    private var hasClipped = false

    /// The longest piece of a recording that is heard at once: 20 ms.
    private static let pieceSamples = speechRate / 50

    /// Whether the letters were read at another time, in a recording: then no answer comes too soon
    /// after the test shows them.
    package var wereReadBefore = false
    /// The time of a clock that nobody sets.
    package var uptime: () -> Duration = {
        let start = ContinuousClock.now
        return { start.duration(to: .now) }
    }()
    /// The time of `uptime` at the beginning of the session's sound, if it had come without gaps; nil
    /// until the first sound, and after each gap. Sound waits in a queue before it is taken, so the
    /// earliest such time counts.
    private var soundStart: Duration?
    /// Called once, when a voice clips the microphone.
    package var onClipping: (() -> Void)?
    /// Called with every piece of sound, for a level meter.
    package var onSound: ((AudioChunk) -> Void)?

    /// The state of listening, for a sign on the screen.
    package enum Activity: Sendable {
        /// Nobody speaks.
        case listening
        /// Somebody speaks.
        case hearing
        /// A stretch of speech is being recognised.
        case thinking
        /// The microphone is closed, because Aloud itself speaks.
        case closed
    }

    /// Called with each change of the activity; nil if nothing can be heard.
    package var onActivity: ((Activity?) -> Void)?
    private var activity: Activity?

    private func note(_ next: Activity?) {
        guard next != activity else { return }
        activity = next
        onActivity?(next)
    }

    /// Listens from the start of a sound, with the thresholds of the listener.
    ///
    /// - Parameter source: a `LiveAudioSource` also gives its events with the sound.
    package init(source: any AudioSource, listener: LetterListener, patience: Patience = Patience())
    {
        self.source = source
        self.listener = listener
        idle = patience.idle
        judge = AnswerJudge(longestPause: patience.withinLine)
        quiet = QuietTimer(patience)
    }

    /// Length of the recording heard so far; nil for a microphone.
    package var listened: Duration? {
        source is any LiveAudioSource ? nil : .seconds(endpointer.time)
    }

    /// For a microphone by the arrival of its sound, about 0.05 s late.
    package var soundNow: Double? {
        guard !wereReadBefore else { return nil }
        guard source is any LiveAudioSource else { return endpointer.time }
        return soundStart.map { (uptime() - $0) / .seconds(1) }
    }

    package var advice: SoundAdvice? { spokenLevel.advice }

    package func next(_ awaited: ExpectedAnswer) throws -> AnswerEvent {
        quiet.wait(for: awaited, at: endpointer.time)
        self.awaited = awaited
        while true {
            if !waiting.isEmpty { return waiting.removeFirst() }
            if hasEnded { return .ended }
            if let failure { throw failure }
            if let due = quiet.dueEvent(at: endpointer.time, isSpeaking: endpointer.isSpeaking) {
                return due
            }
            if !endpointer.isSpeaking { listener.prepare() }
            // A device that is lost gives no sound, and so no time for being idle.
            if let live = source as? any LiveAudioSource, !live.hasNews(within: idle) {
                if activity == .listening, live is GatedMicrophone { note(.closed) }
                return .idle
            }
            try listen()
            if waiting.isEmpty, quiet.takeIdle(at: endpointer.time) { return .idle }
        }
    }

    /// The person acted otherwise than by voice, which was not silence.
    package func heardOtherwise() { quiet.actedOtherwise(at: endpointer.time) }

    /// The person answered by other means than voice. Speech that continues, or was heard but not
    /// yet passed on, belongs to that answer.
    package func answeredOtherwise() {
        heardOtherwise()
        endpointer.reset()
        isBroken = false
        waiting.removeAll { event in
            switch event {
            case .utterance, .maybe, .talk: true
            case .settled, .silence, .idle, .trouble, .recovered, .moved, .soundMissing, .language,
                .override, .ended:
                false
            }
        }
    }

    /// Drops the speech up to now, except commands that steer the test. In a recording, a person may
    /// read ahead of the test.
    package func lettersAppear() {
        quiet.lettersAppear(at: endpointer.time)
        guard !wereReadBefore else { return }
        isBroken = endpointer.isSpeaking
        waiting = waiting.compactMap { event -> AnswerEvent? in
            switch event {
            case .utterance(var utterance):
                utterance.answers = utterance.answers.filter(\.steersTest)
                return utterance.answers.isEmpty ? nil : .utterance(utterance)
            case .maybe, .talk: return nil
            case .settled, .silence, .idle, .trouble, .recovered, .moved, .soundMissing, .language,
                .override, .ended:
                return event
            }
        }
    }

    /// Resumes listening after somebody else has read from the sound. Answers that were heard
    /// before, and not yet passed on, are dropped.
    ///
    /// - Parameters:
    ///   - other: a listener for another language, used from now on; nil for no change.
    ///   - trouble: the reason that nothing can be heard, if the microphone was lost meanwhile.
    package func listenAnew(with other: LetterListener?, trouble: String? = nil) {
        answeredOtherwise()
        certainAnswer = CertainAnswer()
        soundStart = nil
        if let other { listener = other }
        if let trouble { lose(trouble) }
    }

    /// The microphone was lost, with the reason in words for the person.
    private func lose(_ reason: String) {
        quiet.microphoneLost()
        judge.microphoneLost()
        waiting.append(.trouble(reason))
        note(nil)
    }

    private func listen() throws {
        if let live = source as? any LiveAudioSource {
            guard let event = live.next() else { return end() }
            try take(event)
            return
        }
        do {
            if unheard.isEmpty, let chunk = try source.read() { unheard = chunk.samples[...] }
        } catch {
            failure = error
            return try hearLast()
        }
        // In short pieces, so that quiet counts from the same moment on as at a microphone.
        let piece = Array(unheard.prefix(Self.pieceSamples))
        unheard = unheard.dropFirst(piece.count)
        guard piece.isEmpty else {
            return try take(AudioChunk(samples: piece, sampleRate: speechRate))
        }
        let missing = MissingSound(of: source)
        // The rest of the last letter may be missing.
        isBroken = missing != nil && endpointer.isSpeaking
        try hearLast()
        if let missing { waiting.append(.soundMissing("\(missing)")) }
        end()
    }

    /// Hears the stretch of speech that the end of the sound cuts off.
    private func hearLast() throws {
        if let last = endpointer.finish() { try hear(last) }
    }

    private func end() {
        hasEnded = true
        waiting.append(.ended)
    }

    private func take(_ event: CaptureEvent) throws {
        if case .sound(let chunk) = event {
            let seconds = Double(chunk.samples.count) / Double(chunk.sampleRate)
            let start = uptime() - .seconds(endpointer.time + seconds)
            soundStart = min(soundStart ?? start, start)
        } else {
            soundStart = nil
        }
        switch event {
        case .sound(let chunk): try take(chunk)
        case .overrun(let count):
            missSound()
            waiting.append(
                .soundMissing(
                    "the microphone overran (\(count) so far); the current answer is asked for"
                        + " again"))
        case .dropped(let seconds):
            missSound()
            waiting.append(
                .soundMissing(
                    "\((seconds * 10).rounded() / 10) s of sound came too fast to be heard; the"
                        + " current answer is asked for again"))
        case .unheard:
            // A stretch that began before the program spoke is cut.
            isBroken = endpointer.isSpeaking
            judge.programSpoke(at: endpointer.time)
            quiet.programSpoke(at: endpointer.time)
        case .lost(let reason):
            endpointer.reset()
            isBroken = false
            lose("\(LostMicrophone(reason: reason))")
        case .returned:
            judge.microphoneReturned(at: endpointer.time)
            quiet.microphoneReturned(at: endpointer.time)
            waiting.append(.recovered)
        }
    }

    /// Sound is missing here: the rest of the present stretch must not count as an answer, nor one
    /// that begins now.
    private func missSound() {
        isBroken = endpointer.isSpeaking
        judge.soundWasLost(at: endpointer.time)
    }

    private func take(_ chunk: AudioChunk) throws {
        onSound?(chunk)
        spokenLevel.take(chunk.samples)
        let wasSpeaking = endpointer.isSpeaking
        let segments = try endpointer.take(chunk.samples) { segment in
            // Only the last answer may end a stretch early: a stretch cut within a line is heard
            // less well.
            try awaited.count == 1 && certainAnswer.isIn(segment, listener)
        }
        if !segments.isEmpty { note(.thinking) }
        for segment in segments { try hear(segment) }
        note(endpointer.isSpeaking ? .hearing : .listening)
        // Letters may have been said in a stretch that is too long.
        waiting += endpointer.takeTooLong().map(AnswerEvent.talk)
        if wasSpeaking || endpointer.isSpeaking || !segments.isEmpty {
            quiet.speechGoesOn(at: endpointer.time)
        }
        // A stretch that was not speech is dropped together with its gap.
        if !endpointer.isSpeaking { isBroken = false }
    }

    private func hear(_ segment: SpeechSegment) throws {
        let (utterance, accepted) =
            try certainAnswer.take(segment, listener) ?? listener.judge(segment)
        var answers = accepted
        spokenLevel.take(segment.analysis)
        let clock = endpointer.time
        let events = judge.select(
            &answers, in: utterance, of: segment,
            while: .init(
                awaited: awaited, soonestAnswer: wereReadBefore ? 0 : quiet.soonestAnswer,
                clock: clock))
        quiet.take(answers, events, at: segment.time)
        waiting += events + judge.adjust(&answers, of: segment, isBroken: isBroken)
        isBroken = false
        guard !answers.isEmpty else { return }
        quiet.answered(at: clock)
        if advice == .softer, !hasClipped {
            hasClipped = true
            onClipping?()
        }
        deliver(answers, with: answers.contains(where: \.isDirection) ? [] : utterance.talk)
    }

    /// Queues the answers of a stretch, in order.
    ///
    /// - Parameter sounds: other speech in the stretch, seconds.
    private func deliver(_ answers: [SpokenAnswer], with sounds: [ClosedRange<Double>]) {
        func queue(_ answers: some Sequence<SpokenAnswer>) {
            let utterance = Utterance(Array(answers), isFinal: false, clock: endpointer.time)
            if !utterance.answers.isEmpty { waiting.append(.utterance(utterance)) }
        }
        var rest = answers[...]
        for sound in sounds {
            let before = rest.prefix { ($0.time?.lowerBound ?? 0) < sound.lowerBound }
            queue(before)
            rest = rest.dropFirst(before.count)
            // Before the first answer and after the last it may be a breath.
            let isBetween = rest.startIndex > 0 && !rest.isEmpty
            waiting.append(isBetween ? .maybe(sound) : .talk(sound))
        }
        queue(rest)
    }
}
