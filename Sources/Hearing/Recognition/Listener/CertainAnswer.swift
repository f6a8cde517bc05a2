package import Audio
internal import PhoneticMapping

/// Accepts the last awaited answer after a short pause if it is certain. In the pause, the stretch
/// of speech so far is heard, and it ends there if it is certainly one letter. Otherwise it
/// continues, and is heard again as a whole when it ends.
package struct CertainAnswer {
    /// Minimum probability of the letter, and of an answer with this letter.
    private static let leastConfidence = 0.95
    private static let leastSureness = 0.9

    /// The stretch that ended early, as it was judged then.
    private var early: (segment: SpeechSegment, judged: LetterListener.Judgement)?

    /// Nothing was heard yet.
    package init() {}

    /// Whether a stretch is certainly one letter and nothing else.
    package mutating func isIn(_ segment: SpeechSegment, _ listener: LetterListener) throws -> Bool
    {
        early = nil
        let judged = try listener.judge(segment, remembering: false)
        let (utterance, answers) = judged
        guard utterance.words.count == 1, utterance.talk.isEmpty, let answer = answers.first,
            answers.count == 1,
            case .letter = answer.kind,
            answer.confidence >= Self.leastConfidence,
            answer.sureness >= Self.leastSureness
        else { return false }
        early = (segment, judged)
        return true
    }

    /// The judgement of a stretch that ended early; nil for all others. The stretch then becomes
    /// context.
    package mutating func take(
        _ segment: SpeechSegment, _ listener: LetterListener
    ) -> LetterListener.Judgement? {
        guard let early, early.segment == segment else { return nil }
        self.early = nil
        listener.remember(segment, understood: early.judged.answers)
        return early.judged
    }
}
