internal import Dialogue

/// Tells whoever started Aloud that sound was lost: what was said meanwhile was not heard.
final class LostSoundWarning: TestObserver {
    private let environment: CommandEnvironment

    init(in environment: CommandEnvironment) { self.environment = environment }

    func observe(_ event: TestEvent) {
        if case .soundMissing(let reason) = event { environment.say("Warning: \(reason)") }
    }
}
