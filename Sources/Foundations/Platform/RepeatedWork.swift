internal import Foundation
internal import Synchronization

/// Work that is repeated on its own thread until it is stopped, such as sending results.
package final class RepeatedWork: Sendable {
    private let name: String
    private let isEnding = Mutex(false)
    private let wake = DispatchSemaphore(value: 0)
    private let ended = DispatchSemaphore(value: 0)

    /// - Parameter name: the name of the thread.
    package init(_ name: String) { self.name = name }

    /// Whether the work is asked to end. A long pass looks at it between its steps.
    package var isStopped: Bool { isEnding.withLock { $0 } }

    /// Starts the thread.
    ///
    /// - Parameters:
    ///   - state: the state that a pass leaves for the next one.
    ///   - pass: one pass; gets the state, and whether `look` began it. It returns the time of the
    ///     next pass, unless `look` asks for it earlier.
    package func start<State: Sendable>(
        _ state: State,
        pass:
            @escaping @Sendable (_ state: inout State, _ isAwoken: Bool) ->
            ContinuousClock.Instant
    ) {
        let thread = Thread { [self] in
            defer { ended.signal() }
            var state = state
            var isAwoken = false
            while !isStopped {
                let pause = pass(&state, isAwoken) - .now
                isAwoken = wake.wait(timeout: .now() + max(0, pause / .seconds(1))) == .success
            }
        }
        thread.name = name
        thread.start()
    }

    /// Begins the next pass now.
    package func look() { wake.signal() }

    /// Ends the thread.
    ///
    /// - Parameter seconds: the longest wait for a pass that runs.
    package func stop(within seconds: Double = 3) {
        isEnding.withLock { $0 = true }
        wake.signal()
        _ = ended.wait(timeout: .now() + seconds)
    }
}
