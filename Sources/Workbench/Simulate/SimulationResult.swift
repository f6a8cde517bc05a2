internal import Acuity
internal import Foundation
internal import Platform
internal import Records

/// A cell's result, with the name of its hearing.
package struct SimulationResult: Sendable {
    package let entry: SimulationPlan.Entry
    package let result: CellResult

    /// The procedure in words, with its length where it has one.
    package var name: String { result.cell.procedure.title }

    /// The share of letters, 0...1, that the hearing mishears.
    package var misheard: Double {
        result.cell.hearing.misheard(among: result.cell.procedure.optotypes)
    }

    /// The share of letters that the hearing mishears, as results are compared by.
    package var rate: MisheardRate { MisheardRate(misheard) }
}

extension SimulationResult {
    /// An object of `aloud simulate --json`: what one figure of a cell is worth.
    package struct Row: Encodable {
        private var procedure: String
        private var figure: Figure
        @OrNull private var letters: Double?
        @OrNull private var misheard: Double?
        private var runs: Int
        @OrNull private var bias: Double?
        @OrNull private var limits95: Double?
        @OrNull private var coverage95: Double?
        @OrNull private var withheld: Double?
        @OrNull private var open: Double?
        @OrNull private var openHeld: Double?
        @OrNull private var seconds: Double?
        @OrNull private var biasError: Double?
        @OrNull private var limits95Error: Double?
        @OrNull private var pooledLimits95: Double?
        @OrNull private var intervalWidth: Double?
        @OrNull private var withinALine: Double?
        @OrNull private var beyondSizes: Double?
        @OrNull private var presentations: Double?
        @OrNull private var askings: Double?
        @OrNull private var unclear: Double?
        private var hearing: String
        @OrNull private var assumedMisheard: Double?
        @OrNull private var seed: Int?
        private var thresholds: [Double]?

        fileprivate init(
            _ figure: Figure, _ result: CellResult, heardAs hearing: String, seed: UInt64,
            thresholds: ClosedRange<Double>? = nil
        ) {
            func number(_ value: Double?) -> Double? { rounded(value, places: 5) }
            let numbers = result.statistics(of: figure)
            let cell = result.cell
            procedure = cell.procedure.name
            self.figure = figure
            letters = number(result.mean { Double($0.letters) })
            misheard = number(cell.hearing.misheard(among: cell.procedure.optotypes))
            runs = result.runs
            bias = number(numbers.bias)
            limits95 = number(numbers.limits)
            coverage95 = number(numbers.coverage)
            withheld = number(result.withheld(figure))
            open = figure == .estimate ? number(result.open) : nil
            openHeld = figure == .estimate ? number(result.openHeld) : nil
            seconds = number(result.mean(\.seconds))
            biasError = number(numbers.biasError)
            limits95Error = number(numbers.limitsError)
            pooledLimits95 = number(numbers.pooledLimits)
            intervalWidth = number(numbers.intervalWidth)
            withinALine = number(numbers.withinALine)
            beyondSizes = number(result.share(where: \.isBeyondSizes))
            presentations = number(result.mean { Double($0.presentations) })
            askings = number(result.mean { Double($0.askings) })
            unclear = number(cell.hearing.unclear(among: cell.procedure.optotypes))
            self.hearing = hearing
            assumedMisheard = number(cell.assumedHearing.misheard)
            self.seed = Int(exactly: seed)
            self.thresholds = thresholds.map {
                [$0.lowerBound, $0.upperBound].compactMap { rounded($0) }
            }
        }
    }

    /// The objects for programs: one for each figure and, if wanted, for each part of the thresholds.
    package func rows(_ plan: SimulationPlan, byThreshold: Bool) -> [Row] {
        let parts = byThreshold ? result.byThreshold.filter { $0.result.runs > 0 } : []
        let seed = plan.runner.seed
        return Figure.allCases.map {
            Row($0, result, heardAs: entry.hearing.name, seed: seed)
        }
            + parts.flatMap { part in
                Figure.allCases.map {
                    Row(
                        $0, part.result, heardAs: entry.hearing.name, seed: seed,
                        thresholds: part.thresholds)
                }
            }
    }
}

/// A share of misheard letters in tenths of a percent, in which two ways to come to a share are the
/// same share: a mean over ten letters and one over four differ by rounding.
package struct MisheardRate: Hashable, Comparable {
    private let thousandths: Int

    /// The rate that is nearest to a share, 0...1.
    init(_ share: Double) { thousandths = Int((1000 * share).rounded()) }

    /// The share, 0...1.
    package var share: Double { Double(thousandths) / 1000 }

    /// "5 %", "2.1 %".
    var percentage: String { percent(share, thousandths % 10 == 0 ? 0 : 1) }

    package static func < (left: MisheardRate, right: MisheardRate) -> Bool {
        left.thousandths < right.thousandths
    }
}
