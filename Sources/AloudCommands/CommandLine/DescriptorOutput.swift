internal import Audio
internal import Glibc
internal import Synchronization

/// Output to a file descriptor, without a buffer: a line is out when `write` returns. Names that are
/// no text are shown as `FileName` shows them.
///
/// The process must ignore SIGPIPE (`StandardStreams.prepare`), or it ends before an error can be
/// seen. The corresponding C function is `write`.
public final class DescriptorOutput: TextOutput {
    private let descriptor: Int32
    private let name: String
    /// Held while a text goes out, so that lines of several threads do not mix.
    private let turn = Mutex(())

    /// - Parameters:
    ///   - descriptor: stays open; the owner closes it.
    ///   - name: what messages call it: "standard output".
    public init(descriptor: Int32, name: String) {
        self.descriptor = descriptor
        self.name = name
    }

    public func write(_ text: String) throws(OutputError) {
        var bytes = Array(FileName.shown(text).utf8)[...]
        let result = turn.withLock { _ -> Result<Void, OutputError> in
            while !bytes.isEmpty {
                let written = bytes.withUnsafeBytes {
                    Glibc.write(descriptor, $0.baseAddress, $0.count)
                }
                if written >= 0 {
                    bytes = bytes.dropFirst(written)
                    continue
                }
                switch errno {
                case EINTR: continue
                case EAGAIN: waitUntilWritable()
                case EPIPE: return .failure(.readerGone)
                case let code:
                    return .failure(.failed(stream: name, reason: systemReason(code)))
                }
            }
            return .success(())
        }
        try result.get()
    }

    /// The descriptor may have been made non-blocking by a process that shares it.
    private func waitUntilWritable() {
        var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&entry, 1, -1)
    }
}

/// The C library's words for an error number.
func systemReason(_ code: Int32) -> String { String(cString: strerror(code)) }
