/// Why a test is paused.
public enum PauseReason: String, Sendable, Codable {
    /// The person asked for it.
    case asked
    /// The person had been asked several times and said nothing.
    case silence
}
