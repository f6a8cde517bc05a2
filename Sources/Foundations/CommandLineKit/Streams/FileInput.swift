internal import Foundation
internal import Glibc
package import Platform
internal import Synchronization

/// Input from a file or a named pipe, by its path.
package final class FileInput: ByteInput {
    /// Keeps the descriptor open that `input` reads.
    private let handle: FileHandle
    private let input: DescriptorInput

    /// Opens it.
    ///
    /// - Throws: `InputError.failed` with the system's reason.
    package init(_ path: String, stop: StopRequest) throws(InputError) {
        try Self.check(path)
        do {
            handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
        } catch {
            throw .failed(stream: "'\(path)'", reason: Self.reason(error))
        }
        input = DescriptorInput(
            descriptor: handle.fileDescriptor, name: "'\(path)'", stop: stop)
    }

    /// Makes sure that a file exists and may be read, without reading it.
    ///
    /// - Throws: `InputError.failed` with the system's reason.
    package static func check(_ path: String) throws(InputError) {
        var status = stat()
        var code: Int32 = 0
        if stat(path, &status) != 0 || access(path, R_OK) != 0 {
            code = errno
        } else if status.st_mode & S_IFMT == S_IFDIR {
            // A folder can be opened; only reading it fails.
            code = EISDIR
        }
        guard code == 0 else {
            throw .failed(stream: "'\(path)'", reason: systemReason(code))
        }
    }

    /// Whether it is a named pipe, which can be read only once.
    package static func isPipe(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
    }

    package func read(upTo count: Int) throws(InputError) -> [UInt8] { try input.read(upTo: count) }

    /// The system's words for an error number that Foundation wraps.
    private static func reason(_ error: any Error) -> String {
        let wrapped = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
        guard let wrapped, wrapped.domain == NSPOSIXErrorDomain else {
            return error.localizedDescription
        }
        return systemReason(Int32(wrapped.code))
    }
}

extension Console {
    /// Opens a file. Opening a named pipe blocks until a program writes to it; a message on
    /// standard error says so.
    ///
    /// - Throws: as `open`.
    package func opening<Opened, Failure: Error>(
        _ path: String, _ open: () throws(Failure) -> Opened
    ) throws(Failure) -> Opened {
        guard FileInput.isPipe(path) else { return try open() }
        let notice = PipeNotice()
        DispatchQueue.global().asyncAfter(deadline: .now() + PipeNotice.patience) {
            if notice.isDue { say("Waiting for a program that writes to '\(path)'.") }
        }
        defer { notice.cancel() }
        return try open()
    }

    /// The input that a path names: a file, a pipe, or standard input for "-".
    ///
    /// - Throws: `InputError.failed` with the system's reason.
    package func input(at path: String) throws(InputError) -> any ByteInput {
        guard path != "-" else { return input }
        let stop = stop
        return try opening(path) { () throws(InputError) in try FileInput(path, stop: stop) }
    }

    /// All bytes that a path names, as in `input(at:)`. A request to stop counts as the end.
    ///
    /// - Throws: `InputError.failed` with the system's reason.
    package func bytes(at path: String) throws(InputError) -> [UInt8] {
        let input = try input(at: path)
        var bytes: [UInt8] = []
        while case let piece = try input.read(upTo: 1 << 16), !piece.isEmpty { bytes += piece }
        return bytes
    }
}

/// Whether the message that a named pipe has no writer is still due.
private final class PipeNotice: Sendable {
    /// The time that a pipe may take to open before a message, seconds.
    static let patience = 0.5

    private let isOpen = Atomic(false)

    var isDue: Bool { !isOpen.load(ordering: .relaxed) }

    func cancel() { isOpen.store(true, ordering: .relaxed) }
}

/// An error of reading bytes.
package enum InputError: Error, Equatable, CustomStringConvertible {
    /// The stream, and the system's reason.
    case failed(stream: String, reason: String)
    /// A line without an end, such as sound instead of text.
    case lineTooLong(limit: Int)

    package var description: String {
        switch self {
        case .failed(let stream, let reason):
            "Cannot read \(stream): \(reason)."
        case .lineTooLong(let limit):
            "A line of the input is longer than \(limit) bytes: expected text, one answer a"
                + " line. For sound, use '--input -'."
        }
    }
}

/// A source of bytes.
package protocol ByteInput: Sendable {
    /// The next bytes, at least one and at most `count`; none at the end. Blocks until there are
    /// some, or until a request to stop, which counts as the end.
    func read(upTo count: Int) throws(InputError) -> [UInt8]
}

/// Input from a file descriptor, such as standard input.
///
/// The corresponding C functions are `poll` and `read`.
package final class DescriptorInput: ByteInput {
    private let descriptor: Int32
    private let name: String
    private let stop: StopRequest

    /// The longest wait before a request to stop is noticed.
    private static let patienceMilliseconds: Int32 = 50

    /// - Parameters:
    ///   - descriptor: stays open; the owner closes it.
    ///   - name: its name in messages: "standard input".
    ///   - stop: a request ends the wait for input.
    package init(descriptor: Int32, name: String, stop: StopRequest) {
        self.descriptor = descriptor
        self.name = name
        self.stop = stop
    }

    /// See `ByteInput.read`.
    ///
    /// - Throws: `InputError.failed` with the system's reason.
    package func read(upTo count: Int) throws(InputError) -> [UInt8] {
        while !stop.isRequested {
            var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let ready = poll(&entry, 1, Self.patienceMilliseconds)
            if ready == 0 { continue }
            if ready < 0 {
                if errno == EINTR { continue }
                throw failure(errno)
            }
            var failureCode: Int32 = 0
            let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, size in
                let read = Glibc.read(descriptor, buffer.baseAddress, count)
                failureCode = read < 0 ? errno : 0
                size = max(0, read)
            }
            if failureCode == EINTR || failureCode == EAGAIN { continue }
            if failureCode != 0 { throw failure(failureCode) }
            return bytes
        }
        return []
    }

    private func failure(_ code: Int32) -> InputError {
        .failed(stream: name, reason: systemReason(code))
    }
}

/// The C library's words for an error number.
package func systemReason(_ code: Int32) -> String { String(cString: strerror(code)) }
