import Testing

@testable import CommandLineKit
@testable import aloud

@Suite(.timeLimit(.minutes(60))) struct TranscriptionProgressTests {
    private func told(isTerminal: Bool) -> String {
        let messages = MemoryOutput()
        let environment = CommandEnvironment(
            console: Console(
                output: MemoryOutput(), messages: messages, input: MemoryInput(""),
                terminal: Terminal(isTerminal: isTerminal)),
            instruments: .absent)
        let progress = TranscriptionProgress(files: 3, environment: environment)
        progress.clear()
        progress.advance()
        progress.clear()
        progress.clear()
        return messages.text
    }

    @Test("a line on a terminal, which is taken away for a result")
    func terminal() {
        #expect(
            told(isTerminal: true) == "\r1 of 3 files heard\u{1B}[K\r\u{1B}[K")
    }

    @Test("nothing in a file")
    func file() { #expect(told(isTerminal: false) == "") }
}
