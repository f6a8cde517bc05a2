internal import Audio
internal import Foundation

/// The bounded queue of events from the capture thread to the reader. If no one reads, the oldest
/// sound is dropped, and its length is reported in its place.
///
/// `@unchecked Sendable`: `state` is touched only while `lock` is held. It is a condition rather than
/// a `Mutex`, because readers wait here, and because the thread sanitizer does not see a contended
/// `Mutex`.
final class CaptureQueue: @unchecked Sendable {
    private let lock = NSCondition()
    private var state = CaptureQueueState()
    private let capacitySeconds: Double

    /// - Parameter capacitySeconds: of sound kept for a late reader.
    init(capacitySeconds: Double) { self.capacitySeconds = capacitySeconds }

    var tally: CaptureTally { withState { $0.tally } }

    var isStopped: Bool { withState { $0.stopped } }

    /// Adds an event; never waits for the reader.
    func push(_ event: CaptureEvent) {
        withState {
            $0.add(event, capacitySeconds: capacitySeconds)
            lock.broadcast()
        }
    }

    /// The next event; nil after `stop`. Blocks until there is one.
    func pop() -> CaptureEvent? {
        lock.lock()
        defer { lock.unlock() }
        while !state.stopped {
            if let event = state.takeFirst() { return event }
            lock.wait()
        }
        return nil
    }

    /// Whether `pop` would return at once, after waiting for that at most so long.
    func hasNews(within seconds: Double) -> Bool {
        let end = Date(timeIntervalSinceNow: seconds)
        lock.lock()
        defer { lock.unlock() }
        while !state.stopped, state.isEmpty {
            guard lock.wait(until: end) else { return state.stopped || !state.isEmpty }
        }
        return true
    }

    /// Ends every `pop`, `hasNews` and `sleep`, now and later.
    func stop() {
        withState {
            $0.stopped = true
            lock.broadcast()
        }
    }

    /// Blocks the capture thread for some seconds or until `stop`.
    func sleep(seconds: Double) {
        let end = Date(timeIntervalSinceNow: seconds)
        lock.lock()
        defer { lock.unlock() }
        while !state.stopped, lock.wait(until: end) {}
    }

    /// Runs code that does not wait: a wait would release the lock while the state is borrowed.
    private func withState<Result>(_ body: (inout CaptureQueueState) -> Result) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return body(&state)
    }
}
