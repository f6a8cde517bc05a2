internal import Dispatch
internal import Foundation
internal import Glibc

/// A program that runs. It ends with this object at the latest, unless it was left to itself.
///
/// One thread at a time.
package final class RunningProgram {
    private let process = Process()
    private let output: Pipe?
    private let ended = DispatchSemaphore(value: 0)
    private var reason: ProgramEnd.Reason?
    private var isLeft = false

    init(
        _ program: Program, _ arguments: [String], _ input: Program.Input, _ messages: Int32?,
        _ variables: [String: String], _ folder: String?, keepsOutput: Bool
    ) throws(ProgramFault) {
        output = keepsOutput ? Pipe() : nil
        process.executableURL = URL(filePath: program.path)
        process.arguments = arguments
        if let folder { process.currentDirectoryURL = URL(filePath: folder) }
        if !variables.isEmpty {
            process.environment = ProcessInfo.processInfo.environment
                .merging(variables) { _, new in new }
        }
        process.standardInput = try Self.file(of: input)
        process.standardOutput = output ?? FileHandle.nullDevice
        process.standardError =
            messages.map { FileHandle(fileDescriptor: $0, closeOnDealloc: false) }
            ?? FileHandle.nullDevice
        process.terminationHandler = { [ended] _ in ended.signal() }
        do {
            try process.run()
        } catch {
            // A program that never started has no end to wait for.
            isLeft = true
            throw .notStarted(name: program.name)
        }
        try? output?.fileHandleForWriting.close()
    }

    private static func file(of input: Program.Input) throws(ProgramFault) -> FileHandle {
        switch input {
        case .nothing: return .nullDevice
        case .descriptor(let descriptor):
            return FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
        case .bytes(let bytes):
            let kept = SpooledFile.nameless()
            guard kept >= 0 else { throw .noRoom(NoTemporaryFile(SpooledFile.folder)) }
            let file = FileHandle(fileDescriptor: kept, closeOnDealloc: true)
            do {
                try file.write(contentsOf: Data(bytes))
                try file.seek(toOffset: 0)
            } catch {
                throw .noRoom(NoTemporaryFile(SpooledFile.folder))
            }
            return file
        }
    }

    deinit { if !isLeft { end() } }

    /// The next bytes of its output: `count`, or fewer at its end.
    ///
    /// - Parameter seconds: the longest time without output.
    /// - Returns: nil if it printed nothing for that time.
    package func read(_ count: Int, within seconds: Double) -> [UInt8]? {
        guard let descriptor = output?.fileHandleForReading.fileDescriptor else { return [] }
        var bytes = [UInt8](repeating: 0, count: count)
        var done = 0
        while done < count {
            var asked = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let ready = poll(&asked, 1, Int32(clamping: Int((seconds * 1_000).rounded(.up))))
            if ready < 0, errno == EINTR { continue }
            guard ready > 0 else { return nil }
            let got = bytes.withUnsafeMutableBytes {
                Glibc.read(descriptor, $0.baseAddress?.advanced(by: done), count - done)
            }
            if got < 0, errno == EINTR { continue }
            guard got > 0 else { break }
            done += got
        }
        bytes.removeSubrange(done...)
        return bytes
    }

    /// Waits for the end of the program.
    ///
    /// - Returns: how it ended; nil if it still runs at the deadline.
    package func end(by deadline: ContinuousClock.Instant) -> ProgramEnd.Reason? {
        if reason == nil {
            let left = max(0, (deadline - .now) / .seconds(1))
            guard ended.wait(timeout: .now() + left) == .success else { return nil }
            reason =
                process.terminationReason == .uncaughtSignal
                ? .signal(process.terminationStatus) : .status(process.terminationStatus)
        }
        return reason
    }

    /// Ends it, if it runs: with the signal TERM, so that it can remove its files and end its own
    /// programs, and soon after with KILL.
    ///
    /// - Parameter atOnce: whether it is killed without the time to end by itself.
    package func end(atOnce: Bool = false) {
        guard reason == nil else { return }
        if !atOnce, process.isRunning {
            kill(process.processIdentifier, SIGTERM)
            if end(by: .now + .seconds(Program.graceSeconds)) != nil { return }
        }
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        _ = end(by: .now + .seconds(10))
    }

    /// Lets the program run on when this object is freed.
    func leave() { isLeft = true }
}
