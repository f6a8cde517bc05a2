internal import HandsFree

/// Prints the events of a test as JSON Lines.
final class EventPrinter: TestObserver {
    private let environment: CommandEnvironment

    init(to environment: CommandEnvironment) { self.environment = environment }

    func observe(_ event: TestEvent) throws { try environment.emit(event.json) }
}
