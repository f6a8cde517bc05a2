package import CommandLineKit
package import Dialogue
internal import Platform

/// Prints the events of a test as JSON Lines.
///
/// If they cannot be printed, the test is asked to stop: its result can still be shown to a person.
package final class EventPrinter: TestObserver {
    private let console: Console
    /// The reason that the events could not be printed; nil if they were.
    package private(set) var failure: OutputError?

    /// - Parameter console: its standard output takes the events.
    package init(to console: Console) { self.console = console }

    package func observe(_ event: TestEvent) {
        guard failure == nil else { return }
        do throws(OutputError) {
            try console.emit(event.recorded)
        } catch {
            failure = error
            console.stop.request()
        }
    }
}

/// Warns on standard error that sound was lost, and so not heard.
final class LostSoundWarning: TestObserver {
    private let console: Console

    /// - Parameter console: shows the warnings.
    init(in console: Console) { self.console = console }

    func observe(_ event: TestEvent) {
        if case .soundMissing(let reason) = event { console.say("Warning: \(reason)") }
    }
}
