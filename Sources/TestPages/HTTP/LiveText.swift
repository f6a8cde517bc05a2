internal import Synchronization

/// The slot between a test and one page: it holds the latest text that the page has not got yet.
///
/// Putting a text in never waits: one that was not taken in time is replaced, so that a page that
/// is slow or dead costs nothing and gets the latest state once it reads again. Any thread.
public final class LiveText: Sendable {
    /// What there is for the page.
    public enum Next: Sendable, Equatable {
        /// A text that it has not got yet.
        case text(String)
        /// Nothing new.
        case nothing
        /// Nothing more, ever.
        case end
    }

    private struct State {
        var pending: String?
        var isEnded = false
        var isClosed = false
        var wake: (@Sendable () -> Void)?
        var onClose: @Sendable (LiveText) -> Void = { _ in }
    }

    private let state: Mutex<State>

    /// A slot.
    ///
    /// - Parameter text: what the page gets first.
    public init(_ text: String? = nil) { state = Mutex(State(pending: text)) }

    /// Has a function called once, when the page has gone away or the slot has ended.
    public func whenClosed(_ action: @escaping @Sendable (LiveText) -> Void) {
        state.withLock { $0.onClose = action }
    }

    /// Puts a text in, in place of one that was not taken yet.
    public func put(_ text: String) {
        wake { $0.pending = text }
    }

    /// Ends it, once the page has got what there is.
    public func end() {
        wake { $0.isEnded = true }
    }

    /// Whether the page is gone.
    public var isClosed: Bool { state.withLock { $0.isClosed } }

    /// Whether the page has got all that was put in, or is gone.
    public var isDelivered: Bool { state.withLock { $0.pending == nil || $0.isClosed } }

    // For the server.

    /// Has a function called after each change.
    public func onChange(_ wake: @escaping @Sendable () -> Void) {
        state.withLock { $0.wake = wake }
    }

    /// Takes what there is.
    public func take() -> Next {
        state.withLock { state in
            if let text = state.pending {
                state.pending = nil
                return .text(text)
            }
            return state.isEnded ? .end : .nothing
        }
    }

    /// The page is gone.
    public func close() {
        let onClose = state.withLock { state in
            defer { state.isClosed = true }
            state.wake = nil
            return state.isClosed ? { _ in } : state.onClose
        }
        onClose(self)
    }

    private func wake(after change: (inout State) -> Void) {
        let wake = state.withLock { state in
            change(&state)
            return state.wake
        }
        wake?()
    }
}
