package import Audio
internal import Dialogue
internal import PhoneticMapping
package import Platform
package import Recognition
internal import Transcripts

/// Turns sound into answers until it is stopped. It does not know what any screen shows.
///
/// The sound is its clock, so it hears a recording as it hears a microphone. For one thread.
package final class ContinuousListener {
    /// The options of a listener.
    package struct Settings: Sendable {
        /// The letters or directions to listen for.
        package var letters: LetterChoice
        /// The number of answers after which it ends; nil for no end.
        package var expected: Int?
        /// Whether it waits for a request before it reports answers.
        package var isPaused: Bool
        /// Whether it reports levels.
        package var hasMeter: Bool

        /// Sets each property from the parameter of its name.
        package init(
            letters: LetterChoice, expected: Int? = nil, isPaused: Bool = false,
            hasMeter: Bool = false
        ) {
            self.letters = letters
            self.expected = expected
            self.isPaused = isPaused
            self.hasMeter = hasMeter
        }
    }

    private let source: any AudioSource
    private let listener: LetterListener
    private let settings: Settings
    private let control: ControlQueue
    private let now: () -> Double
    private let report: (ListenEvent) -> Void

    private var endpointer = Endpointer()
    private var certain = CertainAnswer()
    private var diagonals: DiagonalWords?
    private var spokenLevel = SpokenLevel()
    private var advice: SoundAdvice?
    private var meter: MeterTimer?
    /// The reason for the pause; nil while answers are reported.
    private var pause: ListenEvent.PauseReason?
    /// The second of the sound from which answers count.
    private var openedAt = 0.0
    /// The second of the sound at which the person was forgotten last.
    private var forgottenAt = 0.0
    /// Answers until the pause or the end; nil for no limit.
    private var remaining: Int?
    /// Whether the last stretch of speech had exactly one answer; the next one probably has one,
    /// too.
    private var comesAlone = false
    /// Whether a piece of sound is missing from the present stretch of speech.
    private var isBroken = false
    private var gap = SoundGap()
    /// The arrival of the newest sound, seconds since 1970.
    private var arrival = 0.0
    private var answers = 0
    private var end: ListenEvent.EndReason?

    /// The longest time between two checks for requests, seconds.
    private static let look = 0.05
    /// The longest piece of a recording that is heard at once: 20 ms.
    private static let pieceSamples = speechRate / 50

    /// Listens from the start of a sound.
    ///
    /// - Parameters:
    ///   - control: the requests of other programs.
    ///   - now: seconds since 1970.
    ///   - report: takes each event on the thread of `run`.
    package init(
        _ source: any AudioSource, listener: LetterListener, settings: Settings,
        control: ControlQueue, now: @escaping () -> Double,
        report: @escaping (ListenEvent) -> Void
    ) {
        self.source = source
        self.listener = listener
        self.settings = settings
        self.control = control
        self.now = now
        self.report = report
        diagonals = settings.letters == .diagonals ? DiagonalWords() : nil
        meter = settings.hasMeter ? MeterTimer() : nil
        remaining = settings.expected
        pause = settings.isPaused ? .told : nil
    }

    /// Listens until the sound ends or `stop` is requested. The last event is `end`, even if this
    /// method throws.
    ///
    /// - Throws: an error of the sound or of the recogniser.
    package func run(until stop: StopRequest) throws {
        defer {
            report(.end(end ?? .soundEnded, answers: answers, seconds: endpointer.time))
        }
        do {
            if let live = source as? any LiveAudioSource {
                try listen(to: live, until: stop)
            } else {
                try read(until: stop)
            }
        } catch {
            // A stop may cut a pipe in the middle of a sample, which is not a failure.
            end = stop.isRequested ? .stopped : .failed
            if end == .failed { throw error }
        }
        if end == nil, stop.isRequested {
            // Requests that came before the stop.
            obey()
            end = .stopped
        }
    }

    private func listen(to live: any LiveAudioSource, until stop: StopRequest) throws {
        while end == nil, !stop.isRequested {
            obey()
            if !endpointer.isSpeaking { listener.prepare() }
            guard live.hasNews(within: Self.look) else { continue }
            guard let event = live.next() else { return }
            arrival = now()
            try take(event)
        }
    }

    private func read(until stop: StopRequest) throws {
        while end == nil, !stop.isRequested {
            guard let chunk = try source.read() else {
                if let last = endpointer.finish() { try hear(last) }
                if let missing = MissingSound(of: source) { throw missing }
                return
            }
            // Short pieces, so that a request takes effect as soon as with a microphone.
            var rest = chunk.samples[...]
            while end == nil, !rest.isEmpty {
                obey()
                try take(
                    AudioChunk(
                        samples: Array(rest.prefix(Self.pieceSamples)), sampleRate: speechRate))
                rest = rest.dropFirst(Self.pieceSamples)
            }
        }
    }
}

// MARK: - Requests

extension ContinuousListener {
    private func obey() {
        for request in control.take() where end == nil {
            switch request {
            case .success(let line): obey(line)
            case .failure(let unknown): report(.refused(unknown.reason))
            }
        }
    }

