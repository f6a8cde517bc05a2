public import Acuity

/// What is known about one position of the line, for a display.
public enum Place: Sendable, Equatable {
    /// Not yet answered.
    case waiting
    /// Asked for once more.
    case asked
    /// A letter was heard.
    case heard(Letter)
    /// The person said that it cannot be seen.
    case missed
}
