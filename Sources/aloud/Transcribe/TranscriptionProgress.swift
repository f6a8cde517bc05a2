internal import CommandLineKit
internal import Platform

/// Shows in a terminal how many files were heard: one line, which gives way to every result.
final class TranscriptionProgress {
    /// How long the line stays as it is.
    private static let pause = Duration.milliseconds(250)

    private let files: Int
    private let environment: CommandEnvironment
    private var heard = 0
    private var told: ContinuousClock.Instant?
    private var isShown = false

    /// - Parameter files: how many there are.
    init(files: Int, environment: CommandEnvironment) {
        self.files = files
        self.environment = environment
    }

    /// One more was heard.
    func advance() {
        heard += 1
        show()
    }

    /// Takes the line away, for a result or an error to be written there.
    func clear() {
        guard isShown else { return }
        isShown = false
        // To the first column, and the rest of the line cleared (ECMA-48).
        try? environment.messages.write("\r\u{1B}[K")
    }

    private func show() {
        let now = ContinuousClock.now
        guard environment.terminal.isTerminal, told.map({ now - $0 >= Self.pause }) ?? true else {
            return
        }
        told = now
        isShown = true
        try? environment.messages.write(
            "\r\(heard) of \(files.counting("file")) heard\u{1B}[K")
    }
}
