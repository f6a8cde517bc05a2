internal import Audio
internal import Foundation

/// What the capture thread has to tell the reader, in order, bounded: when nobody reads, the
/// oldest sound goes, and how much went is told in its place.
///
/// `@unchecked Sendable`: `state` is touched only while `lock` is held. A condition rather than a
/// `Mutex`, since a reader waits for news here, and since the thread sanitizer sees this lock
/// where it is blind to a contended `Mutex`.
final class CaptureQueue: @unchecked Sendable {
    private let lock = NSCondition()
    private var state = CaptureQueueState()
    private let capacitySeconds: Double

    /// - Parameter capacitySeconds: how much sound is kept for a reader that is late.
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

    /// Whether `pop` would return at once, waiting for that so long at most.
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

    /// Blocks the capture thread for so long or until `stop`.
    func sleep(seconds: Double) {
        let end = Date(timeIntervalSinceNow: seconds)
        lock.lock()
        defer { lock.unlock() }
        while !state.stopped, lock.wait(until: end) {}
    }

    /// For what does not wait: a wait gives the lock to others, who must not find the state lent.
    private func withState<Result>(_ body: (inout CaptureQueueState) -> Result) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return body(&state)
    }
}
