import Foundation
import Testing

@testable import AloudCommands

@Suite("Utterances from bytes of any kind")
struct UtteranceReaderTests {
    private func lines(_ bytes: [UInt8]) throws -> [UtteranceReader.Line] {
        var reader = UtteranceReader(MemoryInput(bytes))
        var lines: [UtteranceReader.Line] = []
        while let line = try reader.next() { lines.append(line) }
        return lines
    }

    @Test("Text, with either line end and without the last")
    func text() throws {
        #expect(try lines(Array("a\r\n\nb\tc".utf8)) == [.text("a"), .text(""), .text("b\tc")])
    }

    @Test("A line that is no text stays one line")
    func noText() throws {
        let bytes = [0x63, 0xFF, 0x0A, 0x00, 0x0A] + Array("dee\n".utf8)
        let read = try lines(bytes)
        #expect(
            read == [
                .noText("it is not UTF-8"), .noText("it holds control characters"), .text("dee"),
            ])
    }

    @Test("A line without an end is refused, with its number")
    func tooLong() throws {
        let bytes = Array("see\n".utf8) + [UInt8](repeating: 0x61, count: 2 * LineReader.limit)
        var reader = UtteranceReader(MemoryInput(bytes))
        #expect(try reader.next() == .text("see"))
        #expect(throws: UtteranceError.tooLong(line: 2, limit: LineReader.limit)) {
            try reader.next()
        }
    }

    @Test("Lines that are no text are answered, one line each")
    func answered() throws {
        let output = MemoryOutput()
        let messages = MemoryOutput()
        let environment = CommandEnvironment(
            output: output, messages: messages, input: MemoryInput([0xFF, 0x0A, 0x01, 0x0A]),
            executable: AloudBinary.url.path, instruments: .absent)
        let status = CommandLineTool.aloud.run(["map"], in: environment)
        #expect(output.text == "-\n-\n")
        #expect(
            messages.text == """
                Line 1 is no text (it is not UTF-8): no answer.
                2 lines were no text.

                """)
        #expect(status == .success)
    }
}
