/// Why there is no speech encoder.
public enum SpeechEncoderError: Error, Equatable, CustomStringConvertible {
    /// The file cannot be read.
    case unreadable(path: String, reason: String)
    /// The file is no speech encoder, or not a whole one.
    case damaged(path: String, reason: String)

    public var description: String {
        let wayOut =
            "Take models/ear.net from the release again, or rebuild it with training/ear."
        return switch self {
        case .unreadable(let path, let reason):
            "The speech encoder '\(path)' cannot be read: \(reason). \(wayOut)"
        case .damaged(let path, let reason):
            "'\(path)' is not a whole speech encoder: \(reason). \(wayOut)"
        }
    }
}
