internal import Dialogue

/// A source after whose end nothing is said for as long as a test waits: so what was read is closed, and
/// what is missing is asked for, as at a microphone.
final class QuietAtEnd: AnswerSource {
    private let source: any AnswerSource
    private var wasQuiet = false

    init(_ source: any AnswerSource) { self.source = source }

    var listened: Duration? { source.listened }

    func next(_ awaited: Awaited) throws -> AnswerEvent {
        let event = try source.next(awaited)
        guard event == .ended, !wasQuiet else { return event }
        wasQuiet = true
        switch awaited {
        case .answers: return .silence
        case .correction: return .settled
        case .resumption: return .ended
        }
    }
}
