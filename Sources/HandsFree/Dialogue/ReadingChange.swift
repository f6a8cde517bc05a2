/// What an utterance changed in the reading of a line.
public enum ReadingChange: Sendable, Equatable {
    /// A position has this answer now.
    case answered(position: Int, HeardAnswer)
    /// The answer of a position was mended ("no, N"); nil where what it was mended to is unclear.
    case mended(position: Int, HeardAnswer?)
    /// The person wants to be asked once more.
    case again
    /// The person wants a pause; nothing but "go on" and "stop" is listened to.
    case paused
    /// The pause is over.
    case resumed
    /// The person ends the test.
    case stopped
}
