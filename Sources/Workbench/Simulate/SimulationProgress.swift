internal import CommandLineKit
internal import Platform
internal import Synchronization

/// Tells people how far a long simulation is, and in the end how fast it was.
final class SimulationProgress: Sendable {
    private struct State {
        var done = 0
        var told: ContinuousClock.Instant
        var hasTold = false
    }

    private let tests: Int
    private let console: Console
    private let start: ContinuousClock.Instant
    private let state: Mutex<State>

    /// The least time between two messages, on a terminal and in a file.
    private func silence(hasTold: Bool) -> Duration {
        if console.terminal.isTerminal { return .milliseconds(250) }
        return hasTold ? .seconds(10) : .seconds(1)
    }

    /// - Parameter tests: how many there are to be done.
    init(tests: Int, console: Console) {
        self.tests = tests
        self.console = console
        start = ContinuousClock.now
        state = Mutex(State(told: start))
    }

    /// Counts more tests as done.
    func advance(by count: Int) {
        state.withLock { state in
            state.done += count
            let now = ContinuousClock.now
            guard now - state.told >= silence(hasTold: state.hasTold) else { return }
            state.told = now
            state.hasTold = true
            show("\(state.done) of \(tests) tests, \(100 * state.done / max(tests, 1)) %")
        }
    }

    /// All is done that will be.
    func finish() {
        state.withLock { state in
            let seconds = (ContinuousClock.now - start) / .seconds(1)
            let words = "\(state.done.counting("test")) in \((10 * seconds).rounded() / 10) s"
            show(words)
            if console.terminal.isTerminal { console.say("") }
        }
    }

    private func show(_ words: String) {
        guard console.terminal.isTerminal else { return console.say(words) }
        // To the first column, and the rest of the line cleared (ECMA-48).
        try? console.messages.write("\r\(words)\u{1B}[K")
    }
}
