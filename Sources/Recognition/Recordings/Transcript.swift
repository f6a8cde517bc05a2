public import PhoneticMapping

/// What was said in a recording.
public struct Transcript: Sendable, Equatable {
    /// The recording's name.
    public var name: String
    /// Its length, seconds.
    public var duration: Double
    /// What was said, in order, with times in seconds of the recording.
    public var answers: [SpokenAnswer]
    /// What its header claims and it does not have; nil where nothing is missing.
    public var missing: MissingSound?

    /// What was said in a recording of so many seconds.
    public init(
        name: String, duration: Double, answers: [SpokenAnswer], missing: MissingSound? = nil
    ) {
        self.name = name
        self.duration = duration
        self.answers = answers
        self.missing = missing
    }
}
