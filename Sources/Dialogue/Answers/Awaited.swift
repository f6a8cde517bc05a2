/// What the test is waiting for.
public enum Awaited: Sendable, Equatable {
    /// So many more answers; whether they are asked for again.
    case answers(Int, again: Bool = false)
    /// Nothing more, but the last answer may still be mended: `settled` is due when the person has
    /// said nothing for a second, or for as long as between two letters.
    case correction
    /// The test is paused until the person says "go on".
    case resumption
}
