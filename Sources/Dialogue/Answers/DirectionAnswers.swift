public import Acuity
internal import PhoneticMapping

/// The answers of a person who is asked where something points: spoken directions become the
/// letters that stand for them. Elsewhere a direction is a remark.
///
/// Where diagonals are among the choices, one is said in two words, which may come in two breaths.
/// The first word counts at once as what it is, a straight direction; the second one, when it comes
/// in time, mends it.
public final class DirectionAnswers: AnswerSource {
    private let source: any AnswerSource
    private var diagonals: DiagonalWords?

    /// Answers to what points somewhere.
    ///
    /// - Parameters:
    ///   - source: what the person says.
    ///   - optotypes: what is asked for.
    public init(_ source: any AnswerSource, among optotypes: OptotypeSet) {
        self.source = source
        diagonals = optotypes.areDiagonals ? DiagonalWords() : nil
    }

    public var listened: Duration? { source.listened }

    public func next(_ awaited: Awaited) throws -> AnswerEvent {
        let event = try source.next(awaited)
        guard case .utterance(var utterance) = event else { return diagonals?.note(event) ?? event }
        utterance.answers =
            (diagonals?.join(utterance.answers) ?? utterance.answers).map(\.namingDirection)
        return .utterance(utterance)
    }
}
