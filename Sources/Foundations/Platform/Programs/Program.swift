internal import Foundation
internal import Glibc

/// A program of the system that Aloud runs where it is installed, such as ffmpeg. It runs as a
/// separate process, never by a shell.
///
/// ```swift
/// if let git = Program(named: "git") {
///     let end = try git.run(["rev-parse", "HEAD"], within: 60)
///     print(end.text)
/// }
/// ```
package struct Program: Sendable, Equatable {
    /// The path of its file.
    package let path: String

    /// The program in a file, which need not exist.
    package init(path: String) { self.path = path }

    /// The first program of a name in the folders of PATH; nil if none is installed.
    ///
    /// - Parameter path: the folders, separated by colons (default: those of the environment).
    package init?(
        named name: String, in path: String? = ProcessInfo.processInfo.environment["PATH"]
    ) {
        let files = (path ?? "/usr/bin:/bin").split(separator: ":").map { "\($0)/\(name)" }
        guard let file = files.first(where: Self.canRun) else { return nil }
        self.path = file
    }

    /// Whether a path leads to a file that this user may run.
    package static func canRun(_ path: String) -> Bool {
        var status = stat()
        return access(path, X_OK) == 0 && stat(path, &status) == 0
            && status.st_mode & S_IFMT == S_IFREG
    }

    /// The name of its file.
    package var name: String { path.split(separator: "/").last.map(String.init) ?? path }

    /// The standard input of a program.
    package enum Input: Sendable {
        /// Nothing.
        case nothing
        /// Bytes, kept in a file without a name, so that the program may read them at any time.
        case bytes([UInt8])
        /// An open file, which stays open.
        case descriptor(Int32)
    }

    /// The time that a program has to end by itself before it is killed, s.
    package static let graceSeconds = 1.0

    /// Starts the program.
    ///
    /// - Parameters:
    ///   - input: its standard input.
    ///   - messages: the open file that takes its messages; nil drops them.
    ///   - variables: environment variables that it has besides those of this process.
    ///   - folder: the folder in which it runs (default: the current one).
    ///   - keepsOutput: whether its standard output is read.
    /// - Throws: `.notStarted`, `.noRoom`.
    package func start(
        _ arguments: [String], input: Input = .nothing, messages: Int32? = nil,
        variables: [String: String] = [:], in folder: String? = nil, keepsOutput: Bool = true
    ) throws(ProgramFault) -> RunningProgram {
        try RunningProgram(
            self, arguments, input, messages, variables, folder, keepsOutput: keepsOutput)
    }

    /// Runs the program to its end. A program that exceeds a limit is ended.
    ///
    /// - Parameters:
    ///   - seconds: the longest time that it may run.
    ///   - mostBytes: the most that it may print.
    /// - Throws: `ProgramFault`.
    package func run(
        _ arguments: [String], input: Input = .nothing, variables: [String: String] = [:],
        in folder: String? = nil, within seconds: Double, mostBytes: Int = 1 << 26,
        keepsOutput: Bool = true
    ) throws(ProgramFault) -> ProgramEnd {
        let deadline = ContinuousClock.now + .seconds(seconds)
        let running = try start(
            arguments, input: input, variables: variables, in: folder, keepsOutput: keepsOutput)
        var output: [UInt8] = []
        while keepsOutput {
            let left = (deadline - .now) / .seconds(1)
            guard let block = running.read(1 << 16, within: max(0, left)) else {
                throw .tooLong(name: name, seconds: seconds)
            }
            if block.isEmpty { break }
            output += block
            guard output.count <= mostBytes else { throw .tooMuch(name: name, bytes: mostBytes) }
        }
        guard let reason = running.end(by: deadline) else {
            throw .tooLong(name: name, seconds: seconds)
        }
        return ProgramEnd(reason: reason, output: output)
    }

    /// Starts the program detached, without its output and messages.
    ///
    /// - Returns: whether it could be started.
    package func launch(_ arguments: [String]) -> Bool {
        guard let running = try? start(arguments, keepsOutput: false) else { return false }
        running.leave()
        return true
    }
}

/// The result of a program that has ended.
package struct ProgramEnd: Sendable, Equatable {
    /// The end of a program.
    package enum Reason: Sendable, Equatable {
        /// It ended by itself, with this exit status.
        case status(Int32)
        /// A signal ended it.
        case signal(Int32)
    }

    package let reason: Reason
    /// Its standard output; empty if it was not kept.
    package let output: [UInt8]

    /// Whether its exit status is 0.
    package var isSuccess: Bool { reason == .status(0) }

    /// Its standard output as text.
    package var text: String { String(decoding: output, as: UTF8.self) }
}

extension ProgramEnd.Reason: CustomStringConvertible {
    /// Such as "status 1" and "signal 11".
    package var description: String {
        switch self {
        case .status(let number): "status \(number)"
        case .signal(let number): "signal \(number)"
        }
    }
}

/// The reason that a program gave no result.
package enum ProgramFault: Error, Equatable, CustomStringConvertible {
    /// The system could not start it.
    case notStarted(name: String)
    /// There is no room for its input.
    case noRoom(NoTemporaryFile)
    /// It ran too long.
    case tooLong(name: String, seconds: Double)
    /// It printed too much.
    case tooMuch(name: String, bytes: Int)

    /// The reason, and the way out if there is one.
    package var description: String {
        switch self {
        case .notStarted(let name): "The program '\(name)' cannot be started: reinstall it."
        case .noRoom(let fault): fault.description
        case .tooLong(let name, let seconds):
            "The program '\(name)' was ended after \(Int(seconds)) s."
        case .tooMuch(let name, let bytes):
            "The program '\(name)' was ended because it printed more than \(bytes) bytes."
        }
    }
}
