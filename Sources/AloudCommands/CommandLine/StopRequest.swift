internal import Synchronization

/// A request that the running verb come to an end: made once, by whoever, and never taken back.
///
/// A test that is asked to stop reports what was measured so far.
public final class StopRequest: Sendable {
    private struct State {
        var isRequested = false
        var waiting: [@Sendable () -> Void] = []
    }

    private let state = Mutex(State())

    public init() {}

    /// Whether the verb should come to an end.
    public var isRequested: Bool { state.withLock { $0.isRequested } }

    /// Makes the request. The second and later ones do nothing.
    public func request() {
        let waiting = state.withLock { state in
            defer { state = State(isRequested: true) }
            return state.waiting
        }
        for action in waiting { action() }
    }

    /// Has an action done when the request is made, at once if it has been made; on the thread
    /// that makes it, so it should be short. It is kept as long as this object.
    public func whenRequested(_ action: @escaping @Sendable () -> Void) {
        let isLate = state.withLock { state in
            if !state.isRequested { state.waiting.append(action) }
            return state.isRequested
        }
        if isLate { action() }
    }
}