    private func obey(_ line: ControlLine) {
        if line.forget {
            listener.forgetSession()
            forgottenAt = endpointer.time
        }
        // A word before the request is not half of an answer after it.
        if line.forget || line.listen == true { diagonals?.forget() }
        switch line.listen {
        case true?:
            // An answer that began before this request does not count.
            openedAt = endpointer.time
            if settings.expected == nil { remaining = line.expect }
            resume()
        case false?: begin(.told)
        case nil: break
        }
        if line.stop { end = .stopped }
    }

    private func begin(_ reason: ListenEvent.PauseReason) {
        guard pause != reason else { return }
        pause = reason
        report(.pause(reason))
    }

    private func resume() {
        guard pause != nil else { return }
        pause = nil
        report(.resume)
    }
}

// MARK: - Sound

extension ContinuousListener {
    private func take(_ event: CaptureEvent) throws {
        switch event {
        case .sound(let chunk): try take(chunk)
        case .overrun(let count):
            missSound()
            report(
                .soundMissing(
                    "the microphone overran (\(count) so far); the current answer is unclear"))
        case .dropped(let seconds):
            missSound()
            report(
                .soundMissing(
                    "\((seconds * 10).rounded() / 10) s of sound came too fast to be heard; the"
                        + " current answer is unclear"))
        case .unheard: missSound()
        case .lost(let reason):
            endpointer.reset()
            isBroken = false
            report(.trouble("\(LostMicrophone(reason: reason))"))
        case .returned:
            gap.ends(at: endpointer.time)
            report(.recovered)
        }
    }

    /// Notes that a piece of sound is missing here: the present stretch of speech is incomplete, and
    /// so may be one that begins now.
    private func missSound() {
        isBroken = endpointer.isSpeaking
        gap.ends(at: endpointer.time)
    }

    private func take(_ chunk: AudioChunk) throws {
        spokenLevel.take(chunk.samples)
        let segments = try endpointer.take(chunk.samples) { segment in
            // Recognition is worse if a stretch is cut within a line of letters.
            try pause == nil && (remaining == 1 || comesAlone) && certain.isIn(segment, listener)
        }
        for segment in segments { try hear(segment) }
        if !endpointer.isSpeaking { isBroken = false }
        if let event = meter?.take(chunk, clock: endpointer.time) { report(event) }
    }

    private func hear(_ segment: SpeechSegment) throws {
        spokenLevel.take(segment.analysis)
        if spokenLevel.advice != advice {
            advice = spokenLevel.advice
            report(.advice(advice))
        }
        // In a pause that the person asked for, only "go on" counts; in other pauses nothing does.
        guard pause == nil || pause == .asked else { return }
        var heard = try (certain.take(segment, listener) ?? listener.judge(segment)).answers
        // The person who was forgotten was still speaking.
        if segment.start < forgottenAt { listener.forgetSession() }
        comesAlone = heard.count == 1
        if let joined = diagonals?.join(heard) { heard = joined }
        for answer in heard where end == nil {
            guard (answer.time?.lowerBound ?? segment.start) >= openedAt else { continue }
            take(answer)
        }
        isBroken = false
    }

    private func take(_ answer: SpokenAnswer) {
        var answer = answer
        switch pause {
        case .told?, .expected?: return
        case .asked?: guard answer.kind == .command(.resume) else { return }
        case nil: break
        }
        if isBroken || gap.mayCut(answer.time?.lowerBound), answer.counts { answer.kind = .unclear }
        let isLive = source is any LiveAudioSource
        let clock = endpointer.time
        let begun = answer.time.map { arrival - (clock - $0.lowerBound) }
        report(.answer(AnswerObject(answer), clock: clock, time: isLive ? begun : nil))
        switch answer.kind {
        case .command(.pause): begin(.asked)
        case .command(.resume): resume()
        default: break
        }
        guard answer.counts else { return }
        answers += 1
        guard let left = remaining.map({ $0 - 1 }) else { return }
        remaining = left > 0 ? left : nil
        guard left == 0 else { return }
        if settings.expected != nil {
            end = .expected
        } else {
            begin(.expected)
        }
    }
}

extension SpokenAnswer {
    /// Whether it answers for an optotype: a letter, a direction or "I can't see it".
    fileprivate var counts: Bool {
        switch kind {
        case .letter, .direction: true
        case .command: kind.isNotSeen
        case .unclear: false
        }
    }
}

/// Measures the level of the sound and returns it twice a second.
private struct MeterTimer {
    /// Sound between two reported levels, seconds.
    private static let interval = 0.5
    /// Length of the last moment, seconds.
    private static let momentSeconds = 0.2

    private var meter = LevelMeter(windowSeconds: 3)
    private var moment = LevelMeter(windowSeconds: momentSeconds)
    private var due = interval

    mutating func take(_ chunk: AudioChunk, clock: Double) -> ListenEvent? {
        meter.add(chunk.samples)
        moment.add(chunk.samples)
        guard clock >= due, let level = meter.level, let last = moment.level else { return nil }
        due = clock + Self.interval
        return .meter(level, moment: last.rms, clock: clock)
    }
}
