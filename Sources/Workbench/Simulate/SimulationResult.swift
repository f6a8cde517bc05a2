internal import Acuity
internal import Foundation
internal import Platform
package import Records

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
    /// The result as objects, one for each figure, and where wanted for each threshold.
    package func json(_ plan: SimulationPlan, byThreshold: Bool) -> [JSONValue] {
        var objects = Figure.allCases.map { object($0, result, plan) }
        guard byThreshold else { return objects }
        for part in result.byThreshold where part.result.runs > 0 {
            objects += Figure.allCases.map { figure in
                var object = object(figure, part.result, plan)
                object.add(
                    "thresholds",
                    [
                        .number(part.thresholds.lowerBound, places: 3),
                        .number(part.thresholds.upperBound, places: 3),
                    ])
                return object
            }
        }
        return objects
    }

    private func object(
        _ figure: Figure, _ result: CellResult, _ plan: SimulationPlan
    ) -> JSONValue {
        let numbers = result.statistics(of: figure)
        let cell = result.cell
        func number(_ value: Double?) -> JSONValue { value.map { .number($0, places: 5) } ?? .null }
        return [
            "procedure": .string(cell.procedure.name), "figure": .string(figure.rawValue),
            "letters": number(result.mean { Double($0.letters) }),
            "misheard": number(cell.hearing.misheard(among: cell.procedure.optotypes)),
            "runs": .integer(result.runs), "bias": number(numbers.bias),
            "limits95": number(numbers.limits), "coverage95": number(numbers.coverage),
            "withheld": number(result.withheld(figure)),
            "open": number(figure == .estimate ? result.open : nil),
            "openHeld": number(figure == .estimate ? result.openHeld : nil),
            "seconds": number(result.mean(\.seconds)),
            "biasError": number(numbers.biasError), "limits95Error": number(numbers.limitsError),
            "pooledLimits95": number(numbers.pooledLimits),
            "intervalWidth": number(numbers.intervalWidth),
            "withinALine": number(numbers.withinALine),
            "beyondSizes": number(result.share(where: \.isBeyondSizes)),
            "presentations": number(result.mean { Double($0.presentations) }),
            "askings": number(result.mean { Double($0.askings) }),
            "unclear": number(cell.hearing.unclear(among: cell.procedure.optotypes)),
            "hearing": .string(entry.hearing.name),
            "assumedMisheard": number(cell.assumedHearing.misheard),
            "seed": Int(exactly: plan.runner.seed).map(JSONValue.integer) ?? .null,
        ]
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
