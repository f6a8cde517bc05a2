import Foundation
import Platform
import Records
import TestProgram
import TestSpeech
import TestTraits
import Testing

@testable import CommandLineKit

@Suite("Streams of the command line", .listening)
struct StreamTests {
    @Test(
        "Lines end in LF or CR LF; the last end is optional",
        arguments: [
            ("", []), ("\n", [""]), ("see\nzee", ["see", "zee"]),
            ("see\r\n\r\naye\n", ["see", "", "aye"]), ("\r", [""]), ("oh \u{E9}\n", ["oh \u{E9}"]),
        ])
    func lines(text: String, expected: [String]) throws {
        var reader = LineReader(MemoryInput(text))
        var lines: [String] = []
        while let line = try reader.next() { lines.append(line) }
        #expect(lines == expected)
    }

    @Test("Lines are whole, however the bytes arrive")
    func longLines() throws {
        let lines = (0..<50).map { String(repeating: "see ", count: $0 * 97 % 3000) }
        var reader = LineReader(MemoryInput(lines.joined(separator: "\n")))
        for line in lines { #expect(try reader.next() == line) }
        #expect(try reader.next() == nil)
    }

    @Test("A line without an end is refused before it fills the memory")
    func endlessLine() {
        var reader = LineReader(MemoryInput([UInt8](repeating: 65, count: 10 * LineReader.limit)))
        #expect(throws: InputError.lineTooLong(limit: LineReader.limit)) { try reader.next() }
    }

    @Test("A stop ends the wait for input")
    func stop() async throws {
        let pipe = Pipe()
        let stop = StopRequest()
        let input = DescriptorInput(
            descriptor: pipe.fileHandleForReading.fileDescriptor, name: "a pipe", stop: stop)
        try pipe.fileHandleForWriting.write(contentsOf: Data([1, 2, 3]))
        #expect(try input.read(upTo: 2) == [1, 2])
        #expect(try input.read(upTo: 2) == [3])
        let (bytes, answer) = AsyncStream.makeStream(of: [UInt8].self)
        Thread.detachNewThread {
            // Nothing but the request can end this, since the pipe stays open and empty.
            if let read = try? input.read(upTo: 2) { answer.yield(read) }
            answer.finish()
        }
        stop.request()
        var answers: [[UInt8]] = []
        for await read in bytes { answers.append(read) }
        #expect(answers == [[]])
        withExtendedLifetime(pipe) {}
    }

    @Test("Only a named pipe without a writer prints a notice")
    func pipeWithoutWriter() throws {
        let folder = try TemporaryFolder()
        let pipe = folder.file("pipe")
        try #require(mkfifo(pipe, 0o600) == 0)
        let messages = MemoryOutput()
        let console = Console(output: MemoryOutput(), messages: messages, input: MemoryInput(""))
        #expect(console.opening(pipe) { 1 } == 1)
        #expect(messages.text == "")
        Thread.detachNewThread {
            // The program waits until it has said so: only then somebody writes.
            while messages.text.isEmpty { Thread.sleep(forTimeInterval: 0.01) }
            let writer = FileHandle(forWritingAtPath: pipe)
            try? writer?.write(contentsOf: Data("see\n".utf8))
        }
        let input = try console.opening(pipe) { try FileInput(pipe, stop: StopRequest()) }
        #expect(try input.read(upTo: 9) == Array("see\n".utf8))
        #expect(messages.text == "Waiting for a program that writes to '\(pipe)'.\n")
    }

    private static let stalled = OutputError.failed(
        stream: "a pipe", reason: "its reader has stopped reading")

    /// More than a pipe holds (pipe(7)).
    private static let much = String(repeating: "x", count: 200_000)

    @Test("A slow reader is left out, and included again once it reads")
    func stalledReader() throws {
        let pipe = Pipe()
        let output = DescriptorOutput(
            descriptor: pipe.fileHandleForWriting.fileDescriptor, name: "a pipe"
        ).givingUp(after: .milliseconds(50))
        #expect(throws: Self.stalled) { try output.write(Self.much) }
        #expect(throws: Self.stalled) { try output.write("y") }
        _ = pipe.fileHandleForReading.availableData
        try output.write("y")
    }

    @Test("A stop ends the wait for a reader")
    func stopStalled() {
        let pipe = Pipe()
        let stop = StopRequest()
        let output = DescriptorOutput(
            descriptor: pipe.fileHandleForWriting.fileDescriptor, name: "a pipe", stop: stop)
        stop.request()
        #expect(throws: Self.stalled) { try output.write(Self.much) }
        withExtendedLifetime(pipe) {}
    }

    @Test("One signal ends a test with an unread event pipe, and the result is printed")
    func stalledTest() throws {
        let pipe = Pipe()
        // One page, by F_SETPIPE_SZ of Linux (fcntl(2)): the first events fill it.
        _ = fcntl(pipe.fileHandleForWriting.fileDescriptor, 1_031, 4_096)
        let aloud = try RunningAloud(
            ["test", "--events", "--procedure", "adaptive", "--letters", "45", "--answers", "-"],
            output: pipe)
        let line = "n c k z o\n"
        aloud.write(Data(String(repeating: line, count: 2_000).utf8), ends: false)
        var room = pollfd(
            fd: pipe.fileHandleForWriting.fileDescriptor, events: Int16(POLLOUT), revents: 0)
        while aloud.isRunning, poll(&room, 1, 0) > 0 { usleep(10_000) }
        aloud.signal(SIGTERM)
        aloud.waitUntilExit()
        let run = try aloud.end()
        #expect(run.status == 1)
        #expect(run.messages.contains("Error: Cannot write to standard output: its reader"))
        #expect(run.messages.contains("Complete       no"))
    }

    @Test("Failing input is an error")
    func badDescriptor() {
        let input = DescriptorInput(descriptor: 9999, name: "a closed file", stop: StopRequest())
        #expect(throws: InputError.self) { try input.read(upTo: 1) }
    }

    @Test("Each waiter is notified of a stop once; a late one immediately")
    func stopActions() {
        let told = MemoryOutput()
        let stop = StopRequest()
        stop.whenRequested { try? told.write("a") }
        #expect(!stop.isRequested)
        #expect(told.text == "")
        stop.request()
        stop.request()
        stop.whenRequested { try? told.write("b") }
        #expect(stop.isRequested)
        #expect(told.text == "ab")
    }

    @Test("A file is not a terminal: no colour, 80 characters")
    func terminal() throws {
        let file = try #require(FileHandle(forReadingAtPath: "/dev/null"))
        let terminal = Terminal(descriptor: file.fileDescriptor, variables: ["TERM": "xterm"])
        #expect(terminal == Terminal(isTerminal: false, width: 80, hasColor: false))
    }

    @Test("Members of an object: nil is left out or null, and the keys are in order")
    func members() {
        var object: JSONObject = ["event": "result", "seed": nil, "score": orNull(nil as Double?)]
        object.add(["line": 4, "b": [1, 2], "text": "a\"\\\n\u{7}é👁/"])
        #expect(
            object.jsonText
                == #"{"b":[1,2],"event":"result","line":4,"score":null,"text":"a\"\\\n\u0007é👁/"}"#)
    }
}
