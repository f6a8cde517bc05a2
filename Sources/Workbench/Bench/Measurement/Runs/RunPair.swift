/// Two tests of the same patient.
public struct RunPair: Sendable, Equatable {
    /// The test that came first.
    public var first: RunRecord
    /// The one after it.
    public var second: RunRecord

    /// The patient's threshold, in logMAR, from which that of each test may have drifted.
    public var threshold: Double

    /// Two tests of the same patient.
    ///
    /// - Parameter threshold: the patient's; nil for that of the first test.
    public init(_ first: RunRecord, _ second: RunRecord, threshold: Double? = nil) {
        self.first = first
        self.second = second
        self.threshold = threshold ?? first.threshold
    }

    /// Both.
    public var runs: [RunRecord] { [first, second] }
}
