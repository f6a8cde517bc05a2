/// What a patient is asked to say.
public enum Question: Sendable, Equatable {
    /// The whole line.
    case line
    /// The letters at these positions, from 0, once more.
    case again([Int])
    /// The letters at these positions, from 0, after a pause: they have not been answered yet.
    case rest([Int])
    /// When the test may go on.
    case goOn
}
