/// The record of one simulated test.
public struct RunRecord: Sendable, Equatable {
    /// The true threshold in that test, in logMAR.
    public var threshold: Double
    /// The procedure's own score, in logMAR; nil if it has none.
    public var score: Double?
    /// The estimate that allows for recognition errors, in logMAR.
    public var estimate: Double
    /// Its 95 % interval, in logMAR; for the estimate alone, the score has none.
    public var interval: ClosedRange<Double>
    /// Whether the interval is open below: the answers rule out no better acuity.
    public var isOpenBelow = false
    /// Whether the interval is open above: the answers rule out no worse acuity.
    public var isOpenAbove = false
    /// Whether the acuity lies beyond the largest or the smallest letters.
    public var isBeyondSizes: Bool
    /// Whether the result is withheld as unreliable.
    public var isWithheld: Bool
    /// Letters shown.
    public var letters: Int
    /// The number of presentations: a line of five is one.
    public var presentations: Int
    /// Letters that were misheard.
    public var misheard: Int
    /// The number of letters asked for again, each time counted.
    public var askings: Int
    /// Its length by the time model, seconds.
    public var seconds: Double

    /// Whether the interval has an open end.
    public var isOpen: Bool { isOpenBelow || isOpenAbove }

    /// Whether the ends of the interval that say something are right about the threshold.
    public var isHeld: Bool {
        (isOpenBelow || interval.lowerBound <= threshold)
            && (isOpenAbove || threshold <= interval.upperBound)
    }

    /// One of the two figures of a test as a report gives it, in logMAR; nil if it gives none:
    /// of a test that is withheld, of a rule that came to no score, and of an estimate whose
    /// interval is open.
    ///
    /// - Parameter countingOpen: whether estimates with open intervals count all the same.
    public func value(of figure: Figure, countingOpen: Bool = false) -> Double? {
        guard !isWithheld else { return nil }
        return switch figure {
        case .score: score
        case .estimate: isOpen && !countingOpen ? nil : estimate
        }
    }
}

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
