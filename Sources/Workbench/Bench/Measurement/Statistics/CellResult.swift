internal import Acuity

/// The result of a cell of the bench.
public struct CellResult: Sendable {
    /// The cell that was simulated.
    public let cell: BenchCell
    /// The tests, two of each patient.
    public let pairs: [RunPair]

    /// A result of two tests of each patient.
    public init(cell: BenchCell, pairs: [RunPair]) {
        self.cell = cell
        self.pairs = pairs
    }

    /// The number of tests.
    public var runs: Int { pairs.count * 2 }

    /// The statistics of a figure over all tests. Open intervals count only if the patients are
    /// drawn as the estimate believes them to be: coverage after a selection need not be right.
    public func statistics(of figure: Figure) -> FigureStatistics {
        FigureStatistics(figure, of: pairs, countingOpen: cell.drawsAsBelieved)
    }

    /// Mean of a number over all tests; nil if there are none.
    public func mean(_ number: (RunRecord) -> Double) -> Double? {
        guard !pairs.isEmpty else { return nil }
        return pairs.reduce(0) { $0 + number($1.first) + number($1.second) } / Double(runs)
    }

    /// The share of tests, 0...1, of which something is true; nil if there are none.
    public func share(where isCounted: (RunRecord) -> Bool) -> Double? {
        mean { isCounted($0) ? 1 : 0 }
    }

    /// The share of tests, 0...1, without a figure to report.
    public func withheld(_ figure: Figure) -> Double? {
        share { $0.value(of: figure, countingOpen: cell.drawsAsBelieved) == nil }
    }

    /// The share of tests, 0...1, that can be relied on and have an interval that is open at an
    /// end.
    public var open: Double? { share { $0.isOpen && !$0.isWithheld } }

    /// The share of tests with a one-sided interval, 0...1, whose bound is right about the
    /// threshold; it should be 97.5 %. Nil if there are none.
    public var openHeld: Double? {
        guard let open, open > 0 else { return nil }
        return share { $0.isOpen && !$0.isWithheld && $0.isHeld }.map { $0 / open }
    }

    /// The result by threshold: a part for each value of a grid, or for each 0.2 logMAR of a range.
    public var byThreshold: [(thresholds: ClosedRange<Double>, result: CellResult)] {
        switch cell.population.thresholds {
        case .grid(let values):
            return Set(values).sorted().map { value in (value...value, part { $0 == value }) }
        case .range(let range):
            let width = range.upperBound - range.lowerBound
            let count = max(1, Int((width / Self.partWidth).rounded()))
            let edges = (0...count).map { place in
                // In hundredths, so that 0.2 is not followed by a trace of rounding.
                (100 * (range.lowerBound + width * Double(place) / Double(count))).rounded() / 100
            }
            return (0..<count).map { place in
                let (low, high) = (edges[place], edges[place + 1])
                let (isFirst, isLast) = (place == 0, place == count - 1)
                return (low...high, part { ($0 >= low || isFirst) && ($0 < high || isLast) })
            }
        }
    }

    /// The width of a part of a range of thresholds, logMAR: two lines, Aloud's own choice.
    private static let partWidth = 0.2

    private func part(where isIn: (Double) -> Bool) -> CellResult {
        CellResult(cell: cell, pairs: pairs.filter { isIn($0.threshold) })
    }
}
