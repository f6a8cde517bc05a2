internal import Platform

extension BenchPage {
    /// Bias of score and estimate against the share of misheard letters.
    var biasPlots: String {
        ratePlots("Bias", axis: "bias, logMAR") { numbers in
            numbers.bias.map { ($0, numbers.biasError ?? 0) }
        }
    }

    /// Limits of score and estimate against the share of misheard letters.
    var limitsPlots: String {
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
    var coveragePlots: String {
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
    var lettersPlots: String {
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
