internal import Synchronization

/// A wish from outside that a test should stop, such as Ctrl-C; safe to use from any thread.
///
/// The test looks at it before it waits for an answer, so a source that waits for long has to give
/// `idle` now and then, or look at it too.
public final class StopRequest: Sendable {
    private let requested = Atomic(false)

    /// No wish yet.
    public init() {}

    /// Asks the test to stop.
    public func request() { requested.store(true, ordering: .releasing) }

    /// Whether the test was asked to stop.
    public var isRequested: Bool { requested.load(ordering: .acquiring) }
}
