/// What a person may say to the test besides letters.
public enum SpokenCommand: String, CaseIterable, Sendable, Codable {
    /// "I can't see it", "pass", "blank", "don't know": this letter is missed, move on.
    case cannotSee
    /// "I can't see any", "nothing", "none of them": every letter still asked for is missed.
    case cannotSeeAny
    /// "again", "repeat": ask once more.
    case again
    /// "no, N", "correction, N": the letter that follows mends the one before.
    case correction
    /// "wait", "pause".
    case pause
    /// "go on", "continue".
    case resume
    /// "stop": end the test here.
    case stop
}
