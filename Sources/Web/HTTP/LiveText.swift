internal import Synchronization

/// The slot between a test and one page: it holds the latest text that the page has not received.
///
/// Putting a text in never waits: a text not taken in time is replaced, so a slow or dead page
/// costs nothing and gets the latest state when it reads again. Any thread.
package final class LiveText: LiveFeed {
    /// The content of the slot for the page.
    package enum Next: Sendable, Equatable {
        /// A text that the page has not received.
        case text(String)
        /// Nothing new.
        case nothing
        /// The end of the stream.
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
    /// - Parameter text: the first text for the page.
    package init(_ text: String? = nil) { state = Mutex(State(pending: text)) }

    /// Sets a function to be called once, when the page disconnects or the slot ends.
    package func whenClosed(_ action: @escaping @Sendable (LiveText) -> Void) {
        state.withLock { $0.onClose = action }
    }

    /// Puts a text in, replacing one that was not taken.
    package func put(_ text: String) {
        wake { $0.pending = text }
    }

    /// Ends the stream after the pending text.
    package func end() {
        wake { $0.isEnded = true }
    }

    /// Whether the page has disconnected.
    package var isClosed: Bool { state.withLock { $0.isClosed } }

    /// Whether the page has received everything or has disconnected.
    package var isDelivered: Bool { state.withLock { $0.pending == nil || $0.isClosed } }

    // For the server.

    /// Sets a function to be called after each change.
    package func onChange(_ wake: @escaping @Sendable () -> Void) {
        state.withLock { $0.wake = wake }
    }

    /// Takes the pending text.
    package func take() -> Next {
        state.withLock { state in
            if let text = state.pending {
                state.pending = nil
                return .text(text)
            }
            return state.isEnded ? .end : .nothing
        }
    }

    /// Notes that the page has disconnected.
    package func close() {
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

/// Texts for one page, in order, as the server takes them. `LiveText` has only the latest one.
package protocol LiveFeed: AnyObject, Sendable {
    /// Sets a function to be called after each change.
    func onChange(_ wake: @escaping @Sendable () -> Void)

    /// Takes the next text.
    func take() -> LiveText.Next

    /// Notes that the page has disconnected.
    func close()
}

/// Texts in both directions, over a WebSocket (RFC 6455).
package protocol Conversation: LiveFeed {
    /// Takes a text from the page. Called on the server's thread, so it must not wait.
    func receive(_ text: String)

    /// Takes bytes from the page, in the same way.
    ///
    /// - Returns: whether such bytes may come. If not, the connection is closed.
    func receive(_ bytes: [UInt8]) -> Bool
}

extension Conversation {
    /// No bytes may come.
    package func receive(_ bytes: [UInt8]) -> Bool { false }
}
