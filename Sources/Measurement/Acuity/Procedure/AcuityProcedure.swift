/// A way to measure acuity: it chooses presentations, takes the answers, and keeps the score.
///
/// A chart read line by line, a staircase and a Bayesian procedure all have this shape. A procedure
/// is a value: a copy of it keeps the state of the test.
///
/// ```swift
/// var patient = SimulatedObserver(threshold: LogMAR(0.3), seed: 1)
/// var test: any AcuityProcedure = ChartReading(chart: Chart(.one))
/// while let shown = test.next { try test.take(patient.read(shown)) }
/// test.score.logMAR  // 0.32
/// ```
public protocol AcuityProcedure: Sendable {
    /// The next presentation; nil when the test is done, or from the start if the first
    /// presentation cannot be shown.
    var next: Presentation? { get }

    /// Takes the answers to what `next` shows, one for each letter, and moves on.
    ///
    /// - Throws: `ProcedureError` if the test is done or the count does not match. The procedure
    ///   then stays unchanged.
    mutating func take(_ answers: [Answer]) throws(ProcedureError)

    /// Shows other letters of the same sizes instead of `next`, as when the person has moved. A
    /// printed chart keeps its letters.
    mutating func redraw()

    /// The score so far by the procedure's own rule; final when `next` is nil.
    var score: AcuityScore { get }

    /// All that was shown and answered, in order.
    var read: [AnsweredPresentation] { get }

    /// The set of optotypes that it shows.
    var optotypes: OptotypeSet { get }

    /// The sizes that the procedure can show within the range that it was started with; all of its
    /// own sizes if the range has none of them. An acuity beyond them is only known to be better or
    /// worse.
    var sizes: ClosedRange<LogMAR> { get }

    /// The estimate's prior for an eye in this test.
    var prior: SightPrior { get }
}

extension AcuityProcedure {
    /// Whether the test has reached its own end.
    public var isDone: Bool { next == nil }

    /// Keeps the letters shown.
    public mutating func redraw() {}

    /// Takes responses that count as certain, without any data on how they were heard.
    ///
    /// - Throws: `ProcedureError`, as with answers.
    public mutating func take(_ responses: [Response]) throws(ProcedureError) {
        try take(responses.map { Answer($0) })
    }
}

/// The reason that a procedure refuses answers.
public enum ProcedureError: Error, Equatable, CustomStringConvertible {
    /// The test is done and shows nothing.
    case done
    /// The number of answers differs from the number of letters shown.
    case wrongCount(expected: Int, got: Int)

    public var description: String {
        switch self {
        case .done: "the test is done and takes no more answers; ask it for its score"
        case .wrongCount(let expected, let got):
            "\(got) answers for \(expected) letters; give one for each letter that is shown"
        }
    }
}

/// The reason that a procedure ended.
public enum ProcedureEnd: String, Sendable, Codable {
    /// The last presentation met the stopping rule.
    case stopRuleMet
    /// The smallest line was read, and there is none below it.
    case smallestLineRead
    /// Larger letters were needed, and there are none.
    case largerLettersNeeded
    /// The planned number of letters was shown.
    case allLettersShown
    /// The interval of the estimate is as narrow as requested.
    case intervalReached
    /// Too many letters were never understood.
    case notUnderstood
}
