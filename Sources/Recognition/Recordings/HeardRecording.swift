/// What was heard in a recording, before anything is accepted.
public struct HeardRecording: Sendable, Equatable {
    /// The recording's name.
    public var name: String
    /// Its length, seconds.
    public var duration: Double
    /// Its stretches of speech, in order.
    public var breaths: [HeardBreath]
    /// What its header claims and it does not have; nil where nothing is missing.
    public var missing: MissingSound?

    /// What was heard in a recording of so many seconds.
    public init(
        name: String, duration: Double, breaths: [HeardBreath], missing: MissingSound? = nil
    ) {
        self.name = name
        self.duration = duration
        self.breaths = breaths
        self.missing = missing
    }

    /// What was said, as these thresholds judge it.
    public func transcript(at thresholds: HearingThresholds) -> Transcript {
        Transcript(
            name: name, duration: duration,
            answers: thresholds.answers(to: breaths).flatMap(\.self),
            missing: missing)
    }
}
