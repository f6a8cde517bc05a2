internal import Synchronization

/// Whether a microphone is listened to. While the program itself speaks, and for its echo after,
/// it is not. Any thread.
public final class HearingGate: Sendable {
    /// How long a room rings on after speech, seconds. Living rooms and offices lose 60 dB in 0.3
    /// to 0.6 s; by half of that the echo is well below speech.
    public static let echoSeconds = 0.35

    private struct State {
        var speeches = 0
        var opensAt: Duration?
    }

    private let state = Mutex(State())
    private let clock: any WaitingClock

    /// An open gate.
    public init(clock: any WaitingClock = SteadyClock()) { self.clock = clock }

    /// The program begins to speak.
    public func close() { state.withLock { $0.speeches += 1 } }

    /// The program has spoken: it opens when the echo is over, unless there is more to say.
    public func open() {
        let now = clock.now()
        state.withLock { state in
            state.speeches -= 1
            state.opensAt = now + .seconds(Self.echoSeconds)
        }
    }

    /// Whether nothing is listened to.
    public var isClosed: Bool {
        let now = clock.now()
        return state.withLock { state in
            state.speeches > 0 || state.opensAt.map { now < $0 } ?? false
        }
    }
}
