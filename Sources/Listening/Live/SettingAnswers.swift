public import Audio
public import LetterSpeech

/// What a person says before a test: numbers, distances, yes and no. Its clock is the sound itself.
/// One thread at a time.
public final class SettingAnswers {
    /// What happened.
    public enum Event: Sendable, Equatable {
        /// Something was said, from this second of the sound on.
        case heard(SpokenSetting, from: Double)
        /// Something was said that is not sure enough to count.
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
    private let recognizer: any Recognizing
    private var endpointer = Endpointer()
    private var waiting: [Event] = []
    private var idleSince = 0.0
    private var isBroken = false

    /// How often nothing is told, seconds of sound.
    private static let idle = 0.1
    /// How sure a phrase must be to count. What is less sure is said again. Phrases of two
    /// synthetic voices have 0.43 to 0.79; one that was taken for another had 0.39.
    private static let sure = 0.4

    /// By how many nats another word may explain a sound better than the one that was found. Of 484
    /// phrases of eleven synthetic voices and accents this takes back 9 of the 18 that were
    /// misheard, and 1 of the 374 that were heard right.
    private static let contradiction = 15.0

    /// Listens from the start of a sound.
    ///
    /// - Parameters:
    ///   - source: a `LiveAudioSource` is not waited for when it gives nothing.
    ///   - recognizer: for one of the grammars `steps` and `distances`.
    public init(source: any AudioSource, recognizer: any Recognizing) {
        self.source = source
        self.recognizer = recognizer
    }

    /// Seconds of sound so far.
    public var clock: Double { endpointer.time }

    /// Whether somebody is speaking just now.
    public var isSpeaking: Bool { endpointer.isSpeaking }

    /// The next thing that happened.
    public func next() throws -> Event {
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

    /// Takes what came; nil where no more will.
    private func take(_ event: CaptureEvent?) throws {
        switch event {
        case .sound(let chunk):
            for segment in endpointer.take(chunk.samples) { try hear(segment) }
            if !endpointer.isSpeaking { isBroken = false }
        // Sound is missing in what is being said: "forty" may be what is left of "four metres
        // forty".
        case .overrun, .dropped, .unheard: isBroken = endpointer.isSpeaking
        case .lost(let reason):
            endpointer.reset()
            isBroken = false
            waiting.append(.trouble("\(LostMicrophone(reason: reason))"))
        case .returned: waiting.append(.recovered)
        case nil:
            if let last = endpointer.finish() { try hear(last) }
            waiting.append(.ended)
        }
    }

    /// Whether another word explains the sound far better than the one word that was found, by the
    /// second acoustic model.
    private static func isContradicted(_ word: HeardWord) -> Bool {
        guard let best = word.scores.first, best.word != word.word,
            let own = word.scores.first(where: { $0.word == word.word })
        else { return false }
        return best.nats - own.nats > contradiction
    }

    private func hear(_ segment: SpeechSegment) throws {
        for word in try recognizer.hear(segment.samples, learning: true) {
            // Words in brackets are heard so that they are not taken for others.
            guard !word.word.hasPrefix("<") else { continue }
            guard !isBroken, word.confidence >= Self.sure, !Self.isContradicted(word),
                let setting = SpokenSetting(heard: word.word)
            else {
                waiting.append(.unclear)
                continue
            }
            waiting.append(
                .heard(setting, from: segment.start + word.time.lowerBound - segment.lead))
        }
    }
}
