internal import Dispatch
internal import Synchronization

/// A value that is made on another core while the caller continues.
///
/// Aloud loads the recogniser this way: loading takes half of a test's start-up time and needs no
/// other part.
package final class BackgroundResult<Made>: Sendable {
    private let made = Mutex<Result<Made, any Error>?>(nil)
    private let isMade = DispatchSemaphore(value: 0)

    /// Begins at once.
    package init(_ make: @escaping @Sendable () throws -> sending Made) {
        // For a higher class, libdispatch requests a priority that only root may set, and logs the
        // refusal.
        DispatchQueue.global(qos: .userInitiated).async { [self] in
            made.withLock { result in
                do { result = .success(try make()) } catch { result = .failure(error) }
            }
            isMade.signal()
        }
    }

    /// The value, once it is made. Call this once.
    package func take() throws -> sending Made {
        isMade.wait()
        guard let result = made.withLock({ $0.take() }) else { preconditionFailure("taken twice") }
        return try result.get()
    }
}

/// A request from outside, such as Ctrl-C, to end a test or another verb. Any thread may make it,
/// once, and it is never taken back.
///
/// A test that is asked to stop reports what was measured so far. It checks the request before it
/// waits for an answer, so a source with long waits must give `idle` now and then, or check the
/// request itself.
///
/// ```swift
/// let stop = StopRequest()
/// stop.request()
/// stop.isRequested  // true, for good
/// ```
package final class StopRequest: Sendable {
    private struct State {
        var isRequested = false
        var waiting: [@Sendable () -> Void] = []
        var inner: [ObjectIdentifier: Weak] = [:]
    }

    private struct Weak { weak var request: StopRequest? }

    private let state = Mutex(State())
    private let outer: StopRequest?

    /// No request yet.
    package init() { outer = nil }

    /// A request that is also made when `outer` is made. It removes itself from `outer` when it is
    /// freed.
    package init(within outer: StopRequest) {
        self.outer = outer
        let isLate = outer.state.withLock { state in
            if !state.isRequested { state.inner[ObjectIdentifier(self)] = Weak(request: self) }
            return state.isRequested
        }
        if isLate { request() }
    }

    deinit {
        let me = ObjectIdentifier(self)
        outer?.state.withLock { state in _ = state.inner.removeValue(forKey: me) }
    }

    /// Whether it was asked to stop.
    package var isRequested: Bool { state.withLock { $0.isRequested } }

    /// Makes the request. The second and later ones do nothing.
    package func request() {
        let before = state.withLock { state in
            defer { state = State(isRequested: true) }
            return state
        }
        for action in before.waiting { action() }
        for inner in before.inner.values { inner.request?.request() }
    }

    /// Calls an action when the request is made, or at once if it has been made. The action runs on
    /// the thread that makes the request, so it should be short. This object keeps it.
    package func whenRequested(_ action: @escaping @Sendable () -> Void) {
        let isLate = state.withLock { state in
            if !state.isRequested { state.waiting.append(action) }
            return state.isRequested
        }
        if isLate { action() }
    }
}
