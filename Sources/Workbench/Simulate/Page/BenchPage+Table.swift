internal import Platform

extension BenchPage {
    /// All numbers, a row for each cell and figure.
    package var table: String {
        let heads = [
            "procedure", "misheard", "hearing", "letters", "seconds", "figure", "bias", "limits",
            "coverage", "interval", "within 0.1", "withheld",
        ]
        var last = ""
        let rows = results.flatMap { result in
            Figure.allCases.map { figure in
                defer { last = result.name }
                return row(result, figure, isFirst: figure == .score && result.name != last)
            }
        }
        return """
            <div class="scroll"><table>
            <thead><tr>\(heads.map { "<th scope=\"col\">\($0)</th>" }.joined())</tr></thead>
            <tbody>
            \(rows.joined(separator: "\n"))
            </tbody>
            </table></div>
            """
    }

    private func row(_ result: SimulationResult, _ figure: Figure, isFirst: Bool) -> String {
        let whole = result.result
        let numbers = whole.statistics(of: figure)
        let hearing = result.entry.hearing.name == "even" ? "even" : "measured"
        let cells = [
            result.name, percent(result.misheard, 1), hearing,
            fixed(whole.mean { Double($0.letters) }, 1), fixed(whole.mean(\.seconds), 0),
            figure.rawValue, signed(numbers.bias), fixed(numbers.limits, 3),
            percent(numbers.coverage, 1), fixed(numbers.intervalWidth, 3),
            percent(numbers.withinALine, 1), percent(whole.withheld(figure), 1),
        ]
        let data = cells.map { "<td>\($0.escapedForHTML)</td>" }.joined()
        return "<tr\(isFirst ? " class=\"first\"" : "")>\(data)</tr>"
    }
}
