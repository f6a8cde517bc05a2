/// How likely answers from a confidence on are to be misheard.
public struct ConfidenceBand: Sendable, Equatable {
    /// The lowest confidence of the band, 0...1.
    public var from: Double
    /// The chance to be misheard in it, as a multiple of the average one.
    public var relativeRisk: Double

    /// A band.
    public init(from: Double, relativeRisk: Double) {
        self.from = from
        self.relativeRisk = relativeRisk
    }
}
