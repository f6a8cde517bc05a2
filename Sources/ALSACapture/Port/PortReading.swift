/// What one read of a device brought.
enum PortReading: Equatable {
    /// Sound, interleaved.
    case sound([Float])
    /// Nothing yet.
    case nothing
    /// It ran over or slept: `-EPIPE` or `-ESTRPIPE`, for `recover`.
    case interrupted(code: Int32)
    /// It is gone; why, in the system's words.
    case gone(reason: String)
}
