internal import Acuity
package import Records

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
