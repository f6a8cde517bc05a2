/// Two tests of the same patient.
public struct RunPair: Sendable, Equatable {
    /// The test that came first.
    public var first: RunRecord
    /// The one after it.
    public var second: RunRecord

    /// Two tests of the same patient.
    public init(_ first: RunRecord, _ second: RunRecord) {
        self.first = first
        self.second = second
    }

    /// Both.
    public var runs: [RunRecord] { [first, second] }

    /// The patient's true threshold, in logMAR.
    public var threshold: Double { first.threshold }
}
