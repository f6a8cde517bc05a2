internal import Acuity
internal import Platform
internal import Plots

/// The results of weekly tests as plots.
package struct SeriesPage {
    private let results: [SeriesResult]
    private let plan: SeriesPlan

    /// The page of the results of a plan.
    package init(_ results: [SeriesResult], _ plan: SeriesPlan) {
        self.results = results
        self.plan = plan
    }

    /// The page.
    package var html: String {
        let table = SeriesTable(results, plan)
        return PlotPage(
            title: "Aloud: changes in weekly tests of simulated people",
            heading: "Changes in weekly tests of simulated people",
            lead: table.words.escapedForHTML,
            sections: [
                .init(
                    title: "False alarms and missed losses",
                    words: "Bars are 95 % limits of the simulation itself.",
                    content: PlotPage.grid(plots.map { ($0, nil) })),
                .init(
                    title: "All numbers",
                    content: PlotPage.table(
                        table.heading, results.map { (table.cells($0), false) })),
            ],
            footer: "Printed by <code>aloud-workbench simulate --weekly --html</code>."
        ).html
    }

    /// The plots as one picture (SVG).
    package var picture: String { PlotPage.picture(of: plots) }

    /// A plot for each share, for the smallest deviation between tests that was simulated.
    private var plots: [String] {
        let steps = SeriesPlan.steps
        return [
            plot("Unchanged tests beyond the limit, %", aim: 0...6, "at most 6") { $0.beyond },
            plot("Unchanged people falsely confirmed, %", aim: 0...5, "at most 5") {
                $0.falselyConfirmed
            },
            plot(
                "Loss of 0.1 confirmed within \(steps[0].tests) tests, %", aim: 80...100,
                "at least 80"
            ) { $0.found(step: 0) },
            plot(
                "Loss of 0.2 confirmed within \(steps[1].tests) tests, %", aim: 90...100,
                "at least 90"
            ) { $0.found(step: 1) },
        ]
    }

    private func plot(
        _ title: String, aim: ClosedRange<Double>, _ words: String,
        _ share: (SeriesResult) -> SeriesResult.Share?
    ) -> String {
        var names: [String] = []
        let name = { (result: SeriesResult) in
            result.cell.procedure.title
                + (Set(results.map(\.between)).count > 1 ? ", \(fixed(result.between, 2))" : "")
        }
        for result in results where !names.contains(name(result)) { names.append(name(result)) }
        let series = names.enumerated().map { index, own in
            LinePlot.Series(
                name: own, style: SeriesStyle(index),
                points: results.filter { name($0) == own }.compactMap { result in
                    share(result).map {
                        (
                            100 * result.misheard, 100 * $0.value,
                            100 * ($0.high - $0.low) / 2 / 1.96
                        )
                    }
                })
        }
        let points = series.flatMap(\.points)
        let scale = PlotScale(
            holding: points.map(\.value) + [aim.lowerBound, min(aim.upperBound, 100)])
        return LinePlot(
            title: title, label: title, series: series,
            x: PlotScale(holding: points.map(\.x) + [0]),
            xWords: .init(title: "letters misheard, %") { fixed($0, 0) }, y: scale,
            yWords: .init(title: "%") { fixed($0, scale.places) }, target: (aim, words)
        ) { fixed($0, 0) + " % misheard" }.element
    }
}
