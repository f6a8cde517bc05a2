import Dialogue

/// An observer that keeps all events.
final class EventLog: TestObserver {
    /// The events in order.
    private(set) var events: [TestEvent] = []

    func observe(_ event: TestEvent) { events.append(event) }
}
