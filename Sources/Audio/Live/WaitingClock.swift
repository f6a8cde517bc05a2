/// A clock that blocking code waits by.
public protocol WaitingClock: Sendable {
    /// Time since some moment that stays the same; never runs backwards.
    func now() -> Duration

    /// Blocks the calling thread until then; returns at once where that is past.
    func wait(until time: Duration)
}
