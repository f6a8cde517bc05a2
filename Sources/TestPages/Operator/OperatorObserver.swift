public import Dialogue

/// Tells the operator's desk what happens in a test.
public final class OperatorObserver: TestObserver {
    private let desk: OperatorDesk

    /// Tells a desk, for as long as the test lasts.
    public init(_ desk: OperatorDesk) { self.desk = desk }

    public func observe(_ event: TestEvent) { desk.take(event) }
}
