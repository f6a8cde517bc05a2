internal import Foundation

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
