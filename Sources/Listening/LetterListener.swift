public import Audio
public import LetterSpeech

/// Hears what was said in a stretch of speech: recogniser, phonetic mapper, and three outcomes:
/// an answer, an unclear one, none. Not thread-safe: one owner.
public final class LetterListener {
    private let recognizer: any Recognizing
    private let mapper: PhoneticMapper
    private let thresholds: HearingThresholds

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
        guard Voicing.seconds(of: segment.samples) >= thresholds.voice else { return [] }
        let offset = segment.start - segment.lead
        let words = try recognizer.hear(segment.samples, learning: learning).map { word in
            HeardWord(
                word.word, time: word.time.lowerBound + offset...word.time.upperBound + offset,
                confidence: word.confidence)
        }
        return mapper.answers(to: words, from: .grammar).compactMap(judge)
    }

    /// Learns voice, room and microphone from a stretch of speech.
    public func attune(to segment: SpeechSegment) throws {
        try recognizer.attune(to: segment.samples)
    }

    /// Forgets voice, room and microphone.
    public func forgetSession() { recognizer.forgetSession() }

    private func judge(_ answer: SpokenAnswer) -> SpokenAnswer? {
        switch answer.kind {
        case .letter:
            if answer.confidence >= thresholds.accept { return answer }
            guard answer.confidence >= thresholds.notice else { return nil }
            var unclear = answer
            unclear.kind = .unclear
            return unclear
        case .unclear:
            return answer.confidence >= thresholds.notice ? answer : nil
        case .command:
            return answer.confidence >= thresholds.command ? answer : nil
        }
    }
}
