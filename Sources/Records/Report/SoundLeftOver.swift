/// What a recording holds after the end of its test, where that is so much that the person read on.
public struct SoundLeftOver: Sendable, Equatable {
    /// Answers in it, understood or not.
    public var answers: Int
    /// How much of the recording the test took.
    public var heard: Duration
    /// How long the recording is.
    public var whole: Duration

    /// So many answers after so much of a recording.
    public init(answers: Int, heard: Duration, whole: Duration) {
        self.answers = answers
        self.heard = heard
        self.whole = whole
    }

    /// In words for a person: "the test heard 21 of 103 s; 24 answers came after it".
    public var words: String {
        func seconds(_ duration: Duration) -> Int { Int((duration / .seconds(1)).rounded()) }
        let answers = answers == 1 ? "1 answer" : "\(answers) answers"
        return "the test heard \(seconds(heard)) of \(seconds(whole)) s; \(answers) came after it"
    }
}
