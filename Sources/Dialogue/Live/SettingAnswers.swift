public import Audio
public import PhoneticMapping
public import Recognition

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
    private let listener: LetterListener
    private var endpointer = Endpointer()
    private var waiting: [Event] = []
    private var idleSince = 0.0
    private var isBroken = false

    /// How often nothing is told, seconds of sound.
    private static let idle = 0.1
    /// How sure a phrase must be to count. What is less sure is said again.
    private static let sure = 0.5

    /// Listens from the start of a sound.
    ///
    /// - Parameters:
    ///   - source: a `LiveAudioSource` is not waited for when it gives nothing.
    ///   - listener: for one of the grammars `steps` and `distances`.
    public init(source: any AudioSource, listener: LetterListener) {
        self.source = source
        self.listener = listener
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

    private func hear(_ segment: SpeechSegment) throws {
        let breath = try listener.hear(segment)
        if breath.words.isEmpty, !breath.talk.isEmpty { waiting.append(.unclear) }
        for word in breath.words {
            guard !isBroken, word.confidence >= Self.sure,
                let setting = SpokenSetting(heard: word.word)
            else {
                waiting.append(.unclear)
                continue
            }
            waiting.append(.heard(setting, from: word.time.lowerBound))
        }
    }
}

/// A microphone that was lost, in words for the person.
struct LostMicrophone: CustomStringConvertible {
    /// Why, in the words of whoever noticed it.
    let reason: String

    var description: String {
        let sentence = reason.hasSuffix(".") ? reason.dropLast() : reason[...]
        return "The microphone cannot be heard (\(sentence)). Please see that it is plugged in."
    }
}
