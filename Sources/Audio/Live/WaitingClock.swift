internal import Foundation

/// A clock that blocking code waits by.
public protocol WaitingClock: Sendable {
    /// Time since some moment that stays the same; never runs backwards.
    func now() -> Duration

    /// Blocks the calling thread until then; returns at once where that is past.
    func wait(until time: Duration)
}

/// The computer's own clock, which goes on through a change of the date.
public struct SteadyClock: WaitingClock {
    private let start = ContinuousClock.now

    /// A clock that starts at zero now.
    public init() {}

    public func now() -> Duration { ContinuousClock.now - start }

    public func wait(until time: Duration) {
        let left = time - now()
        if left > .zero { Thread.sleep(forTimeInterval: left / .seconds(1)) }
    }
}
