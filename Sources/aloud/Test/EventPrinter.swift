internal import CommandLineKit
internal import Dialogue
internal import Platform

/// Prints the events of a test as JSON Lines.
///
/// Where they cannot be printed on, the test is asked to stop rather than thrown away: what was
/// measured can still be told to a person.
final class EventPrinter: TestObserver {
    private let environment: CommandEnvironment
    /// Why the events could not be printed on, if so.
    private(set) var failure: OutputError?

    init(to environment: CommandEnvironment) { self.environment = environment }

    func observe(_ event: TestEvent) {
        guard failure == nil else { return }
        do throws(OutputError) {
            try environment.emit(event.recorded)
        } catch {
            failure = error
            environment.stop.request()
        }
    }
}

/// Tells whoever started Aloud that sound was lost: what was said meanwhile was not heard.
final class LostSoundWarning: TestObserver {
    private let environment: CommandEnvironment

    init(in environment: CommandEnvironment) { self.environment = environment }

    func observe(_ event: TestEvent) {
        if case .soundMissing(let reason) = event { environment.say("Warning: \(reason)") }
    }
}
