internal import Platform

/// The plot of Bland and Altman (Lancet 1986): differences of two measurements against their mean, with
/// lines for the mean difference and the limits of agreement.
package struct BlandAltmanPlot {
    package let title: String
    /// The content in words, for screen readers.
    package let label: String
    /// The title of the y axis.
    package let difference: String
    /// The mean of both measurements, their difference, and the words of the tooltip.
    package let points: [(x: Double, y: Double, name: String)]
    /// Each line with its name and its 95 % interval.
    package let lines: [(name: String, value: Double, interval: ClosedRange<Double>)]

    /// Sets each property from the parameter of its name.
    package init(
        title: String, label: String, difference: String,
        points: [(x: Double, y: Double, name: String)],
        lines: [(name: String, value: Double, interval: ClosedRange<Double>)]
    ) {
        self.title = title
        self.label = label
        self.difference = difference
        self.points = points
        self.lines = lines
    }

    /// The plot as an SVG element.
    package var element: String {
        let ends = lines.flatMap { [$0.interval.lowerBound, $0.interval.upperBound] }
        var plot = Plot(
            title, x: PlotScale(holding: points.map(\.x)),
            .init(title: "mean of both, logMAR") { fixed($0, 2) },
            y: PlotScale(holding: points.map(\.y) + ends),
            .init(title: difference) { fixed($0, 2) })
        let (left, right) = (plot.x.range.lowerBound, plot.x.range.upperBound)
        for (index, line) in lines.enumerated() {
            // The intervals overlap if there are few points, so each bar has its own place.
            let x = right - (right - left) * (0.02 + 0.025 * Double(index))
            let bar = (
                plot.place(x, line.interval.upperBound), plot.place(x, line.interval.lowerBound)
            )
            let ends = (plot.place(left, line.value), plot.place(right, line.value))
            plot.draw { drawing in
                drawing.line(bar.0, bar.1, "class=\"bar\"")
                drawing.line(ends.0, ends.1, "class=\"axis\"")
            }
        }
        plot.label(lines.map { ("\($0.name) \(signed($0.value))", $0.value, "#3c434d") })
        for point in points {
            let place = plot.place(point.x, point.y)
            plot.draw {
                SeriesStyle(0).draw(
                    at: place, title: "\(point.name): \(signed(point.y))", in: &$0)
            }
        }
        return plot.drawing.element(label: label)
    }
}
