internal import Acuity
internal import Platform

/// The results of a simulation as one page that needs nothing else: no script, no font, no picture
/// from elsewhere.
package struct BenchPage {
    package let results: [SimulationResult]
    package let plan: SimulationPlan
    /// Names of the procedures in the order of the results.
    package let names: [String]

    package init(_ results: [SimulationResult], _ plan: SimulationPlan) {
        self.results = results
        self.plan = plan
        var names: [String] = []
        for result in results where !names.contains(result.name) { names.append(result.name) }
        self.names = names
    }

    /// The page.
    package func html() throws -> String {
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>Aloud: acuity procedures on simulated patients</title>
        <style>\(Self.style)</style>
        </head>
        <body>
        <main>
        <header>
        <h1>Acuity procedures on simulated patients</h1>
        <p class="lead">\(plan.words(for: results).escapedForHTML) All numbers in logMAR; 0.02 is one
        letter of a chart, 0.1 a line.</p>
        </header>
        \(section("Bias", Self.biasWords, biasPlots))
        \(section("Limits of test-retest", Self.limitsWords, limitsPlots))
        \(section("Does the interval hold the truth?", Self.coverageWords, coveragePlots))
        \(section("Limits against letters", Self.lettersWords, lettersPlots))
        \(section("Single tests", singleRunWords, try singleRuns()))
        \(section("All numbers", "", table))
        <footer>Printed by <code>aloud simulate --html</code>. The same options and seed give the
        same page, unless it is stopped before its end.</footer>
        </main>
        </body>
        </html>

        """
    }

    private func section(_ title: String, _ words: String, _ content: String) -> String {
        guard !content.isEmpty else { return "" }
        return """
            <section>
            <h2>\(title)</h2>
            \(words.isEmpty ? "" : "<p>\(words)</p>")
            \(content)
            </section>
            """
    }

    private static let biasWords = """
        What was measured less the truth. Above zero, eyes seem worse than they are. Bars are 95 %
        limits of the simulation itself.
        """
    private static let limitsWords = """
        1.96 &times; SD of the difference between two tests of the same patient: in 19 of 20
        patients a second test differs by less.
        """
    private static let coverageWords = """
        The share of intervals that held the true threshold, of those that a report gives: with two
        ends; and their mean width.
        """
    private static let lettersWords = """
        Lower is surer, further left is quicker. Open marks are the procedure's own score, filled
        ones the estimate that allows for mishearing.
        """

    /// How a procedure looks, the same in every plot.
    package func style(of name: String) -> SeriesStyle {
        SeriesStyle(names.firstIndex(of: name) ?? 0)
    }

    private static let style = """
        :root { color-scheme: light; }
        * { box-sizing: border-box; }
        body { margin: 0; background: #fff; color: #1a1e24;
          font: 16px/1.5 system-ui, "Segoe UI", "Helvetica Neue", Arial, sans-serif; }
        main { max-width: 1160px; margin: 0 auto; padding: 40px 28px 64px; }
        h1 { font-size: 30px; line-height: 1.2; margin: 0 0 8px; letter-spacing: -0.01em; }
        h2 { font-size: 20px; margin: 52px 0 4px; padding-top: 20px;
          border-top: 1px solid #d6dae0; }
        p { margin: 0 0 14px; max-width: 75ch; }
        .lead { color: #3c434d; }
        .plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(440px, 1fr));
          gap: 18px 22px; }
        figure { margin: 0; max-width: 600px; }
        figcaption { font-size: 14px; color: #3c434d; padding-left: 10%; }
        svg { width: 100%; height: auto; display: block; font-size: 13px; fill: #1a1e24; }
        svg .title { font-weight: 600; font-size: 14.5px; }
        svg .name { font-weight: 600; }
        svg .quiet { fill: #4a6a55; font-size: 12px; }
        svg .grid { stroke: #e5e8ec; }
        svg .zero, svg .axis { stroke: #6b727c; }
        svg .band { fill: #e6f2ea; }
        svg .leader { stroke-width: 1; opacity: 0.6; }
        svg .truth { stroke: #1a1e24; stroke-width: 1.2; stroke-dasharray: 6 4; }
        svg .trail { fill: none; stroke: #b9bfc8; stroke-width: 1; }
        svg .misheard { fill: none; stroke: #b3001b; stroke-width: 1.8; }
        .key { display: flex; flex-wrap: wrap; gap: 4px 22px; list-style: none; padding: 0;
          margin: 0 0 14px; font-size: 14px; }
        .key svg { width: 22px; height: 16px; display: inline-block; vertical-align: -2px;
          margin-right: 6px; }
        .scroll { overflow-x: auto; }
        table { border-collapse: collapse; font-size: 14px; font-variant-numeric: tabular-nums;
          width: 100%; }
        th, td { padding: 4px 10px; text-align: right; border-bottom: 1px solid #e5e8ec;
          white-space: nowrap; }
        th { font-weight: 600; border-bottom: 2px solid #6b727c; vertical-align: bottom; }
        th:first-child, td:first-child { text-align: left; padding-left: 0; }
        tr.first td { border-top: 2px solid #9aa1ab; }
        footer { margin-top: 52px; padding-top: 16px; border-top: 1px solid #d6dae0;
          color: #3c434d; font-size: 14px; }
        @media (max-width: 560px) { .plots { grid-template-columns: 1fr; } }
        @media print { main { max-width: none; padding: 0; } section { break-inside: avoid; } }
        """
}

extension BenchPage {
    /// Bias of score and estimate against the share of misheard letters.
    private var biasPlots: String {
        ratePlots("Bias", axis: "bias, logMAR") { numbers in
            numbers.bias.map { ($0, numbers.biasError ?? 0) }
        }
    }

    /// Limits of score and estimate against the share of misheard letters.
    private var limitsPlots: String {
        ratePlots("Limits of test-retest", axis: "limits, logMAR") { numbers in
            numbers.limits.map { ($0, numbers.limitsError ?? 0) }
        }
    }

    /// A plot for each figure, with the same upright axis.
    private func ratePlots(
        _ name: String, axis: String,
        _ number: (FigureStatistics) -> (value: Double, error: Double)?
    ) -> String {
        let lines = Figure.allCases.map { figure in
            names.map { name in series(name) { number($0.statistics(of: figure)) } }
        }
        let values = lines.joined().flatMap { $0.points.map(\.value) }
        guard !values.isEmpty else { return "" }
        let y = PlotScale(holding: [0] + values)
        let titles = ["By the procedure's own score", "By the estimate that allows for mishearing"]
        return grid(
            zip(lines, titles).map { lines, title in
                RatePlot(
                    title: title,
                    label: "\(name) against misheard letters, \(title.lowercased()). The numbers"
                        + " stand in the table at the end.",
                    series: lines.filter { !$0.points.isEmpty }, y: y,
                    words: Plot.AxisWords(title: axis) { fixed($0, max(y.places, 2)) }
                ).element
            })
    }

    /// Coverage and width of the interval against the share of misheard letters.
    private var coveragePlots: String {
        let coverage = names.map { name in
            series(name) { result in
                result.statistics(of: .estimate).coverage.map { share in
                    let intervals = Double(result.runs) * (1 - (result.withheld(.estimate) ?? 0))
                    return (share, (share * (1 - share) / intervals).squareRoot())
                }
            }
        }
        let width = names.map { name in
            series(name) { $0.statistics(of: .estimate).intervalWidth.map { ($0, 0) } }
        }
        let shares = coverage.flatMap { $0.points.map(\.value) }
        guard !shares.isEmpty else { return "" }
        var plot = RatePlot(
            title: "Truth within the 95 % interval",
            label: "Coverage against misheard letters. The numbers stand in the table at the end.",
            series: coverage.filter { !$0.points.isEmpty },
            y: PlotScale(holding: shares + [0.92, 0.98]),
            words: Plot.AxisWords(title: "coverage") { percent($0, 0) })
        plot.target = (0.94...0.96, "94 to 96 %")
        let y = PlotScale(holding: [0] + width.flatMap { $0.points.map(\.value) })
        let widths = RatePlot(
            title: "Mean width of the interval",
            label: "Width of the interval against misheard letters.",
            series: width.filter { !$0.points.isEmpty }, y: y,
            words: Plot.AxisWords(title: "width, logMAR") { fixed($0, max(y.places, 2)) })
        return grid([plot.element, widths.element])
    }

    private func series(
        _ name: String, _ number: (CellResult) -> (value: Double, error: Double)?
    ) -> RatePlot.Series {
        let points = results.filter { $0.name == name }.compactMap { result in
            number(result.result).map { (result.misheard, $0.value, $0.error) }
        }
        return RatePlot.Series(
            name: name, style: style(of: name), points: points.sorted { $0.0 < $1.0 })
    }

    /// Limits against letters, at the least and at the most mishearing.
    private var lettersPlots: String {
        let rates = Set(results.map(\.rate)).sorted()
        guard let least = rates.first, let most = rates.last else { return "" }
        let shown = least == most ? [least] : [least, most]
        let points = shown.map { rate in
            results.filter { $0.rate == rate }.compactMap { point($0) }
        }
        let all = points.flatMap { $0 }
        guard !all.isEmpty else { return "" }
        let x = PlotScale(holding: [0] + all.map(\.letters))
        let y = PlotScale(holding: [0] + all.flatMap { [$0.score, $0.estimate] }.compactMap { $0 })
        let plots = zip(shown, points).map { rate, points in
            LettersPlot(
                title: "\(rate.percentage) of letters misheard",
                label: "Limits of test-retest against letters. The numbers stand in the table.",
                points: points, x: x, y: y
            ).element
        }
        return key + grid(plots)
    }

    private func point(_ result: SimulationResult) -> LettersPlot.Point? {
        guard let letters = result.result.mean({ Double($0.letters) }) else { return nil }
        return LettersPlot.Point(
            name: result.name, style: style(of: result.name), letters: letters,
            score: result.result.statistics(of: .score).limits,
            estimate: result.result.statistics(of: .estimate).limits,
            group: result.result.cell.procedure.name)
    }

    /// Which mark stands for which procedure.
    package var key: String {
        let items = names.map { name in
            var mark = SVGDrawing(width: 22, height: 16)
            style(of: name).draw(at: (11, 8), title: name, in: &mark)
            return "<li>\(mark.element(label: ""))\(name.escapedForHTML)</li>"
        }
        return "<ul class=\"key\">\n\(items.joined(separator: "\n"))\n</ul>\n"
    }

    /// Plots side by side where there is room.
    package func grid(_ plots: [String]) -> String {
        let figures = plots.map { "<figure>\n\($0)\n</figure>" }
        return "<div class=\"plots\">\n\(figures.joined(separator: "\n"))\n</div>"
    }
}
