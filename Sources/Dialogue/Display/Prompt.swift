public import Records

/// What is asked of the person at a moment of the test.
public enum Prompt: Sendable, Equatable {
    /// To read the line.
    case read
    /// To read the letters at these positions, from 0, once more, in a line of so many; after two
    /// such askings by their code words.
    case readAgain([Int], of: Int, byCodeWord: Bool = false)
    /// Nothing, the line is finished.
    case lineFinished
    /// To say when the test may go on.
    case paused(PauseReason)
    /// To wait until answers can be heard again; with the reason.
    case trouble(String)
    /// To read a letter of the warm-up.
    case warmUp(WarmUpAsking)
    /// Nothing more; with the result.
    case finished(TestReport)
}
