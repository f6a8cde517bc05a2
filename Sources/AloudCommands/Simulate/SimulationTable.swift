internal import Acuity
internal import Foundation
internal import MeasurementBench

/// The results of a simulation as a table for people.
struct SimulationTable {
    private let results: [SimulationResult]
    private let byThreshold: Bool

    init(_ results: [SimulationResult], byThreshold: Bool) {
        self.results = results
        self.byThreshold = byThreshold
    }

    /// The table.
    func text(_ plan: SimulationPlan) -> String {
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
        return (table.lines + ["", plan.words]).joined(separator: "\n") + "\n"
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

    /// Of the title, which is as wide as it needs to be, and of the numbers.
    private static let widths = [0, 8, 7, 7, 8, 7, 8, 10, 8]
}

extension SimulationResult {
    /// The share of letters, 0...1, that the hearing mishears.
    var misheard: Double {
        result.cell.hearing.misheard(among: result.cell.procedure.optotypes)
    }
}

extension SimulationPlan {
    /// What was simulated, in words.
    var words: String {
        "\(runner.runs) tests a cell, two of each patient; \(eyes); seed \(runner.seed)."
    }

    private var eyes: String {
        guard !drawsAsBelieved else { return "patients as the estimate believes them to be" }
        switch population.thresholds {
        case .range(let range):
            let (low, high) = (fixed(range.lowerBound, 2), fixed(range.upperBound, 2))
            return "thresholds \(low) to \(high) logMAR"
        case .grid(let values):
            return "thresholds \(values.map { fixed($0, 2) }.joined(separator: ", ")) logMAR"
        }
    }
}

/// A number with so many digits after the point; "-" for none.
func fixed(_ number: Double?, _ places: Int) -> String {
    guard let number else { return "-" }
    let text = String(format: "%.\(places)f", number)
    // No minus before zero.
    return text.hasPrefix("-") && text.dropFirst().allSatisfy { $0 == "0" || $0 == "." }
        ? String(text.dropFirst()) : text
}

/// A number with its sign; "-" for none.
func signed(_ number: Double?) -> String {
    guard let number else { return "-" }
    let text = fixed(number, 3)
    return text.hasPrefix("-") ? text : "+" + text
}

/// A share as a percentage; "-" for none.
func percent(_ share: Double?, _ places: Int) -> String {
    share.map { fixed(100 * $0, places) + " %" } ?? "-"
}
