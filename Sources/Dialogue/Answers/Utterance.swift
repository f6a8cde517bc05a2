public import PhoneticMapping

/// What was said in one breath, or typed in one line.
public struct Utterance: Sendable, Equatable {
    /// The answers in the order in which they were said; none for talk.
    public var answers: [SpokenAnswer]
    /// Whether this is all that comes for this asking, so that what is missing can be asked for at
    /// once: so with typed lines, while a speaker may be in the middle of the line.
    public var isFinal: Bool
    /// How far the sound had been listened to when this was found, in seconds of the session's
    /// sound; nil where it was typed.
    public var clock: Double?

    /// Something said or typed.
    public init(_ answers: [SpokenAnswer], isFinal: Bool, clock: Double? = nil) {
        self.answers = answers
        self.isFinal = isFinal
        self.clock = clock
    }
}
