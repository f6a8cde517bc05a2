internal import Platform

/// A number of every procedure against the share of misheard letters.
struct RatePlot {
    /// The line of one procedure.
    struct Series {
        var name: String
        var style: SeriesStyle
        var points: [(misheard: Double, value: Double, error: Double)]
    }

    let title: String
    let label: String
    let series: [Series]
    let y: PlotScale
    let words: Plot.AxisWords
    /// A stretch of the upright axis to aim at.
    var target: (range: ClosedRange<Double>, words: String)?

    /// The plot as an element of a page.
    var element: String {
        let rates = series.flatMap { $0.points.map(\.misheard) }
        // At least a percent, so that one rate has an axis, too.
        let x = PlotScale(holding: [0, 0.01] + rates)
        var plot = Plot(
            title, x: x,
            Plot.AxisWords(title: "letters misheard") { percent($0, max(0, x.places - 2)) }, y: y,
            words, margin: Plot.margin(for: series.map(\.name)))
        if let target { plot.shade(target.range, words: target.words) }
        for series in series {
            let places = series.points.map { plot.place($0.misheard, $0.value) }
            plot.draw { drawing in
                drawing.path(
                    places, "fill=\"none\" stroke=\"\(series.style.color)\" stroke-width=\"2\"")
            }
            for (point, place) in zip(series.points, places) {
                let reach = 1.96 * point.error
                let low = plot.place(point.misheard, max(point.value - reach, y.range.lowerBound))
                let high = plot.place(point.misheard, min(point.value + reach, y.range.upperBound))
                plot.draw { drawing in
                    drawing.line(
                        low, high, "stroke=\"\(series.style.color)\" stroke-width=\"1\"")
                    series.style.draw(
                        at: place,
                        title: "\(series.name), \(percent(point.misheard, 1)) misheard:"
                            + " \(words.number(point.value))", in: &drawing)
                }
            }
        }
        plot.label(
            series.compactMap { series in
                series.points.last.map { (series.name, $0.value, series.style.color) }
            })
        return plot.drawing.element(label: label)
    }
}
