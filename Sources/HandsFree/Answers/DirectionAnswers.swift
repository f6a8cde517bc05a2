internal import LetterSpeech

/// The answers of a person who is asked where something points: spoken directions become the
/// letters that stand for them. Elsewhere a direction is a remark.
public final class DirectionAnswers: AnswerSource {
    private let source: any AnswerSource

    /// - Parameter source: what the person says.
    public init(_ source: any AnswerSource) { self.source = source }

    public func next(_ awaited: Awaited) throws -> AnswerEvent {
        let event = try source.next(awaited)
        guard case .utterance(var utterance) = event else { return event }
        utterance.answers = utterance.answers.map(\.namingDirection)
        return .utterance(utterance)
    }
}
