internal import Foundation
internal import HandsFree
internal import Synchronization

/// Answers that are waited for on threads of their own, so that a page and an operator can act while nothing is
/// typed.
///
/// `@unchecked Sendable`: `source` is touched only by the thread of a question, and the next question is put only
/// when the one before was answered (`isAsked`); the rest is guarded or constant.
final class AwaitedAside: AnswerSource, @unchecked Sendable {
    private let source: any AnswerSource
    private let state = Mutex(State())
    private let news = DispatchSemaphore(value: 0)

    private struct State {
        var isAsked = false
        var found: Result<AnswerEvent, any Error>?
    }

    /// How often the test gets the word, seconds.
    private static let patience = 0.05

    /// - Parameter source: one for which it does not matter what is awaited; a request to stop ends its wait.
    init(_ source: any AnswerSource) { self.source = source }

    func next(_ awaited: Awaited) throws -> AnswerEvent {
        let isFree = state.withLock { state in
            defer { state.isAsked = true }
            return !state.isAsked
        }
        if isFree {
            let thread = Thread { [self] in
                let found = Result { try source.next(awaited) }
                state.withLock { $0.found = found }
                news.signal()
            }
            thread.name = "aloud answers"
            thread.start()
        }
        guard news.wait(timeout: .now() + Self.patience) == .success else { return .idle }
        let found = state.withLock { state in
            defer { state = State() }
            return state.found
        }
        return try found?.get() ?? .idle
    }
}
