internal import Acuity
internal import Platform
internal import Plots

/// The results of a simulation as a page of plots.
package struct BenchPage {
    let results: [SimulationResult]
    let plan: SimulationPlan
    /// Names of the procedures in the order of the results.
    private let names: [String]

    package init(_ results: [SimulationResult], _ plan: SimulationPlan) {
        self.results = results
        self.plan = plan
        var names: [String] = []
        for result in results where !names.contains(result.name) { names.append(result.name) }
        self.names = names
    }

    /// The page.
    package func html() throws -> String {
        PlotPage(
            title: "Aloud: acuity procedures on simulated patients",
            heading: "Acuity procedures on simulated patients",
            lead: "\(plan.words(for: results).escapedForHTML) All numbers in logMAR; 0.02 is one"
                + " letter of a chart, 0.1 a line.",
            sections: [
                .init(title: "Bias", words: Self.biasWords, content: biasPlots),
                .init(
                    title: "Limits of test-retest", words: Self.limitsWords, content: limitsPlots),
                .init(
                    title: "Does the interval hold the truth?", words: Self.coverageWords,
                    content: coveragePlots),
                .init(
                    title: "Limits against letters", words: Self.lettersWords,
                    content: lettersPlots),
                .init(title: "Single tests", words: singleRunWords, content: try singleRuns()),
                .init(title: "All numbers", content: table),
            ],
            footer:
                "Printed by <code>aloud-workbench simulate --html</code>. The same options and seed give"
                + " the same page, unless the run is stopped early."
        ).html
    }

    private static let biasWords = """
        Measured acuity minus true acuity. Above zero, eyes seem worse than they are. Bars are 95 %
        limits of the simulation itself.
        """
    private static let limitsWords = """
        1.96 &times; SD of the difference between two tests of the same patient: in 19 of 20
        patients a second test differs by less.
        """
    private static let coverageWords = """
        The share of reported intervals, those with two ends, that contain the true threshold; and
        their mean width.
        """
    private static let lettersWords = """
        Lower is more precise, further left is quicker. Open marks are the procedure's own score,
        filled marks the estimate that allows for mishearing.
        """

    /// The style of a procedure, the same in every plot.
    func style(of name: String) -> SeriesStyle {
        SeriesStyle(names.firstIndex(of: name) ?? 0)
    }
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
        return PlotPage.grid(
            zip(lines, titles).map { lines, title in
                let plot = ratePlot(
                    title, label: "\(name) against misheard letters, \(title.lowercased())", lines,
                    y: y, Plot.AxisWords(title: axis) { fixed($0, max(y.places, 2)) })
                return (plot.element, nil)
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
        var plot = ratePlot(
            "Truth within the 95 % interval", label: "Coverage against misheard letters", coverage,
            y: PlotScale(holding: shares + [0.92, 0.98]),
            Plot.AxisWords(title: "coverage") { percent($0, 0) })
        plot.target = (0.94...0.96, "94 to 96 %")
        let y = PlotScale(holding: [0] + width.flatMap { $0.points.map(\.value) })
        let widths = ratePlot(
            "Mean width of the interval", label: "Width of the interval against misheard letters",
            width, y: y, Plot.AxisWords(title: "width, logMAR") { fixed($0, max(y.places, 2)) })
        return PlotPage.grid([(plot.element, nil), (widths.element, nil)])
    }

    /// A plot against the share of misheard letters.
    private func ratePlot(
        _ title: String, label: String, _ lines: [LinePlot.Series], y: PlotScale,
        _ yWords: Plot.AxisWords
    ) -> LinePlot {
        let series = lines.filter { !$0.points.isEmpty }
        // At least one percent, so that a single rate has an axis, too.
        let x = PlotScale(holding: [0, 0.01] + series.flatMap { $0.points.map(\.x) })
        return LinePlot(
            title: title, label: label + ". The table at the end has the numbers.", series: series,
            x: x,
            xWords: Plot.AxisWords(title: "letters misheard") { percent($0, max(0, x.places - 2)) },
            y: y, yWords: yWords
        ) { "\(percent($0, 1)) misheard" }
    }

    private func series(
        _ name: String, _ number: (CellResult) -> (value: Double, error: Double)?
    ) -> LinePlot.Series {
        let points = results.filter { $0.name == name }.compactMap { result in
            number(result.result).map { (result.misheard, $0.value, $0.error) }
        }
        return LinePlot.Series(
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
                label: "Limits of test-retest against letters. The table has the numbers.",
                points: points, x: x, y: y
            ).element
        }
        return PlotPage.key(names.map { ($0, style(of: $0)) })
            + PlotPage.grid(plots.map { ($0, nil) })
    }

    private func point(_ result: SimulationResult) -> LettersPlot.Point? {
        guard let letters = result.result.mean({ Double($0.letters) }) else { return nil }
        return LettersPlot.Point(
            name: result.name, style: style(of: result.name), letters: letters,
            score: result.result.statistics(of: .score).limits,
            estimate: result.result.statistics(of: .estimate).limits,
            group: result.result.cell.procedure.name)
    }
}
