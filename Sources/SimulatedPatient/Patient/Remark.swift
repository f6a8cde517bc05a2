/// What a patient says in answer to one question.
public struct Remark: Sendable, Equatable {
    /// What is said in one breath each, with a short pause after it: "C", "I can't see it".
    public var breaths: [String]
    /// How fast: 1 is the voice's own rate, less is slower.
    public var rate: Double
    /// How loud: 1 is the usual amplitude, 2 twice that.
    public var loudness: Double

    /// Breaths in order; usually at the voice's own rate and amplitude.
    public init(_ breaths: [String], rate: Double = 1, loudness: Double = 1) {
        self.breaths = breaths
        self.rate = rate
        self.loudness = loudness
    }

    /// The words in one line, as they are read: "N, C, K, I can't see it, O".
    public var text: String { breaths.joined(separator: ", ") }
}
