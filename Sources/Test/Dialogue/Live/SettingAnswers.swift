package import Audio
package import PhoneticMapping
package import Recognition

/// The answers of a person before a test: numbers, distances, yes and no. Its clock is the sound
/// itself. One thread at a time.
package final class SettingAnswers {
    /// An answer, or the lack of one.
    package enum Event: Sendable, Equatable {
        /// An answer that begins at this second of the sound.
        case heard(SpokenSetting, from: Double)
        /// Speech that is not sure enough to count.
        case unclear
        /// Nothing happened for a moment.
        case idle
        /// Nothing can be heard for now, with the reason in words for the person.
        case trouble(String)
        /// Answers can be heard again.
        case recovered
        /// The microphone gave no more sound, or the recording is over.
        case ended
    }

    private let source: any AudioSource
    private let listeners: [LetterListener]
    /// Whether the answers are those to the start form.
    private let areOfForm: Bool
    private var endpointer = Endpointer()
    private var waiting: [Event] = []
    private var idleSince = 0.0
    private var isBroken = false
    private var gap = SoundGap()

    /// Time after which `idle` is given, seconds of sound.
    private static let idle = 0.1
    /// Minimum probability of an answer; the person is asked again below it.
    private static let sure = 0.5

    /// Listens from the start of a sound.
    ///
    /// - Parameters:
    ///   - source: a `LiveAudioSource` is not waited for when it gives nothing.
    ///   - listener: for one of the grammars `steps`, `distances` and `setup`.
    ///   - others: hear the same sound in other languages. An answer counts if no two of them heard
    ///     different ones.
    ///   - areOfForm: whether the questions are those of the start form.
    package init(
        source: any AudioSource, listener: LetterListener, others: [LetterListener] = [],
        areOfForm: Bool = false
    ) {
        self.source = source
        listeners = [listener] + others
        self.areOfForm = areOfForm
    }

    /// Seconds of sound so far.
    package var clock: Double { endpointer.time }

    /// Whether somebody is speaking just now.
    package var isSpeaking: Bool { endpointer.isSpeaking }

    /// The next thing that happened.
    package func next() throws -> Event {
        while waiting.isEmpty {
            if let live = source as? any LiveAudioSource, !live.hasNews(within: Self.idle) {
                return .idle
            }
            try listen()
            if waiting.isEmpty, clock - idleSince >= Self.idle {
                idleSince = clock
                return .idle
            }
        }
        return waiting.removeFirst()
    }

    private func listen() throws {
        guard let live = source as? any LiveAudioSource else {
            return try take(source.read().map(CaptureEvent.sound))
        }
        try take(live.next())
    }

    /// Takes an event; nil at the end.
    private func take(_ event: CaptureEvent?) throws {
        switch event {
        case .sound(let chunk):
            for segment in endpointer.take(chunk.samples) { try hear(segment) }
            if !endpointer.isSpeaking { isBroken = false }
        // Sound is missing in the present stretch: "forty" may be the rest of "four metres forty".
        case .overrun, .dropped, .unheard:
            isBroken = endpointer.isSpeaking
            gap.ends(at: clock)
        case .lost(let reason):
            endpointer.reset()
            isBroken = false
            waiting.append(.trouble("\(LostMicrophone(reason: reason))"))
        case .returned:
            gap.ends(at: clock)
            waiting.append(.recovered)
        case nil:
            if let last = endpointer.finish() { try hear(last) }
            waiting.append(.ended)
        }
    }

    private func hear(_ segment: SpeechSegment) throws {
        let all = try listeners.map { try events(of: segment, by: $0) }
        guard all.count > 1 else {
            waiting += all[0]
            return
        }
        let heard = all.joined().filter { if case .heard = $0 { true } else { false } }
        let kinds = heard.reduce(into: [SpokenSetting]()) { kinds, event in
            if case .heard(let setting, _) = event, !kinds.contains(setting) {
                kinds.append(setting)
            }
        }
        if kinds.count == 1 {
            waiting.append(heard[0])
        } else if !all.joined().isEmpty {
            waiting.append(.unclear)
        }
    }

    /// The answers that one listener hears.
    private func events(
        of segment: SpeechSegment, by listener: LetterListener
    ) throws -> [Event] {
        let utterance = try listener.hear(segment)
        if utterance.words.isEmpty, !utterance.talk.isEmpty { return [.unclear] }
        return utterance.words.map { word in
            guard !isBroken, !gap.mayCut(word.time.lowerBound), word.confidence >= Self.sure,
                let setting = listener.setting(in: word.word, ofForm: areOfForm)
            else { return .unclear }
            return .heard(setting, from: word.time.lowerBound)
        }
    }
}

/// The message to the person that the microphone was lost.
package struct LostMicrophone: CustomStringConvertible {
    /// Reason, in the words of the system.
    private let reason: String

    /// The loss with this reason, in the system's words.
    package init(reason: String) { self.reason = reason }

    package var description: String {
        let sentence = reason.hasSuffix(".") ? reason.dropLast() : reason[...]
        return "\(Self.start) (\(sentence))\(Self.end)"
    }

    private static let start = "The microphone cannot be heard"
    private static let end = ". Please check that it is plugged in."

    /// Words for a patient, who can do nothing about the cause: without it. Other words stay.
    package static func withoutCause(_ words: String) -> String {
        guard words.hasPrefix(start + " ("), let end = words.firstRange(of: ")" + end) else {
            return words
        }
        return "\(start). Please ask for help.\(words[end.upperBound...])"
    }
}

/// The loudness of the last speech, compared with the room around it.
package struct SpokenLevel: Sendable {
    /// The room's noise, over the last seconds.
    private var room = LevelMeter(windowSeconds: 5)
    private var speech: Level?

    /// No sound yet.
    package init() {}

    /// Takes the next piece of the sound.
    package mutating func take(_ samples: [Float]) { room.add(samples) }

    /// Takes a stretch of speech.
    package mutating func take(_ stretch: SpeechAnalysis) { speech = stretch.level }

    /// The change that would help most, from the last speech; nil if none is needed.
    package var advice: SoundAdvice? {
        guard let speech else { return nil }
        if speech.clippedSamples > 0 { return .softer }
        if speech.peak < LevelAdviceLimits.quietPeak { return .louder }
        guard let noise = room.level?.noiseFloor else { return nil }
        let overNoise = speech.rms - noise
        if overNoise < LevelAdviceLimits.leastOverNoise { return .noisy }
        return overNoise < LevelAdviceLimits.goodOverNoise ? .louder : nil
    }
}
