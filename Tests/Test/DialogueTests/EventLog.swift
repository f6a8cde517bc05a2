import Dialogue

/// An observer that keeps what it was told.
final class EventLog: TestObserver {
    /// The events in order.
    private(set) var events: [TestEvent] = []

    func observe(_ event: TestEvent) { events.append(event) }
}
