/// A stretch of speech cut out of a sound, with some of what lies around it.
public struct SpeechSegment: Sendable, Equatable {
    /// The sound, mono at 16,000 Hz, from `start - lead` on.
    public var samples: [Float]
    /// How many seconds of `samples` come before the speech.
    public var lead: Double
    /// Where the speech starts, in seconds from the start of the whole sound.
    public var start: Double
    /// Where it ends, in seconds from the start of the whole sound.
    public var end: Double

    /// A stretch of speech from `start` to `end`, seconds of the whole sound, in samples at 16,000
    /// Hz of which the first `lead` seconds come before it.
    public init(samples: [Float], lead: Double, start: Double, end: Double) {
        self.samples = samples
        self.lead = lead
        self.start = start
        self.end = end
    }
}
