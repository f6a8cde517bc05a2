/// Why bytes could not be read.
public enum InputError: Error, Equatable, CustomStringConvertible {
    /// What was read from, and the system's reason.
    case failed(stream: String, reason: String)
    /// A line without an end, as when sound is given where text is expected.
    case lineTooLong(limit: Int)

    public var description: String {
        switch self {
        case .failed(let stream, let reason):
            "Cannot read \(stream): \(reason)."
        case .lineTooLong(let limit):
            "A line of the input is longer than \(limit) bytes: text was expected, one answer a"
                + " line. Sound belongs to '--input -'."
        }
    }
}
