internal import Synchronization

/// Whether a simulated device is plugged in.
final class Plug: Sendable {
    private let state = Mutex(true)

    var isIn: Bool {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }
}
