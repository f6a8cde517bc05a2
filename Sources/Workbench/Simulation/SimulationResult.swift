internal import Acuity
internal import CommandLineKit
internal import Foundation
internal import Platform
internal import Records

/// A cell's result, with the name of its error model.
package struct SimulationResult: Sendable {
    package let entry: SimulationPlan.Entry
    package let result: CellResult

    /// The procedure in words, with its length if it has one.
    package var name: String { result.cell.procedure.title }

    /// The share of letters, 0...1, that are misheard.
    package var misheard: Double {
        result.cell.hearing.misheard(among: result.cell.procedure.optotypes)
    }

    /// The share of misheard letters, for comparing results.
    package var rate: MisheardRate { MisheardRate(misheard) }
}

extension SimulationResult {
    /// An object of `aloud-workbench simulate --json`: the quality of one figure of a cell.
    package struct Row: Encodable {
        fileprivate let figure: Figure
        fileprivate let result: CellResult
        fileprivate let hearing: String
        fileprivate let seed: UInt64
        fileprivate var thresholds: ClosedRange<Double>?

        /// Writes the object.
        package func encode(to encoder: any Encoder) throws {
            let numbers = result.statistics(of: figure)
            let (cell, isEstimate) = (result.cell, figure == .estimate)
            let all: [String: Double?] = [
                "letters": result.mean { Double($0.letters) },
                "misheard": cell.hearing.misheard(among: cell.procedure.optotypes),
                "bias": numbers.bias, "limits95": numbers.limits, "coverage95": numbers.coverage,
                "withheld": result.withheld(figure), "open": isEstimate ? result.open : nil,
                "openHeld": isEstimate ? result.openHeld : nil, "seconds": result.mean(\.seconds),
                "biasError": numbers.biasError, "limits95Error": numbers.limitsError,
                "pooledLimits95": numbers.pooledLimits, "intervalWidth": numbers.intervalWidth,
                "withinALine": numbers.withinALine,
                "beyondSizes": result.share(where: \.isBeyondSizes),
                "presentations": result.mean { Double($0.presentations) },
                "askings": result.mean { Double($0.askings) },
                "unclear": cell.hearing.unclear(among: cell.procedure.optotypes),
                "assumedMisheard": cell.assumedHearing.misheard,
            ]
            try all.mapValues { rounded($0, places: 5) }.encode(to: encoder)
            try encoder.write([
                "procedure": cell.procedure.name, "figure": figure, "runs": result.runs,
                "hearing": hearing, "seed": orNull(Int(exactly: seed)),
                "thresholds": thresholds.map {
                    [rounded($0.lowerBound), rounded($0.upperBound)]
                },
            ])
        }
    }

    /// The objects for programs: one for each figure and, if wanted, for each part of the
    /// thresholds.
    package func rows(_ plan: SimulationPlan, byThreshold: Bool) -> [Row] {
        let parts = byThreshold ? result.byThreshold.filter { $0.result.runs > 0 } : []
        let blocks = [(nil, result)] + parts.map { ($0.thresholds, $0.result) }
        return blocks.flatMap { thresholds, result in
            Figure.allCases.map {
                Row(
                    figure: $0, result: result, hearing: entry.hearing.name,
                    seed: plan.runner.seed, thresholds: thresholds)
            }
        }
    }
}

/// A share of misheard letters in tenths of a percent. Rounding makes equal shares compare equal: a
/// mean over ten letters and one over four differ by rounding errors.
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

/// The results of a simulation as a table for people.
package struct SimulationTable {
    private let results: [SimulationResult]
    private let byThreshold: Bool

    package init(_ results: [SimulationResult], byThreshold: Bool) {
        self.results = results
        self.byThreshold = byThreshold
    }

    /// The table.
    package func text(_ plan: SimulationPlan) -> String {
        guard !results.isEmpty else { return "Nothing was simulated.\n" }
        var table = TextTable(
            [
                "", "misheard", "letters", "seconds", "figure", "bias", "limits95", "coverage95",
                "withheld",
            ], leastWidths: Self.widths, gap: 1)
        var last = ""
        for result in results {
            let title = result.result.cell.procedure.title
            if title != last, !last.isEmpty { table.add([]) }
            for row in rows(result, title == last ? "" : title) { table.add(row) }
            last = title
        }
        return (table.lines + ["", plan.words(for: results)]).joined(separator: "\n") + "\n"
    }

    private func rows(_ result: SimulationResult, _ title: String) -> [[String]] {
        var rows = block(result.result, result, title)
        guard byThreshold else { return rows }
        for part in result.result.byThreshold where part.result.runs > 0 {
            let (low, high) = (part.thresholds.lowerBound, part.thresholds.upperBound)
            let name =
                low == high ? "  at \(fixed(low, 2))" : "  \(fixed(low, 2)) to \(fixed(high, 2))"
            rows += block(part.result, result, name)
        }
        return rows
    }

    /// A row for the score and one for the estimate.
    private func block(
        _ part: CellResult, _ whole: SimulationResult, _ title: String
    ) -> [[String]] {
        Figure.allCases.map { figure in
            let numbers = part.statistics(of: figure)
            let isFirst = figure == .score
            return [
                isFirst ? title : "", isFirst ? percent(whole.misheard, 1) : "",
                isFirst ? fixed(part.mean { Double($0.letters) }, 1) : "",
                isFirst ? fixed(part.mean(\.seconds), 0) : "", figure.rawValue,
                signed(numbers.bias), fixed(numbers.limits, 3), percent(numbers.coverage, 1),
                percent(part.withheld(figure), 1),
            ]
        }
    }

    /// The column widths: 0 for the title, which is as wide as necessary, then those of the
    /// numbers.
    private static let widths = [0, 8, 7, 7, 8, 7, 8, 10, 8]
}
