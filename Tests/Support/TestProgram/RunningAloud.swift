package import Foundation
internal import TestSpeech
internal import Testing

/// The real program while it runs.
package final class RunningAloud {
    private let process = Process()
    private let folder: TemporaryFolder
    private let output: Pipe
    private let input = Pipe()
    /// The output so far.
    package private(set) var text = ""

    /// Starts it. Its standard input stays open until `write` ends it.
    ///
    /// - Parameters:
    ///   - variables: added to the environment of the tests.
    ///   - output: takes its standard output; a test may close the reading end.
    package init(_ words: [String], variables: [String: String] = [:], output: Pipe = Pipe()) throws
    {
        self.output = output
        folder = try TemporaryFolder()
        // A file rather than a pipe: nobody has to read it meanwhile.
        try folder.write("", to: "messages")
        process.executableURL = AloudBinary.url
        process.arguments = words
        process.environment = ProcessInfo.processInfo.environment
            .merging(AloudBinary.usual) { _, new in new }
            .merging(variables) { _, new in new }
        process.standardInput = input
        process.standardOutput = output
        process.standardError = FileHandle(forWritingAtPath: folder.file("messages"))
        try process.run()
    }

    deinit {
        if process.isRunning { process.terminate() }
    }

    /// Its number.
    package var processIdentifier: Int32 { process.processIdentifier }

    /// Whether it has not ended.
    package var isRunning: Bool { process.isRunning }

    /// Writes to its standard input, on a thread of its own.
    ///
    /// - Parameter ends: whether that is all that comes.
    package func write(_ bytes: Data, ends: Bool) {
        let handle = input.fileHandleForWriting
        Thread.detachNewThread {
            // A program that has what it needs stops reading, and SIGPIPE goes to this thread.
            var mask = sigset_t()
            sigaddset(&mask, SIGPIPE)
            pthread_sigmask(SIG_BLOCK, &mask, nil)
            try? handle.write(contentsOf: bytes)
            if ends { try? handle.close() }
        }
    }

    /// Waits until it has printed something.
    package func wait(for words: String) throws {
        while !text.contains(words) {
            let bytes = output.fileHandleForReading.availableData
            try #require(!bytes.isEmpty, "it ended by itself: \(text)")
            text += String(decoding: bytes, as: UTF8.self)
        }
    }

    /// Waits until its messages have some words.
    ///
    /// - Returns: the rest of the line after them.
    package func message(after words: String) throws -> String {
        while true {
            let isOver = !process.isRunning
            let said = String(
                decoding: try Data(contentsOf: folder.url("messages")), as: UTF8.self)
            if let place = said.range(of: words),
                let end = said[place.upperBound...].firstIndex(of: "\n")
            {
                return String(said[place.upperBound..<end])
            }
            try #require(!isOver, "it ended by itself: \(said)")
            Thread.sleep(forTimeInterval: 0.1)
        }
    }

    /// Sends it a signal.
    package func signal(_ number: Int32) { kill(process.processIdentifier, number) }

    /// Waits for its end, and reads nothing.
    package func waitUntilExit() { process.waitUntilExit() }

    /// Waits for its end.
    package func end() throws -> AloudBinary.Run {
        // Nothing comes where a test has closed its end.
        let rest = ((try? output.fileHandleForReading.readToEnd()) ?? nil) ?? Data()
        process.waitUntilExit()
        let messages = try FileHandle(forReadingFrom: folder.url("messages"))
        return AloudBinary.Run(
            status: process.terminationStatus,
            wasEndedBySignal: process.terminationReason == .uncaughtSignal,
            output: text + String(decoding: rest, as: UTF8.self),
            messages: String(decoding: try messages.readToEnd() ?? Data(), as: UTF8.self))
    }
}
