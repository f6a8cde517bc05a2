internal import CommandLineKit
internal import Platform

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

    /// The column widths: the title's, which is as wide as necessary, and those of the numbers.
    private static let widths = [0, 8, 7, 7, 8, 7, 8, 10, 8]
}
