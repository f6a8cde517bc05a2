public import Platform

/// One of the things that may be said: a sequence, with a weight.
public struct JSGFAlternative: Sendable, Equatable {
    /// A probability, 0.000001…1: PocketSphinx does not scale weights to a sum of 1.
    public var weight: Double?
    /// At least one.
    public var items: [JSGFItem]
    /// Where it begins.
    public var position: SourcePosition
}
