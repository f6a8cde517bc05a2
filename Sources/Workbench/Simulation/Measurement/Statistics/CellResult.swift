internal import Acuity
internal import Foundation

/// The result of a cell of the bench.
package struct CellResult: Sendable {
    /// The cell that was simulated.
    package let cell: BenchCell
    /// The tests, two of each patient.
    package let pairs: [RunPair]

    /// A result of two tests of each patient.
    package init(cell: BenchCell, pairs: [RunPair]) {
        self.cell = cell
        self.pairs = pairs
    }

    /// The number of tests.
    package var runs: Int { pairs.count * 2 }

    /// The statistics of a figure over all tests. Open intervals count only if the patients are
    /// drawn as the estimate believes them to be: coverage after a selection need not be right.
    package func statistics(of figure: Figure) -> FigureStatistics {
        FigureStatistics(figure, of: pairs, countingOpen: cell.drawsAsBelieved)
    }

    /// Mean of a number over all tests; nil if there are none.
    package func mean(_ number: (RunRecord) -> Double) -> Double? {
        guard !pairs.isEmpty else { return nil }
        return pairs.reduce(0) { $0 + number($1.first) + number($1.second) } / Double(runs)
    }

    /// The share of tests, 0...1, with a property; nil if there are none.
    package func share(where isCounted: (RunRecord) -> Bool) -> Double? {
        mean { isCounted($0) ? 1 : 0 }
    }

    /// The share of tests, 0...1, without a figure to report.
    package func withheld(_ figure: Figure) -> Double? {
        share { $0.value(of: figure, countingOpen: cell.drawsAsBelieved) == nil }
    }

    /// The share of tests, 0...1, that can be relied on and have an interval that is open at an
    /// end.
    package var open: Double? { share { $0.isOpen && !$0.isWithheld } }

    /// The share, 0...1, of the one-sided intervals that hold the threshold; it should be 97.5 %.
    /// Nil if there are none.
    package var openHeld: Double? {
        guard let open, open > 0 else { return nil }
        return share { $0.isOpen && !$0.isWithheld && $0.isHeld }.map { $0 / open }
    }

    /// The result by threshold: a part for each value of a grid, or for each 0.2 logMAR of a range.
    package var byThreshold: [(thresholds: ClosedRange<Double>, result: CellResult)] {
        switch cell.population.thresholds {
        case .grid(let values):
            return Set(values).sorted().map { value in (value...value, part { $0 == value }) }
        case .range(let range):
            let width = range.upperBound - range.lowerBound
            let count = max(1, Int((width / Self.partWidth).rounded()))
            let edges = (0...count).map { place in
                // In hundredths, so that 0.2 has no rounding error.
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

/// The quality of one figure of a cell.
///
/// The runs come in pairs, two tests of the same patient one after the other:
/// - bias: the mean of figure minus true threshold;
/// - limits: 1.96 x SD of the difference between the two tests of a pair, the 95 % limits of
///   test-retest (Bland JM, Altman DG. Statistical methods for assessing agreement between two
///   methods of clinical measurement. Lancet 1986). The tests are alike, so the differences have
///   mean 0 and their SD is the root of their mean square. Both tests are of one patient, so
///   neither spread of thresholds nor bias that depends on them enters;
/// - coverage: the share of tests whose 95 % interval holds the true threshold.
///
/// Tests without a figure in the report, withheld ones and those with an open interval, count only
/// in `withheld`.
package struct FigureStatistics: Sendable, Equatable {
    /// Mean of figure minus threshold, in logMAR; nil without a figure.
    package let bias: Double?
    /// The standard error of the bias, in logMAR; nil with fewer than two pairs.
    package let biasError: Double?
    /// 95 % limits of test-retest, in logMAR; nil with fewer than two pairs.
    package let limits: Double?
    /// The standard error of the limits, in logMAR.
    package let limitsError: Double?
    /// 1.96 x sqrt 2 x SD of figure minus threshold over all patients, in logMAR: the limits of
    /// test-retest if bias that depends on the threshold also counts as chance.
    package let pooledLimits: Double?
    /// The share of tests whose interval holds the threshold, 0...1; nil for the score, which has
    /// no interval, and if no test has one.
    package let coverage: Double?
    /// The mean width of the intervals, in logMAR; nil for the score.
    package let intervalWidth: Double?
    /// The share of tests, 0...1, within a line, 0.1 logMAR, of the truth; nil without a figure.
    package let withinALine: Double?

    /// The statistics of runs.
    ///
    /// - Parameters:
    ///   - pairs: the two tests of each patient.
    ///   - countingOpen: whether estimates with open intervals count.
    package init(_ figure: Figure, of pairs: [RunPair], countingOpen: Bool = false) {
        let values = Values(pairs) { $0.value(of: figure, countingOpen: countingOpen) }
        let (errors, differences) = (values.errors, values.differences)
        let count = Double(errors.count)
        bias = errors.isEmpty ? nil : errors.reduce(0, +) / count
        withinALine =
            errors.isEmpty ? nil : Double(errors.count { $0.magnitude < 0.1 + 1e-9 }) / count
        let squares = differences.map { $0 * $0 }
        let pairCount = Double(differences.count)
        if differences.count >= 2, let bias {
            let meanSquare = squares.reduce(0, +) / pairCount
            let limits = 1.96 * meanSquare.squareRoot()
            self.limits = limits
            // From the spread of the squares themselves, for the differences are not normal.
            let variance =
                squares.reduce(0) { $0 + ($1 - meanSquare) * ($1 - meanSquare) } / (pairCount - 1)
            limitsError =
                meanSquare > 0
                ? limits / 2 * (variance / pairCount).squareRoot() / meanSquare : 0
            let spread = errors.reduce(0) { $0 + ($1 - bias) * ($1 - bias) } / (count - 1)
            biasError = (spread / count).squareRoot()
            pooledLimits = 1.96 * (2 * spread).squareRoot()
        } else {
            limits = nil
            limitsError = nil
            biasError = nil
            pooledLimits = nil
        }
        let hasInterval = figure == .estimate && !errors.isEmpty
        coverage = hasInterval ? Double(values.held) / count : nil
        intervalWidth = hasInterval ? values.width / count : nil
    }

    /// Sums over the tests that have the figure.
    private struct Values {
        /// Figure minus threshold, of each test.
        var errors: [Double] = []
        /// First minus second, of each pair that has both.
        var differences: [Double] = []
        /// Tests whose interval holds the threshold.
        var held = 0
        /// The widths of their intervals together, in logMAR.
        var width = 0.0

        init(_ pairs: [RunPair], figure: (RunRecord) -> Double?) {
            for pair in pairs {
                for run in pair.runs {
                    guard let value = figure(run) else { continue }
                    errors.append(value - run.threshold)
                    held += run.interval.contains(run.threshold) ? 1 : 0
                    width += run.interval.upperBound - run.interval.lowerBound
                }
                if let first = figure(pair.first), let second = figure(pair.second) {
                    differences.append(first - second)
                }
            }
        }
    }
}

/// The two acuities that a test reports.
package enum Figure: String, CaseIterable, Sendable, Codable {
    /// The acuity by the procedure's own rule.
    case score
    /// The acuity from all answers, with misheard letters allowed for.
    case estimate
}
