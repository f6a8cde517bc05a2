public import HandsFree

/// The answers of a person, and between them what the operator does.
///
/// An act comes to effect at the next event of the person's answers: at a microphone in a fifth of
/// a second, with typed answers after the next line.
public final class AttendedAnswers: AnswerSource {
    private let source: any AnswerSource
    private let desk: OperatorDesk
    private let onAct: () -> Void

    /// - Parameters:
    ///   - source: the person's answers.
    ///   - desk: where the operator sits.
    ///   - onAct: called when something was done by hand.
    public init(
        _ source: any AnswerSource, desk: OperatorDesk, onAct: @escaping () -> Void = {}
    ) {
        self.source = source
        self.desk = desk
        self.onAct = onAct
    }

    public var listened: Duration? { source.listened }

    public func next(_ awaited: Awaited) throws -> AnswerEvent {
        if let event = desk.nextAct()?.event {
            onAct()
            return event
        }
        return try source.next(awaited)
    }
}
