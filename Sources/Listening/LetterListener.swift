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
        guard isVoiced(segment) else { return [] }
        let offset = segment.start - segment.lead
        let words = try recognizer.hear(segment.samples, learning: learning).map { word in
            HeardWord(
                word.word, time: word.time.lowerBound + offset...word.time.upperBound + offset,
                confidence: word.confidence)
        }
        guard !isTalk(words) else { return [] }
        return mapper.answers(to: words, from: .grammar).compactMap {
            judge($0, isAlone: words.count == 1)
        }
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

    /// Whether a breath was talk: what the grammar makes of talk is a row of answers of which most
    /// are hardly believable, while letters that are read are clear, but for one or two.
    private func isTalk(_ words: [HeardWord]) -> Bool {
        guard words.count > 1 else { return false }
        func seconds(_ words: [HeardWord]) -> Double {
            words.reduce(0) { $0 + $1.time.upperBound - $1.time.lowerBound }
        }
        let believable = words.filter { $0.confidence >= thresholds.notice }
        return words.allSatisfy { $0.confidence < thresholds.accept }
            || seconds(believable) < thresholds.believable * seconds(words)
    }

    /// Learns voice, room and microphone from a stretch of speech; a noise teaches nothing.
    public func attune(to segment: SpeechSegment) throws {
        guard isVoiced(segment) else { return }
        try recognizer.attune(to: segment.samples)
    }

    /// Forgets voice, room and microphone.
    public func forgetSession() { recognizer.forgetSession() }

    /// What an answer comes to. One of several in a breath is never left out: those after it
    /// would move to the places of others.
    private func judge(_ answer: SpokenAnswer, isAlone: Bool) -> SpokenAnswer? {
        let needed =
            switch answer.kind {
            case .letter: thresholds.accept
            case .command: thresholds.command
            case .unclear: 2.0  // unclear it stays, however sure that is
            }
        if answer.confidence >= needed { return answer }
        guard answer.confidence >= thresholds.notice || !isAlone else { return nil }
        var unclear = answer
        unclear.kind = .unclear
        return unclear
    }
}
