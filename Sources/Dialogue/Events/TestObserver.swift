/// Somebody who watches a test without taking part.
public protocol TestObserver: AnyObject {
    /// Is told of an event when it happens.
    func observe(_ event: TestEvent) throws
}
