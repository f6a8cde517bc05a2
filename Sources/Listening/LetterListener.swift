public import Audio
public import LetterSpeech

/// Hears what was said in a stretch of speech: recogniser, phonetic mapper, and three outcomes:
/// an answer, an unclear one, none. Not thread-safe: one owner.
public final class LetterListener {
    private let recognizer: any Recognizing
    private let mapper: PhoneticMapper
    /// How sure a hearing must be to count.
    public let thresholds: HearingThresholds

    public init(
        recognizer: any Recognizing, mapper: PhoneticMapper,
        thresholds: HearingThresholds = HearingThresholds()
    ) {
        self.recognizer = recognizer
        self.mapper = mapper
        self.thresholds = thresholds
    }

    /// The answers in a stretch of speech, in order, with their times in the whole sound; empty
    /// where it held none.
    ///
    /// - Parameter learning: whether it also teaches voice, room and microphone.
    public func answers(in segment: SpeechSegment, learning: Bool) throws -> [SpokenAnswer] {
        thresholds.answers(to: try hear(segment, learning: learning))
    }

    /// What is heard in a stretch of speech, before it is judged.
    ///
    /// - Parameter learning: whether it also teaches voice, room and microphone.
    public func hear(_ segment: SpeechSegment, learning: Bool) throws -> HeardBreath {
        guard isVoiced(segment) else { return HeardBreath() }
        let offset = segment.start - segment.lead
        let words = try recognizer.hear(segment.samples, learning: learning).map { word in
            var moved = word
            moved.time = word.time.lowerBound + offset...word.time.upperBound + offset
            return moved
        }
        return HeardBreath(words: words, answers: mapper.answers(to: words, from: .grammar))
    }

    /// Whether a stretch of speech in which no answer was heard may have been a letter: a voice
    /// made it, and it is as long as the name of a letter.
    public func mayBeLetter(_ segment: SpeechSegment) -> Bool {
        thresholds.letterSeconds.contains(segment.end - segment.start) && isVoiced(segment)
    }

    /// Whether a person can have said it.
    private func isVoiced(_ segment: SpeechSegment) -> Bool {
        Voicing.seconds(of: segment.samples) >= thresholds.voice
    }

    /// Learns voice, room and microphone from a stretch of speech; a noise teaches nothing.
    public func attune(to segment: SpeechSegment) throws {
        guard isVoiced(segment) else { return }
        try recognizer.attune(to: segment.samples)
    }

    /// Forgets voice, room and microphone.
    public func forgetSession() { recognizer.forgetSession() }
}
