import Audio
import Synchronization

/// A clock that jumps to what is waited for, and remembers it.
final class HandClock: WaitingClock {
    private let state = Mutex((now: Duration.zero, waits: [Duration]()))

    func now() -> Duration { state.withLock { $0.now } }

    func wait(until time: Duration) {
        state.withLock {
            $0.waits.append(time)
            $0.now = max($0.now, time)
        }
    }

    /// Lets time pass.
    func pass(_ time: Duration) { state.withLock { $0.now += time } }

    /// The times that were waited for, in order.
    var waits: [Duration] { state.withLock { $0.waits } }
}
