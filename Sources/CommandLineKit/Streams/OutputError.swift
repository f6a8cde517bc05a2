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
