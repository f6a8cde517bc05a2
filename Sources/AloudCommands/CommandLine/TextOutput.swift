internal import Synchronization

/// Why a text could not be written.
public enum OutputError: Error, Equatable, CustomStringConvertible {
    /// The reader of a pipe has gone, as `head` does when it has enough.
    case readerGone
    /// Anything else, such as a full disk: what was written to, and the system's reason.
    case failed(stream: String, reason: String)

    public var description: String {
        switch self {
        case .readerGone:
            "Nobody reads the output any more."
        case .failed(let stream, let reason):
            "Cannot write to \(stream): \(reason). Nothing after this point was written."
        }
    }
}

/// A place that text can be written to.
public protocol TextOutput: Sendable {
    /// Writes a text; when it returns, the text has left the process.
    func write(_ text: String) throws(OutputError)
}

/// Output that is kept in memory.
public final class MemoryOutput: TextOutput {
    private let kept = Mutex("")

    public init() {}

    /// All that was written.
    public var text: String { kept.withLock { $0 } }

    public func write(_ text: String) throws(OutputError) { kept.withLock { $0 += text } }
}
