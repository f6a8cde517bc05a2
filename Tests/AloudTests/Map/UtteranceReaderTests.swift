import Foundation
import TestProgram
import Testing

@testable import CommandLineKit
@testable import Exam
@testable import PhoneticMapping
@testable import aloud

@Suite("Utterances are read from any bytes", .timeLimit(.minutes(1)))
struct UtteranceReaderTests {
    private func lines(_ bytes: [UInt8]) throws -> [UtteranceReader.Line] {
        var reader = UtteranceReader(MemoryInput(bytes))
        var lines: [UtteranceReader.Line] = []
        while let line = try reader.next() { lines.append(line) }
        return lines
    }

    @Test("Text with either line end, and without the last")
    func text() throws {
        #expect(try lines(Array("a\r\n\nb\tc".utf8)) == [.text("a"), .text(""), .text("b\tc")])
    }

    @Test("A line that is not text remains one line")
    func noText() throws {
        let bytes = [0x63, 0xFF, 0x0A, 0x00, 0x0A] + Array("dee\n".utf8)
        let read = try lines(bytes)
        #expect(
            read == [
                .noText("it is not UTF-8"), .noText("it holds control characters"), .text("dee"),
            ])
    }

    @Test("A line that is too long is skipped, however it is split")
    func tooLong() throws {
        for excess in [1, 4096, 4 * LineReader.limit] {
            let long = [UInt8](repeating: 0x61, count: LineReader.limit + excess)
            let read = try lines(Array("see\n".utf8) + long + Array("\ndee\n".utf8) + long)
            let tooLong = UtteranceReader.Line.tooLong(limit: LineReader.limit)
            #expect(read == [.text("see"), tooLong, .text("dee"), tooLong])
        }
        let longest = [UInt8](repeating: 0x61, count: LineReader.limit)
        #expect(try lines(longest + [0x0A]) == [.text(String(decoding: longest, as: UTF8.self))])
    }

    @Test("An overlong line is reported with its number; the others are answered")
    func answeredTooLong() throws {
        let long = String(repeating: "a", count: LineReader.limit + 1)
        let run = try AloudBinary.run(["map"], input: "see\n\(long)\nzed\n\(long)")
        #expect(run.output == "C\n-\nZ\n-\n")
        let told = run.messages.split(separator: "\n")
        #expect(told.count == 2)
        for (line, number) in zip(told, [2, 4]) {
            #expect(line.hasPrefix("Error: Line \(number) of standard input is longer than 65536"))
        }
        #expect(run.status == 1)
        let json = try AloudBinary.run(["map", "--json"], input: long + "\nzed\n")
        let error = #"{"answers":[],"error":"it is longer than 65536 bytes","line":"-"}"#
        #expect(json.output.hasPrefix(error + "\n{") && json.status == 1)
    }

    @Test("Lines that are not text are answered, one line each")
    func answered() throws {
        let output = MemoryOutput()
        let messages = MemoryOutput()
        let console = Console(
            output: output, messages: messages, input: MemoryInput([0xFF, 0x0A, 0x01, 0x0A]),
            executable: AloudBinary.url.path)
        let status = CommandLineTool.aloud(with: .absent).run(["map"], in: console)
        #expect(output.text == "-\n-\n")
        #expect(
            messages.text == """
                Ignored line 1, which is not text (it is not UTF-8).
                Ignored 2 lines that are not text.

                """)
        #expect(status == .success)
    }
}
