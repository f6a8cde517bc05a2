public import Acuity
public import Records

/// Something that happened in a test, for whoever watches it.
public enum TestEvent: Sendable, Equatable {
    /// Letters are shown.
    case present(Presentation)
    /// A position of a line has this answer; a later one for the same position takes its place.
    /// `clock` is how far the sound had been listened to, in seconds; nil for typed answers.
    case answer(line: Int, position: Int, HeardAnswer, clock: Double?)
    /// The answer of a position was taken back, by the person or since the letter stays open; if
    /// there is a new one, it follows as `answer`.
    case correction(line: Int, position: Int)
    /// An operator answered for a position, in place of what was heard.
    case override(line: Int, position: Int, Response)
    /// These positions, from 0, are asked for again; answers that they had no longer count. Of the
    /// unclear ones something was said that was not understood, of the others nothing.
    case askAgain(line: Int, positions: [Int], unclear: [Int] = [])
    /// A line is finished, with so many letters right.
    case line(Int, right: Int)
    /// The test is paused.
    case pause(PauseReason)
    /// The test goes on after a pause.
    case resume
    /// Answers cannot be heard for now.
    case trouble(String)
    /// Answers can be heard again.
    case recovered
    /// A piece of the sound is lost.
    case soundMissing(String)
    /// Something in the warm-up before the test.
    case warmUp(WarmUpEvent)
    /// The test is over.
    case result(TestReport)
}
