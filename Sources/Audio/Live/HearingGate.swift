internal import Synchronization

/// Whether a microphone is listened to. While the program itself speaks, and for its echo after,
/// it is not. Any thread.
public final class HearingGate: Sendable {
    /// How long a room is taken to ring on after speech until it is measured, seconds. Living rooms
    /// and offices lose 60 dB in 0.3 to 0.6 s; by half of that the echo is well below speech.
    public static let assumedEcho = 0.35

    private struct State {
        var speeches = 0
        var opensAt: Duration?
        var echo = HearingGate.assumedEcho
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
            state.opensAt = now + .seconds(state.echo)
        }
    }

    /// How long the room rings on, seconds: as assumed, or as measured.
    public var echo: Double { state.withLock(\.echo) }

    /// Whether the program is speaking; its echo does not count.
    var isSpeaking: Bool { state.withLock { $0.speeches > 0 } }

    /// The room's echo has been measured, in seconds: from now on this is how long it is waited
    /// for.
    func measured(echo: Double) { state.withLock { $0.echo = echo } }

    /// Whether nothing is listened to.
    public var isClosed: Bool {
        let now = clock.now()
        return state.withLock { state in
            state.speeches > 0 || state.opensAt.map { now < $0 } ?? false
        }
    }
}
