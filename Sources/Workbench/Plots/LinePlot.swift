/// Lines of numbers with their standard errors: a series for each name, all against one quantity.
struct LinePlot {
    /// The line of one name.
    struct Series {
        var name: String
        var style: SeriesStyle
        var points: [(x: Double, value: Double, error: Double)]
    }

    let title: String
    /// The content in words, for screen readers.
    let label: String
    let series: [Series]
    let x: PlotScale
    let xWords: Plot.AxisWords
    let y: PlotScale
    let yWords: Plot.AxisWords
    /// A range of the y axis to aim at.
    var target: (range: ClosedRange<Double>, words: String)?
    /// The x of a point in words, for its tooltip.
    let pointWords: (_ x: Double) -> String

    /// The plot as an element of a page.
    var element: String {
        var plot = Plot(
            title, x: x, xWords, y: y, yWords, margin: Plot.margin(for: series.map(\.name)))
        if let target { plot.shade(target.range, words: target.words) }
        for series in series {
            let color = series.style.color
            let places = series.points.map { plot.place($0.x, $0.value) }
            plot.draw { $0.path(places, "fill=\"none\" stroke=\"\(color)\" stroke-width=\"2\"") }
            for (point, place) in zip(series.points, places) {
                let reach = 1.96 * point.error
                let low = plot.place(point.x, max(point.value - reach, y.range.lowerBound))
                let high = plot.place(point.x, min(point.value + reach, y.range.upperBound))
                plot.draw { drawing in
                    drawing.line(low, high, "stroke=\"\(color)\" stroke-width=\"1\"")
                    series.style.draw(
                        at: place,
                        title: "\(series.name), \(pointWords(point.x)):"
                            + " \(yWords.number(point.value))", in: &drawing)
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
