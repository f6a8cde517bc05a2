internal import Glibc
package import Platform
internal import Synchronization

/// Unbuffered output to a file descriptor: when `write` returns, the line has left the process.
/// Names of files that are not text are written as `FileName.shown` shows them.
///
/// If a reader such as `less` stalls, a write waits: for the given patience, if any, and at most a
/// second after a request to stop. After that, writes fail at once until the reader reads again.
///
/// The process must ignore SIGPIPE (`StandardStreams.prepare`), or it ends before an error can be
/// seen. The corresponding C functions are `poll` and `write`.
package final class DescriptorOutput: TextOutput {
    /// Locked while a text is written, so that lines of several threads do not mix. Its value is
    /// whether the reader has stalled.
    private final class Turn: Sendable {
        let isStalled = Mutex(false)
    }

    private let descriptor: Int32
    private let name: String
    private let stop: StopRequest?
    private let patience: Duration?
    private let turn: Turn

    /// The longest time that a request to stop goes unnoticed while nothing is read, milliseconds.
    private static let lookMilliseconds: Int32 = 50
    /// The longest wait for a reader after a request to stop: a live reader needs a few
    /// milliseconds.
    private static let lastPatience = Duration.seconds(1)

    /// - Parameters:
    ///   - descriptor: stays open; the owner closes it.
    ///   - name: its name in messages: "standard output".
    ///   - stop: shortens the wait for a reader that takes nothing.
    package convenience init(descriptor: Int32, name: String, stop: StopRequest? = nil) {
        self.init(descriptor, name, stop, patience: nil, turn: Turn())
    }

    private init(
        _ descriptor: Int32, _ name: String, _ stop: StopRequest?, patience: Duration?, turn: Turn
    ) {
        self.descriptor = descriptor
        self.name = name
        self.stop = stop
        self.patience = patience
        self.turn = turn
    }

    /// Another output to the same descriptor; lines of the two do not mix.
    package func givingUp(after patience: Duration) -> any TextOutput {
        DescriptorOutput(descriptor, name, stop, patience: patience, turn: turn)
    }

    /// Writes the whole text. Any thread may call it.
    ///
    /// - Throws: `OutputError.readerGone`, or `.failed` with the system's reason or because the
    ///   patience has ended.
    package func write(_ text: String) throws(OutputError) {
        var bytes = Array(FileName.shown(text).utf8)[...]
        let result = turn.isStalled.withLock { isStalled -> Result<Void, OutputError> in
            var lastTaken = ContinuousClock.now
            while !bytes.isEmpty {
                guard isWritable(within: isStalled ? 0 : Self.lookMilliseconds) else {
                    if isStalled || isOver(lastTaken) {
                        isStalled = true
                        return .failure(.failed(stream: name, reason: Self.stalled))
                    }
                    continue
                }
                // A pipe that is ready accepts PIPE_BUF bytes without waiting, but maybe no more.
                let written = bytes.prefix(Int(PIPE_BUF)).withUnsafeBytes {
                    Glibc.write(descriptor, $0.baseAddress, $0.count)
                }
                if written >= 0 {
                    bytes = bytes.dropFirst(written)
                    lastTaken = .now
                    isStalled = false
                    continue
                }
                switch errno {
                case EINTR, EAGAIN: continue
                case EPIPE: return .failure(.readerGone)
                case let code:
                    return .failure(.failed(stream: name, reason: systemReason(code)))
                }
            }
            return .success(())
        }
        try result.get()
    }

    private static let stalled = "its reader has stopped reading"

    /// Whether to stop waiting for a reader that has taken nothing since this time.
    private func isOver(_ lastTaken: ContinuousClock.Instant) -> Bool {
        let isLast = stop?.isRequested == true
        let most = isLast ? min(patience ?? Self.lastPatience, Self.lastPatience) : patience
        return most.map { lastTaken.duration(to: .now) >= $0 } ?? false
    }

    /// Waits at most this number of milliseconds until `write` would not block; false if it would.
    private func isWritable(within milliseconds: Int32) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        return poll(&entry, 1, milliseconds) > 0
    }
}

/// A place that text can be written to.
package protocol TextOutput: Sendable {
    /// Writes a text; when it returns, the text has left the process.
    func write(_ text: String) throws(OutputError)

    /// The same output for a process that cannot wait: writing fails once a reader has taken
    /// nothing for this time.
    func givingUp(after patience: Duration) -> any TextOutput
}

extension TextOutput {
    /// An output without a reader never waits.
    package func givingUp(after patience: Duration) -> any TextOutput { self }
}

/// An error of writing a text.
package enum OutputError: Error, Equatable, CustomStringConvertible {
    /// The reader of a pipe has closed it, as `head` does when it has enough.
    case readerGone
    /// Any other error, such as a full disk: the stream's name and the system's reason.
    case failed(stream: String, reason: String)

    package var description: String {
        switch self {
        case .readerGone:
            "The output pipe was closed."
        case .failed(let stream, let reason):
            "Cannot write to \(stream): \(reason). Nothing after this point was written."
        }
    }
}
